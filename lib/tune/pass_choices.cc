/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/bulk_rows.h"
#include "plan/change_columns.h"
#include "plan/constant_geometry.h"
#include "plan/padding.h"
#include "plan/prime_factors.h"
#include "plan/residency.h"
#include "plan/stage_choice.h"
#include "plan/tile.h"
#include "tune/cluster_choices.h"
#include "tune/constant_choices.h"
#include "tune/joined_choices.h"
#include "tune/pass_choices.h"
#include "tune/pass_estimate.h"
#include "tune/vector_choices.h"
#include <gpufft/error.h>
#include <algorithm>
#include <optional>

namespace gpufft {

namespace {

constexpr int LARGEST_RADIX = 40; // beyond, registers spill or idle
constexpr std::size_t MOST_STAGES = 6;
constexpr std::size_t MOST_ORDERS = 20000; // to be estimated
constexpr int POINTS_HELD[] = { 4,  5,  6,  8,  10, 12, 14, 15, 16,
                                18, 20, 24, 25, 28, 30, 32, 40 };
constexpr int ROWS[] = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256
};
constexpr std::int64_t FEWEST_BYTES = 2048; // of a workgroup; less is all overhead
constexpr std::int64_t SHORT_POINTS = 1024; // for which staging may be worth its while
constexpr int MOST_FILL = 4;                // of a stage alone
constexpr int REGISTER_FILE = 65536;        // of a compute unit
constexpr int FEWEST_SPARE = 8;             // registers beside the points
constexpr int MOST_SPARE = 72;
constexpr std::size_t MOST_RESIDENT_CHOICES = 4;
constexpr std::size_t MOST_OF_CLUSTER = 4; // orders of radices, of another size of it
constexpr std::size_t MOST_CONSTANT = 4;   // ways with constant geometry

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

bool has_choice(const pass& p) { return p.form == kernel_form::simt && !p.is_pointwise; }

//! \p p fits a workgroup. Padding is left alone.
bool fits(const pass& p, const device_limits& limits)
{
    try {
        return p.work_items() <= limits.max_work_items &&
               local_memory_bytes(p) <= limits.local_memory_bytes;
    } catch (const plan_error&) {
        return false; // fills that do not agree
    }
}

//! Nothing where the parts of \p p do not suit each other.
std::optional<double> estimate_of(const pass& p, const device_limits& limits)
{
    try {
        return pass_estimate(p, limits);
    } catch (const plan_error&) {
        return std::nullopt;
    }
}

//! Gives \p p padding of its own. \return false where it does not fit at all
bool set_padding(pass& p, const device_limits& limits)
{
    p.padding.clear();
    if (!fits(p, limits))
        return false;
    try {
        p.padding = choose_padding(p, limits);
    } catch (const plan_error&) {
        return false; // a change that does not suit the rest
    }
    if (!fits(p, limits))
        p.padding.clear();
    return true;
}

//! Every order of radices of the lengths that are left along each dimension.
class radix_orders
{
public:
    radix_orders(const pass& p, std::size_t count) : d_count(count)
    {
        for (const auto& s : p.stages) {
            const auto d = static_cast<std::size_t>(s.dimension);
            d_rest.resize(std::max(d_rest.size(), d + 1), 1);
            d_rest[d] *= s.radix;
        }
        // Products by registers where the planner found that worth its while.
        for (const auto& s : p.stages)
            if (s.twiddles != twiddle_source::full)
                d_source = s.twiddles;
        descend();
    }
    const std::vector<std::vector<stage>>& all() const { return d_all; }

private:
    void descend()
    {
        std::size_t waiting = 0;
        for (const auto rest : d_rest)
            waiting += rest > 1;
        if (waiting == 0 && d_stages.size() == d_count)
            d_all.push_back(d_stages);
        if (waiting == 0 || d_stages.size() + waiting > d_count ||
            d_all.size() >= MOST_ORDERS)
            return;
        for (std::size_t d = 0; d < d_rest.size(); ++d) {
            for (const auto radix : divisors(d_rest[d])) {
                if (radix < 2 || radix > LARGEST_RADIX ||
                    prime_factors(radix).back() > LARGEST_RADIX_PRIME)
                    continue;
                d_rest[d] /= radix;
                d_stages.push_back(
                    { static_cast<int>(radix), 1, d_source, static_cast<int>(d) });
                descend();
                d_stages.pop_back();
                d_rest[d] *= radix;
            }
        }
    }

