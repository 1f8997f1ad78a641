/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/tile_digits.h"
#include <algorithm>

/*!
 * Runs of loads and stores, without a tile: from the lanes of a step alone.
 */
namespace gpufft {

namespace {

struct run_part {
    std::int64_t weight;
    std::int64_t size;
};

//! The parts of digit \p d below \p high, with the weights of their lows.
template <typename Weight>
void add_parts(std::vector<run_part>& parts, const digit& d, int high, Weight weight)
{
    int low = 1;
    const auto add = [&](int end) {
        if (end > low)
            parts.push_back({ weight(d, low), end / low });
        low = end;
    };
    for (const int begin : d.begins) {
        if (begin > low && begin < high)
            add(begin);
    }
    add(high);
}

//! See contiguous_run().
std::int64_t run_of(std::vector<run_part>& parts)
{
    std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return a.weight < b.weight;
    });
    std::int64_t run = 1;
    for (const auto& p : parts) {
        if (p.weight != run)
            break;
        run *= p.size;
    }
    return run;
}

//! \return elements that follow one another without a gap in the lanes of step \p i,
//! which are the digits that it has neither in registers nor as its rank
template <typename Weight>
std::int64_t
run_of_step(const pass& p, const digit_list& digits, std::size_t i, Weight weight)
{
    const auto own = p.stage_of(i);
    const auto fills = per_item_of(p, digits, own);
    std::vector<run_part> parts;
    parts.reserve(2 * digits.all.size());
    for (std::size_t d = 0; d < digits.all.size(); ++d) {
        if (d == own)
            continue;
        int high = held(p, digits, d, i);
        for (const auto& per_item : fills)
            high /= per_item.digit == d ? per_item.size : 1;
        add_parts(parts, digits.all[d], high, weight);
    }
    return run_of(parts);
}

} // namespace

std::int64_t input_run(const pass& p, const digit_list& digits)
{
    const auto weight = [](const digit& d, int low) { return d.input_weight_at(low); };
    if (std::none_of(digits.all.begin(), digits.all.end(), straddles))
        return run_of_step(p, digits, 0, weight);
    auto loaded = digits;
    cut_at_tiles(p, loaded.all);
    return run_of_step(p, loaded, 0, weight);
}

std::int64_t output_run(const pass& p, const digit_list& digits)
{
    return run_of_step(p, digits, p.steps() - 1, [](const digit& d, int low) {
        return d.output_weight * low;
    });
}

} // namespace gpufft
