/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_problem.h"
#include <algorithm>

namespace gpufft {

namespace {

bool is_workspace(const dft_view& s) { return s.at == buffer_role::workspace; }

//! Outer loops \p i and i + 1 of a side can be walked by one index.
bool nests(const dft_view& s, const std::vector<std::int64_t>& outer_loops, std::size_t i)
{
    return s.outer_weights[i] == s.outer_weights[i + 1] * outer_loops[i + 1];
}

void erase_other(dft_problem& r, std::size_t i)
{
    const auto at = static_cast<std::ptrdiff_t>(i);
    r.outer_loops.erase(r.outer_loops.begin() + at);
    r.in.outer_weights.erase(r.in.outer_weights.begin() + at);
    r.out.outer_weights.erase(r.out.outer_weights.begin() + at);
}

//! Sorts outer loops slowest first: loops that interleave come in front of dimensions
//! that lie around them.
void put_slowest_first(dft_problem& r)
{
    const auto exchange = [&r](std::size_t i) {
        std::swap(r.outer_loops[i], r.outer_loops[i + 1]);
        std::swap(r.in.outer_weights[i], r.in.outer_weights[i + 1]);
        std::swap(r.out.outer_weights[i], r.out.outer_weights[i + 1]);
    };
    const auto is_faster = [](const dft_view& s, std::size_t i) {
        return s.outer_weights[i] < s.outer_weights[i + 1];
    };
    for (auto op = r.outer_loops.size(); op > 1; --op) {
        for (std::size_t i = 0; i + 1 < op; ++i) {
            if (is_faster(r.in, i) && is_faster(r.out, i))
                exchange(i);
        }
    }
}

//! Rows follow one another as the values of the slowest outer loop do.
bool continues_rows(const dft_view& s, const std::vector<std::int64_t>& outer_loops)
{
    return s.distance == s.outer_weights[0] * outer_loops[0];
}

void count_as_rows(dft_problem& r)
{
    r.row_factor *= r.outer_loops[0];
    r.in.distance = r.in.outer_weights[0];
    r.out.distance = r.out.outer_weights[0];
    erase_other(r, 0);
}

//! The rows of the side may lie in the workspace: they begin at its first element, and at
//! whole complex elements.
bool may_have_rows(const dft_view& s, const io_operation& op)
{
    return !is_workspace(s) ||
           (s.offset == 0 && (op.stored != element::real || s.outer_weights[0] % 2 == 0));
}

//! Sets the weights of an axis that is part of the first dimension.
void scale_steps(axis& a, const pass_dimension& along)
{
    if (a.input_step)
        a.input_weight = a.input_step * along.input_stride;
    if (a.output_step)
        a.output_weight = a.output_step * along.output_stride;
}

} // namespace

std::int64_t dft_problem::points() const
{
    std::int64_t product = 1;
    for (const auto& d : dimensions)
        product *= d.length;
    return product;
}

std::int64_t dft_problem::repeats() const
{
    std::int64_t product = 1;
    for (const auto size : outer_loops)
        product *= size;
    return product;
}

dft_problem merged(dft_problem r)
{
    for (std::size_t i = r.outer_loops.size(); i-- > 0;) {
        if (r.outer_loops[i] == 1)
            erase_other(r, i);
    }
    put_slowest_first(r);
    for (std::size_t i = r.outer_loops.size(); i-- > 1;) {
        if (nests(r.in, r.outer_loops, i - 1) && nests(r.out, r.outer_loops, i - 1)) {
            r.outer_loops[i] *= r.outer_loops[i - 1];
            erase_other(r, i - 1);
        }
    }
    const auto continues = [&r](const dft_view& s) {
        return !is_workspace(s) && continues_rows(s, r.outer_loops);
    };
    if (!r.outer_loops.empty() && continues(r.in) && continues(r.out))
        count_as_rows(r);
    return r;
}

dft_problem with_rows_in_workspace(dft_problem r)
{
    if (!r.outer_loops.empty() && continues_rows(r.in, r.outer_loops) &&
        continues_rows(r.out, r.outer_loops) && may_have_rows(r.in, r.load) &&
        may_have_rows(r.out, r.store))
        count_as_rows(r);
    return r;
}

dft_view packed_workspace(const dft_problem& r, std::int64_t offset)
{
    dft_view s;
    s.at = buffer_role::workspace;
    s.offset = offset;
    std::int64_t weight = 1;
    s.strides.resize(r.dimensions.size());
    for (std::size_t i = r.dimensions.size(); i-- > 0;) {
        s.strides[i] = weight;
        weight *= r.dimensions[i].length;
    }
    s.outer_weights.resize(r.outer_loops.size());
    for (std::size_t i = r.outer_loops.size(); i-- > 0;) {
        s.outer_weights[i] = weight;
        weight *= r.outer_loops[i];
    }
    s.distance = offset + weight;
    return s;
}

void bind_sides(pass& p,
                const dft_problem& r,
                const dft_view& in,
                const dft_view& out,
                column_choice columns)
{
    for (std::size_t i = 0; i < p.dimensions.size(); ++i) {
        p.dimensions[i].input_stride = in.strides[i];
        p.dimensions[i].output_stride = out.strides[i];
    }
    p.number = r.number;
    p.from = in.at;
    p.to = out.at;
    p.in_place = in.at == out.at || (r.in_place && in.at != buffer_role::workspace &&
                                     out.at != buffer_role::workspace);
    p.input_offset = in.offset;
    p.output_offset = out.offset;
    p.input_distance = in.distance;
    p.output_distance = out.distance;
    p.row_factor = r.row_factor;

    if (columns.other < 0 && p.grid.empty() && r.outer_loops.empty()) {
        p.columns = { "row", columns.count, in.distance, out.distance };
    } else if (columns.other < 0) {
        scale_steps(p.columns, p.dimensions[0]);
    } else {
        const auto c = static_cast<std::size_t>(columns.other);
        const auto size = r.outer_loops[c];
        const auto count = columns.count;
        const auto in_weight = in.outer_weights[c];
        const auto out_weight = out.outer_weights[c];
        p.columns = { "column", count, in_weight, out_weight };
        p.columns.extent = size % count ? size : 0;
        p.grid.push_back({ "column_tile",
                           (size + count - 1) / count,
                           in_weight * count,
                           out_weight * count });
    }
    for (auto& a : p.grid)
        scale_steps(a, p.dimensions[0]);
    for (std::size_t i = r.outer_loops.size(); i-- > 0;) {
        if (static_cast<int>(i) == columns.other)
            continue;
        p.grid.push_back({ "loop" + std::to_string(i + 1),
                           r.outer_loops[i],
                           in.outer_weights[i],
                           out.outer_weights[i] });
    }
}

std::int64_t workspace_extent(const std::vector<pass>& passes)
{
    std::int64_t extent = 0;
    for (const auto& p : passes) {
        if (p.from == buffer_role::workspace)
            extent = std::max(extent, p.input_distance);
        if (p.to == buffer_role::workspace)
            extent = std::max(extent, p.output_distance);
    }
    return extent;
}

} // namespace gpufft
