/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/spectral_maxima.h"
#include "plan/request/refuse.h"
#include "widgets/window/display_widget.h"
#include <algorithm>
#include <cmath>

// Markers, peaks and the selection of a display_widget.

namespace gpufft::display {

void display_widget::add_peak_marker()
{
    const auto kind = measured_trace();
    const auto levels = store().levels(kind);
    const frequency_band seen{ d_state.view.low_hz, d_state.view.high_hz };
    const auto peaks = spectral_maxima(d_state.axis, levels, seen, marker_set::MOST + 1);
    for (const auto& peak : peaks) {
        const double hz = d_state.axis.frequency(static_cast<double>(peak.bin));
        bool is_marked = false;
        for (std::size_t i = 0; i < d_state.markers.size(); ++i)
            is_marked |= d_state.axis.bin_at(d_state.markers[i].freq_hz) == peak.bin;
        if (is_marked)
            continue;
        add_marker(hz);
        return;
    }
}

void display_widget::add_marker(double freq_hz, bool is_delta)
{
    d_state.markers.add({ freq_hz, measured_trace(), is_delta });
    refresh();
}

void display_widget::clear_markers()
{
    d_state.markers.clear();
    refresh();
}

void display_widget::show_peak_table(bool is_shown)
{
    d_state.has_peak_table = is_shown;
    refresh();
}

void display_widget::select(const frequency_band& band)
{
    if (!std::isfinite(band.low_hz) || !std::isfinite(band.high_hz))
        refuse("a selection from {} to {} Hz; its edges are numbers",
               band.low_hz,
               band.high_hz);
    d_state.selection = frequency_band{ std::min(band.low_hz, band.high_hz),
                                        std::max(band.low_hz, band.high_hz) };
    refresh();
    if (events.selected)
        events.selected(*d_state.selection);
}

void display_widget::clear_selection()
{
    d_state.selection.reset();
    refresh();
}

marker_reading display_widget::read_marker(std::size_t index) const
{
    const auto& markers = d_state.markers;
    const auto& base = markers[std::min(markers.base(), index)];
    return markers.read(index,
                        d_state.axis,
                        store().levels(markers[index].trace),
                        store().levels(base.trace),
                        d_state.conversion);
}

} // namespace gpufft::display
