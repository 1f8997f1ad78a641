/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/decibels.h"
#include "display/store/level_history.h"
#include <algorithm>
#include <limits>

namespace gpufft::display {

namespace {

//! A spectrum of unknown duration that is followed by none for so long ends at once.
constexpr double MOST_OPEN_S = 1;

std::size_t bytes_of(const history_row& row)
{
    return sizeof(history_row) + row.levels.capacity() * sizeof(row.levels[0]);
}

} // namespace

level_history::level_history(const history_limits& limits, bool is_power)
    : d_limits(limits), d_is_power(is_power)
{
}

void level_history::set_axis(const frequency_axis& axis)
{
    end_row();
    d_axis = axis;
    const auto row_bytes =
        static_cast<double>(sizeof(history_row) + axis.bins * sizeof(std::int16_t));
    d_row_s =
        std::max(1 / d_limits.rows_per_second,
                 d_limits.seconds * row_bytes / static_cast<double>(d_limits.bytes));
}

void level_history::add(const float* spectrum, const spectrum_time& when)
{
    auto& row = d_under_way;
    // A gap ends a row; times are sums of many floats, so nearly none is none.
    const double slack_s = 1e-6 + 0.01 * d_row_s;
    if (d_is_open && when.begin_s - row.end_s < MOST_OPEN_S)
        row.end_s = std::max(row.end_s, when.begin_s);
    if (row.spectra > 0 && (when.begin_s > row.end_s + 0.5 * when.duration_s + slack_s ||
                            when.begin_s - row.begin_s >= d_row_s - slack_s))
        end_row();
    if (row.spectra == 0) {
        row.axis = d_axis;
        row.begin_s = when.begin_s;
        row.told_s = when.told_s;
        d_greatest.assign(spectrum, spectrum + d_axis.bins);
    } else {
        float* const most = d_greatest.data();
        for (std::size_t k = 0; k < d_axis.bins; ++k) {
            const float known = most[k] == most[k] ? most[k] : spectrum[k];
            most[k] = spectrum[k] > known ? spectrum[k] : known;
        }
    }
    ++row.spectra;
    row.end_s = when.begin_s + when.duration_s;
    d_is_open = !(when.duration_s > 0);
    if (when.duration_s > 0 && row.end_s - row.begin_s >= d_row_s - slack_s)
        end_row();
}

void level_history::end_row()
{
    auto& row = d_under_way;
    if (row.spectra == 0)
        return;
    row.levels.resize(d_greatest.size());
    for (std::size_t k = 0; k < d_greatest.size(); ++k)
        row.levels[k] =
            stored_level(d_is_power ? decibels_of(d_greatest[k]) : d_greatest[k]);
    d_bytes += bytes_of(row);
    d_rows.push_back(std::make_shared<const history_row>(std::move(row)));
    row = {};
    d_is_open = false;
    forget_oldest();
}

void level_history::forget_oldest()
{
    while (d_rows.size() > 1 &&
           (d_bytes > d_limits.bytes ||
            d_rows.front()->end_s < d_rows.back()->end_s - d_limits.seconds)) {
        d_bytes -= bytes_of(*d_rows.front());
        d_rows.pop_front();
    }
}

void level_history::clear()
{
    d_rows.clear();
    d_bytes = 0;
    d_under_way = {};
    d_is_open = false;
}

std::vector<level_history::row_ptr> level_history::rows(double begin_s,
                                                        double end_s) const
{
    const auto first = std::lower_bound(
        d_rows.begin(), d_rows.end(), begin_s, [](const row_ptr& row, double s) {
            return row->end_s <= s;
        });
    auto end = first;
    while (end != d_rows.end() && (*end)->begin_s < end_s)
        ++end;
    return { first, end };
}

} // namespace gpufft::display
