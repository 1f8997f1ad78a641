/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/output_permutation.h"
#include "plan/simd/row_places.h"
#include <algorithm>

namespace gpufft {

namespace {

using kind = transform_kind;
using places = std::vector<std::uint32_t>;

struct slot_part {
    std::int64_t slot = 0;
    bool is_imaginary = false;
};

//! Reals of a row that the caller has on the side that \p op loads or stores.
std::int64_t reals_of(const pass& p, const io_operation& op, bool is_output)
{
    const auto length = p.dimensions.back().caller_length;
    const bool is_half_spectrum = op.kind == (is_output ? kind::r2c : kind::c2r);
    if (is_half_spectrum)
        return 2 * (length / 2 + 1);
    if (op.kind == kind::c2c)
        return (op.stored == element::real ? 1 : 2) * length;
    return length;
}

//! Makhoul's place of real \p n of \p length.
std::int64_t shuffled(std::int64_t n, std::int64_t length)
{
    return n % 2 ? length - 1 - n / 2 : n / 2;
}

//! Part of a slot that holds real \p n of those that a dct2 stores and a dct3 loads, N =
//! 2 M of them.
slot_part folded(std::int64_t n, std::int64_t length)
{
    const auto half = length / 2;
    return n < half ? slot_part{ n, false } : slot_part{ (length - n) % half, true };
}

//! The point of the inner DFT that real \p n of an odd dct4 stands for: the a of
//! io_operations.h is 2 n + 1, or what folds to it; so q is plus or minus a modulo the
//! length.
std::int64_t dct4_input_point(std::int64_t n, std::int64_t length)
{
    const auto q = (2 * n + 1) % length;
    return dct4_input_of(q, length).place == n ? q : length - q;
}

//! Output of the inner DFT that real \p n is made from: 8 q is 2 n + 1 modulo the length.
std::int64_t dct4_output_point(std::int64_t n, std::int64_t length)
{
    auto b = (2 * n + 1) % length;
    while (b % 8)
        b += length;
    return b / 8;
}

//! Part of a slot for real \p n of a side whose reals lie as the input of \p as does.
//! Reals that a type 2 loads lie like those that a type 3 stores, and the other way
//! round.
slot_part part_of(kind as, const io_operation& op, std::int64_t n, std::int64_t length)
{
    switch (as) {
    case kind::dct2:
    case kind::dst2: {
        const auto m = shuffled(n, length);
        return op.is_half ? slot_part{ m / 2, m % 2 != 0 } : slot_part{ m, false };
    }
    case kind::dct3:
    case kind::dst3:
        return op.is_half ? folded(n, length) : slot_part{ n, false };
    case kind::dct4:
    case kind::dst4: // even ones
        return { n % 2 ? (length - 1 - n) / 2 : n / 2, n % 2 != 0 };
    default:
        if (op.stored == element::real && !op.is_half)
            return { n, false };
        return { n / 2, n % 2 != 0 };
    }
}

bool is_odd_type_4(const io_operation& op)
{
    return (op.kind == kind::dct4 || op.kind == kind::dst4) && !op.is_half;
}

slot_part input_part(const pass& p, std::int64_t n)
{
    const auto& load = p.load;
    const auto length = p.dimensions.back().caller_length;
    if (load.kind == kind::dct1)
        return { n / 2, n % 2 != 0 };
    if (load.kind == kind::dst1)
        return { (n + 1) / 2, n % 2 == 0 };
    if (is_odd_type_4(load))
        return { dct4_input_point(n, length), false };
    return part_of(load.kind, load, n, length);
}

//! The kind whose input lies as the output of \p k does.
kind mirrored(kind k)
{
    switch (k) {
    case kind::dct2:
    case kind::dst2:
        return kind::dct3;
    case kind::dct3:
    case kind::dst3:
        return kind::dct2;
    default:
        return k;
    }
}

//! The slot is that of an output of the inner DFT, before the stages' order.
slot_part output_part(const pass& p, std::int64_t n)
{
    const auto& store = p.store;
    const auto length = p.dimensions.back().caller_length;
    if (store.kind == kind::dct1)
        return n + 1 == length ? slot_part{ 0, true } : slot_part{ n, false };
    if (store.kind == kind::dst1)
        return { n + 1, false };
    if (is_odd_type_4(store))
        return { dct4_output_point(n, length), false };
    return part_of(mirrored(store.kind), store, n, length);
}

//! Reals of a dst that are in the reverse order of those of the dct.
bool is_reversed(kind k, bool is_output)
{
    return is_output ? k == kind::dst2 : k == kind::dst3 || k == kind::dst4;
}

template <typename Part>
places make_places(const pass& p, const io_operation& op, bool is_output, Part part)
{
    const auto count = reals_of(p, op, is_output);
    places result;
    result.reserve(count);
    for (std::int64_t n = 0; n < count; ++n) {
        const slot_part at = part(is_reversed(op.kind, is_output) ? count - 1 - n : n);
        const bool is_second = at.is_imaginary != op.swap_parts;
        result.push_back(
            static_cast<std::uint32_t>(at.slot + (is_second ? row_slots(p) : 0)));
    }
    return result;
}

} // namespace

std::int64_t row_slots(const pass& p)
{
    const bool has_upper_bin = (p.load.kind == kind::c2r && p.load.is_half) ||
                               (p.store.kind == kind::r2c && p.store.is_half);
    return p.points() + (has_upper_bin ? 1 : 0);
}

std::int64_t row_inputs(const pass& p) { return reals_of(p, p.load, false); }

std::int64_t row_outputs(const pass& p) { return reals_of(p, p.store, true); }

places row_input_places(const pass& p)
{
    return make_places(
        p, p.load, false, [&](std::int64_t n) { return input_part(p, n); });
}

places row_output_places(const pass& p)
{
    const auto dft = output_permutation(p);
    const auto above = static_cast<std::int64_t>(dft.size());
    return make_places(p, p.store, true, [&](std::int64_t n) {
        auto part = output_part(p, n);
        if (part.slot < above) // the bin above has a slot of its own
            part.slot = dft[static_cast<std::size_t>(part.slot)];
        return part;
    });
}

bool row_input_alternates(const pass& p) { return p.load.kind == kind::dst2; }

bool row_output_alternates(const pass& p)
{
    return p.store.kind == kind::dst3 || p.store.kind == kind::dst4;
}

} // namespace gpufft
