/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/end_tables.h"
#include "plan/joined_stages.h"
#include "plan/paired.h"
#include "plan/rank_digits.h"
#include "plan/tile.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <map>
#include <set>

namespace gpufft {

namespace {

//! A whole digit with the weights of its lowest step, before it is cut.
struct digit {
    int number = 0; // 1 for the first stage's; 0: the columns
    int size = 1;
    int dimension = -1;
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    std::int64_t input_index = 0;
    std::int64_t output_index = 0;
    std::int64_t below = 0; // points of its dimension that the later digits number
    std::int64_t above = 0; // likewise the earlier ones
    std::set<int> begins;   // of its atoms above the lowest
    // In local memory: the weight of its parts from each low on.
    std::map<int, std::int64_t> places = { { 1, 0 } };
    // Points in tiles at the input: in one, and from one to the next.
    std::int64_t tile_points = 0;
    std::int64_t tile_weight = 0;
    std::int64_t tile_index = 0;

    std::int64_t local_weight(int low) const
    {
        const auto& [begin, weight] = *std::prev(places.upper_bound(low));
        return weight * (low / begin);
    }
};

//! A tile of the input ends inside the digit.
bool straddles(const digit& d)
{
    return d.below < d.tile_points && d.tile_points < d.below * d.size;
}

std::string name_of(const digit& d, digit_state state)
{
    if (d.number == 0)
        return "column";
    const char letters[] = { 'n', 'k', 'j' };
    return fmt::format("{}{}", letters[static_cast<int>(state)], d.number);
}

//! The part of \p d that starts at factor \p low and holds \p size values.
atom part(const digit& d, digit_state state, int low, int size)
{
    atom a;
    a.name = name_of(d, state);
    if (size != d.size) {
        const bool is_top = low * size == d.size;
        a.name += is_top ? "_top" : low == 1 ? "_low" : "_middle";
        if (a.name.back() == 'e' && d.begins.size() > 2) // one of several
            a.name += std::to_string(low);
    }
    a.size = size;
    a.state = state;
    a.dimension = d.dimension;
    const auto points = d.below * low;
    const bool is_tiles = d.tile_points && points >= d.tile_points;
    a.input_weight =
        is_tiles ? points / d.tile_points * d.tile_weight : d.input_weight * low;
    a.output_weight = d.output_weight * low;
    a.input_index =
        is_tiles ? points / d.tile_points * d.tile_index : d.input_index * low;
    a.output_index = d.output_index * low;
    a.local_weight = d.local_weight(low);
    a.digit = d.number;
    a.low = low;
    a.point_weight = d.below * low;
    if (state == digit_state::output) {
        a.twiddle_weight = d.above * low;
        a.spectrum_weight = d.above * low;
    }
    return a;
}

atom whole(const digit& d, digit_state state) { return part(d, state, 1, d.size); }

//! Values \p low .. \p high - 1, low to high, cut at \p begins, which divide one another
//! in a chain.
template <class Begins>
std::vector<atom>
cut(const digit& d, digit_state state, const Begins& begins, int low, int high)
{
    std::vector<atom> atoms;
    for (const int begin : begins) {
        if (begin <= low || begin >= high)
            continue;
        atoms.push_back(part(d, state, low, begin / low));
        low = begin;
    }
    if (high > low)
        atoms.push_back(part(d, state, low, high / low));
    return atoms;
}

//! Whether step \p i comes before the exchange through the cluster.
bool is_before(const pass& p, std::size_t i)
{
    return i < static_cast<std::size_t>(p.cluster_after);
}

//! Values of digit \p d that a group has at step \p i: its top is the rank.
int held(const pass& p, const std::vector<digit>& digits, std::size_t d, std::size_t i)
{
    int size = digits[d].size;
    for (const auto& r : rank_parts(p)) {
        const auto& top = is_before(p, i) ? r.before : r.after;
        if (top.digit == d)
            size = top.low;
    }
    return size;
}

//! Digits 1 .. m, then the columns.
std::vector<digit> make_digits(const pass& p)
{
    const int m = static_cast<int>(p.stages.size());
    std::vector<digit> digits(m + 1);
    std::vector<std::int64_t> above(p.dimensions.size(), 1);
    std::vector<std::int64_t> below(p.dimensions.size(), 1);
    for (const auto& s : p.stages)
        below[s.dimension] *= s.radix;
    for (int i = 0; i < m; ++i) {
        digit& d = digits[i];
        d.number = i + 1;
        d.size = p.stages[i].radix;
        d.dimension = p.stages[i].dimension;
        const auto& along = p.dimensions[d.dimension];
        below[d.dimension] /= d.size;
        d.below = below[d.dimension];
        d.above = above[d.dimension];
        above[d.dimension] *= d.size;
        d.input_index = d.below * along.input_step;
        d.output_index = (p.convolves ? d.below : d.above) * along.output_step;
        d.input_weight = d.input_index * along.input_stride;
        d.tile_points = along.input_tile;
        d.tile_index = along.input_tile_step;
        d.tile_weight = d.tile_index * along.input_stride;
        d.output_weight = d.output_index * along.output_stride;
    }
    digit& columns = digits[m];
    columns.size = static_cast<int>(p.columns.size);
    columns.input_weight = p.columns.input_weight;
    columns.output_weight = p.columns.output_weight;
    columns.input_index = p.columns.input_step;
    columns.output_index = p.columns.output_step;
    return digits;
}

//! What step \p i finds digit \p d to be: 0-based, all but the one it works on.
digit_state state_at(const pass& p, std::size_t d, std::size_t i)
{
    const auto s = p.stage_of(i);
    if (i < p.stages.size())
        return d < s ? digit_state::output : digit_state::point;
    return d > s ? digit_state::restored : digit_state::output;
}

//! Fill of the first stage that digit number \p i, from 0, gives.
int loaded_fill(const pass& p, std::size_t i) { return i == 1 ? p.stages[0].fill : 1; }

bool tiles_fit(const pass& p, const std::vector<digit>& digits)
{
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const digit& d = digits[i];
        if (!d.tile_points)
            continue;
        if (std::max(d.below, d.tile_points) % std::min(d.below, d.tile_points))
            return false;
        const auto low = d.tile_points / d.below;
        if (straddles(d) && (i == 0 || d.size % low || d.size / low % loaded_fill(p, i)))
            return false;
    }
    return true;
}

/*!
 * Digits as the first step sees them, which loads: cut where a tile of the input ends, as
 * well as by the step's own fill.
 */
void cut_at_tiles(const pass& p, std::vector<digit>& digits)
{
    if (!tiles_fit(p, digits))
        throw plan_error(
            "tiles of the input end inside what the first stage has in registers, or "
            "inside a digit that they do not divide; take another order of radices");
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        digit& d = digits[i];
        if (!straddles(d))
            continue;
        d.begins = { static_cast<int>(d.tile_points / d.below) };
        if (loaded_fill(p, i) > 1)
            d.begins.insert(d.size / loaded_fill(p, i));
    }
}

