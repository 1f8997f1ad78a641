/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/display/display_request.h"
#include "display/axis/level_unit.h"
#include "plan/request/refuse.h"
#include <cmath>
#include <cstdint>

namespace gr {
namespace gpufft {

namespace {

constexpr int MOST_BINS = 1 << 24;
constexpr int MOST_LEVELS = 4096;

} // namespace

::gpufft::display::frequency_axis display_request::axis(double freq_hz,
                                                        double samp_rate_hz) const
{
    const auto count = static_cast<std::size_t>(bins);
    return is_one_sided ? ::gpufft::display::one_sided_axis(freq_hz, samp_rate_hz, count)
                        : ::gpufft::display::centered_axis(freq_hz, samp_rate_hz, count);
}

::gpufft::display::histogram_shape display_request::histogram() const
{
    const double step_db =
        (histogram_highest_db - histogram_lowest_db) / histogram_levels;
    return {
        static_cast<std::size_t>(histogram_bins),
        { histogram_lowest_db, step_db, static_cast<std::size_t>(histogram_levels) }
    };
}

void check_samp_rate(double samp_rate)
{
    if (!(samp_rate > 0) || !std::isfinite(samp_rate))
        ::gpufft::refuse("samp_rate is {} Hz; it is more than 0", samp_rate);
}

void check_freq(double freq)
{
    if (!std::isfinite(freq))
        ::gpufft::refuse("freq is {} Hz; it is a number", freq);
}

void check_spectra_rate(double spectra_rate)
{
    if (!(spectra_rate >= 0) || !std::isfinite(spectra_rate))
        ::gpufft::refuse("spectra_rate is {}; it is 0, for not known, or more",
                         spectra_rate);
}

void check(const display_request& request)
{
    if (request.bins < 1 || request.bins > MOST_BINS)
        ::gpufft::refuse(
            "spectra of {} bins; they have 1 to {}", request.bins, MOST_BINS);
    check_samp_rate(request.samp_rate);
    check_freq(request.freq);
    check_spectra_rate(request.spectra_rate);
    ::gpufft::display::parse_input_unit(request.input);
    if (request.histogram_bins < 0 || request.histogram_bins > MOST_BINS)
        ::gpufft::refuse("histograms of {} bins; they have 1 to {}, and 0 is for none",
                         request.histogram_bins,
                         MOST_BINS);
    if (request.histogram_bins == 0)
        return;
    if (request.histogram_levels < 2 || request.histogram_levels > MOST_LEVELS)
        ::gpufft::refuse("histograms of {} levels; they have 2 to {}",
                         request.histogram_levels,
                         MOST_LEVELS);
    if (static_cast<std::int64_t>(request.histogram_bins) * request.histogram_levels >=
        (std::int64_t(1) << 29))
        ::gpufft::refuse(
            "histograms of {} bins and {} levels; an item has less than 2^31 bytes",
            request.histogram_bins,
            request.histogram_levels);
    if (!(request.histogram_lowest_db < request.histogram_highest_db))
        ::gpufft::refuse("histograms of {} to {} dB; the highest is above the lowest",
                         request.histogram_lowest_db,
                         request.histogram_highest_db);
}

} // namespace gpufft
} // namespace gr
