/* SPDX-License-Identifier: GPL-3.0-or-later */
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

void accumulate(std::vector<double>& to, const float* powers, accumulation how)
{
    for (std::size_t bin = 0; bin < to.size(); ++bin) {
        const double p = powers[bin];
        if (how == accumulation::sum)
            to[bin] += p;
        else if (how == accumulation::square)
            to[bin] += p * p;
        else if (std::isfinite(powers[bin]))
            to[bin] = how == accumulation::highest ? std::fmax(to[bin], p)
                                                   : std::fmin(to[bin], p);
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

void frame_statistics::add(const float* powers)
{
    ++d_frames;
    for (std::size_t i = 0; i < d_planes.size(); ++i)
        accumulate(d_values[i], powers, d_planes[i]);
    d_percentiles.add(powers);
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
