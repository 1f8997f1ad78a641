/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "math/factor.h"
#include "plan/request/io_view.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/transform.h>
#include <cmath>

namespace gpufft {

namespace {

std::size_t scalar_bytes(precision number)
{
    switch (number) {
    case precision::float16:
        return 2;
    case precision::float64:
        return 8;
    case precision::float32:
        break;
    }
    return 4;
}

std::int64_t extent(const transform& t, const side& s, std::int64_t rows)
{
    if (rows < 1)
        return 0;
    const auto full = packed(t);
    auto axes = view_axes(full, s);
    axes.push_back({ rows, full.*s.distance });
    return extent_of(axes);
}

// Length of the DFT that a dimension of n points stands for.
double dft_length(transform_kind kind, std::int64_t length)
{
    const auto n = static_cast<double>(length);
    if (kind == transform_kind::dct1)
        return 2 * (n - 1);
    if (kind == transform_kind::dst1)
        return 2 * (n + 1);
    return is_trigonometric(kind) ? 2 * n : n;
}

} // namespace

std::size_t element_bytes(const transform& t, const side& s)
{
    const bool is_pair = !s.is_real(t) && t.*s.layout == complex_layout::interleaved;
    return scalar_bytes(t.number) * (is_pair ? 2 : 1);
}

std::int64_t transform::points() const
{
    std::int64_t product = 1;
    for (const auto& d : shape)
        product = saturated_product(product, d.length);
    return product;
}

convolved_outputs outputs_of(const convolved_outputs& which, std::int64_t length)
{
    auto full = which;
    if (full.count == 0 && full.step > 0)
        full.count = (length - full.first + full.step - 1) / full.step;
    return full;
}

bool is_trigonometric(transform_kind k)
{
    return k != transform_kind::c2c && k != transform_kind::r2c &&
           k != transform_kind::c2r;
}

transform_kind effective_kind(const transform& t)
{
    if (t.dir == direction::forward)
        return t.kind;
    switch (t.kind) {
    case transform_kind::dct2:
        return transform_kind::dct3;
    case transform_kind::dct3:
        return transform_kind::dct2;
    case transform_kind::dst2:
        return transform_kind::dst3;
    case transform_kind::dst3:
        return transform_kind::dst2;
    default:
        return t.kind;
    }
}

bool has_real_input(const transform& t)
{
    return t.kind == transform_kind::c2c
               ? t.real_input
               : t.kind == transform_kind::r2c || is_trigonometric(t.kind);
}

bool has_real_output(const transform& t)
{
    return t.kind == transform_kind::c2r || is_trigonometric(t.kind) || t.real_output;
}

double scale_of(const transform& t)
{
    // The scale is rounded once, at the end: rounding the root and then the quotient in
    // double would be off by up to a whole unit in the last place, in every output.
    long double product = 1;
    for (const auto& d : t.shape)
        product *= dft_length(t.kind, d.length);
    if (t.norm == normalization::orthonormal)
        return static_cast<double>(t.scale / std::sqrt(product));
    if (t.norm == normalization::by_length && t.dir == direction::inverse)
        return static_cast<double>(t.scale / product);
    return t.scale;
}

transform packed(const transform& t)
{
    auto full = t;
    if (t.convolved && t.rank() == 1)
        full.convolved = outputs_of(*t.convolved, t.shape.front().length);
    fill_view(full, INPUT_VIEW);
    fill_view(full, OUTPUT_VIEW);
    // A real row in the buffer of a complex row has the distance of the complex row.
    if (t.in_place && has_real_input(t) != has_real_output(t)) {
        if (has_real_input(t) && t.input_distance == 0)
            full.input_distance = saturated_product(2, full.output_distance);
        if (has_real_output(t) && t.output_distance == 0)
            full.output_distance = saturated_product(2, full.input_distance);
    }
    return full;
}

std::size_t input_element_bytes(const transform& t)
{
    return element_bytes(t, INPUT_VIEW);
}

std::size_t output_element_bytes(const transform& t)
{
    return element_bytes(t, OUTPUT_VIEW);
}

std::int64_t input_extent(const transform& t, std::int64_t rows)
{
    return extent(t, INPUT_VIEW, rows);
}

std::int64_t output_extent(const transform& t, std::int64_t rows)
{
    return extent(t, OUTPUT_VIEW, rows);
}

std::size_t input_row_bytes(const transform& t)
{
    return packed(t).input_distance * input_element_bytes(t);
}

std::size_t output_row_bytes(const transform& t)
{
    return packed(t).output_distance * output_element_bytes(t);
}

std::int64_t next_fast_length(std::int64_t length)
{
    if (length < 1)
        throw plan_error(fmt::format("length must be at least 1, got {}", length));
    if (length > MAX_LENGTH) {
        throw plan_error(fmt::format(
            "length {} is above the limit of {} (2^27) points", length, MAX_LENGTH));
    }
    return next_smooth(length); // 2^27 itself is smooth
}

} // namespace gpufft
