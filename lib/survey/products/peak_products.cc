/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_vectors.h"
#include "survey/products/survey_product.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gpufft {

namespace {

// The taps are single precision, and a rectangle's bandwidth is one bin all the same.
constexpr double ENBW_ROUNDING = 1e-6;

//! Gaps of a peak that are narrower than the resolution are none.
peak_request request_of(const survey_settings& s)
{
    peak_request r;
    r.most = static_cast<std::size_t>(s.peaks);
    r.height_db = s.peak_height_db;
    const double resolution = std::ceil(enbw_of(s.taps()) - ENBW_ROUNDING); // bins
    r.bridged = std::max<std::int64_t>(0, static_cast<std::int64_t>(resolution) - 1);
    return r;
}

const std::vector<spectral_peak>&
row_peaks(const chunk_powers& from, std::int64_t row, const peak_request& request)
{
    from.known_peaks.resize(from.frames.size());
    auto& known = from.known_peaks[static_cast<std::size_t>(row)];
    if (!known)
        known = peaks_of(from.plane(row, accumulation::sum),
                         static_cast<std::size_t>(from.bins),
                         request);
    return *known;
}

//! A number of each peak of a row, highest peak first, and NaN where there are fewer.
template <typename number, typename Of>
void each_peak(const chunk_powers& from,
               std::int64_t row,
               const peak_request& request,
               number* to,
               const Of& of)
{
    const auto& peaks = row_peaks(from, row, request);
    std::fill_n(to, request.most, std::numeric_limits<number>::quiet_NaN());
    std::transform(peaks.begin(), peaks.end(), to, [&](const spectral_peak& p) {
        return static_cast<number>(of(p));
    });
}

survey_product
peak_array(const survey_settings& s, const char* name, const char* long_name)
{
    survey_product p;
    p.name = name;
    p.dimension = "peak";
    p.size = s.peaks;
    p.long_name = long_name;
    return p;
}

survey_product peak_frequency(const survey_settings& s)
{
    auto p = peak_array(s, "peak_frequency", "frequency of a peak, the highest first");
    p.units = "Hz";
    p.fill_wide =
        [r = request_of(s)](const chunk_powers& from, std::int64_t row, double* to) {
            each_peak(from, row, r, to, [&](const spectral_peak& peak) {
                return from.frequency_hz(row, peak.bin);
            });
        };
    return p;
}

survey_product peak_level(const survey_settings& s)
{
    auto p = peak_array(s, "peak_level", "mean power of a peak's highest bin");
    p.units = s.unit_text();
    p.fill = [r = request_of(s), as_level = is_in_decibels(s.unit)](
                 const chunk_powers& from, std::int64_t row, float* to) {
        each_peak(from, row, r, to, [&](const spectral_peak& peak) {
            return peak.power * from.factor;
        });
        if (as_level)
            decibels(to, r.most, to);
    };
    return p;
}

survey_product peak_bandwidth(const survey_settings& s)
{
    auto p = peak_array(s, "peak_bandwidth", "width of the bins that stand out");
    p.units = "Hz";
    p.fill = [r = request_of(s)](const chunk_powers& from, std::int64_t row, float* to) {
        each_peak(from, row, r, to, [&](const spectral_peak& peak) {
            return static_cast<double>(peak.width) * from.bin_hz;
        });
    };
    return p;
}

} // namespace

std::vector<survey_product> peak_products(const survey_settings& s)
{
    if (s.peaks == 0)
        return {};
    return { peak_frequency(s), peak_level(s), peak_bandwidth(s) };
}

} // namespace gpufft
