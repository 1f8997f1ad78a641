/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/ir/kept_outputs.h"
#include "plan/text/default_fields.h"

namespace gpufft {

namespace {

//! The inner DFT is an inverse one.
bool is_inverse_core(const transform& t)
{
    switch (effective_kind(t)) {
    case transform_kind::c2c:
        return t.dir == direction::inverse;
    case transform_kind::c2r:
    case transform_kind::dct3:
    case transform_kind::dst3:
        return true;
    default:
        return false;
    }
}

//! Two reals make an inner point where the length is even, and always in kinds of type 1.
bool is_halved(const transform& t)
{
    switch (effective_kind(t)) {
    case transform_kind::c2c:
        return false;
    case transform_kind::dct1:
    case transform_kind::dst1:
        return true;
    default:
        return t.shape.back().length % 2 == 0;
    }
}

io_operation default_io(const transform& t, transform_kind codelets)
{
    io_operation op;
    op.is_float16 = t.number == precision::float16;
    op.orthogonalize = t.orthogonalize;
    if (codelets != transform_kind::c2c)
        return op; // the codelets do it all
    op.kind = effective_kind(t);
    op.swap_parts = is_inverse_core(t);
    op.is_half = is_halved(t);
    return op;
}

element stored_as(bool is_real, complex_layout layout)
{
    if (is_real)
        return element::real;
    return layout == complex_layout::planar ? element::planar : element::complex;
}

//! Points of the caller's dimension where \p op makes an inner DFT of \p dft points of
//! it: the last dimension of a pass.
std::int64_t caller_length_of(const io_operation& op, std::int64_t dft)
{
    if (op.by == convolution::rader)
        dft = saturated_sum(dft, 1);
    if (op.kind == transform_kind::dct1)
        return saturated_sum(dft, 1);
    if (op.kind == transform_kind::dst1)
        return dft - 1;
    return op.is_half ? saturated_product(dft, 2) : dft;
}

} // namespace

load_operation default_load(const transform& t, transform_kind codelets)
{
    load_operation load;
    static_cast<io_operation&>(load) = default_io(t, codelets);
    load.stored = stored_as(has_real_input(t), t.input_layout);
    load.windowed = t.windowed;
    load.taps_per_branch = t.taps_per_branch;
    return load;
}

store_operation default_store(const transform& t, transform_kind codelets)
{
    store_operation store;
    static_cast<io_operation&>(store) = default_io(t, codelets);
    store.stored = stored_as(has_real_output(t), t.output_layout);
    store.scaled = scale_of(t) != 1;
    store.kept = kept_of(t);
    return store;
}

std::vector<std::int64_t> default_lengths(const pass& p, const pass_context& c)
{
    std::vector<std::int64_t> lengths(p.dimensions.size(), 1);
    if (c.before && c.before->dimensions.size() == lengths.size()) {
        for (std::size_t i = 0; i < lengths.size(); ++i)
            lengths[i] = c.before->dimensions[i].length;
        return lengths;
    }
    for (const auto& s : p.stages) {
        auto& length = lengths[static_cast<std::size_t>(s.dimension)];
        length = saturated_product(length, s.radix);
    }
    return lengths;
}

std::vector<std::int64_t> default_caller_lengths(const pass& p)
{
    std::vector<std::int64_t> lengths;
    for (const auto& d : p.dimensions)
        lengths.push_back(d.length);
    const io_operation& load = p.load;
    const bool is_load = load.kind != transform_kind::c2c || load.by != convolution::none;
    lengths.back() = caller_length_of(is_load ? load : p.store, lengths.back());
    return lengths;
}

std::vector<std::int64_t> default_strides(const pass& p,
                                          const pass_context& c,
                                          bool is_callers,
                                          std::int64_t dimension::*stride)
{
    std::vector<std::int64_t> strides(p.dimensions.size(), 1);
    if (is_callers && c.request.shape.size() == strides.size()) {
        for (std::size_t i = 0; i < strides.size(); ++i)
            strides[i] = c.request.shape[i].*stride;
        return strides;
    }
    for (std::size_t i = strides.size() - 1; i-- > 0;)
        strides[i] = saturated_product(strides[i + 1], p.dimensions[i + 1].length);
    return strides;
}

std::vector<std::int64_t> default_rotations(const pass& p,
                                            const pass_context& c,
                                            bool is_callers,
                                            std::int64_t dimension::*rotation)
{
    std::vector<std::int64_t> rotations(p.dimensions.size(), 0);
    if (is_callers && c.request.shape.size() == rotations.size()) {
        for (std::size_t i = 0; i < rotations.size(); ++i)
            rotations[i] = c.request.shape[i].*rotation;
    }
    return rotations;
}

} // namespace gpufft
