/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_EDITS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_EDITS_H

#include "blocks/spectra/spectrum_changes.h"
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What each setter of a block of frames, and the command of its name, changes
 *
 * A word that means nothing throws plan_error where the edit is applied; what else is
 * wrong, validate() finds.
 */
namespace edits {

using edit = spectrum_changes::edit;

edit window(const std::vector<float>& taps, const spectrum_settings& of);
edit hop(int samples);
edit samp_rate(double hz);
edit freq(double hz);
edit average(const std::string& word);
edit frames(int count);
edit seconds(double seconds);
edit rate(double hz);
edit output(const std::string& word);
edit centered(bool centered);
edit bins(int bins);
edit bin_reduction(const std::string& word);
edit max_latency_ms(double milliseconds);
edit smoothing(double weight, double offset_db);

// These change a histogram.
edit lowest_db(double db);
edit highest_db(double db);
edit range_db(double lowest, double highest);
edit decay_seconds(double seconds);

} // namespace edits

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_EDITS_H */
