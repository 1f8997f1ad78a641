/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "math/factor.h"
#include "plan/cost/occupancy_limits.h"
#include "plan/simt/conjugate_pairs.h"
#include <algorithm>

namespace gpufft {

int most_points_per_item(const device_limits& limits, precision number)
{
    // Two registers a point, and as many temporaries and addresses as fit the rest.
    const int registers =
        number == precision::float64 ? limits.registers / 2 : limits.registers;
    if (registers >= 96)
        return 32;
    if (registers >= 48)
        return 16;
    return registers >= 32 ? 13 : 8;
}

int registers_for(const pass& p, bool is_paired, int points)
{
    const bool is_plain =
        p.load.has_dft_points() && p.store.has_dft_points() && !p.convolves;
    // Measured: 54 for 16 points, 80 to 90 for 32; load and store operations that compute
    // take more, for pairs 64 for 16 points, 97 for 32.
    const int reals = (p.number == precision::float64 ? 2 : 1) * (p.is_real() ? 1 : 2);
    // A convolution's butterflies of 18 points take 101; with 72 they spilled 132 bytes.
    const bool is_power_of_two = (points & (points - 1)) == 0;
    if (p.convolves && points > 16 && !is_power_of_two)
        return reals * points + 65;
    return reals * points + (is_plain && !is_paired ? 24 : 36);
}

bool fits_workgroup(const pass& p,
                    std::int64_t points,
                    int held,
                    const device_limits& limits)
{
    const auto items = (points + held - 1) / held;
    if (items > limits.max_work_items || !limits.workgroup_registers)
        return items <= limits.max_work_items;
    const auto registers = registers_for(p, has_paired_store(p), held);
    return items * registers <= limits.workgroup_registers;
}

int least_held(const pass& p,
               std::int64_t points,
               int most,
               bool may_pair,
               const device_limits& limits)
{
    const auto all = points * p.columns.size;
    std::int64_t items = limits.max_work_items;
    if (limits.workgroup_registers) {
        auto registers = registers_for(p, false, most);
        if (may_pair) // pairs may take fewer
            registers = std::min(registers, registers_for(p, true, most));
        items = std::min<std::int64_t>(items, limits.workgroup_registers / registers);
    }
    return static_cast<int>(std::min<std::int64_t>(all / (items + 1), most) + 1);
}

bool may_have_stages(const pass& shaped, std::int64_t points, const device_limits& limits)
{
    if (points == 1)
        return true;
    const auto largest =
        std::min<std::int64_t>(prime_factors(points).back(), MAX_CODELET_PRIME);
    const int held =
        most_points_per_item(limits, shaped.number) * (shaped.is_real() ? 2 : 1);
    return may_have_pairs(shaped, points) ||
           fits_workgroup(shaped,
                          points * shaped.columns.size,
                          std::max(held, static_cast<int>(largest)),
                          limits);
}

} // namespace gpufft
