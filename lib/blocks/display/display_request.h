/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_REQUEST_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_REQUEST_H

#include "display/axis/frequency_axis.h"
#include "display/store/given_histogram.h"
#include <string>

namespace gr {
namespace gpufft {

//! The arguments of display::make().
struct display_request {
    int bins = 0;
    double samp_rate = 0;
    double freq = 0;
    std::string input;
    double spectra_rate = 0;
    std::string panes;
    std::string title;
    bool is_one_sided = false;
    int histogram_bins = 0;
    int histogram_levels = 0;
    double histogram_lowest_db = 0;
    double histogram_highest_db = 0;
    std::string renderer;

    ::gpufft::display::frequency_axis axis(double freq_hz, double samp_rate_hz) const;
    ::gpufft::display::histogram_shape histogram() const;
};

//! \throws plan_error  a number is outside the range that display::make() names
void check(const display_request& request);
void check_samp_rate(double samp_rate);
void check_freq(double freq);
void check_spectra_rate(double spectra_rate);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_REQUEST_H */
