/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H

namespace gpufft {

//! A kernel without stages: it does what its ends do, point by point; beside a mirrored
//! store it has a plain load.
struct pointwise_kernel {
    int lanes = 1; //!< neighbouring points that one vector takes
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H */
