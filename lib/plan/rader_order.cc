/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/modular.h"
#include "plan/end_tables.h"
#include "plan/prime_factors.h"
#include "plan/rader_order.h"
#include "plan/tile.h"
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

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

//! Points that work-items look up in rows, or store there, and the banks they meet in.
class row_accesses
{
public:
    row_accesses(const pass& p, const device_limits& limits)
        : d_length(core_length(p, p.load)), d_order(points_in_order(p))
    {
        const int words = static_cast<int>(2 * real_bytes(p) / 4);
        d_banks = std::clamp(limits.local_memory_banks / words, 1, MOST_BANKS);
        d_together = std::max(1, limits.subgroup / words);
        const auto made = make_tile(p);
        for (const auto i : { std::size_t(0), p.steps() - 1 })
            add_step(p, made.stages[i], i);
    }

    //! Of each of the generator's \p powers, the bank of its place in a row that begins
    //! in the first one.
    std::vector<std::uint8_t> banks_of(const std::vector<std::uint32_t>& powers) const
    {
        std::vector<std::uint8_t> banks(powers.size());
        std::transform(powers.begin(), powers.end(), banks.begin(), [&](auto power) {
            return static_cast<std::uint8_t>(power % static_cast<unsigned>(d_banks));
        });
        return banks;
    }

    //! Turns an access, where \p banks are those of the generator's powers; or, as soon
    //! as that is certain, something that is no less than \p most.
    double turns(const std::vector<std::uint8_t>& banks, double most) const
    {
        const auto all = static_cast<std::int64_t>(d_ends.size());
        const auto enough = most * static_cast<double>(all);
        std::int64_t sum = 0;
        std::int64_t left = all; // that take a turn at least
        std::size_t next = 0;
        const auto* rows = d_rows.data();
        const auto* exponents = d_exponents.data();
        std::array<std::uint8_t, 2 * MOST_BANKS> wrapped; // at the last bank
        for (int bank = 0; bank < 2 * MOST_BANKS; ++bank)
            wrapped[bank] = static_cast<std::uint8_t>(bank % d_banks);
        for (const auto end : d_ends) {
            std::array<int, MOST_BANKS> in_bank{};
            int highest = 1;
            for (; next < end; ++next) {
                const auto bank = wrapped[rows[next] + banks[exponents[next]]];
                highest = std::max(highest, ++in_bank[bank]);
            }
            sum += highest;
            --left;
            if (static_cast<double>(sum + left) > enough)
                break;
        }
        return static_cast<double>(sum + left) / static_cast<double>(all);
    }

private:
    void add_step(const pass& p, const stage_layout& layout, std::size_t i)
    {
        const auto count = static_cast<std::uint32_t>(d_length - 1); // of powers
        const bool is_scatter = i > 0; // to the powers of the generator's inverse
        const int active = std::min(p.active_items(i), 8 * d_together);
        const auto places = lane_places(p, layout.lanes, active);
        for (int first = 0; first < active; first += d_together) {
            for (int q = 0; q < p.points_held(i); ++q) {
                const auto radix = p.stages[p.stage_of(i)].radix;
                const auto held = q % radix * layout.point.input_index +
                                  q / radix * layout.fill.input_index;
                for (int t = first; t < std::min(first + d_together, active); ++t) {
                    const auto e = static_cast<std::uint32_t>(
                        d_order[static_cast<std::size_t>(held + places[t].q)]);
                    d_exponents.push_back(is_scatter ? (count - e) % count : e);
                    d_rows.push_back(static_cast<std::uint8_t>(places[t].row % d_banks));
                }
                d_ends.push_back(d_rows.size());
            }
        }
    }

    std::int64_t d_length;
    std::vector<std::int64_t> d_order; //!< of the points
    int d_banks = 1;
    int d_together = 1;
    std::vector<std::uint32_t> d_exponents; //!< of the generator, an access each
    std::vector<std::uint8_t> d_rows;       //!< the bank in which its row begins
    std::vector<std::size_t> d_ends;        //!< of those that are served together
};

std::vector<std::uint32_t> powers_of(std::int64_t generator, std::int64_t length)
{
    const auto powers =
        powers_modulo(generator ? generator : generator_modulo(length), length);
    return { powers.begin(), powers.end() };
}

//! Banks of the powers of g^\p step, where \p powers are those of g.
void take_steps(const std::vector<std::uint8_t>& powers,
                std::uint32_t step,
                std::vector<std::uint8_t>& taken)
{
    const auto count = static_cast<std::uint32_t>(powers.size());
    taken.resize(count);
    // Each index waits for the one before it: four runs of them side by side.
    constexpr std::uint32_t RUNS = 4;
    const auto run = (count + RUNS - 1) / RUNS;
    std::array<std::uint32_t, RUNS> at{};
    for (std::uint32_t r = 0; r < RUNS; ++r)
        at[r] = static_cast<std::uint32_t>(std::uint64_t(step) * r * run % count);
    const auto last = count - std::min(count, (RUNS - 1) * run); // of the last one
    const auto take = [&](std::uint32_t r, std::uint32_t i) {
        taken[r * run + i] = powers[at[r]];
        at[r] += step;
        at[r] -= at[r] >= count ? count : 0;
    };
    for (std::uint32_t i = 0; i < last; ++i) {
        for (std::uint32_t r = 0; r < RUNS; ++r)
            take(r, i);
    }
    for (std::uint32_t r = 0; r + 1 < RUNS; ++r) {
        for (auto i = last; i < run && r * run + i < count; ++i)
            take(r, i);
    }
}

} // namespace

double row_conflicts(const pass& p, const device_limits& limits)
{
    if (!limits.local_memory_banks)
        return 1;
    const auto powers = powers_of(p.generator, core_length(p, p.load));
    const row_accesses accesses(p, limits);
    return accesses.turns(accesses.banks_of(powers), std::numeric_limits<double>::max());
}

int choose_generator(pass p, const device_limits& limits)
{
    if (!limits.local_memory_banks)
        return 0;
    const auto length = core_length(p, p.load);
    const auto powers = powers_of(0, length);
    std::vector<std::uint32_t> logarithms(static_cast<std::size_t>(length));
    for (std::uint32_t e = 0; e < powers.size(); ++e)
        logarithms[powers[e]] = e;

    const row_accesses accesses(p, limits);
    const auto banks = accesses.banks_of(powers);
    double least = accesses.turns(banks, std::numeric_limits<double>::max());
    int best = 0;
    int tried = 0;
    std::vector<std::uint8_t> taken;
    for (int g = 2; g < length && tried < MOST_GENERATORS; ++g) {
        if (least < 1 + 1e-9)
            break;
        const auto step = logarithms[static_cast<std::size_t>(g)];
        if (std::gcd(step, static_cast<std::uint32_t>(powers.size())) != 1)
            continue; // no generator
        ++tried;
        take_steps(banks, step, taken);
        const auto here = accesses.turns(taken, least);
        if (here < least - 1e-9) {
            least = here;
            best = g;
        }
    }
    return best;
}

} // namespace gpufft
