/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/dialect.h"
#include "plan/ir/pass.h"

namespace gpufft {

namespace {

constexpr dialect OPENCL = {
    "opencl",
    kernel_language::opencl_c,
    false,
    "cl",
    "__kernel __attribute__((reqd_work_group_size({}, 1, 1)))",
    "static inline",
    "__global ",
    "* restrict ",
    "(uint)get_local_id(0)",
    "(uint)get_group_id(0)",
    false,
    "(uint)get_num_groups(0)",
    "barrier(CLK_LOCAL_MEM_FENCE);",
    "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    "__local {0} {1}[{2}];",
    "ulong",
    "__local ",
};

constexpr dialect with_parts(dialect d, const char* name)
{
    d.name = name;
    d.enqueues_parts = true;
    return d;
}

constexpr dialect POCL = with_parts(OPENCL, "pocl");

// Local memory is dynamic in CUDA: more than 48 KiB cannot be declared.
constexpr dialect CUDA = {
    "cuda",
    kernel_language::cuda_cpp,
    false,
    "cu",
    "extern \"C\" __global__ __launch_bounds__({}{})",
    "__device__ __forceinline__",
    "",
    "* __restrict__ ",
    "threadIdx.x",
    "blockIdx.x",
    true,
    nullptr,
    "__syncthreads();",
    "__syncthreads();",
    "extern __shared__ {0} {1}[]; // {2} elements",
    "unsigned long long",
    "",
};

} // namespace

const dialect& opencl_dialect() { return OPENCL; }
const dialect& cuda_dialect() { return CUDA; }
const dialect& pocl_dialect() { return POCL; }

std::string real_type(const pass& p)
{
    return p.number == precision::float64 ? "double" : "float";
}

std::string complex_type(const pass& p) { return real_type(p) + "2"; }

} // namespace gpufft
