/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/axis/frequency_axis.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

std::size_t frequency_axis::bin_at(double hz) const
{
    const auto last = static_cast<double>(bins - 1);
    return static_cast<std::size_t>(
        std::clamp(std::floor(position(hz) + 0.5), 0.0, last));
}

double frequency_axis::samp_rate_hz() const
{
    const auto intervals = static_cast<double>(std::max<std::size_t>(bins - 1, 1));
    return is_one_sided ? 2 * intervals * bin_hz : span_hz();
}

frequency_axis centered_axis(double freq_hz, double samp_rate_hz, std::size_t bins)
{
    const double bin_hz = samp_rate_hz / static_cast<double>(bins);
    return { freq_hz - static_cast<double>(bins / 2) * bin_hz, bin_hz, bins };
}

frequency_axis one_sided_axis(double freq_hz, double samp_rate_hz, std::size_t bins)
{
    const auto intervals = static_cast<double>(std::max<std::size_t>(bins - 1, 1));
    return { freq_hz, samp_rate_hz / 2 / intervals, bins, true };
}

} // namespace gpufft::display
