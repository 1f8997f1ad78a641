/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_LENGTH_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_LENGTH_H

#include "plan/ir/pass.h"
#include <cstdint>

namespace gpufft {

//! Points of the DFT between the load and store operations, which the pass may compute by
//! a convolution.
std::int64_t dft_length(const pass& p, const io_operation& op);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_DFT_LENGTH_H */
