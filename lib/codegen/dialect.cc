/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/dialect.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

const char OPENCL_PRELUDE[] = R"(
static inline float2 complex_of(float re, float im) { return (float2)(re, im); }

static inline float2 cmul(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
)";

const char CUDA_PRELUDE[] = R"(
typedef unsigned int uint;

__device__ __forceinline__ float2 complex_of(float re, float im)
{
    return make_float2(re, im);
}

__device__ __forceinline__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
)";

const dialect OPENCL = {
    "opencl",
    "cl",
    OPENCL_PRELUDE,
    "__kernel __attribute__((reqd_work_group_size({}, 1, 1)))",
    "static inline",
    "__global ",
    "* restrict ",
    "(uint)get_local_id(0)",
    "(uint)get_group_id(0)",
    "(uint)get_num_groups(0)",
    "barrier(CLK_LOCAL_MEM_FENCE);",
    "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    "__local {0} {1}[{2}];",
    "ulong",
};

// Local memory is dynamic in CUDA: more than 48 KiB cannot be declared.
const dialect CUDA = {
    "cuda",
    "cu",
    CUDA_PRELUDE,
    "extern \"C\" __global__ __launch_bounds__({})",
    "__device__ __forceinline__",
    "",
    "* __restrict__ ",
    "threadIdx.x",
    "blockIdx.x",
    nullptr,
    "__syncthreads();",
    "__syncthreads();",
    "extern __shared__ {0} {1}[]; // {2} elements",
    "unsigned long long",
};

} // namespace

const dialect& opencl_dialect() { return OPENCL; }
const dialect& cuda_dialect() { return CUDA; }

const dialect& dialect_named(const std::string& name)
{
    for (const dialect* d : { &OPENCL, &CUDA }) {
        if (name == d->name)
            return *d;
    }
    throw plan_error(fmt::format("no dialect \"{}\"; there are: opencl, cuda", name));
}

} // namespace gpufft
