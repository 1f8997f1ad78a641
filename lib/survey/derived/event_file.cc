/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectrum_levels.h"
#include "recordings/files/utc_time.h"
#include "survey/derived/event_file.h"
#include "survey/derived/event_finder.h"
#include "survey/derived/noise_floor.h"
#include "survey/derived/stored_powers.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <map>

namespace gpufft {

namespace {

// Rows that share an estimate of noise, and the numbers of them that are in memory.
constexpr std::int64_t FLOOR_ROWS = 64;
constexpr std::int64_t MOST_NUMBERS = std::int64_t(1) << 23;
// Rows that tell the shape of noise, from all over the recording.
constexpr std::int64_t SHAPE_ROWS = 512;
// The taps are single precision, and a rectangle's bandwidth is one bin all the same.
constexpr double ENBW_ROUNDING = 1e-6;

std::int64_t floor_rows(std::int64_t bins)
{
    return std::clamp<std::int64_t>(MOST_NUMBERS / bins, 1, FLOOR_ROWS);
}

//! Gaps that are narrower than the resolution are none.
std::int64_t bridged_bins(const survey_settings& s)
{
    const double resolution = std::ceil(s.enbw_bins() - ENBW_ROUNDING);
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(resolution) - 1);
}

//! Looks for events in the rows of a recording.
class event_search
{
public:
    event_search(const recording_group& group,
                 const survey_settings& settings,
                 bool is_complex)
        : d_group(group),
          d_settings(settings),
          d_noise(settings, is_complex),
          d_has_last_edge(!is_complex && settings.length % 2 == 0),
          d_means(group,
                  settings.product_number(statistic::mean),
                  is_in_decibels(settings.unit)),
          d_events(bridged_bins(settings))
    {
        if (!is_complex)
            d_edge_factor = edge_factor(sample_kind::real_float, settings.unit);
    }

    //! \return whether all rows were looked at
    bool run(const std::atomic<bool>& stops)
    {
        const auto& rows = d_group.rows();
        if (d_settings.has_shaped_noise)
            learn_shape();
        std::int64_t row = 0;
        while (row < rows.rows()) {
            if (stops)
                return false;
            const auto segment = rows.at(row).segment;
            auto end = row;
            while (end < rows.rows() && end < row + floor_rows(d_group.bins()) &&
                   rows.at(end).segment == segment)
                ++end;
            look_at(row, end);
            if (end == rows.rows() || rows.at(end).segment != segment)
                d_events.interrupt();
            row = end;
        }
        return true;
    }
    std::vector<spectral_event> take_events() { return d_events.take_events(); }

private:
    void learn_shape();
    void look_at(std::int64_t first, std::int64_t end);
    std::vector<double> thresholds(const std::vector<double>& noise, std::int64_t frames);
    void weigh_edges(std::vector<double>& values, double factor) const;

    const recording_group& d_group;
    const survey_settings& d_settings;
    const averaged_noise d_noise;
    const bool d_has_last_edge;
    double d_edge_factor = 1;
    stored_powers d_means;
    event_finder d_events;
    std::vector<double> d_shape; // of noise; none: it is white
    std::map<std::int64_t, std::pair<double, double>> d_factors; // by frames
};

//! Multiplies the bins of real samples that have no mirror image.
void event_search::weigh_edges(std::vector<double>& values, double factor) const
{
    values.front() *= factor;
    if (d_has_last_edge && values.size() > 1)
        values.back() *= factor;
}

std::vector<double> event_search::thresholds(const std::vector<double>& noise,
                                             std::int64_t frames)
{
    const auto known = d_factors.find(frames);
    if (known == d_factors.end()) {
        const double rate = *d_settings.event_rate;
        d_factors[frames] = { d_noise.inner(frames).exceeded_with(rate),
                              d_noise.edge(frames).exceeded_with(rate) };
    }
    const auto [inner, edge] = d_factors[frames];
    auto all = noise;
    const auto bins = static_cast<std::int64_t>(noise.size());
    const auto width = d_noise.edge_bins();
    for (std::int64_t k = 0; k < bins; ++k) {
        const bool is_edge = k < width || k >= bins - width;
        all[static_cast<std::size_t>(k)] *= is_edge ? edge : inner;
    }
    return all;
}

//! Rows from all over the recording, as many as fit, say what its noise is like.
void event_search::learn_shape()
{
    const auto& rows = d_group.rows();
    const auto count =
        std::min(rows.rows(),
                 std::clamp<std::int64_t>(MOST_NUMBERS / d_group.bins(), 1, SHAPE_ROWS));
    std::vector<std::vector<double>> some;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto row = count > 1 ? i * (rows.rows() - 1) / (count - 1) : 0;
        some.emplace_back();
        d_means.read(row, some.back());
        weigh_edges(some.back(), 1 / d_edge_factor);
    }
    if (!some.empty())
        d_shape = noise_shape(some);
}

