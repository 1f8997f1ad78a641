/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "plan/request/taps.h"

namespace gpufft {

std::vector<double> plain_taps(const transform& t)
{
    if (!t.convolved)
        return std::vector<double>(taps_of(t), 1);
    const auto points = static_cast<std::size_t>(t.points());
    return taps_of_spectrum(t, std::vector<std::complex<double>>(points, 1));
}

std::vector<double> taps_of_spectrum(const transform& t,
                                     const std::vector<std::complex<double>>& spectrum)
{
    if (!t.convolved)
        refuse("{} takes no spectrum; make the transform `convolved`", to_string(t));
    const auto points = static_cast<std::size_t>(t.points());
    if (spectrum.size() != points)
        refuse(
            "the spectrum has {} values and the convolution {} points; give the DFT of "
            "the taps, with zeros behind them",
            spectrum.size(),
            points);
    std::vector<double> table(2 * points);
    const auto inverse = 1 / static_cast<double>(points);
    for (std::size_t k = 0; k < points; ++k) {
        table[k] = inverse * spectrum[k].real();
        table[points + k] = inverse * spectrum[k].imag();
    }
    return table;
}

} // namespace gpufft
