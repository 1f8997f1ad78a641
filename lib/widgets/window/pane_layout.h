/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_PANE_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_PANE_LAYOUT_H

#include <QRect>
#include <QSize>
#include <string>
#include <vector>

namespace gpufft::display {

enum class pane_kind { spectrum, persistence, waterfall };

//! "spectrum,waterfall": panes from top to bottom.
//! \throws plan_error  a name is none of "spectrum", "persistence", "waterfall", there is
//!                     none, or one twice
std::vector<pane_kind> parse_panes(const std::string& names);
std::string pane_names(const std::vector<pane_kind>& panes);

//! A pane and where its plot is, in device pixels.
struct placed_pane {
    pane_kind kind = pane_kind::spectrum;
    QRect plot;
};

//! Where everything is, in device pixels. All plots have the same left edge and width.
struct pane_layout {
    std::vector<placed_pane> panes;
    QRect header;        //!< a line of text
    QRect footer;        //!< labels of frequencies
    QRect colour_bar;    //!< empty without a waterfall
    int label_width = 0; //!< left of the plots

    //! nullptr: there is none, or none at that place
    const placed_pane* find(pane_kind kind) const;
    const placed_pane* at(const QPoint& place) const;
};

pane_layout
lay_out(const std::vector<pane_kind>& panes, const QSize& size, double pixel_ratio);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_PANE_LAYOUT_H */
