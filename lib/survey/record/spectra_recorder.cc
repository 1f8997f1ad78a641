/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "survey/record/spectra_recorder.h"
#include "survey/record/stored_rows.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace gpufft {

namespace {

constexpr char CLAIM[] = "survey_sink";

[[noreturn]] void refuse_of_frames(const std::string& statistic)
{
    refuse(
        "the statistic \"{}\" follows from frames, which spectra do not have any more; "
        "\"mean\", \"max\" and \"min\" can be recorded",
        statistic);
}

accumulation plane_for(statistic s)
{
    switch (s) {
    case statistic::mean:
        return accumulation::sum;
    case statistic::highest:
        return accumulation::highest;
    case statistic::lowest:
        return accumulation::lowest;
    case statistic::variance:
    case statistic::kurtosis:
        break;
    }
    refuse_of_frames(word_of(s));
}

//! What tells a survey of spectra from one of samples, for settings to be compared by.
std::string kind_text(bool is_one_sided)
{
    return is_one_sided ? "one-sided spectra" : "complex spectra";
}

//! The recording that these spectra are of, as far as a group wants to know.
recording recording_of(const recorded_spectra& w, std::vector<segment> segments)
{
    recording r;
    r.path = "survey_sink";
    r.name = "survey_sink";
    r.format_name = kind_text(w.is_one_sided);
    r.samp_rate_hz = w.samp_rate_hz;
    r.is_complex = !w.is_one_sided;
    r.segments = std::move(segments);
    r.identity = "survey_sink";
    return r;
}

} // namespace

spectra_recorder::spectra_recorder(const recorded_spectra& recorded)
    : d_recorded(recorded), d_tags(recorded.folder + "/tags.jsonl")
{
    if (d_recorded.folder.empty())
        refuse("the survey has no name; a folder is needed, e.g. \"now.zarr\"");
    auto& s = d_recorded.settings;
    if (!(d_recorded.samp_rate_hz > 0 && std::isfinite(d_recorded.samp_rate_hz)))
        refuse("samp_rate must be above 0 Hz, got {}", d_recorded.samp_rate_hz);
    s.reading.format = kind_text(d_recorded.is_one_sided);
    s.reading.samp_rate_hz = d_recorded.samp_rate_hz;
    if (!s.percentiles.empty())
        refuse_of_frames(percentile_word(s.percentiles[0]));
    for (const auto each : s.statistics)
        plane_for(each);
    if (d_recorded.inputs.size() != s.statistics.size())
        refuse("statistics are named more than once; \"mean,max,min\" names each");
    validate(s);
    for (const auto each : d_recorded.inputs)
        d_planes.push_back(plane_number(each));
    d_store = std::make_unique<survey_store>(d_recorded.folder, s, true);
    d_claims = std::make_unique<claims>(d_store->claims_folder(), claims::timing());
    if (!d_claims->take_patiently(CLAIM))
        throw survey_error(
            fmt::format("{} is written by another survey_sink; give another "
                        "folder, or wait until that one has ended",
                        d_recorded.folder));
    go_on();
}

//! Behind the rows that are there.
void spectra_recorder::go_on()
{
    const auto& s = d_recorded.settings;
    const bool is_there = contents_of(d_recorded.folder + "/.zmetadata").has_value();
    if (is_there) {
        const stored_group g(d_recorded.folder, "");
        auto found = stored_rows_of(
            g, d_recorded.samp_rate_hz, s.frame_samples(), s.actual_hop(), s.frames);
        if (found.rows > 0 && found.has_utc != d_recorded.has_utc)
            throw survey_error(
                fmt::format("{} was begun with times {} UTC; the setting it "
                            "has, or another folder, works",
                            d_recorded.folder,
                            found.has_utc ? "in" : "that are not"));
        d_segments = std::move(found.segments);
        d_rows = d_written = found.rows;
    }
    d_group = std::make_unique<recording_group>(d_recorded.folder,
                                                recording_of(d_recorded, d_segments),
                                                channel_choice(),
                                                s,
                                                row_origin::more_samples);
    d_group->check_identity();
    d_chunk.resize(static_cast<std::size_t>(d_group->chunk_rows() * d_group->bins()) *
                   d_planes.size());
    if (d_rows % d_group->chunk_rows() > 0)
        read_last_chunk();
    d_tags.keep_before(d_store->files(), d_rows);
}

