/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/zoom_choice.h"
#include <algorithm>
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

//! What share of the narrower band the filter passes without loss; and what a view may
//! fill of it, so that there is room to pan.
constexpr double USABLE = 0.8, FILLED = 2.0 / 3;
constexpr double MOST_SECONDS = 2; //!< that a spectrum takes
constexpr double MOST_DECIMATION = 65536;
//! Middles lie on a grid of so many steps of the narrower band.
constexpr double GRID = 16;

} // namespace

zoom_band choose_zoom(const zoom_view& view,
                      double freq_hz,
                      double samp_rate_hz,
                      const zoom_band& now)
{
    const zoom_band all{ 1, freq_hz };
    const double width_hz = view.high_hz - view.low_hz;
    const double middle_hz = (view.high_hz + view.low_hz) / 2;
    if (!(width_hz > 0) || !(view.bins >= 1) || !(view.columns >= 1) ||
        !(std::abs(middle_hz - freq_hz) < samp_rate_hz / 2))
        return all;
    const double needed = view.columns * samp_rate_hz / (view.bins * width_hz);
    const double most = std::min({ FILLED * samp_rate_hz / width_hz,
                                   MOST_SECONDS * samp_rate_hz / view.bins,
                                   MOST_DECIMATION });
    if (needed <= 1 || most < 2)
        return all;
    const double wanted = std::min(std::exp2(std::ceil(std::log2(needed))),
                                   std::exp2(std::floor(std::log2(most))));
    const double reach_hz = USABLE / 2 * samp_rate_hz / now.decimation;
    if (now.decimation >= wanted && now.decimation <= 2 * wanted &&
        view.low_hz >= now.center_hz - reach_hz &&
        view.high_hz <= now.center_hz + reach_hz)
        return now;
    const double step_hz = samp_rate_hz / wanted / GRID;
    return { static_cast<int>(wanted),
             freq_hz + std::round((middle_hz - freq_hz) / step_hz) * step_hz };
}

} // namespace gpufft
} // namespace gr
