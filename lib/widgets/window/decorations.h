/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DECORATIONS_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DECORATIONS_H

#include "display/store/spectrum_store.h"
#include "widgets/panes/view_state.h"
#include "widgets/panes/waterfall_pane.h"
#include "widgets/window/pane_layout.h"
#include <QPainter>

namespace gpufft::display {

//! What does not change from picture to picture: backgrounds, grid, labels of frequencies
//! and levels, colour bar.
void draw_decorations(QPainter& painter,
                      const pane_layout& layout,
                      const view_state& state);

//! The grid's lines over a plot that was filled with colours.
void draw_grid(QPainter& painter, const placed_pane& pane, const view_state& state);

//! The labels of a waterfall's times.
void draw_times(QPainter& painter,
                const pane_layout& layout,
                const placed_pane& pane,
                const view_state& state,
                const waterfall_pane& waterfall,
                const store_status& status);

//! What comes with markers and a selection, over the plots.
void draw_markers(QPainter& painter,
                  const pane_layout& layout,
                  const view_state& state,
                  const spectrum_store& store);

//! The table of the highest peaks in view, at the left of the first pane.
void draw_peaks(QPainter& painter,
                const pane_layout& layout,
                const view_state& state,
                const spectrum_store& store,
                trace_kind measured);

//! Where the sliders of the colour bar are, in device pixels.
double bar_row(const pane_layout& layout, const view_state& state, double level_db);
double bar_level(const pane_layout& layout, const view_state& state, double row);

QFont label_font(const view_state& state, double size = 11);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DECORATIONS_H */
