/* SPDX-License-Identifier: GPL-3.0-or-later */
// Helpers that every kernel begins with, written by hand. REAL is the precision's type.
#include "codegen/generate/prelude.h"
#include "codegen/io/emit_io.h"
#include "codegen/simt/features/emit_bulk.h"
#include "codegen/simt/features/emit_cluster.h"
#include "codegen/simt/frames/emit_filters.h"

namespace gpufft {

namespace {

struct helpers {
    const char* float64; //!< what double needs
    const char* basic;
    const char* complex; //!< what formulas of I/O operations need
    const char* halves;
    const char* streamed; //!< evict-first: elements that should not stay in the caches
};

const helpers OPENCL = {
    R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
)",
    R"(
static inline REAL2 complex_of(REAL re, REAL im) { return (REAL2)(re, im); }

static inline REAL2 cmul(REAL2 a, REAL2 b)
{
    return (REAL2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
)",
    R"(
static inline REAL2 conjugate(REAL2 a) { return (REAL2)(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
static inline REAL2 exchanged(REAL2 a) { return a.yx; }
)",
    R"(
typedef uint half_complex; // two halves: pointers to half2 need an extension
)",
    R"(
#define load_streamed(p) (*(p))
#define store_streamed(p, x) (*(p) = (x))
)",
};

const helpers CUDA = {
    "",
    R"(
typedef unsigned int uint;

__device__ __forceinline__ REAL2 complex_of(REAL re, REAL im)
{
    return make_REAL2(re, im);
}

__device__ __forceinline__ REAL2 cmul(REAL2 a, REAL2 b)
{
    return make_REAL2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
)",
    R"(
__device__ __forceinline__ REAL2 operator+(REAL2 a, REAL2 b)
{
    return make_REAL2(a.x + b.x, a.y + b.y);
}

__device__ __forceinline__ REAL2 operator-(REAL2 a, REAL2 b)
{
    return make_REAL2(a.x - b.x, a.y - b.y);
}

__device__ __forceinline__ REAL2 operator*(REAL a, REAL2 b)
{
    return make_REAL2(a * b.x, a * b.y);
}

__device__ __forceinline__ REAL2 conjugate(REAL2 a) { return make_REAL2(a.x, -a.y); }

// Of an inverse, which is a forward transform with its parts exchanged at both ends.
__device__ __forceinline__ REAL2 exchanged(REAL2 a) { return make_REAL2(a.y, a.x); }
)",
    R"(
// Halves by OpenCL's names, in PTX: the run-time compiler may lack cuda_fp16.h.
typedef unsigned short half;
typedef unsigned int half_complex;

__device__ __forceinline__ float vload_half(uint i, const half* p)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(p[i]));
    return x;
}

__device__ __forceinline__ void vstore_half(float x, uint i, half* p)
{
    half h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    p[i] = h;
}

__device__ __forceinline__ float2 vload_half2(uint i, const half* p)
{
    const ushort2 pair = ((const ushort2*)p)[i];
    float2 x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x.x) : "h"(pair.x));
    asm("cvt.f32.f16 %0, %1;" : "=f"(x.y) : "h"(pair.y));
    return x;
}

__device__ __forceinline__ void vstore_half2(float2 x, uint i, half* p)
{
    ushort2 pair;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(pair.x) : "f"(x.x));
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(pair.y) : "f"(x.y));
    ((ushort2*)p)[i] = pair;
}
)",
    R"(
// Leaves the caches first: it is not wanted again soon.
__device__ __forceinline__ REAL2 load_streamed(const REAL2* p) { return __ldcs(p); }
__device__ __forceinline__ void store_streamed(REAL2* p, REAL2 x) { __stcs(p, x); }
)",
};

//! \p text with the word REAL replaced.
std::string in_precision(std::string text, const std::string& real)
{
    const std::string word = "REAL";
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at))
        text.replace(at, word.size(), real);
    return text;
}

} // namespace

std::string prelude(const dialect& d, const pass& p)
{
    const auto& text = d.is_cuda() ? CUDA : OPENCL;
    std::string all = p.number == precision::float64 ? text.float64 : "";
    all += text.basic;
    if (load_is_function(p) || store_is_function(p) || p.store.branches)
        all += text.complex;
    if (p.load.is_float16 || p.store.is_float16)
        all += text.halves;
    if (p.workgroup().evict_first_input || p.workgroup().evict_first_output)
        all += text.streamed;
    if (p.workgroup().cluster.size > 1)
        all += simt::cluster_helpers(p);
    if (p.workgroup().bulk_input || p.workgroup().bulk_output)
        all += simt::bulk_helpers(p);
    if (p.workgroup().filter_items)
        all += simt::filter_helpers();
    return in_precision(all, real_type(p));
}

} // namespace gpufft
