/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/modular.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/element_bytes.h"
#include "plan/roots/prime_factors.h"
#include "plan/simt/io_tables.h"
#include "plan/simt/rader_order.h"
#include "plan/simt/tile.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

namespace gpufft {

namespace {

constexpr int MOST_GENERATORS = 48;      // tried
constexpr int COUNTERS = 8;              // of a word, a byte each
constexpr int MOST_BANKS = 2 * COUNTERS; // of 8 bytes: any device has 32 of 4 at most
constexpr int MOST_TOGETHER = 255;

//! What the work-items of a step add to the place in the row's order, and to the row.
struct lane_place {
    std::int64_t q = 0;
    std::int64_t row = 0;
};

std::vector<lane_place>
lane_places(const pass& p, const std::vector<atom>& lanes, int count)
{
    const auto length = dft_length(p, p.load);
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
        : d_count(static_cast<std::uint32_t>(dft_length(p, p.load) - 1)),
          d_order(points_in_order(p))
    {
        const int words = static_cast<int>(2 * real_bytes(p) / 4);
        d_banks = std::clamp(limits.local_memory_banks / words, 1, MOST_BANKS);
        d_together = std::clamp(limits.subgroup / words, 1, MOST_TOGETHER);
        const auto result = make_tile(p);
        for (const auto i : { std::size_t(0), p.steps() - 1 })
            add_step(p, result.stages[i], i);
        for (int bank = 0; bank < 2 * MOST_BANKS; ++bank)
            d_in_bank[bank][bank % d_banks / COUNTERS] =
                std::uint64_t(1) << (8 * (bank % d_banks % COUNTERS));
    }

    //! \return the bank in which each of a generator's \p powers has its place, in a row
    //! that begins in the first bank
    std::vector<std::uint8_t> banks_of(const std::vector<std::uint32_t>& powers) const
    {
        std::vector<std::uint8_t> banks(powers.size());
        std::transform(powers.begin(), powers.end(), banks.begin(), [&](auto power) {
            return static_cast<std::uint8_t>(power % static_cast<unsigned>(d_banks));
        });
        return banks;
    }

    //! Turns an access with the generator g^\p step, where \p banks are those of the
    //! powers of g; or, as soon as that is certain, something that is no less than \p
    //! most.
    double
    turns(const std::vector<std::uint8_t>& banks, std::uint32_t step, double most) const
    {
        const auto all = static_cast<std::int64_t>(d_io.size());
        const auto enough = most * static_cast<double>(all);
        std::int64_t sum = 0;
        std::int64_t left = all; // that take a cycle at least
        const auto* run = d_runs.data();
        const auto* row = d_rows.data();
        for (const auto end : d_io) {
            counters in_bank = {};
            for (; run < d_runs.data() + end; ++run) {
                if (d_has_rows)
                    count(*run, banks, step, in_bank, [&] { return *row++; });
                else
                    count(*run, banks, step, in_bank, [] { return 0; });
            }
            sum += largest_byte(in_bank);
            --left;
            if (static_cast<double>(sum + left) > enough)
                break;
        }
        return static_cast<double>(sum + left) / static_cast<double>(all);
    }

private:
    //! Neighbouring work-items whose exponents are as far apart, modulo their number.
    struct access_run {
        std::uint32_t exponent; //!< of the generator, for the first
        std::uint32_t further;
        std::uint32_t length;
    };

    using counters = std::array<std::uint64_t, 2>; // of the banks, a byte each

    template <typename NextRow>
    void count(const access_run& run,
               const std::vector<std::uint8_t>& banks,
               std::uint32_t step,
               counters& in_bank,
               NextRow next_row) const
    {
        auto at = times(run.exponent, step);
        const auto further = times(run.further, step);
        auto now = in_bank;
        for (auto n = run.length; n > 0; --n) {
            const auto& one = d_in_bank[next_row() + banks[at]];
            now[0] += one[0];
            now[1] += one[1];
            at += further;
            at -= at >= d_count ? d_count : 0;
        }
        in_bank = now;
    }

    std::uint32_t times(std::uint32_t exponent, std::uint32_t step) const
    {
        return static_cast<std::uint32_t>(std::uint64_t(exponent) * step % d_count);
    }

    static int largest_byte(const counters& in_bank)
    {
        std::uint8_t bytes[sizeof(counters)];
        std::memcpy(bytes, in_bank.data(), sizeof(counters));
        std::uint8_t largest = 0;
        for (const auto byte : bytes)
            largest = std::max(largest, byte);
        return largest;
    }

    void add_step(const pass& p, const stage_layout& layout, std::size_t i)
    {
        const bool is_scatter = i > 0; // to the powers of the generator's inverse
        const int active = std::min(p.active_items(i), 8 * d_together);
        const auto places = lane_places(p, layout.lanes, active);
        const auto radix = p.stages[p.stage_of(i)].radix;
        for (int first = 0; first < active; first += d_together) {
            for (int q = 0; q < p.points_per_item(i); ++q) {
                const auto held = q % radix * layout.point.input_index +
                                  q / radix * layout.per_item.input_index;
                const auto begin = d_runs.size();
                for (int t = first; t < std::min(first + d_together, active); ++t) {
                    const auto e = static_cast<std::uint32_t>(
                        d_order[static_cast<std::size_t>(held + places[t].q)]);
                    add_exponent(is_scatter ? (d_count - e) % d_count : e, begin);
                    d_rows.push_back(static_cast<std::uint8_t>(places[t].row % d_banks));
                    d_has_rows |= d_rows.back() != 0;
                }
                d_io.push_back(d_runs.size());
            }
        }
    }

    //! To the last run, where that is not before number \p begin and goes on so.
    void add_exponent(std::uint32_t e, std::size_t begin)
    {
        if (d_runs.size() > begin) {
            auto& run = d_runs.back();
            const auto further = (e + d_count - d_last) % d_count;
            if (run.length == 1)
                run.further = further;
            if (run.further == further) {
                ++run.length;
                d_last = e;
                return;
            }
        }
        d_runs.push_back({ e, 0, 1 });
        d_last = e;
    }

    std::uint32_t d_count;             //!< of powers
    std::vector<std::int64_t> d_order; //!< of the points
    int d_banks = 1;
    int d_together = 1;
    std::vector<access_run> d_runs;
    std::vector<std::uint8_t>
        d_rows;                    //!< the bank in which its row begins, an access each
    std::vector<std::size_t> d_io; //!< of the runs that are served together
    std::uint32_t d_last = 0;      //!< exponent in d_runs
    //! What an access adds to the counters, by the sum of two banks.
    std::array<counters, 2 * MOST_BANKS> d_in_bank = {};
    bool d_has_rows = false; //!< that begin in other banks than the first one
};

std::vector<std::uint32_t> powers_of(std::int64_t generator, std::int64_t length)
{
    const auto powers =
        powers_modulo(generator ? generator : generator_modulo(length), length);
    return { powers.begin(), powers.end() };
}

} // namespace

double row_conflicts(const pass& p, const device_limits& limits)
{
    if (!limits.local_memory_banks)
        return 1;
    const auto powers = powers_of(p.order.generator, dft_length(p, p.load));
    const row_accesses accesses(p, limits);
    return accesses.turns(
        accesses.banks_of(powers), 1, std::numeric_limits<double>::max());
}

int choose_generator(pass p, const device_limits& limits)
{
    if (!limits.local_memory_banks)
        return 0;
    const auto length = dft_length(p, p.load);
    const auto powers = powers_of(0, length);
    std::vector<std::uint32_t> logarithms(static_cast<std::size_t>(length));
    for (std::uint32_t e = 0; e < powers.size(); ++e)
        logarithms[powers[e]] = e;

    const row_accesses accesses(p, limits);
    const auto banks = accesses.banks_of(powers);
    double least = accesses.turns(banks, 1, std::numeric_limits<double>::max());
    int best = 0;
    int tried = 0;
    for (int g = 2; g < length && tried < MOST_GENERATORS; ++g) {
        if (least < 1 + 1e-9)
            break;
        const auto step = logarithms[static_cast<std::size_t>(g)];
        if (std::gcd(step, static_cast<std::uint32_t>(powers.size())) != 1)
            continue; // no generator
        ++tried;
        const auto here = accesses.turns(banks, step, least);
        if (here < least - 1e-9) {
            least = here;
            best = g;
        }
    }
    return best;
}

} // namespace gpufft