    std::size_t d_count;
    twiddle_source d_source = twiddle_source::full;
    std::vector<std::int64_t> d_rest;
    std::vector<stage> d_stages;
    std::vector<std::vector<stage>> d_all;
};

//! \p p with \p stages, filled to several numbers of points; each way once. Ends are
//! paired where they can be.
std::vector<pass> with_fills(const pass& p, const std::vector<stage>& stages)
{
    std::vector<pass> all;
    auto bare = p;
    bare.stages = stages;
    bare.nesting.clear();
    for (auto& s : bare.stages)
        s.fill = 1;
    bare.has_prime_factors = suits_prime_factors(bare);
    pair_ends(bare, LARGEST_RADIX);
    const int largest = bare.points_held();
    const auto fills_of = [](const pass& of) {
        std::vector<int> fills;
        for (const auto& s : of.stages)
            fills.push_back(s.fill);
        return fills;
    };
    for (const int points : POINTS_HELD) {
        if (points < largest)
            continue;
        auto ways = with_joined_stages(bare, points);
        ways.push_back(bare);
        choose_fills(ways.back(), points);
        for (auto& filled : ways) {
            if (std::none_of(all.begin(), all.end(), [&](const auto& other) {
                    return fills_of(other) == fills_of(filled) &&
                           other.nesting == filled.nesting;
                }))
                all.push_back(std::move(filled));
        }
    }
    if (all.empty())
        all.push_back(bare);
    if (stages.size() == 1 && !bare.paired_input &&
        !bare.paired_output) { // which fills from the columns, where these suit
        for (int fill = 2; fill <= MOST_FILL; fill *= 2) {
            if (fill * largest > LARGEST_RADIX)
                break;
            all.push_back(bare);
            all.back().stages.front().fill = fill;
        }
    }
    return all;
}

//! As many rows of the batch as give a workgroup a subgroup, and some bytes to move.
void fit_rows(pass& p, const device_limits& limits)
{
    if (!p.columns_are_rows())
        return;
    p.columns.size = 1;
    const auto row_bytes = p.points() * 2 * real_bytes(p);
    p.columns.size = std::max<std::int64_t>({ 1,
                                              divided_up(limits.subgroup, p.work_items()),
                                              divided_up(FEWEST_BYTES, row_bytes) });
    if (p.stages.size() == 1) // what a fill takes of them
        p.columns.size = divided_up(p.columns.size, MOST_FILL) * MOST_FILL;
}

void add_columns(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const auto add = [&](std::int64_t count) {
        auto other = p;
        if (!change_columns(other, count))
            return false;
        other.resident = 0; // was for groups of another size
        if (set_padding(other, limits))
            all.push_back(std::move(other));
        return true;
    };
    // The nearest two that there are on either side.
    int found = 0;
    for (const auto count : ROWS)
        found += count > p.columns.size && found < 2 && add(count);
    found = 0;
    for (auto count = std::rbegin(ROWS); count != std::rend(ROWS); ++count)
        found += *count < p.columns.size && found < 2 && add(*count);
}

//! Register caps from none to just above what the points take.
void add_resident(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const int items = whole_subgroups(p, limits);
    const int points = (p.number == precision::float64 ? 4 : 2) * p.points_held();
    std::vector<int> counts;
    int last = 0;
    for (int count = REGISTER_FILE / items / 24; count > 0; --count) {
        const int registers = REGISTER_FILE / items / count / 8 * 8;
        if (registers >= points + FEWEST_SPARE && registers <= points + MOST_SPARE &&
            registers != last && count <= 32)
            counts.push_back(count);
        last = registers;
    }
    while (counts.size() > MOST_RESIDENT_CHOICES) // every other one
        for (std::size_t i = 1; i < counts.size(); ++i)
            counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(i));
    for (const int count : { p.resident - 1, p.resident + 1 }) { // what spills is a cliff
        if (p.resident > 0 && count > 0 &&
            std::find(counts.begin(), counts.end(), count) == counts.end())
            counts.push_back(count);
    }
    counts.push_back(0);
    for (const int count : counts) {
        if (count == p.resident)
            continue;
        all.push_back(p);
        all.back().resident = count;
    }
}

void add_twiddles(std::vector<pass>& all, const pass& p)
{
    for (const auto source :
         { twiddle_source::full, twiddle_source::m2, twiddle_source::m3 }) {
        auto other = p;
        bool differs = false;
        for (auto& s : other.stages) {
            if (s.radix <= 2)
                continue;
            differs |= s.twiddles != source;
            s.twiddles = source;
        }
        if (differs && other.stages.size() > 1)
            all.push_back(std::move(other));
    }
}

