/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_MARKER_SET_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_MARKER_SET_H

#include "display/axis/frequency_axis.h"
#include "display/axis/level_unit.h"
#include "display/store/trace_set.h"
#include <cstddef>
#include <string>
#include <vector>

namespace gpufft::display {

//! A marker at a frequency of a trace.
struct marker {
    double freq_hz = 0;
    trace_kind trace = trace_kind::now;
    bool is_delta = false; //!< read relative to the first marker that is none
};

//! What a marker reads.
struct marker_reading {
    double freq_hz = 0;    //!< of the bin that the marker is in
    double level_db = 0;   //!< in the unit that is shown; NaN where there is none
    double density_db = 0; //!< per Hz
    double delta_hz = 0;   //!< for a delta marker, from the one that it is relative to
    double delta_db = 0;
    bool is_delta = false;
};

//! The markers of a display.
class marker_set
{
public:
    static constexpr std::size_t MOST = 12;

    //! Where there are MOST already, the last one is replaced.
    void add(const marker& marker);
    void remove(std::size_t index);
    void clear() { d_markers.clear(); }
    void move(std::size_t index, double freq_hz) { d_markers[index].freq_hz = freq_hz; }
    void toggle_delta(std::size_t index);

    std::size_t size() const { return d_markers.size(); }
    const marker& operator[](std::size_t index) const { return d_markers[index]; }

    //! \param levels_db  of the marker's trace, in dB of the input
    marker_reading read(std::size_t index,
                        const frequency_axis& axis,
                        const std::vector<float>& levels_db,
                        const level_conversion& conversion) const;
    //! Reads a delta marker, too: \p base_levels_db are of the base's trace.
    marker_reading read(std::size_t index,
                        const frequency_axis& axis,
                        const std::vector<float>& levels_db,
                        const std::vector<float>& base_levels_db,
                        const level_conversion& conversion) const;
    //! The marker that delta markers are relative to; size() where there is none.
    std::size_t base() const;

private:
    std::vector<marker> d_markers;
};

//! "1.234567 MHz", with as many digits as a step of resolution_hz needs.
std::string frequency_text(double hz, double resolution_hz);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_MEASURE_MARKER_SET_H */
