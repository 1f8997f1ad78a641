/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/constant_geometry.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/bulk_tiles.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/io_tables.h"
#include "plan/simt/step_layout.h"
#include "plan/simt/tile.h"
#include "plan/simt/tile_digits.h"
#include "plan/simt/tile_maker.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Elements of local memory through which paired loads or stores are staged, rows as they
//! are.
std::int64_t staged_points_of(const pass& p)
{
    std::int64_t most = 0;
    if (p.workgroup().paired_input && p.workgroup().staged_input)
        most = staged_row(p, true);
    if (p.workgroup().paired_output && p.workgroup().staged_output)
        most = std::max(most, staged_row(p, false));
    return most * p.columns.size;
}

} // namespace

tile_maker::tile_maker(const pass& p) : d_pass(p), d_digits(cut_digits(p))
{
    d_row_points =
        p.stages_rows() ? p.columns.size * dft_length(p, p.load) : staged_points_of(p);
    if (has_odd_rows(p))
        d_row_points += 1; // room for rows that begin at an odd element
    d_nest = nest_digits(p, d_digits);
    place_nested(d_nest, p.workgroup().padding, d_digits.all);
    if (p.workgroup().has_constant_geometry)
        d_turned.assign(p.stages.size() + 1, d_digits);
    if (p.workgroup().cluster.size > 1) {
        d_arrivals = nest_arrivals(p, layout_step(p, d_digits, after() - 1));
        d_arrived = d_digits;
        for (auto& d : d_arrived.all)
            d.lowest_place = 0;
    }
    pad(p.workgroup().padding);
}

std::int64_t tile_maker::pad(const std::vector<int>& padding)
{
    const auto& p = d_pass;
    d_exchange_points = place_nested(d_nest, padding, d_digits.all);
    for (std::size_t i = 0; i < d_turned.size(); ++i)
        rotated_places(i);
    // Staged rows lie behind what is exchanged, if anything is.
    if (staged_points_of(p) && p.stages.size() == 1 && !p.comes_by_exchange())
        d_exchange_points = 0;
    if (p.workgroup().cluster.size > 1) {
        const auto points = place_nested(d_arrivals, padding, d_arrived.all);
        // Before the first stage's points are sent there are none in local memory, unless
        // points on the way back arrive there.
        d_exchange_points =
            after() > 1 || p.convolves ? std::max(d_exchange_points, points) : points;
    }
    if (has_bulk_tiles(p)) { // in the same place, as they lie
        const auto bytes = 2 * real_bytes(p);
        const auto points = (bulk_tile_bytes(p) + bytes - 1) / bytes;
        d_exchange_points = std::max(d_exchange_points, points);
    }
    if (p.workgroup().bulk_input ||
        p.workgroup().bulk_output) // the rows behind begin at a multiple of 16 bytes
        d_exchange_points += d_exchange_points % 2;
    return d_exchange_points;
}

//! Gives digits the places of their level: a place of step 0 belongs to another digit in
//! step \p i.
void tile_maker::rotated_places(std::size_t i)
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
    return d_pass.workgroup().cluster.size > 1 && !is_before(d_pass, i) ? d_arrived
                                                                        : d_digits;
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
    // Both steps at the turnaround work on one set of registers.
    if (p.convolves && i == p.stages.size())
        s.lanes = step(i - 1).lanes;
    if (p.workgroup().has_constant_geometry) {
        for (auto* atoms : { &s.lanes, &s.point_parts, &s.per_item_parts }) {
            for (auto& a : *atoms)
                a.left_weight = local_weight(a, i + 1); // where the next one finds it
        }
    }
    return s;
}

tile tile_maker::make() const
{
    const auto& p = d_pass;
    tile result;
    result.exchange_points = d_exchange_points;
    result.row_points = d_row_points;
    result.stages.reserve(p.steps());
    for (std::size_t i = 0; i < p.steps(); ++i)
        result.stages.push_back(step(i));
    for (std::size_t i = 0; i < p.steps(); ++i) {
        if (!p.leaves_group(i))
            continue;
        auto& sent = result.stages[i];
        for (auto* atoms :
             { &sent.lanes, &sent.point_parts, &sent.per_item_parts, &sent.rank }) {
            for (auto& a : *atoms)
                a.remote_weight = remote_weight(a, i);
        }
    }
    if (has_joined_stages(p))
        order_like(result.stages[p.stages.size() - 2], result.stages.back());
    const auto end = p.convolves ? digit_state::restored : digit_state::output;
    const auto first = loaded();
    const auto& last = p.workgroup().has_constant_geometry ? d_turned.back() : first;
    for (const auto& d : first.all) {
        if (d.size == 1)
            continue;
        if (straddles(d)) {
            for (auto& a : cut(d, digit_state::point, 1, d.size))
                result.input_order.push_back(std::move(a));
        } else {
            result.input_order.push_back(whole(d, digit_state::point));
        }
        const auto& left = last.all[static_cast<std::size_t>(&d - first.all.data())];
        result.output_order.push_back(whole(left, end));
    }
    sort_lanes(result.input_order, &atom::input_weight);
    sort_lanes(result.output_order, &atom::output_weight);
    return result;
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
    return lane_offset(point_parts, r, weight) + lane_offset(per_item_parts, f, weight);
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
    const bool is_one = p.workgroup().parts == exchange::split || p.is_real();
    const std::int64_t parts = is_one ? 1 : 2;
    // Two barriers of 8 bytes count bytes that come from other groups, or one counts
    // those of a bulk copy.
    const std::int64_t barriers = p.workgroup().cluster.is_async ? 16
                                  : p.workgroup().bulk_input     ? 8
                                                                 : 0;
    const tile_maker maker(p);
    return (maker.exchange_points() + maker.row_points()) * parts * real_bytes(p) +
           barriers + filter_bytes(p);
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