//! Index of the digit whose top factor stage \p i keeps in registers: the next one that
//! the group has some of, or in the last stage the previous one.
std::size_t fill_digit(const pass& p, const std::vector<digit>& digits, std::size_t i)
{
    if (p.columns_are_paired && p.is_paired(i))
        return p.stages.size(); // partners are the upper half of the columns
    if (p.stages.size() == 1)
        return 1; // the columns
    if (i + 1 == p.stages.size()) {
        auto d = i - 1;
        while (d > 0 && held(p, digits, d, i) == 1)
            --d;
        return d;
    }
    auto d = i + 1;
    while (d + 1 < p.stages.size() && held(p, digits, d, i) == 1)
        ++d;
    return d;
}

//! Cuts \p d at \p begin, in a chain with the cuts that are there.
void mark_cut(digit& d, int begin)
{
    for (const int other : d.begins) {
        if (std::max(other, begin) % std::min(other, begin))
            throw plan_error(fmt::format("fills {} and {} cut the same digit, and "
                                         "neither divides the other",
                                         d.size / other,
                                         d.size / begin));
    }
    if (begin > 1)
        d.begins.insert(begin);
}

void mark_cuts(const pass& p, std::vector<digit>& digits)
{
    for (const auto& r : rank_parts(p)) {
        for (const auto& part : { r.before, r.after }) {
            mark_cut(digits[part.digit], part.low);
            if (part.low * part.size < digits[part.digit].size)
                mark_cut(digits[part.digit], part.low * part.size);
        }
    }
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const int fill = p.butterflies(i);
        if (fill == 1 || (p.columns_are_paired && p.is_paired(i)))
            continue; // steps other than the last take columns whole
        if (p.stages.size() == 1 &&
            (p.is_paired(i) || !(p.staged_input && p.staged_output)))
            throw plan_error("a pass of one stage fills its registers from the columns, "
                             "which staged-input and staged-output alone tell apart");
        const auto from = fill_digit(p, digits, i);
        const int size = held(p, digits, from, i);
        if (size % fill)
            throw plan_error(fmt::format(
                "fill {} does not divide the {} values it is taken from; take a "
                "divisor of {}",
                fill,
                size,
                size));
        mark_cut(digits[from], size / fill);
    }
}

