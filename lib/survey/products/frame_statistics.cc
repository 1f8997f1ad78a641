/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "exec/host/vector_widths.h"
#include "survey/products/frame_statistics.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

bool is_extreme(accumulation a)
{
    return a == accumulation::highest || a == accumulation::lowest;
}

//! \param powers  [frames], \p stride apart, of \p bins bins that lie side by side
struct powers_of_bins {
    const float* powers;
    std::size_t stride, frames, bins;
};

GPUFFT_FOR_EACH_WIDTH
void add_powers(double* to, const powers_of_bins& from)
{
    for (std::size_t f = 0; f < from.frames; ++f)
        for (std::size_t i = 0; i < from.bins; ++i)
            to[i] += static_cast<double>(from.powers[f * from.stride + i]);
}

GPUFFT_FOR_EACH_WIDTH
void add_squares(double* to, const powers_of_bins& from)
{
    for (std::size_t f = 0; f < from.frames; ++f)
        for (std::size_t i = 0; i < from.bins; ++i) {
            const double p = from.powers[f * from.stride + i];
            to[i] += p * p;
        }
}

//! The lowest of the powers times \p sign that are finite; NaN before the first.
GPUFFT_FOR_EACH_WIDTH
void take_lowest(double* to, const powers_of_bins& from, float sign)
{
    constexpr float LARGEST = std::numeric_limits<float>::max();
    for (std::size_t f = 0; f < from.frames; ++f)
        for (std::size_t i = 0; i < from.bins; ++i) {
            const float p = from.powers[f * from.stride + i];
            const double held = to[i];
            const bool is_finite = std::fabs(p) <= LARGEST;
            const bool is_lower = !(static_cast<double>(sign * p) >= held * sign);
            to[i] = is_finite && is_lower ? static_cast<double>(p) : held;
        }
}

void accumulate(double* to, const powers_of_bins& from, accumulation how)
{
    switch (how) {
    case accumulation::sum:
        add_powers(to, from);
        break;
    case accumulation::square:
        add_squares(to, from);
        break;
    case accumulation::highest:
        take_lowest(to, from, -1);
        break;
    case accumulation::lowest:
        take_lowest(to, from, 1);
        break;
    }
}

} // namespace

frame_statistics::frame_statistics(const survey_settings& s,
                                   std::int64_t bins,
                                   std::int64_t most_frames)
    : d_planes(s.planes().planes()),
      d_bins(static_cast<std::size_t>(bins)),
      d_values(d_planes.size(), std::vector<double>(d_bins)),
      d_percentiles(s.percentiles, bins, most_frames)
{
    forget();
}

void frame_statistics::forget()
{
    d_frames = 0;
    for (std::size_t i = 0; i < d_planes.size(); ++i)
        std::fill(d_values[i].begin(),
                  d_values[i].end(),
                  is_extreme(d_planes[i]) ? std::numeric_limits<double>::quiet_NaN() : 0);
}

void frame_statistics::add(const float* powers, std::size_t frames)
{
    // Powers that are enough work for a thread, and bins whose sums stay in the nearest
    // cache.
    constexpr std::size_t THREAD_POWERS = std::size_t(1) << 18, TOGETHER = 512;
    const auto add_bins = [&](std::size_t begin, std::size_t end) {
        for (auto first = begin; first < end; first += TOGETHER) {
            const powers_of_bins from = {
                powers + first, d_bins, frames, std::min(TOGETHER, end - first)
            };
            for (std::size_t i = 0; i < d_planes.size(); ++i)
                accumulate(d_values[i].data() + first, from, d_planes[i]);
        }
    };
    d_frames += static_cast<std::int64_t>(frames);
    in_parts(d_bins,
             std::max<std::size_t>(1, THREAD_POWERS / std::max<std::size_t>(1, frames)),
             add_bins);
    d_percentiles.add(powers, frames);
}

void frame_statistics::finish_row(float* to)
{
    for (std::size_t i = 0; i < d_planes.size(); ++i) {
        const double count =
            is_extreme(d_planes[i])
                ? 1
                : static_cast<double>(std::max<std::int64_t>(1, d_frames));
        to = std::transform(
            d_values[i].begin(), d_values[i].end(), to, [count](double value) {
                return static_cast<float>(value / count);
            });
    }
    d_percentiles.finish_row(to);
    forget();
}

} // namespace gpufft
