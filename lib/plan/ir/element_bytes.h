/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft {

//! Bytes of a point in local memory and in the workspace: real and imaginary part.
std::int64_t point_bytes(precision number);

//! How points lie in memory beside each other.
struct point_spacing {
    std::int64_t bytes; //!< from one to the next; in each of two arrays where planar
    double share;       //!< of the bytes of a complex number that a point takes in all
};

//! How \p by loads or stores points of the caller's memory.
point_spacing spacing_of(const io_operation& by, precision number);

//! Bytes of a real number in the arithmetic of \p p.
std::int64_t real_bytes(const pass& p);

//! Bytes of a real number, or of a part of a complex one, in the input of \p p.
std::int64_t input_number_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H */
