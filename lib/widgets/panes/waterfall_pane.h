/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_PANES_WATERFALL_PANE_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_PANES_WATERFALL_PANE_H

#include "display/store/spectrum_store.h"
#include "widgets/panes/view_state.h"
#include <QImage>
#include <QRect>
#include <cstdint>
#include <vector>

namespace gpufft::display {

/*!
 * \brief Draws levels over time, the newest above, and frequency
 *
 * A line of pixels shows all rows of the history whose time it covers, by their greatest
 * levels; where there are none, as in a gap, the background. Lines stay as they are until
 * the view changes: a picture computes only those that are new.
 */
class waterfall_pane
{
public:
    void draw(QImage& image,
              const QRect& plot,
              const view_state& state,
              const spectrum_store& store);
    //! Computes all lines anew.
    void forget() { d_lines = 0; }

    //! The time on the history's axis at a row of pixels, as of the last picture.
    double seconds_at(double row) const;
    //! The row of pixels at such a time.
    double row_at(double seconds) const;
    double seconds_per_line() const { return d_line_s; }

private:
    void compute(std::int64_t first,
                 std::int64_t end,
                 const view_state&,
                 const spectrum_store&);
    //! Fills d_greatest with the greatest levels of a row.
    void reduce(const history_row& row, const view_state& state);
    void choose_colours(const view_state& state);
    std::int16_t* line(std::int64_t number);

    int d_columns = 0, d_lines = 0;
    double d_line_s = 0;
    frequency_view d_view;
    level_conversion d_conversion;
    std::int64_t d_newest = 0;  // number of the line at the top: its time by d_line_s
    double d_known_until_s = 0; // rows that had ended by then are in the lines
    std::vector<std::int16_t> d_levels; // a ring of lines

    std::vector<std::int16_t> d_greatest; // of each column of one row
    column_map d_map;                     // of the rows' axis
    frequency_axis d_map_axis;
    frequency_view d_map_view;

    std::vector<std::uint32_t> d_colours; // of every stored level
    colour_table d_table{};
    double d_coldest = 0, d_hottest = 0;
    std::uint32_t d_background = 0;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_PANES_WATERFALL_PANE_H */