//! Neighbouring columns lie closer than neighbouring points, at one end at least.
bool columns_are_lowest(const pass& p, const std::vector<digit>& digits)
{
    if (p.columns_are_rows() || p.columns.size == 1)
        return false;
    const auto lowest = [&](std::int64_t digit::*weight) {
        for (std::size_t i = 0; i < p.stages.size(); ++i) {
            if (digits[i].*weight <= digits.back().*weight)
                return false;
        }
        return true;
    };
    return lowest(&digit::input_weight) || lowest(&digit::output_weight);
}

/*!
 * Local memory, innermost first: the columns where they are lanes of the lowest weight,
 * digits m .. 1, the columns else. Between levels lies the padding.
 */
std::int64_t assign_local_weights(const pass& p, std::vector<digit>& digits)
{
    const std::size_t m = p.stages.size();
    std::vector<digit*> nest;
    const bool columns_low = columns_are_lowest(p, digits);
    if (columns_low)
        nest.push_back(&digits[m]);
    for (std::size_t i = m; i-- > 0;)
        nest.push_back(&digits[i]);
    if (!columns_low)
        nest.push_back(&digits[m]);

    std::int64_t weight = 1;
    const auto levels =
        p.cluster > 1 ? std::min(p.padding.size(), ARRIVAL_PADDING) : p.padding.size();
    std::size_t level = 0;
    for (auto* d : nest) {
        d->places = { { 1, weight } };
        const int size = held(p, digits, d - digits.data(), 0);
        if (size == 1 && p.cluster > 1) // the group has none of it
            continue;
        weight *= size;
        if (level < levels)
            weight += p.padding[level];
        ++level;
    }
    return weight;
}

void sort_lanes(std::vector<atom>& lanes, std::int64_t atom::*weight)
{
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        return a.*weight < b.*weight;
    });
}

//! Between the ends: finished digits ascending, then the others by local weight, columns
//! on top unless they are innermost, or wanted lowest.
void sort_middle_lanes(std::vector<atom>& lanes, bool low_columns)
{
    const auto rank = [low_columns](const atom& a) {
        if (a.dimension < 0)
            return low_columns || a.local_weight == 1 ? 0 : 3;
        return a.twiddle_weight ? 1 : 2;
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        return rank(a) == 1 ? a.twiddle_weight < b.twiddle_weight
                            : a.local_weight < b.local_weight;
    });
}

