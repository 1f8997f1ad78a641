/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_COLUMN_MAP_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_COLUMN_MAP_H

#include "display/axis/frequency_axis.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft::display {

//! What of the frequencies is seen, and in how many columns of pixels.
struct frequency_view {
    double low_hz = 0;
    double high_hz = 1;
    std::size_t columns = 1;

    double column_hz() const { return (high_hz - low_hz) / static_cast<double>(columns); }
    double center_of(std::size_t column) const
    {
        return low_hz + (static_cast<double>(column) + 0.5) * column_hz();
    }
    //! The column that a frequency lies in, in columns, of which fractions count.
    double position(double hz) const { return (hz - low_hz) / column_hz(); }
};

inline bool operator==(const frequency_view& a, const frequency_view& b)
{
    return a.low_hz == b.low_hz && a.high_hz == b.high_hz && a.columns == b.columns;
}
inline bool operator!=(const frequency_view& a, const frequency_view& b)
{
    return !(a == b);
}

/*!
 * \brief Which bins each column of pixels shows
 *
 * These are the bins whose frequency lies in the column, or, where there is none, the bin
 * whose cell the middle of the column lies in. So no bin is left out, none is in two
 * columns unless it is wider than one, and all panes have a signal at the same pixel.
 */
class column_map
{
public:
    column_map() = default;
    column_map(const frequency_axis& axis, const frequency_view& view);

    std::size_t columns() const { return d_first.size(); }
    //! A column beyond the axis has no bins: it ends with its first.
    std::size_t first(std::size_t column) const { return d_first[column]; }
    std::size_t end(std::size_t column) const { return d_end[column]; }

    //! The greatest level of each column; NaN where there is none. \p to has columns()
    void greatest(const float* bins, float* to) const;
    //! The least level of each column; NaN where there is none.
    void least(const float* bins, float* to) const;
    //! The greatest of stored levels, or what \p to has already where that is greater.
    void raise(const std::int16_t* bins, std::int16_t* to) const;

private:
    std::vector<std::uint32_t> d_first, d_end;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_COLUMN_MAP_H */
