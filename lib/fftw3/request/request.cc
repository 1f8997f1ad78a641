/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/request/loops.h"
#include "fftw3/request/request.h"
#include "plan/request/io_view.h"
#include "plan/request/validate.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::fftw3 {

namespace {

std::optional<transform_kind> trigonometric(r2r_kind k)
{
    switch (k) {
    case REDFT00:
        return transform_kind::dct1;
    case REDFT01:
        return transform_kind::dct3;
    case REDFT10:
        return transform_kind::dct2;
    case REDFT11:
        return transform_kind::dct4;
    case RODFT00:
        return transform_kind::dst1;
    case RODFT01:
        return transform_kind::dst3;
    case RODFT10:
        return transform_kind::dst2;
    case RODFT11:
        return transform_kind::dst4;
    default:
        return std::nullopt;
    }
}

std::optional<transform_kind> kind_of(const problem& p)
{
    switch (p.kind) {
    case problem_kind::dft:
        return transform_kind::c2c;
    case problem_kind::r2c:
        return transform_kind::r2c;
    case problem_kind::c2r:
        return transform_kind::c2r;
    case problem_kind::r2r:
        break;
    }
    const auto& kinds = p.r2r_kinds;
    if (kinds.empty() ||
        std::any_of(kinds.begin(), kinds.end(), [&](auto k) { return k != kinds[0]; }))
        return std::nullopt;
    return trigonometric(kinds[0]);
}

//! The second of \p parts is right behind the first.
bool are_neighbours(const std::array<void*, 2>& parts, std::size_t number_bytes)
{
    return static_cast<char*>(parts[0]) + number_bytes == parts[1];
}

template <class T>
std::array<T, 2> exchanged(std::array<T, 2> parts)
{
    std::swap(parts[0], parts[1]);
    return parts;
}

//! In a complex transform imaginary parts lie before real ones, so with both exchanged
//! one side at least is interleaved. The sign of the exponent is then the other one.
bool is_better_exchanged(const problem& p)
{
    const auto bytes = number_bytes(p.number);
    return p.kind == problem_kind::dft && !are_neighbours(p.at.in, bytes) &&
           (are_neighbours(exchanged(p.at.in), bytes) ||
            are_neighbours(exchanged(p.at.out), bytes));
}

//! Dimensions without those of one point, but for one that has to be there.
std::vector<axis> dimensions_of(const problem& p)
{
    auto kept = p.dimensions;
    if (p.kind == problem_kind::r2r)
        return kept;
    const bool keeps_last = p.kind != problem_kind::dft && !kept.empty();
    kept.erase(std::remove_if(kept.begin(),
                              kept.end() - keeps_last,
                              [](const axis& a) { return a.length == 1; }),
               kept.end() - keeps_last);
    if (kept.empty())
        kept.push_back({ 1, 2, 2 });
    return kept;
}

//! A side of a problem, and what the engine counts there.
struct counted_side {
    std::int64_t axis::*stride;
    std::int64_t numbers; // of an element
};

//! Strides of a side as elements; nothing where they are of no whole ones, or not ahead.
//! The stride of a single point does not matter.
std::optional<std::int64_t> elements(const axis& a, const counted_side& s)
{
    const auto stride = a.*s.stride;
    if (a.length == 1)
        return 1;
    if (stride <= 0 || stride % s.numbers)
        return std::nullopt;
    return stride / s.numbers;
}

bool has_whole_strides(const std::vector<axis>& axes, std::int64_t axis::*stride)
{
    return std::all_of(
        axes.begin(), axes.end(), [&](const axis& a) { return a.*stride % 2 == 0; });
}

//! Interleaved where the parts are neighbours throughout, else planar.
complex_layout
layout_of(const std::array<void*, 2>& parts, const problem& p, std::int64_t axis::*stride)
{
    const bool is_whole =
        has_whole_strides(p.dimensions, stride) && has_whole_strides(p.loops, stride);
    return is_whole && are_neighbours(parts, number_bytes(p.number))
               ? complex_layout::interleaved
               : complex_layout::planar;
}

counted_side counted(bool is_complex, complex_layout l, std::int64_t axis::*stride)
{
    return { stride, is_complex && l == complex_layout::interleaved ? 2 : 1 };
}

counted_side set_input_layout(request& r, const problem& p)
{
    const auto parts = r.is_exchanged ? exchanged(p.at.in) : p.at.in;
    const bool is_complex = has_complex_input(p);
    if (is_complex)
        r.computed.input_layout = layout_of(parts, p, &axis::input_stride);
    return counted(is_complex, r.computed.input_layout, &axis::input_stride);
}

counted_side set_output_layout(request& r, const problem& p)
{
    const auto parts = r.is_exchanged ? exchanged(p.at.out) : p.at.out;
    const bool is_complex = has_complex_output(p);
    if (is_complex)
        r.computed.output_layout = layout_of(parts, p, &axis::output_stride);
    return counted(is_complex, r.computed.output_layout, &axis::output_stride);
}

//! The slowest loop becomes the rows of a call where no row reaches into the next one.
void take_rows(request& r)
{
    if (r.computed.loops.empty())
        return;
    auto inner = r.computed;
    const auto outer = inner.loops.front();
    inner.loops.erase(inner.loops.begin());
    if (outer.input_stride < input_extent(inner) ||
        outer.output_stride < output_extent(inner))
        return;
    inner.input_distance = outer.input_stride;
    inner.output_distance = outer.output_stride;
    r.computed = std::move(inner);
    r.rows = static_cast<std::size_t>(outer.count);
}

//! \p axes as the engine's elements; false where it cannot count them.
template <class made_axis>
bool append(std::vector<made_axis>& to,
            const std::vector<axis>& axes,
            const counted_side& in,
            const counted_side& out)
{
    for (const auto& a : axes) {
        const auto is = elements(a, in), os = elements(a, out);
        if (!is || !os)
            return false;
        made_axis result;
        if constexpr (std::is_same_v<made_axis, loop>)
            result.count = a.length;
        else
            result.length = a.length;
        result.input_stride = *is;
        result.output_stride = *os;
        to.push_back(result);
    }
    return true;
}

void set_direction(request& r, const problem& p)
{
    const bool is_inverse = p.kind == problem_kind::c2r || r.is_exchanged;
    r.computed.dir = is_inverse ? direction::inverse : direction::forward;
    r.computed.in_place = p.is_in_place();
}

//! In place throughout, or with sides that share no byte.
bool has_separate_sides(const request& r, const problem& p)
{
    if (r.computed.in_place) {
        const bool is_complex = has_complex_input(p) && has_complex_output(p);
        return !is_complex || p.at.in[1] == p.at.out[1];
    }
    const auto at = r.arrays_of(p.at);
    return at && !some_input_is_overwritten(r.computed, *at, r.rows);
}

//! Fills in the distance of a single row in place: reals begin where bins do.
void set_distances(request& r)
{
    auto& t = r.computed;
    if (!t.in_place || r.rows > 1 || t.kind == transform_kind::c2c)
        return;
    if (t.kind == transform_kind::r2c) {
        t.output_distance = output_extent(t);
        t.input_distance = 2 * t.output_distance;
    } else if (t.kind == transform_kind::c2r) {
        t.input_distance = input_extent(t);
        t.output_distance = 2 * t.input_distance;
    }
}

bool is_valid(const request& r)
try {
    validate(r.computed);
    check_rows(r.computed, r.rows);
    return true;
} catch (const plan_error&) {
    return false;
}

} // namespace

