/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H

namespace gpufft {

//! A kernel without stages: it does its load and store operations point by point. A store
//! operation that needs pairs stands beside a plain load.
struct pointwise_kernel {
    int lanes = 1; //!< neighbouring points that one vector takes
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_POINTWISE_KERNEL_H */
