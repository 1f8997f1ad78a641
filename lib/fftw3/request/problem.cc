/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "fftw3/request/problem.h"
#include <algorithm>

namespace gpufft::fftw3 {

namespace {

//! Any strides, without overflow that would be undefined; no data reach so far.
std::int64_t product(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) *
                                     static_cast<std::uint64_t>(b));
}

std::int64_t all(const std::vector<axis>& axes)
{
    std::int64_t points = 1;
    for (const auto& a : axes)
        points = saturated_product(points, a.length);
    return points;
}

//! Lengths of the array around a side, without any given: the data alone, in place padded
//! so that half a spectrum fits.
std::int64_t own_length(const problem& p, bool is_complex, std::size_t d)
{
    const auto length = p.dimensions[d].length;
    const bool is_halved = (p.kind == problem_kind::r2c || p.kind == problem_kind::c2r) &&
                           d + 1 == p.dimensions.size();
    if (!is_halved)
        return length;
    if (is_complex)
        return length / 2 + 1;
    return p.is_in_place() ? 2 * (length / 2 + 1) : length;
}

//! Fills in row-major strides of a side of \p p.
void lay_out(problem& p, const embedding& e, bool is_complex, std::int64_t axis::*stride)
{
    const auto numbers = numbers_in(is_complex);
    auto next = std::int64_t(e.stride) * numbers;
    for (auto d = p.dimensions.size(); d-- > 0;) {
        p.dimensions[d].*stride = next;
        next = product(next, e.lengths ? e.lengths[d] : own_length(p, is_complex, d));
    }
    for (auto& l : p.loops)
        l.*stride = std::int64_t(e.distance) * numbers;
}

template <class dim>
bool append(std::vector<axis>& to,
            int rank,
            const dim* dims,
            std::ptrdiff_t fewest,
            int in,
            int out)
{
    if (rank < 0)
        return false;
    for (int d = 0; d < rank; ++d) {
        if (dims[d].n < fewest)
            return false;
        to.push_back({ dims[d].n, product(dims[d].is, in), product(dims[d].os, out) });
    }
    return true;
}

} // namespace

std::int64_t problem::points() const
{
    return saturated_product(all(dimensions), all(loops));
}

bool has_complex_input(const problem& p)
{
    return p.kind == problem_kind::dft || p.kind == problem_kind::c2r;
}

bool has_complex_output(const problem& p)
{
    return p.kind == problem_kind::dft || p.kind == problem_kind::r2c;
}

std::array<void*, 2> interleaved(void* array, std::size_t number_bytes, int sign)
{
    void* const second = static_cast<char*>(array) + number_bytes;
    if (sign == FORWARD)
        return { array, second };
    return { second, array };
}

std::optional<problem> with_many(problem p,
                                 int rank,
                                 const int* n,
                                 int howmany,
                                 const embedding& in,
                                 const embedding& out)
{
    if (rank < 0 || howmany < 0)
        return std::nullopt;
    for (int d = 0; d < rank; ++d) {
        if (n[d] <= 0)
            return std::nullopt;
        p.dimensions.push_back({ n[d], 0, 0 });
    }
    p.loops = { { howmany, 0, 0 } };
    lay_out(p, in, has_complex_input(p), &axis::input_stride);
    lay_out(p, out, has_complex_output(p), &axis::output_stride);
    return p;
}

template <class dim>
std::optional<problem> with_guru(problem p,
                                 int rank,
                                 const dim* dims,
                                 int howmany_rank,
                                 const dim* howmany_dims,
                                 int in_numbers,
                                 int out_numbers)
{
    if (!append(p.dimensions, rank, dims, 1, in_numbers, out_numbers) ||
        !append(p.loops, howmany_rank, howmany_dims, 0, in_numbers, out_numbers))
        return std::nullopt;
    return p;
}

template std::optional<problem>
with_guru(problem, int, const iodim*, int, const iodim*, int, int);
template std::optional<problem>
with_guru(problem, int, const iodim64*, int, const iodim64*, int, int);

} // namespace gpufft::fftw3
