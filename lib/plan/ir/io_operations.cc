/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/io_operations.h"
#include "plan/ir/pass.h"
#include <algorithm>

namespace gpufft {

namespace {

//! A rotation makes the pass count places from another point than the first.
bool is_rotated(const pass& p, std::int64_t pass_dimension::*rotation)
{
    return std::any_of(p.dimensions.begin(),
                       p.dimensions.end(),
                       [&](const pass_dimension& d) { return d.*rotation != 0; });
}

} // namespace

std::vector<accumulation> accumulations::planes() const
{
    std::vector<accumulation> all;
    for (const auto each : { accumulation::sum,
                             accumulation::highest,
                             accumulation::lowest,
                             accumulation::square })
        if (has(each))
            all.push_back(each);
    return all;
}

bool io_operation::operator==(const io_operation& other) const
{
    return kind == other.kind && stored == other.stored && is_half == other.is_half &&
           is_float16 == other.is_float16 && swap_parts == other.swap_parts &&
           orthogonalize == other.orthogonalize && by == other.by &&
           are_same(expression, other.expression);
}

bool store_operation::needs_pairs() const
{
    switch (kind) {
    case transform_kind::dct1:
    case transform_kind::dst1:
        return true;
    case transform_kind::r2c:
    case transform_kind::dct2:
    case transform_kind::dst2:
        return is_half;
    default:
        return false;
    }
}

std::int64_t dft_length(transform_kind kind, bool is_half, std::int64_t length)
{
    if (kind == transform_kind::dct1)
        return length - 1;
    if (kind == transform_kind::dst1)
        return length + 1;
    return is_half ? length / 2 : length;
}

dct4_input dct4_input_of(std::int64_t q, std::int64_t length)
{
    // An odd number is its own inverse modulo 8.
    const std::int64_t turns = (((1 - q) % 8 + 8) * (length % 8)) % 8;
    std::int64_t a = q + length * turns;
    a = std::min(a, 8 * length - a);
    if (a < 2 * length)
        return { (a - 1) / 2, 1 };
    return { (4 * length - a - 1) / 2, -1 };
}

dct4_output dct4_output_of(std::int64_t q, std::int64_t length)
{
    const std::int64_t residue = 8 * q % length;
    const std::int64_t b = residue % 2 ? residue : residue + length;
    return { (b - 1) / 2, static_cast<int>(b % 8 * (length % 8) % 8) };
}

bool pass::load_is_indexed() const
{
    // Whole rows are loaded first, and their points looked up afterwards.
    if ((load.by != convolution::none && !stages_rows()) || load.windowed ||
        is_rotated(*this, &pass_dimension::input_rotation))
        return true;
    if (load.kind == transform_kind::r2c)
        return load.is_half;
    return load.kind != transform_kind::c2c;
}

bool pass::store_is_indexed() const
{
    if (store.power)
        return false; // reals at the places of the bins, stored once
    if (store.kept)
        return true;
    if ((store.by != convolution::none && !stages_rows()) ||
        is_rotated(*this, &pass_dimension::output_rotation))
        return true;
    if (store.kind == transform_kind::c2r)
        return store.is_half;
    return store.kind != transform_kind::c2c;
}

} // namespace gpufft
