/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simd/point_vectors.h"

namespace gpufft {

namespace {

//! The side holds points of the inner DFT in the workspace.
bool is_of_core(const io_operation& e)
{
    return e.has_dft_points() && e.stored == element::complex && !e.is_float16 &&
           !e.swap_parts;
}

//! Rows of even length on the caller's side, in the order of their reals.
bool has_vectors(const io_operation& e) { return e.is_half && e.by == convolution::none; }

bool loads_vectors(const load_operation& load)
{
    switch (load.kind) {
    case transform_kind::c2r:
        return load.stored == element::complex;
    case transform_kind::dct2:
    case transform_kind::dst2:
        return load.stored == element::real && !load.swap_parts;
    case transform_kind::dct3:
    case transform_kind::dst3:
    case transform_kind::dct4:
    case transform_kind::dst4:
        return load.stored == element::real;
    default:
        return false;
    }
}

bool stores_vectors(const store_operation& store)
{
    if (store.power || (store.needs_pairs() && store.swap_parts))
        return false;
    switch (store.kind) {
    case transform_kind::r2c:
        return store.stored != element::real;
    case transform_kind::dct2:
    case transform_kind::dst2:
    case transform_kind::dct3:
    case transform_kind::dst3:
    case transform_kind::dct4:
    case transform_kind::dst4:
        return store.stored == element::real;
    default:
        return false;
    }
}

} // namespace

bool takes_vectors_of_points(const pass& p)
{
    if (p.load.expression || p.store.expression)
        return false;
    if (!p.is_pointwise() || p.dimensions.size() != 1 || p.load.windowed ||
        p.load.samples != sample_format::number)
        return false;
    const auto& d = p.dimensions[0];
    if (d.is_rotated() || d.input_stride != 1 || d.output_stride != 1)
        return false;
    if (is_of_core(p.load))
        return has_vectors(p.store) && stores_vectors(p.store);
    return is_of_core(p.store) && !p.store.scaled && has_vectors(p.load) &&
           loads_vectors(p.load);
}

} // namespace gpufft