void add_exchange(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const auto add = [&](auto change) {
        auto other = p;
        change(other);
        drop_unfit_bulk(other, limits);
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    };
    if (p.exchange_parts == exchange::whole) {
        add([](pass& other) { other.staged_input = !other.staged_input; });
        add([](pass& other) { other.staged_output = !other.staged_output; });
        if (p.staged_input == p.staged_output)
            add([](pass& other) {
                other.staged_input = !other.staged_input;
                other.staged_output = other.staged_input && !other.store.is_mirrored();
            });
    }
    if (p.stages.size() > 1 && !p.staged_input && !p.staged_output &&
        !p.leaves_by_exchange())
        add([](pass& other) {
            other.exchange_parts = other.exchange_parts == exchange::whole
                                       ? exchange::split
                                       : exchange::whole;
        });
    // Lanes that take neighbouring columns go through local memory at both ends.
    if (p.columns.size > 1 && p.columns_are_rows() && p.exchange_parts == exchange::whole)
        add([](pass& other) {
            other.low_columns = !other.low_columns;
            if (other.low_columns) {
                other.staged_input = true;
                other.staged_output = !other.store.is_mirrored() || other.paired_output;
            }
        });
    if (has_equal_stages(p) && suits_constant_geometry(p))
        add([](pass& other) {
            other.has_constant_geometry = !other.has_constant_geometry;
        });
    if (suits_prime_factors(p))
        add([](pass& other) { other.has_prime_factors = !other.has_prime_factors; });
    if (has_bulk_copies(limits) && comes_in_bulk(p))
        add([](pass& other) { other.bulk_input = !other.bulk_input; });
    if (has_bulk_copies(limits) && leaves_in_bulk(p))
        add([](pass& other) { other.bulk_output = !other.bulk_output; });
    if (!p.padding.empty()) {
        all.push_back(p);
        all.back().padding.clear();
    }
}

//! Input and output staged: as \p p has it; short rows both or neither.
std::vector<std::pair<bool, bool>> stagings_of(const pass& p)
{
    if (!p.columns_are_rows() || p.points() > SHORT_POINTS ||
        p.exchange_parts == exchange::split)
        return { { p.staged_input, p.staged_output } };
    return { { false, false }, { true, !p.store.is_mirrored() } };
}

void keep_cheapest(std::vector<std::pair<double, pass>>& weighed, std::size_t most)
{
    std::stable_sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    if (weighed.size() > most)
        weighed.resize(most);
}

//! The ways with constant geometry that look best. They have places of their own among
//! the candidates, of which they are few.
std::vector<std::pair<double, pass>>
constant_choices(const pass& p, const device_limits& limits, std::size_t most)
{
    std::vector<std::pair<double, pass>> weighed;
    for (auto& other : constant_geometries(p)) {
        fit_rows(other, limits);
        if (!set_padding(other, limits))
            continue;
        if (const auto cost = estimate_of(other, limits))
            weighed.emplace_back(*cost, other);
    }
    keep_cheapest(weighed, most);
    return weighed;
}

} // namespace

std::vector<pass>
other_stages(const pass& p, const device_limits& limits, std::size_t most)
{
    if (p.form == kernel_form::simd)
        return other_vector_stages(p, most);
    if (!has_choice(p) || p.points() == 1)
        return {};
    std::vector<std::pair<double, pass>> weighed;
    std::size_t counts = 0;
    for (std::size_t count = 1; count <= MOST_STAGES && counts < 2; ++count) {
        const radix_orders orders(p, count);
        bool is_any = false;
        for (const auto& stages : orders.all()) {
            for (auto& other : with_fills(p, stages)) {
                other.resident = 0;
                other.padding.clear();
                other.has_constant_geometry = false; // constant_choices() has those
                fit_rows(other, limits);
                for (const auto& [in, out] : stagings_of(other)) {
                    other.staged_input = in;
                    other.staged_output = out;
                    drop_unfit_bulk(other, limits);
                    if (!fits(other, limits))
                        continue;
                    const auto cost = estimate_of(other, limits);
                    if (!cost)
                        continue;
                    is_any = true;
                    weighed.emplace_back(*cost, other);
                }
            }
        }
        counts += is_any || counts > 0;
    }
    const auto constant = constant_choices(p, limits, std::min(MOST_CONSTANT, most / 8));
    keep_cheapest(weighed, weighed.size());
    std::vector<pass> all;
    for (auto& [cost, other] : weighed) {
        if (all.size() + constant.size() == most)
            break;
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    }
    for (const auto& [cost, other] : constant)
        all.push_back(other);
    for (auto& other : all)
        drop_unfit_bulk(other, limits);
    return all;
}

std::vector<pass> other_settings(const pass& p, const device_limits& limits)
{
    std::vector<pass> all;
    if (p.form == kernel_form::simd) {
        all = other_workers(p, limits);
        for (const auto& more :
             { other_tile_twiddles(p), other_streaming(p), other_fetches(p) })
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    if (!has_choice(p))
        return all;
    add_columns(all, p, limits);
    add_resident(all, p, limits);
    add_twiddles(all, p);
    add_exchange(all, p, limits);
    for (auto& other : other_clusters(p, limits)) {
        if (other.cluster != p.cluster) { // which cuts digits otherwise
            const auto stages = other_stages(other, limits, MOST_OF_CLUSTER);
            all.insert(all.end(), stages.begin(), stages.end());
        } else if (set_padding(other, limits)) {
            all.push_back(std::move(other));
        }
    }
    for (auto& other : with_fills(p, p.stages)) {
        other.resident = 0;
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    }
    for (auto& other : all)
        drop_unfit_bulk(other, limits); // a change may have ended what they need
    return all;
}

} // namespace gpufft
