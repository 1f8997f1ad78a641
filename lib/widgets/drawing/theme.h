/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_THEME_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_THEME_H

#include "display/store/trace_set.h"
#include <QColor>
#include <array>

namespace gpufft::display {

//! The colours of everything but levels.
struct theme {
    bool is_dark = true;
    QColor background, plot, grid, text, frame, marker, selection, warning;
    std::array<QColor, TRACE_KINDS> traces;
};

theme dark_theme();
theme light_theme();

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_THEME_H */