std::optional<host_arrays> request::arrays_of(const arrays& at) const
{
    const auto bytes = static_cast<std::int64_t>(number_bytes(computed.number));
    const auto in = is_exchanged ? exchanged(at.in) : at.in;
    const auto out = is_exchanged ? exchanged(at.out) : at.out;
    host_arrays result;
    const auto place = [&](auto& to, const auto& from, bool is_real, complex_layout l) {
        const auto offset = (&from == &in ? input_offset : output_offset) * bytes;
        to[0] = static_cast<char*>(from[0]) + offset;
        if (planes_of(l) > 1)
            to[1] = static_cast<char*>(from[1]) + offset;
        return is_real || planes_of(l) > 1 ||
               are_neighbours(from, static_cast<std::size_t>(bytes));
    };
    const bool fits =
        place(result.in, in, has_real_input(computed), computed.input_layout) &&
        place(result.out, out, has_real_output(computed), computed.output_layout);
    return fits ? std::optional(result) : std::nullopt;
}

std::optional<request> to_request(const problem& p)
{
    const auto kind = kind_of(p);
    if (!kind || p.points() == 0)
        return std::nullopt;
    request r;
    r.computed.kind = *kind;
    r.computed.number = p.number;
    r.is_exchanged = is_better_exchanged(p);
    set_direction(r, p);
    const auto in = set_input_layout(r, p), out = set_output_layout(r, p);
    const auto loops = plain(p.loops);
    r.input_offset = loops.input_offset;
    r.output_offset = loops.output_offset;
    r.computed.shape.clear();
    if (!append(r.computed.shape, dimensions_of(p), in, out) ||
        !append(r.computed.loops, loops.loops, in, out))
        return std::nullopt;
    take_rows(r);
    set_distances(r);
    if (!is_valid(r) || !has_separate_sides(r, p))
        return std::nullopt;
    return r;
}

} // namespace gpufft::fftw3
