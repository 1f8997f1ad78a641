/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_FAKE_PASS_INTERPRETER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_FAKE_PASS_INTERPRETER_H

#include "plan/pass.h"
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

//! The memory of one launch, as floats. Every access is checked against the sizes.
struct pass_memory {
    const float* in = nullptr; //!< real, or real and imaginary in turn
    std::size_t in_floats = 0;
    float* out = nullptr;
    std::size_t out_floats = 0;
    const float* window = nullptr;
    std::size_t window_floats = 0;
};

/*!
 * \brief Does what \p p says, for \p rows rows, in double precision
 *
 * The plain reading of struct pass: no stages, no local memory, no twiddle table. Each
 * workgroup reads all of its points before it writes any, as a kernel does.
 * \throws device_error  an access beyond the memory, with the index
 */
void interpret_pass(const pass& p, const pass_memory& memory, std::uint64_t rows);

//! y[k] = sum of x[n] exp(-2 pi i n k / x.size())
std::vector<std::complex<double>> plain_dft(const std::vector<std::complex<double>>& x);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_FAKE_PASS_INTERPRETER_H */
