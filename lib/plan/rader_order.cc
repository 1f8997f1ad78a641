/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/modular.h"
#include "plan/convolution.h"
#include "plan/end_tables.h"
#include "plan/rader_order.h"
#include "plan/tile.h"
#include <algorithm>
#include <array>

namespace gpufft {

namespace {

constexpr int MOST_GENERATORS = 48; // tried
constexpr int MOST_BANKS = 64;

//! What the work-items of a step add to the place in the row's order, and to the row.
struct lane_place {
    std::int64_t q = 0;
    std::int64_t row = 0;
};

std::vector<lane_place>
lane_places(const pass& p, const std::vector<atom>& lanes, int count)
{
    const auto length = core_length(p, p.load);
    std::vector<lane_place> places(static_cast<std::size_t>(count));
    for (int t = 0; t < count; ++t) {
        auto rest = t;
        for (const auto& a : lanes) {
            const auto digit = rest % a.size;
            rest /= a.size;
            if (a.dimension < 0)
                places[t].row += digit * length;
            else
                places[t].q += digit * a.input_index;
        }
    }
    return places;
}

} // namespace

double row_conflicts(const pass& p, const device_limits& limits)
{
    if (!limits.local_memory_banks)
        return 1;
    const int words = static_cast<int>(2 * real_bytes(p) / 4);
    const int banks = std::clamp(limits.local_memory_banks / words, 1, MOST_BANKS);
    const int together = std::max(1, limits.subgroup / words);
    const auto made = make_tile(p);
    const auto length = core_length(p, p.load);
    const auto indices = rader_indices(length, p.generator);

    double sum = 0;
    double accesses = 0;
    for (const auto i : { std::size_t(0), p.steps() - 1 }) {
        const auto& layout = made.stages[i];
        const auto behind = i ? length - 1 : 0; // the scatter's places
        const int active = std::min(p.active_items(i), 8 * together);
        const auto places = lane_places(p, layout.lanes, active);
        for (int first = 0; first < active; first += together) {
            for (int q = 0; q < p.points_held(i); ++q) {
                const auto radix = p.stages[p.stage_of(i)].radix;
                const auto held = q % radix * layout.point.input_index +
                                  q / radix * layout.fill.input_index;
                std::array<int, MOST_BANKS> turns{};
                int most = 1;
                for (int t = first; t < std::min(first + together, active); ++t) {
                    const auto at = places[t].row + indices[behind + held + places[t].q];
                    most = std::max(most, ++turns[at % banks]);
                }
                sum += most;
                ++accesses;
            }
        }
    }
    return sum / accesses;
}

int choose_generator(pass p, const device_limits& limits)
{
    const auto length = core_length(p, p.load);
    int best = 0;
    p.generator = 0;
    double least = row_conflicts(p, limits);
    int tried = 0;
    for (int g = 2; g < length && tried < MOST_GENERATORS; ++g) {
        if (least < 1 + 1e-9)
            break;
        if (!is_generator(g, length))
            continue;
        ++tried;
        p.generator = g;
        const auto here = row_conflicts(p, limits);
        if (here < least - 1e-9) {
            least = here;
            best = g;
        }
    }
    return best;
}

} // namespace gpufft
