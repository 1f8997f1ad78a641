/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_ABI_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_ABI_H

#include <cstddef>

//! Values and layouts that programs compiled against FFTW 3 hand over.
namespace gpufft::fftw3 {

constexpr int FORWARD = -1, BACKWARD = 1; //!< signs of the exponent

constexpr unsigned MEASURE = 0;
constexpr unsigned DESTROY_INPUT = 1u << 0;
constexpr unsigned UNALIGNED = 1u << 1;
constexpr unsigned CONSERVE_MEMORY = 1u << 2;
constexpr unsigned EXHAUSTIVE = 1u << 3;
constexpr unsigned PRESERVE_INPUT = 1u << 4;
constexpr unsigned PATIENT = 1u << 5;
constexpr unsigned ESTIMATE = 1u << 6;
constexpr unsigned WISDOM_ONLY = 1u << 21;

constexpr double NO_TIMELIMIT = -1;

//! What is computed along a dimension of reals.
enum r2r_kind {
    R2HC = 0,
    HC2R = 1,
    DHT = 2,
    REDFT00 = 3,
    REDFT01 = 4,
    REDFT10 = 5,
    REDFT11 = 6,
    RODFT00 = 7,
    RODFT01 = 8,
    RODFT10 = 9,
    RODFT11 = 10
};

//! A dimension or a loop: points, input stride, output stride.
struct iodim {
    int n, is, os;
};
struct iodim64 {
    std::ptrdiff_t n, is, os;
};

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_ABI_H */
