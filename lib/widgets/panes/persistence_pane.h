/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_PANES_PERSISTENCE_PANE_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_PANES_PERSISTENCE_PANE_H

#include "display/store/spectrum_store.h"
#include "widgets/panes/view_state.h"
#include <QImage>
#include <QRect>
#include <cstdint>
#include <vector>

namespace gpufft::display {

//! Draws how often each level was there, over level and frequency.
class persistence_pane
{
public:
    void draw(QImage& image,
              const QRect& plot,
              const view_state& state,
              const spectrum_store& store);

private:
    void choose_colours(const view_state& state);

    std::vector<std::uint32_t> d_colours; // of the square root of a share
    colour_table d_map{};
    std::uint32_t d_background = 0;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_PANES_PERSISTENCE_PANE_H */
