/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/decibels.h"
#include "widgets/drawing/pixels.h"
#include "widgets/panes/waterfall_pane.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

bool is_same(const level_conversion& a, const level_conversion& b)
{
    return a.to.is_per_hz == b.to.is_per_hz && a.enbw_bins == b.enbw_bins;
}

} // namespace

std::int16_t* waterfall_pane::line(std::int64_t number)
{
    const auto place = static_cast<std::size_t>(((number % d_lines) + d_lines) % d_lines);
    return d_levels.data() + place * static_cast<std::size_t>(d_columns);
}

double waterfall_pane::seconds_at(double row) const
{
    return (static_cast<double>(d_newest + 1) - row) * d_line_s;
}

double waterfall_pane::row_at(double seconds) const
{
    return static_cast<double>(d_newest + 1) - seconds / d_line_s;
}

void waterfall_pane::draw(QImage& image,
                          const QRect& plot,
                          const view_state& state,
                          const spectrum_store& store)
{
    const double line_s = state.seconds / plot.height();
    const bool is_new = d_lines != plot.height() || d_columns != plot.width() ||
                        d_line_s != line_s || d_view != state.view ||
                        !is_same(d_conversion, state.conversion);
    d_lines = plot.height();
    d_columns = plot.width();
    d_line_s = line_s;
    d_view = state.view;
    d_conversion = state.conversion;
    const auto status = store.status();
    const double top_s = std::max(status.newest_s - state.scrolled_back_s, 0.0);
    const auto newest = static_cast<std::int64_t>(std::ceil(top_s / line_s - 1e-6)) - 1;
    const auto oldest = newest - d_lines + 1;
    if (is_new) {
        d_levels.resize(static_cast<std::size_t>(d_lines) *
                        static_cast<std::size_t>(d_columns));
        compute(oldest, newest + 1, state, store);
    } else if (newest != d_newest || status.newest_s != d_known_until_s) {
        // Lines that rows came to since, and those that were not in the picture.
        const auto known =
            static_cast<std::int64_t>(std::floor(d_known_until_s / line_s));
        if (newest < d_newest)
            compute(oldest, std::min(d_newest - d_lines + 1, newest + 1), state, store);
        const auto first = std::min(known, d_newest + 1);
        compute(std::clamp(first, oldest, newest + 1), newest + 1, state, store);
    }
    d_newest = newest;
    d_known_until_s = status.newest_s;

    choose_colours(state);
    pixels target(image);
    const auto* const colours = d_colours.data() + 32768;
    for (int y = 0; y < d_lines; ++y) {
        const auto* const levels = line(d_newest - y);
        auto* const to = target.line(plot.top() + y) + plot.left();
        for (int x = 0; x < d_columns; ++x)
            to[x] = colours[levels[x]];
    }
}

void waterfall_pane::compute(std::int64_t first,
                             std::int64_t end,
                             const view_state& state,
                             const spectrum_store& store)
{
    if (first >= end)
        return;
    for (auto number = first; number < end; ++number)
        std::fill_n(line(number), d_columns, NO_LEVEL);
    const auto rows = store.rows(static_cast<double>(first) * d_line_s,
                                 static_cast<double>(end) * d_line_s);
    for (const auto& row : rows) {
        // A row that is shorter than a line is in the one that it begins in.
        const auto from =
            static_cast<std::int64_t>(std::floor(row->begin_s / d_line_s + 1e-6));
        const auto last = std::max(
            static_cast<std::int64_t>(std::ceil(row->end_s / d_line_s - 1e-6)), from + 1);
        const auto only = row->end_s - row->begin_s < d_line_s ? from + 1 : last;
        const auto begin = std::max(from, first);
        if (begin >= std::min(only, end))
            continue;
        reduce(*row, state); // once, for a row of a second may be dozens of lines
        for (auto number = begin; number < std::min(only, end); ++number) {
            auto* const to = line(number);
            for (std::size_t c = 0; c < d_greatest.size(); ++c)
                to[c] = std::max(to[c], d_greatest[c]);
        }
    }
}

void waterfall_pane::reduce(const history_row& row, const view_state& state)
{
    if (d_map.columns() != d_view.columns || d_map_axis != row.axis ||
        d_map_view != d_view) {
        d_map = column_map(row.axis, d_view);
        d_map_axis = row.axis;
        d_map_view = d_view;
    }
    // Bins of another width have other levels for the same density.
    const double other_db = d_conversion.offset_db(row.axis.bin_hz) -
                            d_conversion.offset_db(state.axis.bin_hz);
    d_greatest.assign(d_map.columns(), NO_LEVEL);
    d_map.raise(row.levels.data(), d_greatest.data());
    if (std::abs(other_db) < 0.5 / LEVELS_PER_DB)
        return;
    for (auto& level : d_greatest)
        if (level != NO_LEVEL)
            level = stored_level(static_cast<float>(level / LEVELS_PER_DB + other_db));
}

void waterfall_pane::choose_colours(const view_state& state)
{
    const double coldest = state.coldest_db - state.offset_db();
    const double hottest = state.hottest_db - state.offset_db();
    const auto background = state.look.background.rgb();
    if (!d_colours.empty() && d_table == state.colours && d_coldest == coldest &&
        d_hottest == hottest && d_background == background)
        return;
    d_table = state.colours;
    d_coldest = coldest;
    d_hottest = hottest;
    d_background = background;
    d_colours.resize(65536);
    for (int level = -32768; level < 32768; ++level) {
        const double db = level / static_cast<double>(LEVELS_PER_DB);
        const double share = (db - coldest) / std::max(hottest - coldest, 1e-3);
        const auto shade =
            static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * 255 + 0.5);
        d_colours[static_cast<std::size_t>(level + 32768)] =
            level == NO_LEVEL ? background : d_table[shade];
    }
}

} // namespace gpufft::display
