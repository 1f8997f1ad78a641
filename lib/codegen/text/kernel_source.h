/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H

#include "plan/ir/histogram.h"
#include "plan/ir/pass.h"
#include "plan/ir/power.h"
#include <cstdint>
#include <string>

namespace gpufft {

//! The kernels beside passes: power_kernels.h
enum class helper_kernel {
    none,
    convert,
    accumulate,
    combine,
    combine_weighted,
    finish,
    finish_whole,
    histogram_columns, //!< these: histogram_kernels.h
    histogram_count,
    histogram_fade
};

/*!
 * \brief A kernel as text, with all that is needed to build and launch it
 *
 * Arguments, in order: the input (planar: its real and its imaginary parts), the output
 * likewise, twiddles; where the pass loads one, the window; where it has_indices(),
 * those; where it stores scaled, the scale, in the pass' precision; where it stores
 * power, what power_kernels.h says; then the number of rows of the pass as a 32-bit
 * unsigned integer.
 */
struct kernel_source {
    std::string name;                    //!< of the function
    std::string text;                    //!< whole, header comment and prelude included
    std::string suffix;                  //!< of a dumped file: "cl" or "cu"
    int work_items = 1;                  //!< in a workgroup
    std::int64_t local_memory_bytes = 0; //!< dynamic in CUDA, declared inside in OpenCL
    pass made_from;                      //!< what it computes, for the fake device
    helper_kernel helper = helper_kernel::none; //!< no pass, but this
    power_request power; //!< what a helper, or a pass that accumulates, was made for
    histogram_shape histogram; //!< likewise
    int histogram_lanes = 1;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H */
