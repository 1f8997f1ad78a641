/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_CHUNK_POWERS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_CHUNK_POWERS_H

#include "plan/ir/io_operations.h"
#include "survey/products/spectral_peaks.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! What a device has made of the rows of a chunk.
struct chunk_powers {
    //! float32[rows][planes, and percentiles behind them][bins]: means, extremes and
    //! means of squares of power, or levels where `are_levels`; lowest frequency first of
    //! complex samples.
    const float* values = nullptr;
    bool are_levels = false;
    //! Factor that powers lack, beside the square that squares lack: both would leave the
    //! range of single precision with it.
    double factor = 1;
    std::vector<accumulation> planes;
    std::int64_t percentiles = 0; //!< how many, all of powers
    std::int64_t bins = 0;
    //! Frames of each row; a chunk may have room for more.
    std::vector<std::int64_t> frames;
    std::vector<double> centres_hz; //!< 0: unknown, or real samples
    double bin_hz = 1;              //!< from a bin to the next
    std::int64_t dc = 0;            //!< the bin of the centre
    //! Factor that squares lack in the bins of real samples that have no conjugate bin.
    double edge_factor = 1;
    bool has_last_edge = false; //!< the last bin is such a bin, as bin 0 is

    //! Peaks of each row, found when they are first asked for.
    mutable std::vector<std::optional<std::vector<spectral_peak>>> known_peaks;

    std::int64_t rows() const { return static_cast<std::int64_t>(frames.size()); }
    double frequency_hz(std::int64_t row, double bin) const
    {
        return centres_hz[static_cast<std::size_t>(row)] +
               (bin - static_cast<double>(dc)) * bin_hz;
    }
    bool is_edge(std::int64_t bin) const
    {
        return bin == 0 || (has_last_edge && bin == bins - 1);
    }
    //! float32[bins], which is there if what products need was accumulated.
    const float* plane(std::int64_t row, accumulation which) const
    {
        std::int64_t before = 0;
        for (const auto each : planes) {
            if (each == which)
                break;
            ++before;
        }
        return values + (row * plane_count() + before) * bins;
    }
    //! float32[bins] of the percentile with this number.
    const float* percentile_plane(std::int64_t row, std::int64_t number) const
    {
        const auto before = plane_count() - percentiles + number;
        return values + (row * plane_count() + before) * bins;
    }
    std::int64_t plane_count() const
    {
        return static_cast<std::int64_t>(planes.size()) + percentiles;
    }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_PRODUCTS_CHUNK_POWERS_H */
