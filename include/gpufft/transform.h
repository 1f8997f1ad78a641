/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TRANSFORM_H
#define INCLUDED_GPUFFT_TRANSFORM_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpufft {

//! Sign of the exponent: forward -, inverse +.
enum class direction { forward, inverse };

//! none: neither direction scales. by_length: the inverse divides by length.
//! orthonormal: both divide by the square root of length.
enum class normalization { none, by_length, orthonormal };

//! What the caller's input holds. A real input is a complex one whose imaginary
//! parts are 0.
enum class input_format { complex64, real32 };

//! Points of the longest transform: 2^26.
constexpr std::int64_t MAX_LENGTH = std::int64_t(1) << 26;

/*!
 * \brief What is asked for: complex transforms of \p length points, many at a time
 *
 * Forward: X[k] = scale * sum over n of x[n] w[n] exp(-2 pi i n k / length); inverse:
 * the same with +. A batch is rows of `length` points one after the other. How many
 * rows a call transforms is said at the call, not here.
 */
struct transform {
    std::int64_t length = 1;
    direction dir = direction::forward;
    normalization norm = normalization::none;
    input_format input = input_format::complex64;
    bool in_place = false; //!< output overwrites input; complex input only
    bool windowed = false; //!< each row is multiplied by a window of `length` taps

    //! Input point n is read from place (n + input_rotation) mod length.
    std::int64_t input_rotation = 0;
    //! Output point k is written to place (k + output_rotation) mod length.
    std::int64_t output_rotation = 0;
};

//! Factor that the outputs are multiplied by under t.norm.
double scale_of(const transform& t);

//! Bytes of a row of the input: complex or real floats, as \p t says.
std::size_t input_row_bytes(const transform& t);
//! Bytes of a row of the output: complex floats.
std::size_t output_row_bytes(const transform& t);

//! One line, e.g. "c2c forward 4096, windowed, output rotated by 2048"
std::string to_string(const transform& t);

//! \throws plan_error  a field is out of range, with the nearest length that works
void validate(const transform& t);

//! Smallest length >= \p length whose prime factors are all at most 13.
//! \throws plan_error  there is none up to MAX_LENGTH
std::int64_t next_fast_length(std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TRANSFORM_H */
