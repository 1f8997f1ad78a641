/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRUM_LEVELS_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRUM_LEVELS_H

#include "base/named_values.h"
#include "plan/ir/power.h"
#include <gpufft/window_taps.h>
#include <vector>

namespace gpufft {

//! What a value of an output bin means.
enum class spectrum_unit { power, power_per_hz, dbfs, dbfs_per_hz };

//! What users call them.
extern const named_values<spectrum_unit>& SPECTRUM_UNITS;

bool is_per_hz(spectrum_unit u);
bool is_in_decibels(spectrum_unit u);

//! A window as devices have it: taps of 1e-30 have no square in single precision, those
//! of 1e38 no sum, and levels do not depend on a common factor.
window_taps scaled_taps(const std::vector<float>& taps);

//! What scaled_taps() scale a tone, or noise, by in \p unit; 0: the level cannot be told.
double window_gain(const std::vector<float>& taps, spectrum_unit unit);

/*!
 * What the mean power |X|^2 of raw sample values under scaled_taps() is multiplied by, so
 * that it is in \p unit before decibels; for real samples, in bins that have a conjugate
 * bin. See spectrum_block.h.
 */
double power_factor(const std::vector<float>& taps,
                    sample_kind samples,
                    double samp_rate_hz,
                    spectrum_unit unit);

//! The factor of bins without a conjugate bin beside power_factor().
double edge_factor(sample_kind samples, spectrum_unit unit);

//! Equivalent noise bandwidth of a window, in bins.
double enbw_of(const std::vector<float>& taps);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRUM_LEVELS_H */
