/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft {

//! Bytes of a point in local memory and in the workspace: real and imaginary part.
std::int64_t point_bytes(precision number);


//! Bytes of a real number in the arithmetic of \p p.
std::int64_t real_bytes(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_ELEMENT_BYTES_H */
