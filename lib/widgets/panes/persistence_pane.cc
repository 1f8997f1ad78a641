/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/pixels.h"
#include "widgets/panes/persistence_pane.h"
#include "widgets/panes/spectrum_pane.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

constexpr std::size_t SHADES = 1024;
//! Columns that are drawn together: their counts fit the first-level cache.
constexpr int COLUMNS_TOGETHER = 16;

} // namespace

void persistence_pane::choose_colours(const view_state& state)
{
    const auto background = state.look.plot.rgb();
    if (!d_colours.empty() && d_map == state.colours && d_background == background)
        return;
    d_map = state.colours;
    d_background = background;
    d_colours.resize(SHADES);
    // What is in one spectrum of ten thousand is seen, and what is in each is brightest.
    for (std::size_t i = 0; i < SHADES; ++i) {
        const double root = static_cast<double>(i) / (SHADES - 1);
        const double shade = 0.12 + 0.88 * std::pow(root, 0.6);
        d_colours[i] = d_map[static_cast<std::size_t>(255 * shade)];
    }
    d_colours[0] = background;
}

void persistence_pane::draw(QImage& image,
                            const QRect& plot,
                            const view_state& state,
                            const spectrum_store& store)
{
    choose_colours(state);
    const auto picture = store.persistence_of(state.view);
    const auto& steps = picture.steps;
    const auto levels = static_cast<int>(steps.levels);
    const double offset_db = state.conversion.offset_db(picture.bin_hz);
    std::vector<int> first(static_cast<std::size_t>(plot.height()));
    std::vector<int> end(first.size());
    const auto index_at = [&](double row) {
        const double db = level_at(state, plot, row) - offset_db;
        return (db - steps.lowest_db) / steps.step_db;
    };
    for (std::size_t y = 0; y < first.size(); ++y) {
        const double high = index_at(static_cast<double>(y) - 0.5);
        const double low = index_at(static_cast<double>(y) + 0.5);
        int from = static_cast<int>(std::ceil(std::clamp(low, -1.0, levels + 1.0)));
        int to = static_cast<int>(std::ceil(std::clamp(high, -1.0, levels + 1.0)));
        if (to <= from) { // a level is higher than a row of pixels
            const double middle = index_at(static_cast<double>(y));
            from = static_cast<int>(std::floor(std::clamp(middle, -1.0, levels + 1.0)));
            to = from + 1;
        }
        first[y] = std::clamp(from, 0, levels);
        end[y] = std::clamp(to, first[y], levels);
    }
    pixels target(image);
    const int columns = std::min(plot.width(), static_cast<int>(picture.columns));
    for (int c = 0; c < columns; c += COLUMNS_TOGETHER) {
        const int last = std::min(c + COLUMNS_TOGETHER, columns);
        for (std::size_t y = 0; y < first.size(); ++y) {
            auto* const line =
                target.line(plot.top() + static_cast<int>(y)) + plot.left();
            for (int x = c; x < last; ++x) {
                const float* const shares =
                    picture.shares.data() + static_cast<std::size_t>(x) * steps.levels;
                float share = 0;
                for (int i = first[y]; i < end[y]; ++i)
                    share = std::max(share, shares[i]);
                const float root = std::sqrt(std::min(share, 1.0f));
                // The least share there is still has a colour.
                const auto shade =
                    static_cast<std::size_t>(std::ceil(root * (SHADES - 1)));
                line[x] = d_colours[share > 1e-6f ? shade : 0];
            }
        }
    }
}

} // namespace gpufft::display
