/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/paired_rank.h"
#include "plan/simt/tile_digits.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

std::string name_of(const digit& d, digit_state state)
{
    if (d.number == 0)
        return "column";
    const char letters[] = { 'n', 'k', 'j' };
    return letters[static_cast<int>(state)] + std::to_string(d.number);
}

//! Butterflies per item of the first stage that digit number \p i, from 0, gives.
int loaded_per_item(const pass& p, std::size_t i)
{
    return i == 1 ? p.stages[0].per_item : 1;
}

//! Cuts \p d at \p begin, in a chain with the cuts that are there. \return false where
//! they are no chain
bool mark_cut(digit& d, int begin)
{
    for (const int other : d.begins) {
        if (std::max(other, begin) % std::min(other, begin))
            return false;
    }
    const auto at = std::lower_bound(d.begins.begin(), d.begins.end(), begin);
    if (begin > 1 && (at == d.begins.end() || *at != begin))
        d.begins.insert(at, begin);
    return true;
}

std::string divisor_fault(const digit& d, int begin)
{
    for (const int other : d.begins) {
        if (std::max(other, begin) % std::min(other, begin))
            return fmt::format("{} and {} butterflies per item cut the same digit, and "
                               "neither divides the other",
                               d.size / other,
                               d.size / begin);
    }
    return {};
}

} // namespace

std::int64_t digit::input_weight_at(int low) const
{
    const auto points = below * low;
    return tile_points && points >= tile_points ? points / tile_points * tile_weight
                                                : input_weight * low;
}

std::int64_t digit::local_weight(int low) const
{
    for (auto p = places.rbegin(); p != places.rend(); ++p) {
        if (p->low <= low)
            return p->weight * (low / p->low);
    }
    return lowest_place * low;
}

void digit::set_place(int low, std::int64_t weight)
{
    if (low == 1) {
        lowest_place = weight;
        return;
    }
    const auto at = std::lower_bound(
        places.begin(), places.end(), low, [](const part_place& a, int b) {
            return a.low < b;
        });
    if (at != places.end() && at->low == low)
        at->weight = weight;
    else
        places.insert(at, { low, weight });
}

bool straddles(const digit& d)
{
    return d.below < d.tile_points && d.tile_points < d.below * d.size;
}

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
    a.input_weight = d.input_weight_at(low);
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

std::vector<atom> cut(const digit& d, digit_state state, int low, int high)
{
    std::vector<atom> atoms;
    for (const int begin : d.begins) {
        if (begin <= low || begin >= high)
            continue;
        atoms.push_back(part(d, state, low, begin / low));
        low = begin;
    }
    if (high > low)
        atoms.push_back(part(d, state, low, high / low));
    return atoms;
}

bool is_before(const pass& p, std::size_t i)
{
    const auto after = static_cast<std::size_t>(p.workgroup().cluster.after);
    return i < after || (p.convolves && i + after >= p.steps());
}

int held(const pass& p, const digit_list& digits, std::size_t d, std::size_t i)
{
    int size = digits.all[d].size;
    for (const auto& r : digits.rank) {
        const auto& top = is_before(p, i) ? r.before : r.after;
        if (top.digit == d)
            size = top.low;
    }
    return size;
}

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

digit_state state_at(const pass& p, std::size_t d, std::size_t i)
{
    const auto s = p.stage_of(i);
    if (i < p.stages.size())
        return d < s ? digit_state::output : digit_state::point;
    return d > s ? digit_state::restored : digit_state::output;
}

bool tiles_fit(const pass& p, const std::vector<digit>& digits)
{
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const digit& d = digits[i];
        if (!d.tile_points)
            continue;
        if (std::max(d.below, d.tile_points) % std::min(d.below, d.tile_points))
            return false;
        const auto low = d.tile_points / d.below;
        if (straddles(d) &&
            (i == 0 || d.size % low || d.size / low % loaded_per_item(p, i)))
            return false;
    }
    return true;
}

