/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/paired_rank.h"

namespace gpufft {

namespace {

//! Conditions of paired loads and of paired stores on the pass around them.
bool is_plain(const pass& p, const io_operation& op)
{
    return p.is_workgroup() && p.dimensions.size() == 1 && !p.convolves &&
           op.by == convolution::none && !op.expression;
}

constexpr int LANES = 32; // that access local memory at once, at most

bool is_even(std::int64_t n) { return n % 2 == 0; }

//! A dct or dst of \p type, 2 to 4.
bool is_type(const io_operation& op, int type) { return cosine_of(op.kind).type == type; }

//! Kinds of real input whose pairs lie in neighbours.
bool loads_neighbours(const load_operation& load)
{
    return (is_type(load, 2) || is_type(load, 4)) && !load.swap_parts;
}

//! Kinds of real output that need no pairs, but have neighbours in them.
bool stores_neighbours(const store_operation& store)
{
    return (is_type(store, 3) || is_type(store, 4)) && store.is_half &&
           store.stored == element::real;
}

//! has_paired_load() of \p p with stages for \p points.
bool takes_pairs(const pass& p, std::int64_t points)
{
    const auto& d = p.dimensions.front();
    const bool has_pairs = p.load.kind == transform_kind::c2r
                               ? p.load.stored == element::complex
                               : (loads_neighbours(p.load) || is_type(p.load, 3)) &&
                                     p.load.stored == element::real;
    return has_pairs && p.load.is_half && is_plain(p, p.load) && !p.load.windowed &&
           !d.input_rotation && d.length == points && p.twiddle_order == 1 &&
           !p.workgroup().paired_columns;
}

//! has_paired_store() of \p p with stages for \p points.
bool makes_pairs(const pass& p, std::int64_t points)
{
    const auto& d = p.dimensions.front();
    const bool has_pairs = (p.store.needs_pairs() && !p.store.swap_parts) ||
                           (stores_neighbours(p.store) && !p.workgroup().paired_columns);
    return has_pairs && is_plain(p, p.store) && !p.store.power &&
           p.store.stored != element::planar && !d.output_rotation &&
           (d.length == points || p.workgroup().paired_columns);
}

} // namespace

bool has_paired_load(const pass& p) { return takes_pairs(p, p.points()); }

bool has_paired_store(const pass& p) { return makes_pairs(p, p.points()); }

bool may_have_pairs(const pass& p, std::int64_t points)
{
    return takes_pairs(p, points) || makes_pairs(p, points);
}

bool loads_complements(const pass& p) { return is_type(p.load, 2) || is_type(p.load, 4); }

bool stores_complements(const pass& p) { return stores_neighbours(p.store); }

bool can_pair_input(const pass& p)
{
    const auto& s = p.stages;
    if (s.empty() || !has_paired_load(p) || p.workgroup().cluster.size > 1)
        return false;
    const auto radix = s.front().radix;
    return (loads_complements(p) ? is_even(radix) : radix > 1) &&
           s.front().per_item == 1 && (s.size() == 1 || is_even(s[1].radix));
}

bool can_pair_output(const pass& p)
{
    const auto& s = p.stages;
    if (s.empty() || !has_paired_store(p) || s.back().radix == 1 ||
        s.back().per_item != 1)
        return false;
    if (stores_complements(p) && !is_even(s.back().radix))
        return false;
    if (p.workgroup().cluster.size > 1)
        return !stores_complements(p) && can_pair_rank(p);
    if (p.workgroup()
            .paired_columns) // where K = 0 and its partner are their own conjugates
        return s.size() > 1 && is_even(butterflies_of(p, s.size() - 1));
    return s.size() == 1 || is_even(s[s.size() - 2].radix);
}

bool can_stage_paired_input(const pass& p)
{
    const bool has_bins = p.load.kind == transform_kind::c2r;
    const auto packed = has_bins ? p.points() + 1 : 2 * p.points();
    const bool is_aligned = has_bins || p.input_offset % 2 == 0;
    return p.grid.empty() && !is_type(p.load, 4) &&
           p.dimensions.front().input_stride == 1 && p.input_distance == packed &&
           is_aligned && p.workgroup().parts == exchange::whole;
}

bool can_stage_paired_output(const pass& p)
{
    const auto points = p.points();
    return p.grid.empty() && p.dimensions.front().output_stride == 1 &&
           (p.store.kind == transform_kind::r2c
                ? p.output_distance == points + 1
                : p.output_distance == 2 * points && is_shuffled(p.store.kind)) &&
           p.output_offset % 2 == 0 && p.workgroup().parts == exchange::whole;
}

std::int64_t staged_row(const pass& p, bool is_input)
{
    const auto points = p.points();
    if (is_input || p.store.stored != element::real)
        return (points + 1) | 1; // odd, so that columns of rows are in different banks
    // Reals of neighbouring rows follow those that a row stores at once.
    const auto together = butterflies_of(p, p.stages.size() - 1) / 2;
    return together < LANES ? points + std::max<std::int64_t>(1, together / 2) : points;
}

std::int64_t butterflies_of(const pass& p, std::size_t i)
{
    return p.points() / p.stages[i].radix;
}

std::int64_t conjugate_offset(const pass& p,
                              const tile& layout,
                              std::size_t i,
                              std::int64_t t,
                              std::int64_t atom::*weight)
{
    const auto& s = layout.stages[i];
    const bool is_input = i == 0 && p.workgroup().paired_input;
    const auto number = is_input ? &atom::point_weight : &atom::twiddle_weight;
    const auto count = butterflies_of(p, i);
    const auto own = lane_offset(s.lanes, t, number);
    const bool is_complement =
        is_input ? loads_complements(p)
                 : p.workgroup().paired_columns || stores_complements(p);
    const auto conjugate = is_complement ? count - 1 - own
                           : own         ? count - own
                                         : count / 2;

    std::vector<atom> columns = s.lanes; // values of other lanes do not matter
    for (auto& a : columns) {
        if (a.dimension >= 0)
            a.*weight = 0;
    }
    auto offset = lane_offset(columns, t, weight);
    if (p.workgroup().paired_columns)
        offset += s.per_item.*weight;
    for (const auto& a : s.other_digits)
        offset += conjugate / (a.*number) % a.size * (a.*weight);
    return offset;
}


} // namespace gpufft