/*!
 * Local memory after the exchange through the cluster: as the stage that sends has its
 * work-items, so that neighbours store to neighbours. What their registers hold and what
 * was the rank comes on top. Between digits lies the padding from level 2 on.
 */
std::int64_t assign_arrival_weights(const pass& p,
                                    const stage_layout& sent,
                                    std::vector<digit>& digits)
{
    std::vector<atom> nest;
    for (const auto& a : sent.lanes) {
        if (!a.rank_weight)
            nest.push_back(a);
    }
    if (sent.fill.size > 1)
        nest.push_back(sent.fill);
    nest.insert(nest.end(), sent.rank.begin(), sent.rank.end());
    for (const auto& a : sent.point_parts) {
        if (!a.rank_weight && a.size > 1)
            nest.push_back(a);
    }
    const auto of = [&](const atom& a) -> digit& {
        return a.digit ? digits[a.digit - 1] : digits.back();
    };
    for (auto& d : digits)
        d.places = { { 1, 0 } };
    std::int64_t weight = 1;
    std::size_t level = ARRIVAL_PADDING;
    for (std::size_t i = 0; i < nest.size(); ++i) {
        if (i > 0 && nest[i].digit != nest[i - 1].digit) {
            if (level < p.padding.size())
                weight += p.padding[level];
            ++level;
        }
        of(nest[i]).places[nest[i].low] = weight;
        weight *= nest[i].size;
    }
    return weight;
}

//! To the rank of the group that goes on with it, for a step of \p a.
std::int64_t rank_weight(const pass& p, const atom& a)
{
    std::int64_t weight = 1;
    const auto parts = rank_parts(p);
    for (auto r = parts.rbegin(); r != parts.rend(); ++r) {
        const auto& top = r->after;
        if (a.digit == static_cast<int>(top.digit) + 1 && a.low >= top.low &&
            a.low < top.low * top.size)
            return weight * (a.low / top.low);
        weight *= r->size();
    }
    return 0;
}

