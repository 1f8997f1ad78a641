/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_PANES_SPECTRUM_PANE_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_PANES_SPECTRUM_PANE_H

#include "display/store/spectrum_store.h"
#include "widgets/panes/view_state.h"
#include <QImage>
#include <QRect>
#include <vector>

namespace gpufft::display {

//! Draws the traces over level and frequency.
class spectrum_pane
{
public:
    //! \param plot  where; its background and grid are drawn
    void draw(QImage& image,
              const QRect& plot,
              const view_state& state,
              const spectrum_store& store);

private:
    column_map d_map;
    frequency_axis d_map_axis;
    frequency_view d_map_view;
    std::vector<float> d_columns;
};

//! Where a level lies in a plot, in pixels below its upper edge.
double level_row(const view_state& state, const QRect& plot, double level_db);
//! The level at such a place.
double level_at(const view_state& state, const QRect& plot, double row);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_PANES_SPECTRUM_PANE_H */
