/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/derived/stored_powers.h"
#include "survey/derived/zoom_levels.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! The settings of a level: means and maxima alone.
survey_settings level_settings(const survey_settings& of, std::int64_t frames_per_row)
{
    auto s = of;
    s.frames = frames_per_row;
    s.statistics = { statistic::mean, statistic::highest };
    s.percentiles.clear();
    s.bands.clear();
    s.occupancy_level.reset();
    s.peaks = 0;
    s.event_rate.reset();
    s.has_shaped_noise = false;
    s.has_zoom_levels = false;
    return s;
}

//! Rows of a level out of those of the one below.
class level_maker
{
public:
    level_maker(const recording_group& below, const survey_settings& of)
        : d_rows(below.rows()),
          d_mean(below, of.product_number(statistic::mean), is_in_decibels(of.unit)),
          d_highest(below, of.product_number(statistic::highest), is_in_decibels(of.unit))
    {
    }

    //! \param to  means, and behind them maxima, float32[2][bins]
    void make(const row_plan::row& r, std::int64_t frame, std::int64_t bins, float* to)
    {
        const auto count = static_cast<std::size_t>(bins);
        std::vector<double> mean(count), highest(count, std::nan(""));
        const auto first = d_rows.number_of(r.segment, frame);
        const auto behind = d_rows.number_of(r.segment, frame + r.frames - 1) + 1;
        for (auto row = first; row < behind; ++row) {
            const double share = static_cast<double>(d_rows.at(row).frames) /
                                 static_cast<double>(r.frames);
            d_mean.read(row, d_row);
            for (std::size_t i = 0; i < count; ++i)
                mean[i] += share * d_row[i];
            d_highest.read(row, d_row);
            for (std::size_t i = 0; i < count; ++i)
                highest[i] = std::fmax(highest[i], d_row[i]);
        }
        std::copy(
            highest.begin(), highest.end(), std::copy(mean.begin(), mean.end(), to));
    }

private:
    const row_plan& d_rows;
    stored_powers d_mean, d_highest;
    std::vector<double> d_row;
};

void write_chunk(const whole_files& with,
                 const recording_group& level,
                 std::int64_t chunk,
                 level_maker& from)
{
    const auto bins = level.bins();
    std::vector<float> values(static_cast<std::size_t>(level.chunk_rows() * 2 * bins));
    const auto& rows = level.rows();
    for (std::int64_t i = 0; i < level.rows_in(chunk); ++i) {
        const auto r = rows.at(chunk * level.chunk_rows() + i);
        const auto frame = (r.first - rows.segment_of(r).start) / rows.hop();
        from.make(r, frame, bins, values.data() + i * 2 * bins);
    }
    auto powers = level.powers_in(chunk, values.data());
    powers.are_levels = false;
    level.write_chunk(with, chunk, powers);
}

} // namespace

void write_zoom_levels(const whole_files& with,
                       const surveyed_channel& c,
                       const survey_settings& settings,
                       const std::atomic<bool>& stops)
{
    const auto& group = *c.group;
    const auto count = zoom_levels_of(group.rows());
    std::optional<recording_group> below;
    auto below_settings = settings;
    for (int k = 1; k <= count; ++k) {
        const auto s = level_settings(settings, group.rows().frames_per_row() << k);
        recording_group level(
            group.folder() + "/" + zoom_folder(k), *c.of, c.channel, s, row_origin::rows);
        if (!level.rows().has_end() && !group.rows().segments().empty()) {
            const auto& last = group.rows().segments().back();
            level.end_after(last.start + last.count);
        }
        level.check_identity();
        level.write_metadata(with);
        level_maker from(below ? *below : group, below_settings);
        for (std::int64_t chunk = 0; chunk < level.chunks(); ++chunk) {
            if (stops)
                return;
            if (!level.is_done(chunk))
                write_chunk(with, level, chunk, from);
        }
        below.emplace(std::move(level));
        below_settings = s;
    }
}

} // namespace gpufft