void spectra_recorder::read_last_chunk()
{
    const auto bins = d_group->bins();
    const auto chunk = d_rows / d_group->chunk_rows();
    const auto rows = d_rows - chunk * d_group->chunk_rows();
    const auto& statistics =
        d_recorded.settings.statistics; // products are in their order
    const auto row_bytes = static_cast<std::size_t>(bins) * sizeof(float);
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        const auto values = d_group->read_chunk(i, chunk);
        for (std::int64_t row = 0; row < rows; ++row)
            std::memcpy(row_of(row) + plane_number(statistics[i]) * bins,
                        values.data() + static_cast<std::size_t>(row) * row_bytes,
                        row_bytes);
    }
}

std::int64_t spectra_recorder::plane_number(statistic s) const
{
    const auto planes = d_recorded.settings.planes().planes();
    return std::find(planes.begin(), planes.end(), plane_for(s)) - planes.begin();
}

//! Where a row of the chunk that is under way lies. \param row  from the chunk's first
float* spectra_recorder::row_of(std::int64_t row)
{
    return d_chunk.data() +
           row * static_cast<std::int64_t>(d_planes.size()) * d_group->bins();
}

std::int64_t spectra_recorder::row_step() const
{
    return d_recorded.settings.frames * d_recorded.settings.actual_hop();
}

void spectra_recorder::begin_segment(std::optional<double> centre_hz,
                                     std::optional<std::int64_t> utc_ns)
{
    segment next;
    next.centre_hz = centre_hz;
    if (d_recorded.has_utc)
        next.utc_ns = utc_ns;
    end_segment(d_segments);
    if (!d_segments.empty())
        next.start = d_segments.back().start + d_segments.back().count;
    d_segments.push_back(next);
    d_in_segment = 0;
}

std::optional<std::int64_t> spectra_recorder::next_utc_ns() const
{
    if (d_segments.empty() || !d_segments.back().utc_ns)
        return {};
    const double samples = static_cast<double>(d_in_segment * row_step());
    return *d_segments.back().utc_ns +
           std::llround(samples / d_recorded.samp_rate_hz * 1e9);
}

//! The last one gets as much as has rows, and goes where it has none.
void spectra_recorder::end_segment(std::vector<segment>& all) const
{
    if (all.empty())
        return;
    const auto& s = d_recorded.settings;
    if (d_in_segment > 0)
        all.back().count =
            (d_in_segment * s.frames - 1) * s.actual_hop() + s.frame_samples();
    if (all.back().count == 0)
        all.pop_back();
}

void spectra_recorder::add(const std::vector<const float*>& spectra)
{
    // The rows of a full chunk that could not be written wait where this row would go.
    if (d_rows % d_group->chunk_rows() == 0)
        flush();
    const auto bins = d_group->bins();
    auto* to = row_of(d_rows % d_group->chunk_rows());
    for (std::size_t i = 0; i < spectra.size(); ++i)
        std::copy_n(spectra[i], bins, to + d_planes[i] * bins);
    ++d_rows;
    ++d_in_segment;
    if (d_rows % d_group->chunk_rows() == 0)
        flush();
}

void spectra_recorder::flush()
{
    if (d_written == d_rows)
        return;
    auto segments = d_segments;
    end_segment(segments);
    d_group->set_segments(std::move(segments));
    const auto chunk = (d_rows - 1) / d_group->chunk_rows();
    d_group->write_chunk(
        d_store->files(), chunk, d_group->powers_in(chunk, d_chunk.data()));
    d_tags.write();
    d_group->write_metadata(d_store->files(), d_written);
    d_written = d_rows;
}

void spectra_recorder::finish()
{
    d_claims.reset();
    d_store->finish();
}

} // namespace gpufft
