/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/spectrum_store.h"
#include <algorithm>

namespace gpufft::display {

namespace {

//! Columns of persistence that are read under one lock: some tens of microseconds.
constexpr std::size_t COLUMNS_AT_ONCE = 128;
//! Numbers that are added under one lock: about a millisecond.
constexpr std::size_t NUMBERS_AT_ONCE = std::size_t(1) << 18;

using lock = std::lock_guard<std::mutex>;

} // namespace

spectrum_store::spectrum_store(const frequency_axis& axis,
                               const input_unit& unit,
                               const history_limits& limits,
                               const histogram_shape& histogram)
    : d_unit(unit),
      d_histogram_shape(histogram),
      d_axis(axis),
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

void spectrum_store::set_axis(const frequency_axis& axis)
{
    {
        const lock guard(d_mutex);
        if (axis == d_axis)
            return;
        ++d_changes;
        if (axis.bins != d_axis.bins) {
            const double average_spectra = d_traces.average_spectra();
            d_traces = trace_set(axis.bins, d_unit.is_power);
            d_traces.set_average_spectra(average_spectra);
        }
        d_axis = axis;
        d_traces.reset();
        d_history.set_axis(axis);
    }
    const lock guard(d_persistence_mutex);
    const double decay_s = d_persistence->decay_seconds();
    d_persistence = std::make_unique<persistence>(axis, d_unit.is_power);
    d_persistence->set_decay_seconds(decay_s);
    if (d_histogram_shape.bins > 0)
        d_given = given_histogram(histogram_axis(), d_histogram_shape.steps);
}

void spectrum_store::add(const float* spectra, const std::vector<spectrum_time>& times)
{
    const auto bins = d_axis.bins;
    const auto at_once = std::max<std::size_t>(NUMBERS_AT_ONCE / bins, 1);
    for (std::size_t first = 0; first < times.size(); first += at_once) {
        const auto end = std::min(first + at_once, times.size());
        {
            const lock guard(d_mutex);
            d_traces.add(spectra + first * bins, end - first);
            for (auto i = first; i < end; ++i)
                d_history.add(spectra + i * bins, times[i]);
            d_spectra += end - first;
        }
        const lock guard(d_persistence_mutex);
        if (!d_has_persistence || d_histogram_shape.bins > 0)
            continue;
        for (auto i = first; i < end; ++i)
            d_persistence->add(spectra + i * bins, times[i].begin_s);
    }
}

void spectrum_store::add_histogram(const float* counts)
{
    const lock guard(d_persistence_mutex);
    d_given.take(counts);
}

void spectrum_store::reset()
{
    {
        const lock guard(d_mutex);
        d_traces.reset();
    }
    const lock guard(d_persistence_mutex);
    d_persistence->clear();
    d_given.clear();
}

void spectrum_store::clear_history()
{
    const lock guard(d_mutex);
    d_history.clear();
}

void spectrum_store::set_average_spectra(double spectra)
{
    const lock guard(d_mutex);
    d_traces.set_average_spectra(std::max(spectra, 1.0));
}

void spectrum_store::set_decay_seconds(double seconds)
{
    const lock guard(d_persistence_mutex);
    d_persistence->set_decay_seconds(seconds);
}

void spectrum_store::enable_persistence(bool is_enabled)
{
    const lock guard(d_persistence_mutex);
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
    store_status status;
    {
        const lock guard(d_mutex);
        status.axis = d_axis;
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
    }
    const lock guard(d_persistence_mutex);
    status.has_given_histogram = !d_given.empty();
    return status;
}

bool spectrum_store::has(trace_kind kind) const
{
    const lock guard(d_mutex);
    return d_traces.has(kind);
}

std::vector<float> spectrum_store::levels(trace_kind kind) const
{
    const lock guard(d_mutex);
    return d_traces.levels(kind);
}

std::vector<level_history::row_ptr> spectrum_store::rows(double begin_s,
                                                         double end_s) const
{
    const lock guard(d_mutex);
    return d_history.rows(begin_s, end_s);
}

persistence_picture spectrum_store::persistence_of(const frequency_view& view) const
{
    persistence_picture picture;
    picture.columns = view.columns;
    const bool is_given = d_histogram_shape.bins > 0;
    frequency_axis axis;
    {
        const lock guard(d_persistence_mutex);
        axis = is_given ? d_given.axis() : d_persistence->axis();
        picture.steps = is_given ? d_given.steps() : d_persistence->steps();
    }
    const column_map map(axis, view);
    const auto levels = picture.steps.levels;
    picture.shares.assign(view.columns * levels, 0.0f);
    for (std::size_t c = 0; c < view.columns; c += COLUMNS_AT_ONCE) {
        const auto end = std::min(c + COLUMNS_AT_ONCE, view.columns);
        const lock guard(d_persistence_mutex);
        // The axis may have changed since; the next picture has the new one.
        if (is_given && d_given.axis() == axis)
            d_given.read(map, c, end, picture.shares.data() + c * levels);
        else if (!is_given && d_persistence->axis() == axis)
            d_persistence->read(map, c, end, picture.shares.data() + c * levels);
    }
    return picture;
}

} // namespace gpufft::display
