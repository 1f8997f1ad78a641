/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_SETTINGS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_SETTINGS_H

#include "exec/frames/average_schedule.h"
#include "exec/frames/frame_executor.h"
#include "exec/frames/spectrum_levels.h"
#include "plan/ir/power.h"
#include <gpufft/window_taps.h>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! Taps may be many; whoever only looks at settings does not copy them.
using window_ptr = std::shared_ptr<const std::vector<float>>;

using ::gpufft::spectrum_unit;

//! What a histogram of spectra has beside what spectra have.
struct histogram_settings {
    std::int64_t levels = 256;
    double lowest_db = -120;    //!< where the lowest level begins
    double highest_db = 0;      //!< where the highest one ends
    double decay_seconds = 0.5; //!< time constant; 0: no decay
};

//! What smoothed_decibels makes of outputs.
struct smoothing_settings {
    double weight = 1; //!< of a new vector, 0 .. 1
    double offset_db = 0;
};

/*!
 * \brief All that a spectrum block is told, in the engine's terms
 *
 * `length`, `samples`, `taps_per_branch`, whether there is a histogram, and the number of
 * output bins, of which it has one for each level and bin, stay as they are while a block
 * lives.
 */
struct spectrum_settings {
    std::int64_t length = 1024;
    std::int64_t hop = 1024;
    ::gpufft::sample_kind samples = ::gpufft::sample_kind::complex_float;
    window_ptr window; //!< frame_samples() taps
    double samp_rate_hz = 1;
    double freq_hz = std::numeric_limits<double>::quiet_NaN(); //!< not known
    ::gpufft::average how = ::gpufft::average::mean;
    std::int64_t frames = 1;
    double seconds = 0;
    spectrum_unit unit = spectrum_unit::dbfs_per_hz;
    bool centered = true;
    std::int64_t bins = 0; //!< 0: all
    bool mean_bins = false;
    //! Outputs, of unit power, become decibels one by one.
    std::optional<smoothing_settings> smoothed;
    double rate_hz = 0; //!< of outputs; 0: one for every `frames`
    double max_latency_ms = 50;
    //! Instead of averages, one of all frames since the last output, and fading ones.
    std::optional<histogram_settings> histogram;
    //! Transforms of `length` points are of frames that are so many times longer.
    std::int64_t taps_per_branch = 1;

    std::int64_t frame_samples() const { return taps_per_branch * length; }
    //! Each frame is an output by itself.
    bool shows_single_frames() const
    {
        return how == ::gpufft::average::mean && frames == 1 && rate_hz == 0 && !bins;
    }
};

//! \throws plan_error  asked, what is wrong, what would work
void validate(const spectrum_settings& s);

//! \return values of an output item: one a bin, or one for each level and bin of a
//! histogram
std::int64_t output_bins(const spectrum_settings& s);

//! The window as devices have it: taps of 1e-30 have no square in single precision, those
//! of 1e38 no sum, and levels do not depend on a common factor.
::gpufft::window_taps scaled_taps(const spectrum_settings& s);

/*!
 * What the mean power |X|^2 of raw sample values under scaled_taps() is multiplied by;
 * for real samples, in bins that have a conjugate bin. See spectrum_block.h.
 */
double power_factor(const spectrum_settings& s);

//! \return all that the executor is told about outputs, power_factor() among it
::gpufft::spectrum_output output_of(const spectrum_settings& s);

::gpufft::average_schedule::settings schedule_of(const spectrum_settings& s);

// Words of the blocks' interface. parse_ throws plan_error, which names those there are.
::gpufft::average parse_average(const std::string& word);
spectrum_unit parse_unit(const std::string& word);
bool parse_mean_bins(const std::string& word); //!< "max", "mean"
::gpufft::sample_kind parse_byte_samples(const std::string& word);
std::string word_of(::gpufft::average a);
std::string word_of(spectrum_unit u);

//! \p taps, or, where there are none, as many ones as a frame has samples; with several
//! taps a branch the filter of polyphase_window().
window_ptr filled_window(const std::vector<float>& taps,
                         std::int64_t length,
                         std::int64_t taps_per_branch = 1);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_SETTINGS_H */