void check_tiles(const pass& p, const std::vector<digit>& digits)
{
    if (!tiles_fit(p, digits))
        throw plan_error(
            "tiles of the input end inside what the first stage has in registers, or "
            "inside a digit that they do not divide; take another order of radices");
}

void cut_at_tiles(const pass& p, std::vector<digit>& digits)
{
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        digit& d = digits[i];
        if (!straddles(d))
            continue;
        const auto tiles = static_cast<int>(d.tile_points / d.below);
        d.begins = { tiles };
        const int per_item = loaded_per_item(p, i);
        if (per_item > 1 && d.size / per_item != tiles)
            d.begins.push_back(d.size / per_item);
        std::sort(d.begins.begin(), d.begins.end());
    }
}

std::size_t per_item_digit(const pass& p, const digit_list& digits, std::size_t i)
{
    if (p.workgroup().paired_columns && p.is_paired(i))
        return p.stages.size(); // the partner columns are the upper half
    if (has_paired_rank(p) && p.is_paired(i))
        return shared_stage(p); // or of the part of it that a group has
    if (p.stages.size() == 1)
        return 1; // the columns
    if (p.workgroup().has_constant_geometry)
        return (i + 1) % p.stages.size(); // in all steps the second from the top
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

std::vector<filled> per_item_of(const pass& p, const digit_list& digits, std::size_t i)
{
    const int per_item = p.butterflies(i);
    if (per_item == 1)
        return {};
    const auto m = p.stages.size();
    if (!has_joined_stages(p) || i + 2 < m)
        return { { per_item_digit(p, digits, i), per_item } };
    const auto other = i + 1 == m ? m - 2 : m - 1;
    const filled whole = { other, p.stages[other].radix };
    const int rest = joined_rest(p);
    if (rest == 1)
        return { whole };
    // The rest is taken of the earlier digit with the largest step in the output, so that
    // what is stored remains in runs.
    const auto& all = digits.all;
    const auto top = std::max_element(
        all.begin(),
        all.begin() + static_cast<std::ptrdiff_t>(m) - 2,
        [](const digit& a, const digit& b) { return a.output_weight < b.output_weight; });
    return { { static_cast<std::size_t>(top - all.begin()), rest }, whole };
}

std::string mark_cuts(const pass& p, digit_list& digits)
{
    for (const auto& r : digits.rank) {
        for (const auto& part : { r.before, r.after }) {
            auto& of = digits.all[part.digit];
            const int high = part.low * part.size;
            if (!mark_cut(of, part.low))
                return divisor_fault(of, part.low);
            if (high < of.size && !mark_cut(of, high))
                return divisor_fault(of, high);
        }
    }
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const int per_item = p.butterflies(i);
        if (per_item == 1 ||
            ((p.workgroup().paired_columns || has_paired_rank(p)) && p.is_paired(i)))
            continue; // steps other than the last take columns whole
        if (p.stages.size() == 1 && (p.is_paired(i) || !(p.workgroup().staged_input &&
                                                         p.workgroup().staged_output)))
            return "a pass of one stage takes its butterflies per item from the columns, "
                   "which "
                   "staged-input and staged-output alone tell apart";
        for (const auto& part : per_item_of(p, digits, i)) {
            const int size = held(p, digits, part.digit, i);
            if (size % part.size)
                return fmt::format("{} butterflies per item do not divide the {} values "
                                   "they are taken from; take a "
                                   "divisor of {}",
                                   part.size,
                                   size,
                                   size);
            if (!mark_cut(digits.all[part.digit], size / part.size))
                return divisor_fault(digits.all[part.digit], size / part.size);
        }
    }
    return {};
}

digit_list cut_digits(const pass& p)
{
    digit_list digits;
    digits.all = make_digits(p);
    digits.rank = rank_parts(p);
    if (const auto wrong = mark_cuts(p, digits); !wrong.empty())
        throw plan_error(wrong);
    check_tiles(p, digits.all);
    return digits;
}

} // namespace gpufft
