/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/peak_table.h"
#include "widgets/window/decorations.h"
#include <fmt/format.h>
#include <algorithm>
#include <array>

namespace gpufft::display {

namespace {

constexpr std::size_t MOST_PEAKS = 10;
constexpr std::size_t CELLS = 4;
//! Between two columns of the table, and around it, in pixels of 1/96 inch.
constexpr double GAP = 14, MARGIN = 6, LINE = 15;

using row = std::array<QString, CELLS>;

std::vector<row> rows_of(const std::vector<marker_reading>& peaks,
                         const view_state& state)
{
    std::vector<row> rows{
        { "", "peaks", state.conversion.to.name(), "below the first" }
    };
    for (std::size_t i = 0; i < peaks.size(); ++i) {
        const auto& peak = peaks[i];
        rows.push_back(
            { QString::number(i + 1),
              QString::fromStdString(frequency_text(
                  peak.is_tone ? peak.tone_hz : peak.freq_hz, state.axis.bin_hz)),
              QString::number(listed_db(peak, state.conversion), 'f', 1),
              i == 0 ? QString()
                     : QString("%1 dB").arg(listed_db(peaks.front(), state.conversion) -
                                                listed_db(peak, state.conversion),
                                            0,
                                            'f',
                                            1) });
    }
    return rows;
}

} // namespace

void draw_peaks(QPainter& painter,
                const pane_layout& layout,
                const view_state& state,
                const spectrum_store& store,
                trace_kind measured)
{
    const auto peaks = read_peaks(state.axis,
                                  store.levels(measured),
                                  { state.view.low_hz, state.view.high_hz },
                                  state.conversion,
                                  MOST_PEAKS);
    const auto rows = rows_of(peaks, state);
    painter.setFont(label_font(state));
    std::array<int, CELLS> widths{};
    int width = 2 * state.px(MARGIN);
    for (std::size_t cell = 0; cell < CELLS; ++cell) {
        for (const auto& each : rows)
            widths[cell] = std::max(widths[cell],
                                    painter.fontMetrics().horizontalAdvance(each[cell]));
        width += widths[cell] + (cell > 0 ? state.px(GAP) : 0);
    }
    const auto& plot = layout.panes.front().plot;
    const int height = state.px(LINE);
    const QRect box(plot.left() + state.px(MARGIN),
                    plot.top() + state.px(MARGIN),
                    width,
                    height * static_cast<int>(rows.size()) + state.px(MARGIN));
    auto behind = state.look.background;
    behind.setAlpha(210);
    painter.fillRect(box & plot, behind);
    painter.setPen(state.look.text);
    painter.setClipRect(plot);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        int left = box.left() + state.px(MARGIN);
        for (std::size_t cell = 0; cell < CELLS; ++cell) {
            painter.drawText(
                QRect(left,
                      box.top() + state.px(MARGIN) / 2 + height * static_cast<int>(i),
                      widths[cell],
                      height),
                Qt::AlignRight | Qt::AlignVCenter,
                rows[i][cell]);
            left += widths[cell] + state.px(GAP);
        }
    }
    painter.setClipping(false);
}

} // namespace gpufft::display
