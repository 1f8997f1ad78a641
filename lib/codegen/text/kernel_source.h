/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H

#include <cstdint>
#include <memory>
#include <string>

namespace gpufft {

struct computation; // codegen/text/computation.h

//! What a device must know of a kernel to launch it, besides its arguments.
struct launch_facts {
    int work_items = 1;                  //!< of a workgroup
    std::int64_t local_memory_bytes = 0; //!< dynamic in CUDA, declared inside in OpenCL
    bool has_barriers = false; //!< work-items of a workgroup wait for each other
    //! Any number of workgroups computes all rows: each takes its share of them.
    bool shares_work = false;
    std::uint64_t groups_of_row = 1;    //!< workgroups for each row, where none is shared
    int cluster = 1;                    //!< workgroups of a cluster
    bool has_balanced_clusters = false; //!< wherever there is room, not all side by side
    //! Most bytes that the kernel takes of the stack of a thread that computes in its own
    //! memory (CPU devices); 0: not known.
    std::int64_t stack_bytes = 0;
    //! Workgroups that are enqueued at a time, where the dialect enqueues parts.
    int groups_in_part = 1;
};

/*!
 * \brief A kernel as text, with all that is needed to build and launch it
 *
 * Arguments of a pass, in order: the input (planar: its real and its imaginary parts),
 * the output in the same way, twiddles; where the pass loads one, the window; where it
 * has_indices(), those; where it stores scaled, the scale, in the pass' precision; where
 * expressions name buffers and numbers, those, as given_arguments.h orders them, and the
 * number of the first row; where it stores power, what power_kernels.h says; then the
 * number of rows of the pass as a 32-bit unsigned integer. Behind them, where the dialect
 * enqueues parts, what kernel_head.h says.
 */
struct kernel_source {
    std::string name;   //!< of the function
    std::string text;   //!< whole, header comment and prelude included
    std::string suffix; //!< of a dumped file: "cl" or "cu"
    launch_facts launch;
    std::shared_ptr<const computation> computes; //!< null: only the text says it
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_SOURCE_H */
