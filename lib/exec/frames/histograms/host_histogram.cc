/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/histograms/host_histogram.h"
#include "exec/frames/histograms/level_scale.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

host_histogram::host_histogram(const persistence_request& request)
    : d_frames({ request.length,
                 request.hop,
                 sample_kind::complex_float,
                 accumulation::sum,
                 request.taps_per_branch }),
      d_levels(request.levels)
{
}

std::vector<std::uint32_t>
host_histogram::counts_of(const spectrum_batch& b, const std::vector<double>& taps) const
{
    const auto& o = b.output;
    const histogram_shape shape{ d_frames.request().bins(), d_levels };
    const auto to =
        levels_of_powers(shape, { o.factor, o.lowest_db, o.highest_db, o.centered });
    const auto bins = static_cast<std::size_t>(shape.bins);
    const auto highest = static_cast<double>(d_levels - 1);
    std::vector<std::uint32_t> counts(shape.places());
    const auto window = host_frames::window_of(taps);
    for (std::size_t f = 0; f < b.frames; ++f) {
        const auto powers = d_frames.powers(b.samples, f, window);
        for (std::size_t k = 0; k < bins; ++k) {
            if (!(powers[k] <= std::numeric_limits<float>::max()))
                continue; // NaN or infinite
            const auto height = std::log2(powers[k]) * to.slope + to.offset;
            const auto level = static_cast<std::size_t>(std::clamp(height, 0.0, highest));
            ++counts[level * bins + (k + bins - to.rotation) % bins];
        }
    }
    return counts;
}

void host_histogram::compute(const spectrum_batch& b, const std::vector<double>& taps)
{
    const auto counts = counts_of(b, taps);
    if (b.is_fresh || d_state.powers.empty())
        d_state = { std::vector<float>(counts.size()), 0 };
    // After a histogram, so much of it is left.
    const auto keep =
        static_cast<float>(std::pow(b.output.fade, static_cast<double>(d_state.frames)));
    for (std::size_t i = 0; i < counts.size(); ++i)
        d_state.powers[i] = static_cast<float>(counts[i]) + keep * d_state.powers[i];
    d_state.frames = b.ends.empty() ? 0 : b.counts[0];
    if (!b.ends.empty())
        std::copy(d_state.powers.begin(), d_state.powers.end(), b.out);
}

} // namespace gpufft
