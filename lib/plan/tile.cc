/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/bulk_rows.h"
#include "plan/bulk_tiles.h"
#include "plan/constant_geometry.h"
#include "plan/end_tables.h"
#include "plan/joined_stages.h"
#include "plan/paired.h"
#include "plan/paired_rank.h"
#include "plan/tile.h"
#include "plan/tile_digits.h"
#include "plan/tile_maker.h"
#include <algorithm>

namespace gpufft {

namespace {

void sort_lanes(std::vector<atom>& lanes, std::int64_t atom::*weight)
{
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        return a.*weight < b.*weight;
    });
}

//! Between the ends: finished digits ascending, then the others by local weight, columns
//! on top unless they are innermost, or wanted lowest.
void sort_middle_lanes(std::vector<atom>& lanes, bool low_columns, bool is_nested)
{
    const auto rank = [low_columns](const atom& a) {
        if (a.dimension < 0)
            return low_columns || a.local_weight == 1 ? 0 : 3;
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

//! The same ones in every step: as the places are found, columns as they are wanted.
void sort_constant_lanes(std::vector<atom>& lanes, bool low_columns)
{
    const auto rank = [low_columns](const atom& a) {
        return a.dimension < 0 ? (low_columns ? 0 : 2) : 1;
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.local_weight < b.local_weight;
    });
}

//! To the rank of the group that goes on with it, for a step of \p a. \p goes_on: the
//! parts that step has in common.
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

//! From the exchange on \p shared is computed of what lanes and rank number of it.
void compute_paired(stage_layout& s, const atom& shared)
{
    for (auto* atoms : { &s.lanes, &s.rank }) {
        for (auto& a : *atoms) {
            if (a.digit == shared.digit)
                a.twiddle_weight = 0;
        }
    }
    s.computed.push_back(shared);
    s.computed.back().local_weight = 0; // which the lanes have
}

stage_layout layout_step(const pass& p, const digit_list& list, std::size_t i)
{
    stage_layout s;
    const auto& digits = list.all;
    const std::size_t m = p.stages.size();
    const auto own = p.stage_of(i);
    const auto fills = fills_of(p, list, own);
    s.point = whole(digits[own], i < m ? digit_state::point : digit_state::output);
    s.fill.size = 1;
    s.fill.name = "none";
    const auto settle = [&](atom& a) {
        // Only the digits of the same dimension have a part in the twiddles.
        if (a.dimension != s.point.dimension)
            a.twiddle_weight = 0;
        else if (p.has_constant_geometry && a.twiddle_weight)
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
        const auto fill = std::find_if(
            fills.begin(), fills.end(), [d](const filled& f) { return f.digit == d; });
        if (fill != fills.end()) {
            // The registers hold the top factor, which may span several atoms.
            s.fill = part(digits[d], state, high / fill->size, fill->size);
            high /= fill->size;
            for (auto& a : parts_of(d, s.fill)) {
                settle(a);
                s.fill_parts.push_back(a);
            }
            settle(s.fill);
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
        a.local_weight = 0; // in its own group, which has no other
        settle(a);
        s.rank.push_back(a);
    }
    if (p.leaves_group(i)) {
        const auto goes_on = is_before(p, i) ? &rank_part::after : &rank_part::before;
        for (auto* atoms : { &s.lanes, &s.point_parts, &s.fill_parts }) {
            for (auto& a : *atoms)
                a.rank_weight = rank_weight(list.rank, goes_on, a);
        }
    }
    if (p.has_constant_geometry)
        sort_constant_lanes(s.lanes, p.low_columns);
    else if (i == 0 && !p.staged_input)
        sort_lanes(s.lanes, &atom::input_weight);
    else if (i + 1 == p.steps() && !p.staged_output && !p.leaves_by_exchange())
        sort_lanes(s.lanes, &atom::output_weight);
    else
        sort_middle_lanes(s.lanes, p.low_columns, !p.nesting.empty());
    if (has_paired_rank(p) && !is_before(p, i))
        compute_paired(s, whole(digits[shared_stage(p)], digit_state::output));
    if (p.is_paired(i)) {
        // The other half of this digit's values belongs to the opposite butterflies.
        for (std::size_t d = 0; d < m; ++d) {
            if (d == own)
                continue;
            const auto state = state_at(p, d, i);
            if (!has_paired_rank(p))
                s.others.push_back(whole(digits[d], state));
            else if (d != shared_stage(p))
                for (auto& a : cut(digits[d], state, 1, digits[d].size))
                    s.others.push_back(std::move(a));
        }
    }
    return s;
}

//! Elements of local memory that paired ends are staged through, rows as they are.
std::int64_t staged_points_of(const pass& p)
{
    std::int64_t most = 0;
    if (p.paired_input && p.staged_input)
        most = staged_row(p, true);
    if (p.paired_output && p.staged_output)
        most = std::max(most, staged_row(p, false));
    return most * p.columns.size;
}

//! A work-item of joined stages goes on with what it has: the lanes of \p s in the order
//! of \p next.
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

} // namespace

tile_maker::tile_maker(const pass& p) : d_pass(p), d_digits(cut_digits(p))
{
    d_row_points =
        p.stages_rows() ? p.columns.size * core_length(p, p.load) : staged_points_of(p);
    if (has_odd_rows(p))
        d_row_points += 1; // room for rows that begin at an odd element
    d_nest = nest_digits(p, d_digits);
    place_nested(d_nest, p.padding, d_digits.all);
    if (p.has_constant_geometry)
        d_turned.assign(p.stages.size() + 1, d_digits);
    if (p.cluster > 1) {
        d_arrivals = nest_arrivals(p, layout_step(p, d_digits, after() - 1));
        d_arrived = d_digits;
        for (auto& d : d_arrived.all)
            d.lowest_place = 0;
    }
    pad(p.padding);
}

std::int64_t tile_maker::pad(const std::vector<int>& padding)
{
    const auto& p = d_pass;
    d_exchange_points = place_nested(d_nest, padding, d_digits.all);
    for (std::size_t i = 0; i < d_turned.size(); ++i)
        turn_places(i);
    // Staged rows lie behind what is exchanged, if anything is.
    if (staged_points_of(p) && p.stages.size() == 1 && !p.comes_by_exchange())
        d_exchange_points = 0;
    if (p.cluster > 1) {
        const auto points = place_nested(d_arrivals, padding, d_arrived.all);
        // Before the first stage's points are sent there are none in local memory, unless
        // what is sent back arrives there.
        d_exchange_points =
            after() > 1 || p.convolves ? std::max(d_exchange_points, points) : points;
    }
    if (has_bulk_tiles(p)) { // in the same place, as they lie
        const auto bytes = 2 * real_bytes(p);
        const auto points = (bulk_tile_bytes(p) + bytes - 1) / bytes;
        d_exchange_points = std::max(d_exchange_points, points);
    }
    if (p.bulk_input || p.bulk_output) // the rows behind begin at a multiple of 16 bytes
        d_exchange_points += d_exchange_points % 2;
    return d_exchange_points;
}

//! Places go by the level: those of step 0 belong to other digits in step \p i.
void tile_maker::turn_places(std::size_t i)
{
    auto& turned = d_turned[i].all;
    const auto m = d_pass.stages.size();
    for (std::size_t d = 0; d < m; ++d)
        turned[d].lowest_place =
            d_digits.all[m - 1 - level_of(d_pass, d, i)].lowest_place;
    turned[m].lowest_place = d_digits.all[m].lowest_place;
}

const digit_list& tile_maker::digits_at(std::size_t i) const
{
    if (!d_turned.empty())
        return d_turned[i];
    return d_pass.cluster > 1 && !is_before(d_pass, i) ? d_arrived : d_digits;
}

std::int64_t tile_maker::local_weight(const atom& a, std::size_t i) const
{
    return digits_at(i).of(a).local_weight(a.low);
}

std::int64_t tile_maker::remote_weight(const atom& a, std::size_t i) const
{
    return a.rank_weight ? 0 : digits_at(i + 1).of(a).local_weight(a.low);
}

digit_list tile_maker::loaded() const
{
    auto digits = d_digits;
    cut_at_tiles(d_pass, digits.all);
    return digits;
}

stage_layout tile_maker::step(std::size_t i) const
{
    const auto& p = d_pass;
    auto s = layout_step(p, i == 0 ? loaded() : digits_at(i), i);
    // Both steps at the turn work on the same registers.
    if (p.convolves && i == p.stages.size())
        s.lanes = step(i - 1).lanes;
    if (p.has_constant_geometry) {
        for (auto* atoms : { &s.lanes, &s.point_parts, &s.fill_parts }) {
            for (auto& a : *atoms)
                a.left_weight = local_weight(a, i + 1); // where the next one finds it
        }
    }
    return s;
}

tile tile_maker::make() const
{
    const auto& p = d_pass;
    tile made;
    made.exchange_points = d_exchange_points;
    made.row_points = d_row_points;
    made.stages.reserve(p.steps());
    for (std::size_t i = 0; i < p.steps(); ++i)
        made.stages.push_back(step(i));
    for (std::size_t i = 0; i < p.steps(); ++i) {
        if (!p.leaves_group(i))
            continue;
        auto& sent = made.stages[i];
        for (auto* atoms :
             { &sent.lanes, &sent.point_parts, &sent.fill_parts, &sent.rank }) {
            for (auto& a : *atoms)
                a.remote_weight = remote_weight(a, i);
        }
    }
    if (has_joined_stages(p))
        order_like(made.stages[p.stages.size() - 2], made.stages.back());
    const auto end = p.convolves ? digit_state::restored : digit_state::output;
    const auto first = loaded();
    const auto& last = p.has_constant_geometry ? d_turned.back() : first;
    for (const auto& d : first.all) {
        if (d.size == 1)
            continue;
        if (straddles(d)) {
            for (auto& a : cut(d, digit_state::point, 1, d.size))
                made.input_order.push_back(std::move(a));
        } else {
            made.input_order.push_back(whole(d, digit_state::point));
        }
        const auto& left = last.all[static_cast<std::size_t>(&d - first.all.data())];
        made.output_order.push_back(whole(left, end));
    }
    sort_lanes(made.input_order, &atom::input_weight);
    sort_lanes(made.output_order, &atom::output_weight);
    return made;
}

tile make_tile(const pass& p) { return tile_maker(p).make(); }

bool input_tiles_fit(const pass& p) { return tiles_fit(p, make_digits(p)); }

std::vector<atom> stage_layout::fixed() const
{
    auto all = lanes;
    all.insert(all.end(), rank.begin(), rank.end());
    all.insert(all.end(), computed.begin(), computed.end());
    return all;
}

std::int64_t stage_layout::register_offset(int r, int f, std::int64_t atom::*weight) const
{
    return lane_offset(point_parts, r, weight) + lane_offset(fill_parts, f, weight);
}

std::int64_t
lane_offset(const std::vector<atom>& lanes, std::int64_t t, std::int64_t atom::*weight)
{
    std::int64_t offset = 0;
    for (const auto& a : lanes) {
        offset += t % a.size * (a.*weight);
        t /= a.size;
    }
    return offset;
}

std::int64_t local_memory_bytes(const pass& p)
{
    if (!p.uses_local_memory())
        return 0;
    const bool is_one = p.exchange_parts == exchange::split || p.is_real();
    const std::int64_t parts = is_one ? 1 : 2;
    // Two barriers of 8 bytes count what comes from other groups, or one what comes in
    // bulk.
    const std::int64_t barriers = p.cluster_is_async ? 16 : p.bulk_input ? 8 : 0;
    const tile_maker made(p);
    return (made.exchange_points() + made.row_points()) * parts * real_bytes(p) +
           barriers;
}

std::int64_t real_bytes(const pass& p)
{
    return p.number == precision::float64 ? sizeof(double) : sizeof(float);
}

std::int64_t contiguous_run(const std::vector<atom>& atoms, std::int64_t atom::*weight)
{
    std::int64_t run = 1;
    for (const auto& a : atoms) {
        if (a.*weight != run)
            break;
        run *= a.size;
    }
    return run;
}

} // namespace gpufft
