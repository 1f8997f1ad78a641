/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/divided_up.h"
#include "math/factor.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include "tune/candidates/constant_choices.h"
#include "tune/candidates/pass_changes.h"
#include "tune/candidates/pass_choices.h"
#include "tune/candidates/pass_estimate.h"
#include "tune/candidates/vector_choices.h"
#include <gpufft/error.h>
#include <algorithm>
#include <optional>

namespace gpufft {

namespace {

constexpr std::size_t MOST_STAGES = 6;
constexpr std::size_t MOST_ORDERS = 20000;  // to be estimated
constexpr std::int64_t FEWEST_BYTES = 2048; // of a workgroup; less is all overhead
constexpr std::int64_t SHORT_POINTS = 1024; // for which staging may be worth its while
constexpr std::size_t MOST_CONSTANT = 4;    // ways with constant geometry

//! Nothing where the parts of \p p do not suit each other.
std::optional<double> estimate_of(const pass& p, const device_limits& limits)
{
    try {
        return pass_estimate(p, limits);
    } catch (const plan_error&) {
        return std::nullopt;
    }
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

//! As many rows of the batch as give a workgroup a subgroup, and some bytes to move.
void fit_rows(pass& p, const device_limits& limits)
{
    if (!p.columns_are_rows() || p.workgroup().sliding_frames ||
        p.workgroup().filter_items)
        return; // frames that overlap have rows that suit them
    p.columns.size = 1;
    const auto row_bytes = p.points() * 2 * real_bytes(p);
    p.columns.size = std::max<std::int64_t>({ 1,
                                              divided_up(limits.subgroup, p.work_items()),
                                              divided_up(FEWEST_BYTES, row_bytes) });
    if (p.stages.size() == 1) // butterflies per item take so many
        p.columns.size = divided_up(p.columns.size, MOST_FILL) * MOST_FILL;
}

//! Input and output staged: as \p p has it; short rows both or neither.
std::vector<std::pair<bool, bool>> stagings_of(const pass& p)
{
    if (p.workgroup().filter_items)
        return { { true, false } };
    if (p.workgroup().sliding_frames)
        return { { true, false }, { true, true } };
    if (!p.columns_are_rows() || p.points() > SHORT_POINTS ||
        p.workgroup().parts == exchange::split)
        return { { p.workgroup().staged_input, p.workgroup().staged_output } };
    return { { false, false }, { true, !p.store.needs_pairs() } };
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
    if (p.is_vector())
        return other_vector_stages(p, most);
    if (!has_choice(p) || p.points() == 1)
        return {};
    std::vector<std::pair<double, pass>> weighed;
    std::size_t counts = 0;
    for (std::size_t count = 1; count <= MOST_STAGES && counts < 2; ++count) {
        const radix_orders orders(p, count);
        bool is_any = false;
        for (const auto& stages : orders.all()) {
            for (auto& other : with_per_item(p, stages)) {
                other.change_workgroup().min_blocks = 0;
                other.change_workgroup().padding.clear();
                other.change_workgroup().has_constant_geometry =
                    false; // constant_choices() has those
                fit_rows(other, limits);
                for (const auto& [in, out] : stagings_of(other)) {
                    other.change_workgroup().staged_input = in;
                    other.change_workgroup().staged_output = out;
                    drop_unfit_bulk(other, limits);
                    drop_unfit_sliding(other);
                    drop_unfit_filters(other);
                    if (!fits_workgroup(other, limits))
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

} // namespace gpufft
