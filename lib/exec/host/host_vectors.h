/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VECTORS_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VECTORS_H

#include <complex>
#include <cstddef>
#include <cstdint>

/*!
 * What the host computes of many numbers, one after the other, beside transforms: by
 * Volk, which picks what suits the processor, where the library was built with it (GNU
 * Radio brings it along). No pointer need be aligned.
 */
namespace gpufft {

//! \p count numbers as doubles, exactly.
void widen(const float* from, std::size_t count, double* to);
void widen(const std::int16_t* from, std::size_t count, double* to);
void widen(const std::int8_t* from, std::size_t count, double* to);
//! An unsigned converter has its zero at 127.5.
void widen(const std::uint8_t* from, std::size_t count, double* to);

//! x[i] *= by[i]
void multiply(double* x, const double* by, std::size_t count);
//! to[i] = x[i] by[i]; \p to may be \p x.
void multiply(const std::complex<float>* x,
              const std::complex<float>* by,
              std::size_t count,
              std::complex<float>* to);

//! x[i], or \p least where that is more; a NaN stays.
void raise(float* x, std::size_t count, float least);

//! log2 of each number, right to 1e-5 or so; of 0 it is -127. \p to may be \p from.
void quick_log2(const float* from, std::size_t count, float* to);

//! 10 log10 of each power, in double precision: of 0 minus infinity, of infinity
//! infinity, of NaN and negative numbers NaN. \p to may be \p powers.
void decibels(const float* powers, std::size_t count, float* to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_VECTORS_H */
