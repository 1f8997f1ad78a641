/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/filters/output_turns.h"
#include "exec/host/vector_widths.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

// Factors that stay in a first-level cache beside the outputs.
constexpr std::size_t FACTORS = 1024;

//! y[i] *= by[i] * (re + i im), of parts one after the other.
GPUFFT_FOR_EACH_WIDTH
void turn(float* y, const float* by, float re, float im, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float by_re = by[2 * i] * re - by[2 * i + 1] * im;
        const float by_im = by[2 * i] * im + by[2 * i + 1] * re;
        const float y_re = y[2 * i], y_im = y[2 * i + 1];
        y[2 * i] = y_re * by_re - y_im * by_im;
        y[2 * i + 1] = y_re * by_im + y_im * by_re;
    }
}

} // namespace

std::complex<double> turned_by(double turns)
{
    return std::polar(1.0, 2 * std::acos(-1.0) * beside_whole(turns));
}

output_turns::output_turns(double each) : d_each(beside_whole(each))
{
    for (std::size_t i = 0; i < FACTORS; ++i)
        d_factors.emplace_back(turned_by(static_cast<double>(i) * d_each));
}

void output_turns::apply(std::complex<float>* y, std::size_t count, double first) const
{
    for (std::size_t done = 0; done < count; done += FACTORS) {
        const auto by = turned_by(first + static_cast<double>(done) * d_each);
        turn(reinterpret_cast<float*>(y + done),
             reinterpret_cast<const float*>(d_factors.data()),
             static_cast<float>(by.real()),
             static_cast<float>(by.imag()),
             std::min(FACTORS, count - done));
    }
}

} // namespace gpufft
