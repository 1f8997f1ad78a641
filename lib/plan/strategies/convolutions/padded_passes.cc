/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/stages/fit_stages.h"
#include "plan/strategies/convolutions/padded_passes.h"

namespace gpufft {

namespace {

//! Points from one value to the next of digit number \p i (0-based) of \p factors.
std::int64_t step_of(const length_split& factors, std::size_t i)
{
    std::int64_t step = 1;
    for (std::size_t j = i + 1; j < factors.size(); ++j)
        step *= factors[j];
    return step;
}

//! An axis whose points are \p step apart in input and output.
axis along(const std::string& name, std::int64_t size, std::int64_t step)
{
    axis a;
    a.name = name;
    a.size = size;
    a.input_step = a.output_step = step;
    return a;
}

//! An axis over the values of digit k_(\p i + 1), in steps of \p count.
axis done_digit(const length_split& factors, std::size_t i, std::int64_t count)
{
    auto a = along("pass" + std::to_string(i + 1) + "_k",
                   factors[i] / count,
                   step_of(factors, i) * count);
    a.twiddle_weight = count;
    for (std::size_t j = 0; j < i; ++j)
        a.twiddle_weight *= factors[j];
    return a;
}

pass convolving_pass(const dft_problem& r, const length_split& factors, std::int64_t c)
{
    pass p;
    p.convolves = true;
    // The passes back do an inverse DFT, so they load exchanged parts.
    p.store.swap_parts = true;
    p.columns = done_digit(factors, 0, 1);
    p.columns.name = "column";
    p.columns.size = c;
    p.grid.push_back(done_digit(factors, 0, c));
    if (c > 1)
        p.grid.back().name = "column_tile";
    for (std::size_t i = factors.size() - 1; i-- > 1;)
        p.grid.push_back(done_digit(factors, i, 1));
    p.twiddle_order = r.points();
    return p;
}

//! Pass \p i on the way back.
pass pass_back(const length_split& factors, std::size_t i, std::int64_t c)
{
    const std::size_t last = factors.size() - 1;
    pass p;
    p.dimensions[0].input_step = p.dimensions[0].output_step = step_of(factors, i);
    p.columns = along("column", c, 1);
    p.grid.push_back(along(c > 1 ? "column_tile" : "point", factors[last] / c, c));
    for (std::size_t j = last; j-- > 0;) {
        if (j == i)
            continue;
        auto other = done_digit(factors, j, 1);
        if (j > i) {
            other.name.back() = 'j';
            // The points of this pass are k_i now.
            other.twiddle_weight = j == i + 1 ? 1 : 0;
            p.twiddle_order = factors[i] * factors[j];
        } else {
            other.twiddle_weight = 0;
        }
        p.grid.push_back(other);
    }
    return p;
}

} // namespace

pass shape_padded_pass(const dft_problem& r,
                       std::int64_t length,
                       const length_split& factors,
                       std::size_t i,
                       column_choice columns)
{
    const std::size_t middle = factors.size() - 1;
    if (i < middle)
        return shape_pass(r, factors, i, columns);

    const bool is_io = i == 2 * middle;
    // Columns from an outer loop leave those of the dimension to the grid.
    const auto own = columns.other < 0 ? columns.count : 1;
    pass p = i == middle ? convolving_pass(r, factors, own)
                         : pass_back(factors, 2 * middle - i, own);
    auto& whole = p.dimensions[0];
    whole.length = r.points();
    // A dimension of another length concerns the caller's own load and store operations
    // alone.
    const bool is_callers = is_io && r.store.kind != transform_kind::c2c;
    whole.caller_length = is_callers ? r.dimensions[0].caller_length : length;
    const auto workspace = split_workspace(r, columns);
    bind_sides(p, r, workspace, is_io ? r.out : workspace, columns);
    if (is_io) {
        p.store = r.store;
        // Bluestein's store operation exchanges the parts as it takes the chirp, and once
        // more for an inverse; the caller's own convolution has no chirp.
        if (r.is_convolved)
            p.store.swap_parts = true;
        whole.output_rotation = r.dimensions[0].output_rotation;
    }
    return p;
}

std::vector<pass> make_padded_passes(const dft_problem& r,
                                     std::int64_t length,
                                     const padded_split& split,
                                     const device_limits& limits)
{
    const auto& factors = split.factors;
    const std::size_t middle = factors.size() - 1;
    std::vector<pass> passes;
    for (std::size_t i = 0; i <= 2 * middle; ++i) {
        const std::size_t factor = i <= middle ? i : 2 * middle - i;
        column_choice columns{ split.other, split.columns[factor] };
        pass p = shape_padded_pass(r, length, factors, i, columns);
        while (!fit_stages(p, { factors[factor] }, limits)) {
            // Fewer columns where the work-items or the padding do not fit.
            if (columns.count == 1)
                return {};
            columns.count /= prime_factors(columns.count).front();
            p = shape_padded_pass(r, length, factors, i, columns);
        }
        passes.push_back(std::move(p));
    }
    return passes;
}

} // namespace gpufft
