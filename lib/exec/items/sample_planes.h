/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_SAMPLE_PLANES_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_SAMPLE_PLANES_H

#include "plan/request/item_expression.h"
#include <cstddef>

//! What expressions are made of, for some samples at a time: loops that compilers turn
//! into vectors.
namespace gpufft {

//! Values of samples, their real and their imaginary parts; real ones have no im.
struct planes {
    float* re = nullptr;
    float* im = nullptr;
};

//! Values that are read.
struct read_planes {
    const float* re = nullptr;
    const float* im = nullptr;
    read_planes() = default;
    read_planes(const float* reals, const float* imaginaries) : re(reals), im(imaginaries)
    {
    }
    read_planes(const planes& p) : re(p.re), im(p.im) {}
};

//! to = a does b: arithmetic, or a function of reals, `norm`, `absolute` or
//! `exponential`. Functions of one look at \p a alone. \p to has memory for both parts
//! where the result is complex.
void compute_planes(operation does,
                    const read_planes& a,
                    const read_planes& b,
                    const planes& to,
                    std::size_t count);

//! to = left does right ? a : b. \p does is less, less_or_equal or equal.
void choose(operation does,
            const float* left,
            const float* right,
            const float* a,
            const float* b,
            float* to,
            std::size_t count);

//! Samples of a stream as floats, and back, as item_expression has it.
void load_samples(item_type t, const void* from, const planes& to, std::size_t count);
void store_samples(item_type t, const read_planes& from, void* to, std::size_t count);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_SAMPLE_PLANES_H */
