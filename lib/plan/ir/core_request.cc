/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/core_request.h"
#include <algorithm>

namespace gpufft {

namespace {

bool is_scratch(const core_side& s) { return s.at == place::scratch; }

//! Others \p i and i + 1 of a side are one index.
bool nests(const core_side& s, const std::vector<std::int64_t>& others, std::size_t i)
{
    return s.other_weights[i] == s.other_weights[i + 1] * others[i + 1];
}

void erase_other(core_request& r, std::size_t i)
{
    const auto at = static_cast<std::ptrdiff_t>(i);
    r.others.erase(r.others.begin() + at);
    r.in.other_weights.erase(r.in.other_weights.begin() + at);
    r.out.other_weights.erase(r.out.other_weights.begin() + at);
}

//! Loops that interleave come in front of dimensions that lie around them.
void put_slowest_first(core_request& r)
{
    const auto exchange = [&r](std::size_t i) {
        std::swap(r.others[i], r.others[i + 1]);
        std::swap(r.in.other_weights[i], r.in.other_weights[i + 1]);
        std::swap(r.out.other_weights[i], r.out.other_weights[i + 1]);
    };
    const auto is_faster = [](const core_side& s, std::size_t i) {
        return s.other_weights[i] < s.other_weights[i + 1];
    };
    for (auto end = r.others.size(); end > 1; --end) {
        for (std::size_t i = 0; i + 1 < end; ++i) {
            if (is_faster(r.in, i) && is_faster(r.out, i))
                exchange(i);
        }
    }
}

//! Rows are the values of the slowest of the others.
bool continues_rows(const core_side& s, const std::vector<std::int64_t>& others)
{
    return s.distance == s.other_weights[0] * others[0];
}

void count_as_rows(core_request& r)
{
    r.row_factor *= r.others[0];
    r.in.distance = r.in.other_weights[0];
    r.out.distance = r.out.other_weights[0];
    erase_other(r, 0);
}

//! Whole complex elements, from the first one on.
bool may_have_rows(const core_side& s, const end_operation& end)
{
    return !is_scratch(s) || (s.offset == 0 && (end.stored != element::real ||
                                                s.other_weights[0] % 2 == 0));
}

//! Weights of the axes that are part of the first dimension.
void scale_steps(axis& a, const pass_dimension& along)
{
    if (a.input_step)
        a.input_weight = a.input_step * along.input_stride;
    if (a.output_step)
        a.output_weight = a.output_step * along.output_stride;
}

} // namespace

std::int64_t core_request::points() const
{
    std::int64_t product = 1;
    for (const auto& d : dimensions)
        product *= d.length;
    return product;
}

std::int64_t core_request::repeats() const
{
    std::int64_t product = 1;
    for (const auto size : others)
        product *= size;
    return product;
}

core_request merged(core_request r)
{
    for (std::size_t i = r.others.size(); i-- > 0;) {
        if (r.others[i] == 1)
            erase_other(r, i);
    }
    put_slowest_first(r);
    for (std::size_t i = r.others.size(); i-- > 1;) {
        if (nests(r.in, r.others, i - 1) && nests(r.out, r.others, i - 1)) {
            r.others[i] *= r.others[i - 1];
            erase_other(r, i - 1);
        }
    }
    const auto continues = [&r](const core_side& s) {
        return !is_scratch(s) && continues_rows(s, r.others);
    };
    if (!r.others.empty() && continues(r.in) && continues(r.out))
        count_as_rows(r);
    return r;
}

core_request with_rows_in_scratch(core_request r)
{
    if (!r.others.empty() && continues_rows(r.in, r.others) &&
        continues_rows(r.out, r.others) && may_have_rows(r.in, r.load) &&
        may_have_rows(r.out, r.store))
        count_as_rows(r);
    return r;
}

core_side packed_scratch(const core_request& r, std::int64_t offset)
{
    core_side s;
    s.at = place::scratch;
    s.offset = offset;
    std::int64_t weight = 1;
    s.strides.resize(r.dimensions.size());
    for (std::size_t i = r.dimensions.size(); i-- > 0;) {
        s.strides[i] = weight;
        weight *= r.dimensions[i].length;
    }
    s.other_weights.resize(r.others.size());
    for (std::size_t i = r.others.size(); i-- > 0;) {
        s.other_weights[i] = weight;
        weight *= r.others[i];
    }
    s.distance = offset + weight;
    return s;
}

void bind_sides(pass& p,
                const core_request& r,
                const core_side& in,
                const core_side& out,
                column_choice columns)
{
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        p.dimensions[i].input_stride = in.strides[i];
        p.dimensions[i].output_stride = out.strides[i];
    }
    p.number = r.number;
    p.from = in.at;
    p.to = out.at;
    p.in_place = in.at == out.at ||
                 (r.in_place && in.at != place::scratch && out.at != place::scratch);
    p.input_offset = in.offset;
    p.output_offset = out.offset;
    p.input_distance = in.distance;
    p.output_distance = out.distance;
    p.row_factor = r.row_factor;

    if (columns.other < 0 && p.grid.empty() && r.others.empty()) {
        p.columns = { "row", columns.count, in.distance, out.distance };
    } else if (columns.other < 0) {
        scale_steps(p.columns, p.dimensions[0]);
    } else {
        const auto c = static_cast<std::size_t>(columns.other);
        const auto size = r.others[c];
        const auto count = columns.count;
        const auto in_weight = in.other_weights[c];
        const auto out_weight = out.other_weights[c];
        p.columns = { "column", count, in_weight, out_weight };
        p.columns.extent = size % count ? size : 0;
        p.grid.push_back({ "column_tile",
                           (size + count - 1) / count,
                           in_weight * count,
                           out_weight * count });
    }
    for (auto& a : p.grid)
        scale_steps(a, p.dimensions[0]);
    for (std::size_t i = r.others.size(); i-- > 0;) {
        if (static_cast<int>(i) == columns.other)
            continue;
        p.grid.push_back({ "loop" + std::to_string(i + 1),
                           r.others[i],
                           in.other_weights[i],
                           out.other_weights[i] });
    }
}

std::int64_t scratch_extent(const std::vector<pass>& passes)
{
    std::int64_t extent = 0;
    for (const auto& p : passes) {
        if (p.from == place::scratch)
            extent = std::max(extent, p.input_distance);
        if (p.to == place::scratch)
            extent = std::max(extent, p.output_distance);
    }
    return extent;
}

} // namespace gpufft
