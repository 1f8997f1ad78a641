/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_PIXELS_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_PIXELS_H

#include <QColor>
#include <QImage>
#include <QRect>
#include <cstdint>
#include <vector>

namespace gpufft::display {

//! The pixels of an image of 32 bits each, which is written to directly: painters take
//! milliseconds for what this does in microseconds.
class pixels
{
public:
    //! \param image  Format_RGB32, and nobody else's: its data are not copied
    explicit pixels(QImage& image)
        : d_bits(reinterpret_cast<std::uint32_t*>(image.bits())),
          d_width(image.width()),
          d_height(image.height()),
          d_stride(static_cast<std::size_t>(image.bytesPerLine()) / 4)
    {
    }

    std::uint32_t* line(int y) { return d_bits + static_cast<std::size_t>(y) * d_stride; }
    int width() const { return d_width; }
    int height() const { return d_height; }

private:
    std::uint32_t* d_bits;
    int d_width, d_height;
    std::size_t d_stride;
};

//! Copies a part of an image to the same place of another of the same size.
void copy_part(const QImage& from, QImage& to, const QRect& part);

/*!
 * \brief Draws a line through a level a column
 *
 * \param plot     the part of the image that it is drawn in
 * \param y        where the level of each column is, in pixels below the upper edge of
 * the plot; NaN draws nothing \param columns  plot.width() of them
 */
void draw_trace(QImage& image,
                const QRect& plot,
                const std::vector<float>& y,
                const QColor& colour,
                int thickness);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_DRAWING_PIXELS_H */
