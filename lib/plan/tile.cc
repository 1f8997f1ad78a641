/* SPDX-License-Identifier: GPL-3.0-or-later */
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
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    std::int64_t point_weight = 0;
    std::int64_t twiddle_weight = 0;
    std::int64_t local_weight = 0;
    std::set<int> cuts; // top factors that fills take
};

std::string name_of(const digit& d, bool is_done)
{
    if (d.number == 0)
        return "column";
    return fmt::format("{}{}", is_done ? 'k' : 'n', d.number);
}

atom whole(const digit& d, bool is_done)
{
    return { name_of(d, is_done),
             d.size,
             d.input_weight,
             d.output_weight,
             is_done ? 0 : d.point_weight,
             is_done ? d.twiddle_weight : 0,
             d.local_weight };
}

//! The part of \p d that starts at factor \p low and holds \p size values.
atom part(const digit& d, bool is_done, int low, int size)
{
    atom a = whole(d, is_done);
    if (size != d.size) {
        const bool is_top = low * size == d.size;
        a.name += is_top ? "_top" : low == 1 ? "_low" : "_middle";
    }
    a.size = size;
    a.input_weight *= low;
    a.output_weight *= low;
    a.point_weight *= low;
    a.twiddle_weight *= low;
    a.local_weight *= low;
    return a;
}

//! Low to high. The cuts, as top factors, divide one another in a chain.
std::vector<atom> cut(const digit& d, bool is_done)
{
    std::vector<atom> atoms;
    int low = 1;
    // A top factor f begins at size / f: the largest top factor gives the lowest cut.
    for (auto c = d.cuts.rbegin(); c != d.cuts.rend(); ++c) {
        const int begin = d.size / *c;
        if (begin > low)
            atoms.push_back(part(d, is_done, low, begin / low));
        low = begin;
    }
    atoms.push_back(part(d, is_done, low, d.size / low));
    return atoms;
}

//! Digits 1 .. m, then the columns.
std::vector<digit> make_digits(const pass& p)
{
    const int m = static_cast<int>(p.stages.size());
    std::vector<digit> digits(m + 1);
    std::int64_t above = 1; // product of the radices before
    std::int64_t below = p.points();
    for (int i = 0; i < m; ++i) {
        digit& d = digits[i];
        d.number = i + 1;
        d.size = p.stages[i].radix;
        below /= d.size;
        d.point_weight = below;
        d.input_weight = below * p.input_stride;
        d.output_weight = above * p.output_stride;
        d.twiddle_weight = above;
        above *= d.size;
    }
    digit& columns = digits[m];
    columns.size = static_cast<int>(p.columns.size);
    columns.input_weight = p.columns.input_weight;
    columns.output_weight = p.columns.output_weight;
    return digits;
}

//! Index of the digit whose top factor stage \p i keeps in registers.
std::size_t fill_digit(const pass& p, std::size_t i)
{
    return i + 1 < p.stages.size() ? i + 1 : i - 1;
}

void mark_cuts(const pass& p, std::vector<digit>& digits)
{
    for (std::size_t i = 0; i < p.stages.size(); ++i) {
        const int fill = p.stages[i].fill;
        if (fill == 1)
            continue;
        if (p.stages.size() == 1)
            throw plan_error(
                "a pass of one stage has no neighbouring digit to fill from");
        digit& d = digits[fill_digit(p, i)];
        if (d.size % fill)
            throw plan_error(fmt::format(
                "fill {} does not divide the radix {} it is taken from; take a "
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

/*!
 * Local memory, innermost first: the columns where they are lanes of the lowest weight,
 * digits m .. 1, the columns else. Between levels lies the padding.
 */
std::int64_t assign_local_weights(const pass& p, std::vector<digit>& digits)
{
    const std::size_t m = p.stages.size();
    std::vector<digit*> nest;
    const bool columns_low = p.columns.input_weight == 1 || p.columns.output_weight == 1;
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

//! Between the ends: k's ascending, then n's ascending by local weight, columns on top
//! unless they are innermost.
void sort_middle_lanes(std::vector<atom>& lanes)
{
    const auto rank = [](const atom& a) {
        if (a.name == "column")
            return a.local_weight == 1 ? 0 : 3;
        return a.name[0] == 'k' ? 1 : 2;
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const atom& a, const atom& b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        return rank(a) == 1 ? a.twiddle_weight < b.twiddle_weight
                            : a.local_weight < b.local_weight;
    });
}

stage_layout layout_stage(const pass& p, const std::vector<digit>& digits, std::size_t i)
{
    stage_layout s;
    s.point = whole(digits[i], false);
    s.fill.size = 1;
    s.fill.name = "none";
    const std::size_t m = p.stages.size();
    for (std::size_t d = 0; d <= m; ++d) {
        if (d == i)
            continue;
        auto atoms = cut(digits[d], d < i);
        if (m > 1 && p.stages[i].fill > 1 && d == fill_digit(p, i)) {
            // The registers hold the top factor, which may span several atoms.
            const int top = digits[d].size / p.stages[i].fill;
            s.fill = part(digits[d], d < i, top, p.stages[i].fill);
            atoms.erase(std::remove_if(atoms.begin(),
                                       atoms.end(),
                                       [&](const atom& a) {
                                           return a.local_weight >= s.fill.local_weight;
                                       }),
                        atoms.end());
        }
        for (auto& a : atoms) {
            if (a.size > 1)
                s.lanes.push_back(std::move(a));
        }
    }
    if (i == 0 && !p.staged_input)
        sort_lanes(s.lanes, &atom::input_weight);
    else if (i + 1 == m && !p.staged_output)
        sort_lanes(s.lanes, &atom::output_weight);
    else
        sort_middle_lanes(s.lanes);
    return s;
}

} // namespace

tile make_tile(const pass& p)
{
    auto digits = make_digits(p);
    mark_cuts(p, digits);

    tile made;
    made.exchange_points = assign_local_weights(p, digits);
    for (std::size_t i = 0; i < p.stages.size(); ++i)
        made.stages.push_back(layout_stage(p, digits, i));
    for (const auto& d : digits) {
        if (d.size == 1)
            continue;
        made.input_order.push_back(whole(d, false));
        made.output_order.push_back(whole(d, true));
    }
    sort_lanes(made.input_order, &atom::input_weight);
    sort_lanes(made.output_order, &atom::output_weight);
    return made;
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
    const std::int64_t element = p.exchange_parts == exchange::split ? 4 : 8;
    return make_tile(p).exchange_points * element;
}

} // namespace gpufft
