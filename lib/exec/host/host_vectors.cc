/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_vectors.h"
#include <algorithm>
#include <cmath>
#ifdef GPUFFT_HAS_VOLK
#include <volk/volk.h>
#endif

namespace gpufft {

namespace {

// Numbers at a time: Volk counts in 32 bits, and what lies between stays in the caches.
constexpr std::size_t PIECE = 4096;

//! Calls body(first, count) for pieces of \p count numbers.
template <typename Body>
void each_piece(std::size_t count, Body body)
{
    for (std::size_t first = 0; first < count; first += PIECE)
        body(first, static_cast<unsigned>(std::min(PIECE, count - first)));
}

#ifdef GPUFFT_HAS_VOLK
void to_floats(const std::int16_t* from, unsigned count, float* to)
{
    volk_16i_s32f_convert_32f(to, from, 1, count);
}

void to_floats(const std::int8_t* from, unsigned count, float* to)
{
    volk_8i_s32f_convert_32f(to, from, 1, count);
}

void to_doubles(const float* from, unsigned count, double* to)
{
    volk_32f_convert_64f(to, from, count);
}
#else
template <typename T>
void to_floats(const T* from, unsigned count, float* to)
{
    std::copy(from, from + count, to);
}

void to_doubles(const float* from, unsigned count, double* to)
{
    std::copy(from, from + count, to);
}
#endif

//! Whole numbers by way of floats, which hold them exactly.
template <typename T>
void widen_by_floats(const T* from, std::size_t count, double* to)
{
    each_piece(count, [&](std::size_t first, unsigned some) {
        float floats[PIECE];
        to_floats(from + first, some, floats);
        to_doubles(floats, some, to + first);
    });
}

} // namespace

void widen(const float* from, std::size_t count, double* to)
{
    each_piece(count, [&](std::size_t first, unsigned some) {
        to_doubles(from + first, some, to + first);
    });
}

void widen(const std::int16_t* from, std::size_t count, double* to)
{
    widen_by_floats(from, count, to);
}

void widen(const std::int8_t* from, std::size_t count, double* to)
{
    widen_by_floats(from, count, to);
}

void widen(const std::uint8_t* from, std::size_t count, double* to)
{
    constexpr double ZERO = 127.5;
    for (std::size_t i = 0; i < count; ++i) // Volk has none of unsigned numbers
        to[i] = from[i] - ZERO;
}

void multiply(double* x, const double* by, std::size_t count)
{
    each_piece(count, [&](std::size_t first, unsigned some) {
#ifdef GPUFFT_HAS_VOLK
        volk_64f_x2_multiply_64f(x + first, x + first, by + first, some);
#else
        for (unsigned i = 0; i < some; ++i)
            x[first + i] *= by[first + i];
#endif
    });
}

void multiply(const std::complex<float>* x,
              const std::complex<float>* by,
              std::size_t count,
              std::complex<float>* to)
{
    each_piece(count, [&](std::size_t first, unsigned some) {
#ifdef GPUFFT_HAS_VOLK
        volk_32fc_x2_multiply_32fc(to + first, x + first, by + first, some);
#else
        for (auto i = first; i < first + some; ++i) // std::complex's looks for NaNs
            to[i] = { x[i].real() * by[i].real() - x[i].imag() * by[i].imag(),
                      x[i].real() * by[i].imag() + x[i].imag() * by[i].real() };
#endif
    });
}

void raise(float* x, std::size_t count, float least)
{
#ifdef GPUFFT_HAS_VOLK
    float floor[PIECE];
    std::fill_n(floor, std::min(PIECE, count), least);
    each_piece(count, [&](std::size_t first, unsigned some) {
        // Volk takes the second of two numbers that do not compare: so a NaN stays.
        float* const some_of_x = x + first;
        volk_32f_x2_max_32f(some_of_x, floor, some_of_x, some);
    });
#else
    for (std::size_t i = 0; i < count; ++i)
        x[i] = x[i] < least ? least : x[i];
#endif
}

void quick_log2(const float* from, std::size_t count, float* to)
{
    each_piece(count, [&](std::size_t first, unsigned some) {
#ifdef GPUFFT_HAS_VOLK
        volk_32f_log2_32f(to + first, from + first, some);
#else
        for (auto i = first; i < first + some; ++i)
            to[i] = from[i] == 0 ? -127 : std::log2(from[i]);
#endif
    });
}

void decibels(const float* powers, std::size_t count, float* to)
{
    // Volk's logarithm is a polynomial that is right to 1e-4 dB, too little here.
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(10 * std::log10(static_cast<double>(powers[i])));
}

} // namespace gpufft
