/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/band_filter.h"
#include "exec/host/vector_widths.h"
#include "math/window.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace gr {
namespace gpufft {

namespace {

constexpr double PI = 3.14159265358979323846;
constexpr std::size_t LAST_DECIMATION = 4, FIRST_TAPS = 12, LAST_TAPS = 32;
constexpr const char* WINDOW = "kaiser,10.06"; // 100 dB
//! Floats that are summed beside each other: 8 complex numbers. A decimation is 2 at
//! least, so 4 taps an output are a multiple of them.
constexpr std::size_t LANES = 16;

struct sums {
    float re[LANES];
    float im[LANES];
};

//! Real and imaginary parts of samples by turns, times taps that are there twice.
GPUFFT_FOR_EACH_WIDTH
void add_products(
    const float* x, const float* re, const float* im, std::size_t count, sums& to)
{
    // A compiler keeps vectors in registers, which it does not do with arrays here.
    typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
    lanes by_re = {}, by_im = {};
    for (std::size_t i = 0; i < count; i += LANES) {
        lanes some, with_re, with_im;
        std::memcpy(&some, x + i, sizeof(lanes));
        std::memcpy(&with_re, re + i, sizeof(lanes));
        std::memcpy(&with_im, im + i, sizeof(lanes));
        by_re += some * with_re;
        by_im += some * with_im;
    }
    std::memcpy(to.re, &by_re, sizeof(lanes));
    std::memcpy(to.im, &by_im, sizeof(lanes));
}

} // namespace

decimating_filter::decimating_filter(std::size_t decimation,
                                     std::size_t taps_per_output,
                                     double turns)
    : d_decimation(decimation),
      d_turns_per_output(std::remainder(turns * static_cast<double>(decimation), 1.0))
{
    const auto count = taps_per_output * decimation;
    auto h = *::gpufft::periodic_taps(WINDOW, static_cast<std::int64_t>(count));
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = (static_cast<double>(i) - static_cast<double>(count / 2)) /
                         static_cast<double>(decimation);
        h[i] *= x == 0 ? 1 : std::sin(PI * x) / (PI * x);
        sum += h[i];
    }
    d_re.resize(2 * count);
    d_im.resize(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = -2 * PI * std::remainder(turns * static_cast<double>(i), 1);
        d_re[2 * i] = d_re[2 * i + 1] = static_cast<float>(h[i] / sum * std::cos(angle));
        d_im[2 * i] = d_im[2 * i + 1] = static_cast<float>(h[i] / sum * std::sin(angle));
    }
}

std::size_t decimating_filter::most_samples(std::size_t outputs) const
{
    return taps() + outputs * d_decimation - 1 - (d_kept.size() - d_begin);
}

std::size_t
decimating_filter::filter(const gr_complex* samples, std::size_t count, gr_complex* out)
{
    d_kept.insert(d_kept.end(), samples, samples + count);
    std::size_t outputs = 0;
    for (; d_begin + taps() <= d_kept.size(); d_begin += d_decimation) {
        sums s;
        add_products(reinterpret_cast<const float*>(d_kept.data() + d_begin),
                     d_re.data(),
                     d_im.data(),
                     d_re.size(),
                     s);
        std::complex<double> y;
        for (std::size_t lane = 0; lane < LANES; lane += 2)
            y += std::complex<double>(s.re[lane] - s.im[lane + 1],
                                      s.re[lane + 1] + s.im[lane]);
        out[outputs++] = gr_complex(y * std::polar(1.0, -2 * PI * d_turns));
        d_turns = std::remainder(d_turns + d_turns_per_output, 1.0);
    }
    // What is moved is no more than what was added since the last time.
    if (2 * d_begin > d_kept.size()) {
        d_kept.erase(d_kept.begin(),
                     d_kept.begin() + static_cast<std::ptrdiff_t>(d_begin));
        d_begin = 0;
    }
    return outputs;
}

band_filter::band_filter(std::size_t decimation, double turns)
    : d_decimation(decimation),
      d_before(std::max<std::size_t>(decimation / LAST_DECIMATION, 1)),
      d_last(decimation / d_before, LAST_TAPS, d_before > 1 ? 0 : turns)
{
    if (d_before > 1)
        d_first.emplace(d_before, FIRST_TAPS, turns);
}

std::size_t band_filter::delay() const
{
    return d_last.delay() * d_before + (d_first ? d_first->delay() : 0);
}

std::size_t band_filter::most_samples(std::size_t outputs) const
{
    const auto last = d_last.most_samples(outputs);
    return d_first ? d_first->most_samples(last) : last;
}

std::size_t
band_filter::filter(const gr_complex* samples, std::size_t count, gr_complex* out)
{
    if (!d_first)
        return d_last.filter(samples, count, out);
    d_between.resize(count / d_before + 1);
    const auto between = d_first->filter(samples, count, d_between.data());
    return d_last.filter(d_between.data(), between, out);
}

} // namespace gpufft
} // namespace gr
