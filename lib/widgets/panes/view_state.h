/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_PANES_VIEW_STATE_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_PANES_VIEW_STATE_H

#include "display/axis/column_map.h"
#include "display/axis/level_unit.h"
#include "display/colours/colour_map.h"
#include "display/measure/band_power.h"
#include "display/measure/marker_set.h"
#include "widgets/drawing/theme.h"
#include <optional>

namespace gpufft::display {

//! What of the data is shown, and how: what all panes have in common.
struct view_state {
    frequency_axis axis;  //!< of the newest spectra
    frequency_band whole; //!< that views are within: the axis, or more of the band
    frequency_view view;  //!< whose columns are device pixels of every plot
    level_conversion conversion;
    double lowest_db = -140, highest_db = 0;  //!< of spectrum and persistence, as shown
    double coldest_db = -140, hottest_db = 0; //!< of the colours, as shown
    double seconds = 30;                      //!< that a waterfall is high
    double scrolled_back_s = 0;
    colour_table colours{};
    theme look;
    std::array<bool, TRACE_KINDS> has_trace{ true, false, false, false, false };
    marker_set markers;
    bool has_peak_table = false;
    std::optional<frequency_band> selection;
    double pixel_ratio = 1;

    double offset_db() const { return conversion.offset_db(axis.bin_hz); }
    //! Device pixels of a length that is given in pixels of 1/96 inch.
    int px(double length) const { return static_cast<int>(length * pixel_ratio + 0.5); }
};

//! Levels that no signal is expected beyond, and the least that is shown at once.
constexpr double FARTHEST_DB = 400;
constexpr double LEAST_RANGE_DB = 1;

//! The nearest range to these levels that may be shown, for what a hand does.
void fit_range(double& low_db, double& high_db);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_PANES_VIEW_STATE_H */
