/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/constant_geometry.h"
#include "plan/simt/paired_rank.h"
#include "plan/simt/step_layout.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Lanes between load and store: finished digits ascending, then the others by local
//! weight, columns on top unless they are innermost, or wanted fastest.
void sort_middle_lanes(std::vector<atom>& lanes, bool columns_fastest, bool is_nested)
{
    const auto rank = [columns_fastest](const atom& a) {
        if (a.dimension < 0)
            return columns_fastest || a.local_weight == 1 ? 0 : 3;
        return a.twiddle_weight ? 1 : 2;
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        if (rank(a) == 2 && is_nested && a.digit != b.digit)
            return a.digit > b.digit; // as the places usually are
        return rank(a) == 1 ? a.twiddle_weight < b.twiddle_weight
                            : a.local_weight < b.local_weight;
    });
}

//! By constant geometry lanes have one order in all steps: ascending places in local
//! memory, and columns fastest or on top, as they are wanted.
void sort_constant_lanes(std::vector<atom>& lanes, bool columns_fastest)
{
    const auto rank = [columns_fastest](const atom& a) {
        return a.dimension < 0 ? (columns_fastest ? 0 : 2) : 1;
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.local_weight < b.local_weight;
    });
}

void order_lanes(stage_layout& s, const pass& p, std::size_t i)
{
    if (p.workgroup().has_constant_geometry)
        sort_constant_lanes(s.lanes, p.workgroup().columns_fastest);
    else if (i == 0 && !p.workgroup().staged_input)
        sort_lanes(s.lanes, &atom::input_weight);
    else if (i + 1 == p.steps() && !p.workgroup().staged_output &&
             !p.leaves_by_exchange())
        sort_lanes(s.lanes, &atom::output_weight);
    else
        sort_middle_lanes(s.lanes,
                          p.workgroup().columns_fastest,
                          !p.workgroup().exchange_order.empty());
}

//! The digits beside the one of step \p i, which is paired: half of the values of one of
//! them belongs to the conjugate butterflies.
std::vector<atom>
conjugate_digits(const pass& p, const std::vector<digit>& digits, std::size_t i)
{
    std::vector<atom> others;
    for (std::size_t d = 0; d < p.stages.size(); ++d) {
        if (d == p.stage_of(i))
            continue;
        const auto state = state_at(p, d, i);
        if (!has_paired_rank(p))
            others.push_back(whole(digits[d], state));
        else if (d != shared_stage(p))
            for (auto& a : cut(digits[d], state, 1, digits[d].size))
                others.push_back(std::move(a));
    }
    return others;
}

//! Rank weight of the group that goes on with the point, for a step of \p a. \p goes_on:
//! the parts that this step has in common with the next.
std::int64_t rank_weight(const std::vector<rank_part>& parts,
                         digit_part rank_part::*goes_on,
                         const atom& a)
{
    std::int64_t weight = 1;
    for (auto r = parts.rbegin(); r != parts.rend(); ++r) {
        const auto& top = (*r).*goes_on;
        if (a.digit == static_cast<int>(top.digit) + 1 && a.low >= top.low &&
            a.low < top.low * top.size)
            return weight * (a.low / top.low);
        weight *= r->size();
    }
    return 0;
}

//! From the exchange on, \p shared is computed from its parts in lanes and rank.
void compute_paired(stage_layout& s, const atom& shared)
{
    for (auto* atoms : { &s.lanes, &s.rank }) {
        for (auto& a : *atoms) {
            if (a.digit == shared.digit)
                a.twiddle_weight = 0;
        }
    }
    s.computed.push_back(shared);
    s.computed.back().local_weight = 0; // the lanes have that weight
}

} // namespace

void sort_lanes(std::vector<atom>& lanes, std::int64_t atom::*weight)
{
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        return a.*weight < b.*weight;
    });
}

stage_layout layout_step(const pass& p, const digit_list& list, std::size_t i)
{
    stage_layout s;
    const auto& digits = list.all;
    const std::size_t m = p.stages.size();
    const auto own = p.stage_of(i);
    const auto fills = per_item_of(p, list, own);
    s.point = whole(digits[own], i < m ? digit_state::point : digit_state::output);
    s.per_item.size = 1;
    s.per_item.name = "none";
    const auto settle = [&](atom& a) {
        // Only digits of that dimension have a part in the twiddles.
        if (a.dimension != s.point.dimension)
            a.twiddle_weight = 0;
        else if (p.workgroup().has_constant_geometry && a.twiddle_weight)
            a.twiddle_weight =
                a.low * entry_weight(p, static_cast<std::size_t>(a.digit) - 1, i);
    };
    const auto parts_of = [&](std::size_t d, const atom& a) {
        return cut(digits[d], a.state, a.low, a.low * a.size);
    };
    s.point_parts = parts_of(own, s.point);
    for (std::size_t d = 0; d <= m; ++d) {
        if (d == own)
            continue;
        const auto state = d == m ? digit_state::point : state_at(p, d, i);
        int high = held(p, list, d, i);
        const auto per_item = std::find_if(
            fills.begin(), fills.end(), [d](const filled& f) { return f.digit == d; });
        if (per_item != fills.end()) {
            // The registers hold the top factor, which may span several atoms.
            s.per_item = part(digits[d], state, high / per_item->size, per_item->size);
            high /= per_item->size;
            for (auto& a : parts_of(d, s.per_item)) {
                settle(a);
                s.per_item_parts.push_back(a);
            }
            settle(s.per_item);
        }
        for (auto& a : cut(digits[d], state, 1, high)) {
            settle(a);
            if (a.size > 1)
                s.lanes.push_back(std::move(a));
        }
    }
    for (auto r = list.rank.rbegin(); r != list.rank.rend(); ++r) {
        const auto& top = is_before(p, i) ? r->before : r->after;
        auto a = part(digits[top.digit], state_at(p, top.digit, i), top.low, top.size);
        a.local_weight = 0; // in its own group, which has no other value
        settle(a);
        s.rank.push_back(a);
    }
    if (p.leaves_group(i)) {
        const auto goes_on = is_before(p, i) ? &rank_part::after : &rank_part::before;
        for (auto* atoms : { &s.lanes, &s.point_parts, &s.per_item_parts }) {
            for (auto& a : *atoms)
                a.rank_weight = rank_weight(list.rank, goes_on, a);
        }
    }
    order_lanes(s, p, i);
    if (has_paired_rank(p) && !is_before(p, i))
        compute_paired(s, whole(digits[shared_stage(p)], digit_state::output));
    if (p.is_paired(i))
        s.other_digits = conjugate_digits(p, digits, i);
    return s;
}

void order_like(stage_layout& s, const stage_layout& next)
{
    std::vector<atom> lanes;
    for (const auto& a : next.lanes) {
        lanes.push_back(*std::find_if(s.lanes.begin(), s.lanes.end(), [&](const atom& b) {
            return b.name == a.name;
        }));
    }
    s.lanes = std::move(lanes);
}

} // namespace gpufft
