/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/pixels.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace gpufft::display {

void copy_part(const QImage& from, QImage& to, const QRect& part)
{
    const auto inside = part & from.rect() & to.rect();
    for (int y = inside.top(); y <= inside.bottom(); ++y)
        std::memcpy(to.scanLine(y) + 4 * inside.left(),
                    from.constScanLine(y) + 4 * inside.left(),
                    4 * static_cast<std::size_t>(inside.width()));
}

void draw_trace(QImage& image,
                const QRect& plot,
                const std::vector<float>& y,
                const QColor& colour,
                int thickness)
{
    pixels target(image);
    const auto height = static_cast<float>(plot.height() - 1);
    const auto columns =
        std::min<std::size_t>(y.size(), static_cast<std::size_t>(plot.width()));
    const auto clipped = [&](float v) { return std::clamp(v, -1.0f, height + 1); };
    for (std::size_t c = 0; c < columns; ++c) {
        if (!(y[c] == y[c]))
            continue;
        // From this level half the way to each neighbour's, so that lines are joined and
        // each level is reached in its own column.
        float top = y[c], bottom = y[c];
        for (const auto n : { c - 1, c + 1 })
            if (n < columns && y[n] == y[n]) {
                const float half = (clipped(y[n]) + clipped(y[c])) / 2;
                top = std::min(top, half);
                bottom = std::max(bottom, half);
            }
        if (bottom < 0 || top > height)
            continue;
        const auto first = static_cast<int>(std::lround(clipped(top)));
        const auto last = static_cast<int>(std::lround(clipped(bottom)));
        const int from = std::max(first - (thickness - 1) / 2, 0);
        const int to = std::min(last + thickness / 2, plot.height() - 1);
        for (int row = from; row <= to; ++row)
            target.line(plot.top() + row)[plot.left() + static_cast<int>(c)] =
                colour.rgb();
    }
}

} // namespace gpufft::display
