/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/spectrum_store.h"
#include <algorithm>

namespace gpufft::display {

namespace {

using lock = std::lock_guard<std::mutex>;

} // namespace

spectrum_store::spectrum_store(const frequency_axis& axis,
                               const input_unit& unit,
                               const history_limits& limits,
                               const histogram_shape& histogram)
    : d_unit(unit),
      d_histogram_shape(histogram),
      d_axis(axis),
      d_whole(axis.band()),
      d_traces(axis.bins, unit.is_power),
      d_history(limits, unit.is_power),
      d_persistence(std::make_unique<persistence>(axis, unit.is_power))
{
    d_history.set_axis(axis);
    if (histogram.bins > 0)
        d_given = given_histogram(histogram_axis(), histogram.steps);
}

frequency_axis spectrum_store::histogram_axis() const
{
    frequency_axis axis = d_axis;
    axis.bins = d_histogram_shape.bins;
    axis.bin_hz = d_axis.span_hz() / static_cast<double>(axis.bins);
    // DC is in bin bins / 2 of both, whether their numbers are even or odd.
    const double middle_hz = d_axis.frequency(static_cast<double>(d_axis.bins / 2));
    axis.first_hz = middle_hz - static_cast<double>(axis.bins / 2) * axis.bin_hz;
    return axis;
}

void spectrum_store::set_axis(const frequency_axis& axis,
                              const std::optional<frequency_band>& whole)
{
    const lock guard(d_mutex);
    d_whole = whole.value_or(axis.band());
    if (axis == d_axis)
        return;
    fold();
    ++d_changes;
    const double average_spectra = d_traces.average_spectra();
    if (axis.bins != d_axis.bins)
        d_traces = trace_set(axis.bins, d_unit.is_power);
    d_axis = axis;
    d_traces.set_average_spectra(average_spectra);
    d_traces.reset();
    d_history.set_axis(axis);
    const double decay_s = d_persistence->decay_seconds();
    d_persistence = std::make_unique<persistence>(axis, d_unit.is_power);
    d_persistence->set_decay_seconds(decay_s);
    if (d_histogram_shape.bins > 0)
        d_given = given_histogram(histogram_axis(), d_histogram_shape.steps);
}

bool spectrum_store::has_room(std::size_t count) const
{
    const auto spectra = d_pending.times.size() + count;
    return spectra <= PENDING_SPECTRA && spectra * d_axis.bins <= PENDING_NUMBERS;
}

void spectrum_store::add(const float* spectra, const std::vector<spectrum_time>& times)
{
    {
        const lock guard(d_pending_mutex);
        if (has_room(times.size())) {
            d_pending.numbers.insert(
                d_pending.numbers.end(), spectra, spectra + times.size() * d_axis.bins);
            d_pending.times.insert(d_pending.times.end(), times.begin(), times.end());
            return;
        }
    }
    const lock guard(d_mutex);
    fold();
    fold(spectra, times);
}

void spectrum_store::fold() const
{
    {
        const lock guard(d_pending_mutex);
        std::swap(d_pending, d_folding);
        d_pending.numbers.clear();
        d_pending.times.clear();
    }
    fold(d_folding.numbers.data(), d_folding.times);
}

void spectrum_store::fold(const float* spectra,
                          const std::vector<spectrum_time>& times) const
{
    const auto bins = d_axis.bins;
    d_traces.add(spectra, times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
        d_history.add(spectra + i * bins, times[i]);
    if (d_has_persistence && d_histogram_shape.bins == 0)
        d_persistence->add(spectra, times);
    d_spectra += times.size();
}

void spectrum_store::add_histogram(const float* counts)
{
    const lock guard(d_mutex);
    d_given.take(counts);
    ++d_histograms;
}

void spectrum_store::reset()
{
    const lock guard(d_mutex);
    fold();
    d_traces.reset();
    d_persistence->clear();
    d_given.clear();
}

void spectrum_store::clear_history()
{
    const lock guard(d_mutex);
    fold();
    d_history.clear();
}

void spectrum_store::set_average_spectra(double spectra)
{
    const lock guard(d_mutex);
    fold();
    d_traces.set_average_spectra(std::max(spectra, 1.0));
}

void spectrum_store::set_decay_seconds(double seconds)
{
    const lock guard(d_mutex);
    fold();
    d_persistence->set_decay_seconds(seconds);
}

void spectrum_store::enable_persistence(bool is_enabled)
{
    const lock guard(d_mutex);
    fold();
    if (!is_enabled)
        d_persistence->clear();
    d_has_persistence = is_enabled;
}

void spectrum_store::set_reference(std::vector<float> levels_db)
{
    const lock guard(d_mutex);
    d_traces.set_reference(std::move(levels_db));
}

store_status spectrum_store::status() const
{
    const lock guard(d_mutex);
    fold();
    store_status status;
    status.axis = d_axis;
    status.whole = d_whole;
    status.spectra = d_spectra;
    status.since_reset = d_traces.spectra();
    status.changes = d_changes;
    status.history_rows = d_history.size();
    status.history_bytes = d_history.bytes();
    status.row_seconds = d_history.row_seconds();
    if (const auto* newest = d_history.newest()) {
        status.newest_s = newest->end_s;
        status.newest_told_s = newest->told_s + newest->end_s - newest->begin_s;
        status.oldest_s = d_history.oldest()->begin_s;
    }
    status.histograms = d_histograms;
    return status;
}

bool spectrum_store::has(trace_kind kind) const
{
    const lock guard(d_mutex);
    fold();
    return d_traces.has(kind);
}

std::vector<float> spectrum_store::levels(trace_kind kind) const
{
    const lock guard(d_mutex);
    fold();
    return d_traces.levels(kind);
}

std::vector<level_history::row_ptr> spectrum_store::rows(double begin_s,
                                                         double end_s) const
{
    const lock guard(d_mutex);
    fold();
    return d_history.rows(begin_s, end_s);
}

persistence_picture spectrum_store::persistence_of(const frequency_view& view) const
{
    persistence_picture picture;
    picture.columns = view.columns;
    const lock guard(d_mutex);
    fold();
    const bool is_given = d_histogram_shape.bins > 0;
    picture.steps = is_given ? d_given.steps() : d_persistence->steps();
    // Several bins that are counted together give the greatest level of one.
    picture.bin_hz = is_given ? d_given.axis().bin_hz : d_axis.bin_hz;
    picture.shares.assign(view.columns * picture.steps.levels, 0.0f);
    const column_map map(is_given ? d_given.axis() : d_persistence->axis(), view);
    if (is_given)
        d_given.read(map, 0, view.columns, picture.shares.data());
    else
        d_persistence->read(map, 0, view.columns, picture.shares.data());
    return picture;
}

std::shared_ptr<spectrum_store> spectrum_store::snapshot() const
{
    const lock guard(d_mutex);
    fold();
    auto copy = std::make_shared<spectrum_store>(
        d_axis, d_unit, history_limits(), d_histogram_shape);
    copy->d_whole = d_whole;
    copy->d_traces = d_traces;
    copy->d_history = d_history;
    copy->d_spectra = d_spectra;
    copy->d_histograms = d_histograms;
    copy->d_changes = d_changes;
    copy->d_has_persistence = d_has_persistence;
    *copy->d_persistence = *d_persistence;
    copy->d_given = d_given;
    return copy;
}

} // namespace gpufft::display
