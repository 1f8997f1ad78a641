/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_DIALECT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_DIALECT_H

#include <string>

namespace gpufft {

struct pass;

enum class kernel_language { opencl_c, cuda_cpp };

/*!
 * \brief The few words that OpenCL C and CUDA C++ spell differently
 *
 * Nothing else may differ: the helpers of prelude.h carry the same names in both
 * languages, so every emitter is written once.
 */
struct dialect {
    const char* name; //!< "opencl", "cuda", "pocl": what --dialect takes
    kernel_language language;
    bool enqueues_parts;     //!< of a launch, one by one: kernel_head.h
    const char* suffix;      //!< of the dumped file
    const char* kernel;      //!< before "void name(...)", of the workgroup's size and the
                             //!< cap on registers (kernel_head::min_blocks)
    const char* function;    //!< before a helper function
    const char* global;      //!< before a pointer to device memory
    const char* restricted;  //!< pointer that aliases no other
    const char* item;        //!< index inside the workgroup
    const char* group;       //!< index of the workgroup
    bool has_clusters;       //!< of workgroups; the launch says how large they are
    const char* group_count; //!< of workgroups; nullptr: no vectors, so no SIMD form
    const char* barrier;     //!< all work-items of the group meet; local memory is seen
    const char* barrier_all; //!< all work-items meet; global memory is seen too
    const char* local_array; //!< declares {0} name {1} of {2} elements in local memory
    const char* wide_unsigned; //!< 64-bit unsigned integer
    const char* local;         //!< before a pointer to local memory

    bool is_cuda() const { return language == kernel_language::cuda_cpp; }
};

const dialect& opencl_dialect();
const dialect& cuda_dialect();
//! OpenCL C for PoCL, where threads of the process enqueue parts of each launch: see
//! device/opencl/pocl.
const dialect& pocl_dialect();

//! Types that \p p computes with: "float" or "double", "float2" or "double2".
std::string real_type(const pass& p);
std::string complex_type(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_DIALECT_H */