stage_layout layout_step(const pass& p, const std::vector<digit>& digits, std::size_t i)
{
    stage_layout s;
    const std::size_t m = p.stages.size();
    const auto own = p.stage_of(i);
    const int fill = p.butterflies(i);
    s.point = whole(digits[own], i < m ? digit_state::point : digit_state::output);
    s.fill.size = 1;
    s.fill.name = "none";
    const auto settle = [&](atom& a) {
        // Only the digits of the same dimension have a part in the twiddles.
        if (a.dimension != s.point.dimension)
            a.twiddle_weight = 0;
    };
    const auto parts_of = [&](std::size_t d, const atom& a) {
        return cut(digits[d], a.state, digits[d].begins, a.low, a.low * a.size);
    };
    s.point_parts = parts_of(own, s.point);
    for (std::size_t d = 0; d <= m; ++d) {
        if (d == own)
            continue;
        const auto state = d == m ? digit_state::point : state_at(p, d, i);
        int high = held(p, digits, d, i);
        if (fill > 1 && d == fill_digit(p, digits, own)) {
            // The registers hold the top factor, which may span several atoms.
            s.fill = part(digits[d], state, high / fill, fill);
            high /= fill;
            s.fill_parts = parts_of(d, s.fill);
            settle(s.fill);
        }
        for (auto& a : cut(digits[d], state, digits[d].begins, 1, high)) {
            settle(a);
            if (a.size > 1)
                s.lanes.push_back(std::move(a));
        }
    }
    const auto parts = rank_parts(p);
    for (auto r = parts.rbegin(); r != parts.rend(); ++r) {
        const auto& top = is_before(p, i) ? r->before : r->after;
        auto a = part(digits[top.digit], state_at(p, top.digit, i), top.low, top.size);
        a.local_weight = 0; // in its own group, which has no other
        settle(a);
        s.rank.push_back(a);
    }
    if (p.leaves_group(i)) {
        for (auto* atoms : { &s.lanes, &s.point_parts, &s.fill_parts }) {
            for (auto& a : *atoms)
                a.rank_weight = rank_weight(p, a);
        }
    }
    if (i == 0 && !p.staged_input)
        sort_lanes(s.lanes, &atom::input_weight);
    else if (i + 1 == p.steps() && !p.staged_output && !p.leaves_by_exchange())
        sort_lanes(s.lanes, &atom::output_weight);
    else
        sort_middle_lanes(s.lanes, p.low_columns);
    if (p.is_paired(i)) {
        // The other half of this digit's values belongs to the opposite butterflies.
        for (std::size_t d = 0; d < m; ++d) {
            if (d != own)
                s.others.push_back(whole(digits[d], state_at(p, d, i)));
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

tile make_tile(const pass& p)
{
    auto digits = make_digits(p);
    mark_cuts(p, digits);

    tile made;
    made.exchange_points = assign_local_weights(p, digits);
    made.row_points = staged_points_of(p);
    // Behind what is exchanged, if anything is.
    if (made.row_points && p.stages.size() == 1 && !p.comes_by_exchange())
        made.exchange_points = 0;
    auto arrived = digits;
    const auto after = static_cast<std::size_t>(p.cluster_after);
    if (p.cluster > 1) {
        const auto points =
            assign_arrival_weights(p, layout_step(p, digits, after - 1), arrived);
        // Before the first stage's points are sent there are none in local memory.
        made.exchange_points =
            after > 1 ? std::max(made.exchange_points, points) : points;
    }
    auto loaded = digits;
    cut_at_tiles(p, loaded);
    if (p.stages_rows())
        made.row_points = p.columns.size * core_length(p, p.load);
    for (std::size_t i = 0; i < p.steps(); ++i)
        made.stages.push_back(layout_step(p,
                                          i == 0                              ? loaded
                                          : p.cluster > 1 && !is_before(p, i) ? arrived
                                                                              : digits,
                                          i));
    if (p.cluster > 1) {
        auto& sent = made.stages[after - 1];
        for (auto* atoms :
             { &sent.lanes, &sent.point_parts, &sent.fill_parts, &sent.rank }) {
            for (auto& a : *atoms) {
                const auto& d = a.digit ? arrived[a.digit - 1] : arrived.back();
                a.remote_weight = a.rank_weight ? 0 : d.local_weight(a.low);
            }
        }
    }
    if (has_joined_stages(p))
        order_like(made.stages[p.stages.size() - 2], made.stages.back());
    if (p.convolves) {
        // Both steps at the turn work on the same registers.
        const auto turn = p.stages.size();
        made.stages[turn].lanes = made.stages[turn - 1].lanes;
    }
    const auto end = p.convolves ? digit_state::restored : digit_state::output;
    for (const auto& d : loaded) {
        if (d.size == 1)
            continue;
        if (straddles(d)) {
            for (auto& a : cut(d, digit_state::point, d.begins, 1, d.size))
                made.input_order.push_back(std::move(a));
        } else {
            made.input_order.push_back(whole(d, digit_state::point));
        }
        made.output_order.push_back(whole(d, end));
    }
    sort_lanes(made.input_order, &atom::input_weight);
    sort_lanes(made.output_order, &atom::output_weight);
    return made;
}

bool input_tiles_fit(const pass& p) { return tiles_fit(p, make_digits(p)); }

std::vector<atom> stage_layout::fixed() const
{
    auto all = lanes;
    all.insert(all.end(), rank.begin(), rank.end());
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
    // Two barriers of 8 bytes count what comes from other groups.
    const std::int64_t barriers = p.cluster_is_async ? 16 : 0;
    const auto made = make_tile(p);
    return (made.exchange_points + made.row_points) * parts * real_bytes(p) + barriers;
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
