/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/transform.h>
#include <cmath>

namespace gpufft {

namespace {

void validate_length(std::int64_t length)
{
    if (length < 1)
        throw plan_error(fmt::format("length must be at least 1, got {}", length));
    if (length > MAX_LENGTH) {
        throw plan_error(fmt::format(
            "length {} is above the limit of {} (2^26) points", length, MAX_LENGTH));
    }
    if (is_smooth(length))
        return;
    const auto below = previous_smooth(length);
    const auto above = next_smooth(length);
    throw plan_error(
        fmt::format("length {} has the factor {}, which no codelet covers (primes: 2 3 5 "
                    "7 11 13); the nearest lengths that work are {} and {}",
                    length,
                    prime_factors(length).back(),
                    below,
                    above));
}

void validate_rotation(const char* name, std::int64_t rotation, std::int64_t length)
{
    if (rotation < 0 || rotation >= length) {
        throw plan_error(fmt::format(
            "{} must be 0 .. {} (length - 1), got {}", name, length - 1, rotation));
    }
}

} // namespace

double scale_of(const transform& t)
{
    const auto length = static_cast<double>(t.length);
    if (t.norm == normalization::orthonormal)
        return 1 / std::sqrt(length);
    if (t.norm == normalization::by_length && t.dir == direction::inverse)
        return 1 / length;
    return 1;
}

std::size_t input_row_bytes(const transform& t)
{
    return t.length * sizeof(float) * (t.input == input_format::real32 ? 1 : 2);
}

std::size_t output_row_bytes(const transform& t) { return t.length * sizeof(float) * 2; }

void validate(const transform& t)
{
    validate_length(t.length);
    validate_rotation("input_rotation", t.input_rotation, t.length);
    validate_rotation("output_rotation", t.output_rotation, t.length);
    if (t.in_place && t.input == input_format::real32) {
        throw plan_error(
            "a real input cannot be transformed in place: the complex output "
            "is twice as large; use two buffers");
    }
}

std::int64_t next_fast_length(std::int64_t length)
{
    if (length < 1)
        throw plan_error(fmt::format("length must be at least 1, got {}", length));
    if (length > MAX_LENGTH) {
        throw plan_error(fmt::format(
            "length {} is above the limit of {} (2^26) points", length, MAX_LENGTH));
    }
    return next_smooth(length); // 2^26 itself is smooth
}

std::string to_string(const transform& t)
{
    auto text = fmt::format(
        "c2c {} {}", t.dir == direction::forward ? "forward" : "inverse", t.length);
    if (t.input == input_format::real32)
        text += ", real input";
    if (t.windowed)
        text += ", windowed";
    if (t.input_rotation)
        text += fmt::format(", input rotated by {}", t.input_rotation);
    if (t.output_rotation)
        text += fmt::format(", output rotated by {}", t.output_rotation);
    if (t.norm == normalization::by_length)
        text += ", by length";
    if (t.norm == normalization::orthonormal)
        text += ", orthonormal";
    if (t.in_place)
        text += ", in place";
    return text;
}

} // namespace gpufft
