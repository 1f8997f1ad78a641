/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/derived/event_finder.h"
#include <algorithm>
#include <tuple>
#include <utility>

namespace gpufft {

std::size_t event_finder::found(std::size_t event) const
{
    while (d_merged_into[event] != event)
        event = d_merged_into[event];
    return event;
}

//! Runs of the row, each an event of its own at first.
std::vector<event_finder::run>
event_finder::runs_of(std::int64_t row,
                      const std::vector<double>& powers,
                      const std::vector<double>& noise,
                      const std::vector<double>& thresholds)
{
    std::vector<run> runs;
    const auto bins = static_cast<std::int64_t>(powers.size());
    for (std::int64_t k = 0; k < bins; ++k) {
        const auto i = static_cast<std::size_t>(k);
        if (!(powers[i] > thresholds[i]))
            continue;
        if (runs.empty() || k > runs.back().high + d_bridged + 1) {
            runs.push_back({ k, k, d_live.size() });
            d_merged_into.push_back(d_live.size());
            spectral_event e;
            e.first_row = e.last_row = e.peak_row = row;
            e.low_bin = k;
            d_live.push_back(e);
        }
        runs.back().high = k;
        auto& e = d_live.back();
        e.high_bin = k;
        ++e.cells;
        if (powers[i] > e.peak_power) {
            e.peak_power = powers[i];
            e.peak_ratio = powers[i] / noise[i];
            e.peak_bin = k;
        }
    }
    return runs;
}

void event_finder::merge(std::size_t into, std::size_t from)
{
    if (into == from)
        return;
    d_merged_into[from] = into;
    auto& a = d_live[into];
    const auto& b = d_live[from];
    a.first_row = std::min(a.first_row, b.first_row);
    a.last_row = std::max(a.last_row, b.last_row);
    a.low_bin = std::min(a.low_bin, b.low_bin);
    a.high_bin = std::max(a.high_bin, b.high_bin);
    a.cells += b.cells;
    if (b.peak_power > a.peak_power) {
        a.peak_power = b.peak_power;
        a.peak_ratio = b.peak_ratio;
        a.peak_bin = b.peak_bin;
        a.peak_row = b.peak_row;
    }
}

//! Joins runs to those of the row before that they touch.
void event_finder::join(std::vector<run>& runs)
{
    auto before = d_runs.begin();
    for (auto& each : runs) {
        while (before != d_runs.end() && before->high + d_bridged + 1 < each.low)
            ++before;
        // The last one that is touched may touch the next run as well.
        for (auto b = before; b != d_runs.end() && b->low <= each.high + d_bridged + 1;
             ++b)
            merge(found(b->event), found(each.event));
    }
}

void event_finder::add(std::int64_t row,
                       const std::vector<double>& powers,
                       const std::vector<double>& noise,
                       const std::vector<double>& thresholds)
{
    auto runs = runs_of(row, powers, noise, thresholds);
    join(runs);
    d_runs = std::move(runs);
    // What this row did not go on with has ended; the others get new numbers.
    std::vector<std::size_t> numbers(d_live.size(), d_live.size());
    std::vector<spectral_event> live;
    for (auto& each : d_runs) {
        const auto event = found(each.event);
        if (numbers[event] == d_live.size()) {
            numbers[event] = live.size();
            live.push_back(d_live[event]);
        }
        each.event = numbers[event];
    }
    for (std::size_t i = 0; i < d_live.size(); ++i)
        if (d_merged_into[i] == i && numbers[i] == d_live.size())
            d_ended.push_back(d_live[i]);
    d_live = std::move(live);
    d_merged_into.resize(d_live.size());
    for (std::size_t i = 0; i < d_live.size(); ++i)
        d_merged_into[i] = i;
}

void event_finder::interrupt()
{
    d_ended.insert(d_ended.end(), d_live.begin(), d_live.end());
    d_live.clear();
    d_merged_into.clear();
    d_runs.clear();
}

std::vector<spectral_event> event_finder::take_events()
{
    std::sort(d_ended.begin(), d_ended.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first_row, a.low_bin, a.high_bin) <
               std::tie(b.first_row, b.low_bin, b.high_bin);
    });
    return std::exchange(d_ended, {});
}

} // namespace gpufft
