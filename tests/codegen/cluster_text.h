/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODEGEN_CLUSTER_TEXT_H
#define INCLUDED_GPUFFT_TESTS_CODEGEN_CLUSTER_TEXT_H

#include "support/devices/host_cluster.h"
#include <algorithm>
#include <cstdint>

/*!
 * What the CUDA text of kernels over clusters needs to be compiled for the host, and how
 * the test reaches it. print_clusters.cc writes the text of every plan into a file that
 * includes this one.
 */

#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)

typedef unsigned int uint;

struct float2 {
    float x, y;
};
struct double2 {
    double x, y;
};

inline float2 complex_of(float re, float im) { return { re, im }; }
inline double2 complex_of(double re, double im) { return { re, im }; }
inline float2 complex_of(int re, int im) { return { float(re), float(im) }; } // (0, 0)

inline float2 operator*(float s, float2 a) { return { s * a.x, s * a.y }; }
inline float2 operator+(float2 a, float2 b) { return { a.x + b.x, a.y + b.y }; }
inline float2 operator-(float2 a, float2 b) { return { a.x - b.x, a.y - b.y }; }
inline float2 conjugate(float2 a) { return { a.x, -a.y }; }
inline float2 exchanged(float2 a) { return { a.y, a.x }; }
using std::min;
inline uint min(uint a, int b) { return std::min(a, static_cast<uint>(b)); }
inline uint shift_of(const void* p)
{
    return reinterpret_cast<std::uintptr_t>(p) / sizeof(float2) % 2;
}

template <class complex>
complex cmul(complex a, complex b)
{
    return { a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x };
}

template <class complex>
void remote_store(uint remote, complex x)
{
    *static_cast<complex*>(remote_memory(remote, sizeof(x))) = x;
}

template <class complex>
void remote_store(uint remote, complex x, uint remote_barrier)
{
    remote_store(remote, x);
    barrier_count(remote_barrier, sizeof(x));
}

template <class complex>
uint read_bits(complex)
{
    return 0;
}
inline uint zero_after(uint bits)
{
    subgroup_wait();
    return bits;
}

inline void __syncwarp() { subgroup_wait(); }
template <class element>
void copy_begin(uint to, const element* from)
{
    copy_begin(to, from, sizeof(element));
}
template <int frames>
void copies_wait()
{
    copies_wait_for(frames);
}

using cluster_kernel = void (*)(const void* in,
                                void* out,
                                const void* twiddles,
                                const void* indices, // of Rader's points, or null
                                const void* window,  // or null
                                unsigned rows);

//! Line and kernel of each of the plans that print_clusters.cc lists, in order.
extern const char* const CLUSTER_PLANS[];
extern const cluster_kernel CLUSTER_KERNELS[];
extern const int CLUSTER_COUNT;

#endif /* INCLUDED_GPUFFT_TESTS_CODEGEN_CLUSTER_TEXT_H */
