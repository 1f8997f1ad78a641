/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/end_tables.h"
#include "plan/paired.h"
#include "plan/tile.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
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
    std::int64_t local_weight = 0;
    std::set<int> cuts; // top factors that fills take
    // Points in tiles at the input: in one, and from one to the next.
    std::int64_t tile_points = 0;
    std::int64_t tile_weight = 0;
    std::int64_t tile_index = 0;
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
    a.local_weight = d.local_weight * low;
    a.point_weight = d.below * low;
    if (state == digit_state::output) {
        a.twiddle_weight = d.above * low;
        a.spectrum_weight = d.above * low;
    }
    return a;
}

atom whole(const digit& d, digit_state state) { return part(d, state, 1, d.size); }

//! Low to high. The cuts, as top factors, divide one another in a chain.
std::vector<atom> cut(const digit& d, digit_state state)
{
    std::vector<atom> atoms;
    int low = 1;
    // A top factor f begins at size / f: the largest top factor gives the lowest cut.
    for (auto c = d.cuts.rbegin(); c != d.cuts.rend(); ++c) {
        const int begin = d.size / *c;
        if (begin > low)
            atoms.push_back(part(d, state, low, begin / low));
        low = begin;
    }
    atoms.push_back(part(d, state, low, d.size / low));
    return atoms;
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
        d.cuts = { static_cast<int>(d.size / (d.tile_points / d.below)) };
        if (loaded_fill(p, i) > 1)
            d.cuts.insert(loaded_fill(p, i));
    }
}

//! Index of the digit whose top factor stage \p i keeps in registers: of a stage alone
//! that of the columns.
std::size_t fill_digit(const pass& p, std::size_t i)
{
    if (p.columns_are_paired && p.is_paired(i))
        return p.stages.size(); // partners are the upper half of the columns
    if (p.stages.size() == 1)
        return 1;
    return i + 1 < p.stages.size() ? i + 1 : i - 1;
}

void mark_cuts(const pass& p, std::vector<digit>& digits)
{
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const int fill = p.butterflies(i);
        if (fill == 1 || (p.columns_are_paired && p.is_paired(i)))
            continue; // steps other than the last take columns whole
        if (p.stages.size() == 1 &&
            (p.is_paired(i) || !(p.staged_input && p.staged_output)))
            throw plan_error("a pass of one stage fills its registers from the columns, "
                             "which staged-input and staged-output alone tell apart");
        digit& d = digits[fill_digit(p, i)];
        if (d.size % fill)
            throw plan_error(fmt::format(
                "fill {} does not divide the {} values it is taken from; take a "
                "divisor of {}",
                fill,
                d.size,
                d.size));
        for (const int other : d.cuts) {
            if (std::max(other, fill) % std::min(other, fill))
                throw plan_error(fmt::format("fills {} and {} cut the same digit, and "
                                             "neither divides the other",
                                             other,
                                             fill));
        }
        d.cuts.insert(fill);
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
    for (std::size_t level = 0; level < nest.size(); ++level) {
        nest[level]->local_weight = weight;
        weight *= nest[level]->size;
        if (level < p.padding.size())
            weight += p.padding[level];
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

stage_layout layout_step(const pass& p, const std::vector<digit>& digits, std::size_t i)
{
    stage_layout s;
    const std::size_t m = p.stages.size();
    const auto own = p.stage_of(i);
    const int fill = p.butterflies(i);
    s.point = whole(digits[own], i < m ? digit_state::point : digit_state::output);
    s.fill.size = 1;
    s.fill.name = "none";
    for (std::size_t d = 0; d <= m; ++d) {
        if (d == own)
            continue;
        const auto state = d == m ? digit_state::point : state_at(p, d, i);
        auto atoms = cut(digits[d], state);
        if (fill > 1 && d == fill_digit(p, own)) {
            // The registers hold the top factor, which may span several atoms.
            s.fill = part(digits[d], state, digits[d].size / fill, fill);
            if (d == m)
                atoms = { part(digits[d], state, 1, digits[d].size / fill) };
            atoms.erase(std::remove_if(atoms.begin(),
                                       atoms.end(),
                                       [&](const atom& a) {
                                           return a.local_weight >= s.fill.local_weight;
                                       }),
                        atoms.end());
        }
        for (auto& a : atoms) {
            // Only the digits of the same dimension have a part in the twiddles.
            if (a.dimension != s.point.dimension)
                a.twiddle_weight = 0;
            if (a.size > 1)
                s.lanes.push_back(std::move(a));
        }
    }
    if (s.fill.dimension != s.point.dimension)
        s.fill.twiddle_weight = 0;
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
    auto loaded = digits;
    cut_at_tiles(p, loaded);
    if (p.stages_rows())
        made.row_points = p.columns.size * core_length(p, p.load);
    for (std::size_t i = 0; i < p.steps(); ++i)
        made.stages.push_back(layout_step(p, i == 0 ? loaded : digits, i));
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
            for (auto& a : cut(d, digit_state::point))
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
    const std::int64_t parts = p.exchange_parts == exchange::split ? 1 : 2;
    const auto made = make_tile(p);
    return (made.exchange_points + made.row_points) * parts * real_bytes(p);
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
