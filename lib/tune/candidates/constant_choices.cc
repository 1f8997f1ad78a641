/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/ir/forms/constant_geometry.h"
#include "tune/candidates/constant_choices.h"

namespace gpufft {

namespace {

constexpr std::size_t MOST_CONSTANT_STAGES = 6; // each is an exchange with two barriers
constexpr int MOST_POINTS_PER_ITEM = 32;        // in registers; more spill

//! Times that \p length is divided by \p radix until 1 is left; 0: it is no power of it.
std::size_t power_of(std::int64_t length, std::int64_t radix)
{
    std::size_t count = 0;
    for (; length > 1 && length % radix == 0; length /= radix)
        ++count;
    return length == 1 ? count : 0;
}

} // namespace

std::vector<pass> constant_geometries(const pass& p)
{
    auto bare = p;
    bare.change_workgroup().paired_input = bare.change_workgroup().paired_output = false;
    if (!suits_constant_geometry(bare))
        return {};
    bare.change_workgroup().has_constant_geometry = true;
    bare.change_workgroup().exchange_order.clear();
    bare.change_workgroup().padding.clear();
    bare.change_workgroup().min_blocks = 0;
    bare.change_workgroup().staged_input =
        false; // the first stage reads neighbours as it is
    const auto source = p.stages.back().twiddles;
    std::vector<pass> all;
    for (const auto radix : divisors(p.points())) {
        if (radix < 2 || radix > MOST_POINTS_PER_ITEM)
            continue;
        const auto count = power_of(p.points(), radix);
        if (count < 2 || count > MOST_CONSTANT_STAGES)
            continue;
        for (const auto per_item : divisors(radix)) {
            if (radix * per_item > MOST_POINTS_PER_ITEM)
                continue;
            bare.stages.assign(
                count,
                { static_cast<int>(radix), static_cast<int>(per_item), source, 0 });
            for (const bool staged : { false, true }) {
                if (staged && p.workgroup().parts == exchange::split)
                    continue;
                bare.change_workgroup().staged_output = staged;
                all.push_back(bare);
            }
        }
    }
    return all;
}

} // namespace gpufft