void event_search::look_at(std::int64_t first, std::int64_t end)
{
    const auto& rows = d_group.rows();
    // A segment's last row may be of fewer frames, which are distributed otherwise.
    const auto frames = rows.at(first).frames;
    std::vector<std::vector<double>> powers;
    for (auto row = first; row < end; ++row) {
        powers.emplace_back();
        d_means.read(row, powers.back());
    }
    auto like_the_first = powers;
    if (rows.at(end - 1).frames != frames)
        like_the_first.pop_back();
    for (auto& each : like_the_first) // white noise is as high in all bins then
        weigh_edges(each, 1 / d_edge_factor);
    for (auto& each : like_the_first)
        for (std::size_t k = 0; k < d_shape.size(); ++k)
            each[k] /= d_shape[k];
    auto noise = noise_floor(like_the_first, d_noise.inner(frames).median());
    for (std::size_t k = 0; k < d_shape.size(); ++k)
        noise[k] *= d_shape[k];
    weigh_edges(noise, d_edge_factor);
    for (auto row = first; row < end; ++row)
        d_events.add(row,
                     powers[static_cast<std::size_t>(row - first)],
                     noise,
                     thresholds(noise, rows.at(row).frames));
}

//! The type of samples, where SigMF has a word for it; else one of as many parts.
std::string datatype_of(const recording& r)
{
    const auto& name = r.format_name;
    const bool is_word = name.find(' ') == std::string::npos && !name.empty() &&
                         (name[0] == 'c' || name[0] == 'r') &&
                         name.find_first_of("0123456789") == 2;
    if (is_word)
        return name;
    return r.is_complex ? "cf32_le" : "rf32_le";
}

std::string level_text(const survey_settings& s, double power)
{
    return fmt::format("{:.5g} {}",
                       is_in_decibels(s.unit) ? 10 * std::log10(power) : power,
                       s.unit_text());
}

nlohmann::ordered_json annotation_of(const spectral_event& e,
                                     const recording_group& group,
                                     const survey_settings& s,
                                     const recording& of)
{
    const auto& rows = group.rows();
    const auto first = rows.at(e.first_row), last = rows.at(e.last_row);
    const double bin_hz = of.samp_rate_hz / static_cast<double>(s.length);
    const auto dc = of.is_complex ? s.length / 2 : 0;
    const double centre =
        of.is_complex ? rows.segment_of(first).centre_hz.value_or(0) : 0;
    const auto hz_at = [&](double bin) {
        return centre + (bin - static_cast<double>(dc)) * bin_hz;
    };
    nlohmann::ordered_json j;
    j["core:sample_start"] = first.first;
    j["core:sample_count"] = last.first + rows.samples_of(last) - first.first;
    j["core:freq_lower_edge"] = hz_at(static_cast<double>(e.low_bin) - 0.5);
    j["core:freq_upper_edge"] = hz_at(static_cast<double>(e.high_bin) + 0.5);
    j["core:generator"] = "gpufft process";
    j["core:label"] = "event";
    j["core:comment"] =
        fmt::format("{} at {} Hz, {:.1f} dB over the noise; {} bin{} of {} "
                    "row{} passed the threshold",
                    level_text(s, e.peak_power),
                    hz_at(static_cast<double>(e.peak_bin)),
                    10 * std::log10(e.peak_ratio),
                    e.cells,
                    e.cells == 1 ? "" : "s",
                    e.last_row - e.first_row + 1,
                    e.last_row == e.first_row ? "" : "s");
    return j;
}

nlohmann::ordered_json captures_of(const row_plan& rows)
{
    auto all = nlohmann::ordered_json::array();
    for (const auto& each : rows.segments()) {
        nlohmann::ordered_json j;
        j["core:sample_start"] = each.start;
        if (each.centre_hz)
            j["core:frequency"] = *each.centre_hz;
        if (each.utc_ns)
            j["core:datetime"] = utc_text(*each.utc_ns);
        all.push_back(j);
    }
    return all;
}

} // namespace

void write_events(const whole_files& with,
                  const surveyed_channel& c,
                  const survey_settings& settings,
                  const std::atomic<bool>& stops)
{
    const auto& group = *c.group;
    const auto& of = *c.of;
    const auto path = group.folder() + "/" + EVENT_FILE;
    if (contents_of(path))
        return;
    event_search search(group, settings, of.is_complex);
    if (!search.run(stops))
        return;
    nlohmann::ordered_json j;
    j["global"]["core:version"] = "1.0.0";
    j["global"]["core:datatype"] = datatype_of(of);
    j["global"]["core:sample_rate"] = of.samp_rate_hz;
    j["global"]["core:num_channels"] = of.channels;
    j["global"]["core:metadata_only"] = true;
    j["global"]["core:description"] =
        fmt::format("events in channel {} of {}: bins of averaged spectra above a "
                    "threshold that white noise passes with probability {}",
                    c.channel.channel,
                    of.path,
                    *settings.event_rate);
    j["captures"] = captures_of(group.rows());
    j["annotations"] = nlohmann::ordered_json::array();
    for (const auto& each : search.take_events())
        j["annotations"].push_back(annotation_of(each, group, settings, of));
    with.write(path, zarr_text(j));
}

} // namespace gpufft
