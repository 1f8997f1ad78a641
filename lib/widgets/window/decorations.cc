/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/ticks.h"
#include "widgets/panes/spectrum_pane.h"
#include "widgets/window/decorations.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

//! Device pixels from tick to tick, at least.
constexpr double TICK_WIDTH = 90, TICK_HEIGHT = 34;
//! The colour bar shows this much above and below what the colours are of, as shares of
//! it, so that sliders can be moved outwards.
constexpr double BAR_MARGIN = 0.25;

std::vector<double> frequency_ticks(const view_state& state, const QRect& plot)
{
    return round_ticks(state.view.low_hz,
                       state.view.high_hz,
                       static_cast<int>(plot.width() / (TICK_WIDTH * state.pixel_ratio)));
}

std::vector<double> level_ticks(const view_state& state, const QRect& plot)
{
    return round_ticks(
        state.lowest_db,
        state.highest_db,
        std::max(static_cast<int>(plot.height() / (TICK_HEIGHT * state.pixel_ratio)), 2));
}

int column_of(const view_state& state, const QRect& plot, double hz)
{
    return plot.left() + static_cast<int>(std::floor(state.view.position(hz)));
}

void draw_level_labels(QPainter& painter,
                       const placed_pane& pane,
                       const view_state& state)
{
    const auto ticks = level_ticks(state, pane.plot);
    const int height = state.px(14);
    for (const double db : ticks) {
        const int y = pane.plot.top() +
                      static_cast<int>(std::lround(level_row(state, pane.plot, db)));
        const QRect place(0, y - height / 2, pane.plot.left() - state.px(5), height);
        if (place.top() >= pane.plot.top() + state.px(13))
            painter.drawText(place,
                             Qt::AlignRight | Qt::AlignVCenter,
                             QString::fromStdString(fmt::format("{:g}", db)));
    }
    painter.drawText(QRect(0, pane.plot.top(), pane.plot.left() - state.px(5), height),
                     Qt::AlignRight | Qt::AlignVCenter,
                     state.conversion.to.name());
}

void draw_frequency_labels(QPainter& painter,
                           const pane_layout& layout,
                           const view_state& state)
{
    const auto& plot = layout.panes.front().plot;
    const auto ticks = frequency_ticks(state, plot);
    if (ticks.empty())
        return;
    const double step_hz =
        round_step(state.view.low_hz,
                   state.view.high_hz,
                   static_cast<int>(plot.width() / (TICK_WIDTH * state.pixel_ratio)));
    std::string unit;
    const auto labels = frequency_labels(ticks, step_hz, unit);
    const int width = state.px(TICK_WIDTH);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const auto text = QString::fromStdString(labels[i]);
        // The unit stands left of the plots.
        const int x =
            std::max(column_of(state, plot, ticks[i]),
                     plot.left() + painter.fontMetrics().horizontalAdvance(text) / 2);
        painter.drawText(
            QRect(x - width / 2, layout.footer.top(), width, layout.footer.height()),
            Qt::AlignCenter,
            text);
    }
    painter.drawText(
        QRect(0, layout.footer.top(), plot.left() - state.px(5), layout.footer.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        QString::fromStdString(unit));
}

void draw_colour_bar(QPainter& painter,
                     const pane_layout& layout,
                     const view_state& state)
{
    const auto& bar = layout.colour_bar;
    if (bar.isEmpty())
        return;
    for (int y = 0; y < bar.height(); ++y) {
        const double db = bar_level(layout, state, y);
        const double share = std::clamp(
            (db - state.coldest_db) / std::max(state.hottest_db - state.coldest_db, 1e-3),
            0.0,
            1.0);
        painter.fillRect(QRect(bar.left(), bar.top() + y, bar.width(), 1),
                         QColor(state.colours[static_cast<std::size_t>(share * 255)]));
    }
    painter.setPen(state.look.frame);
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    for (const double db : { state.coldest_db, state.hottest_db }) {
        const int y =
            bar.top() + static_cast<int>(std::lround(bar_row(layout, state, db)));
        const int reach = state.px(4);
        painter.fillRect(QRect(bar.left() - reach,
                               y - state.px(1.5),
                               bar.width() + 2 * reach,
                               state.px(3)),
                         state.look.text);
        const int height = state.px(14);
        painter.setPen(state.look.text);
        painter.drawText(
            QRect(bar.right() + state.px(6), y - height / 2, state.px(40), height),
            Qt::AlignLeft | Qt::AlignVCenter,
            QString::number(db, 'f', 0));
    }
}

} // namespace

QFont label_font(const view_state& state, double size)
{
    QFont font("Sans");
    font.setPixelSize(std::max(state.px(size), 6));
    return font;
}

double bar_row(const pane_layout& layout, const view_state& state, double level_db)
{
    const double range = state.hottest_db - state.coldest_db;
    const double top_db = state.hottest_db + BAR_MARGIN * range;
    return (top_db - level_db) / ((1 + 2 * BAR_MARGIN) * range) *
           (layout.colour_bar.height() - 1);
}

double bar_level(const pane_layout& layout, const view_state& state, double row)
{
    const double range = state.hottest_db - state.coldest_db;
    return state.hottest_db + BAR_MARGIN * range -
           row / std::max(layout.colour_bar.height() - 1, 1) * (1 + 2 * BAR_MARGIN) *
               range;
}

void draw_grid(QPainter& painter, const placed_pane& pane, const view_state& state)
{
    const auto& plot = pane.plot;
    painter.setPen(state.look.grid);
    for (const double hz : frequency_ticks(state, plot)) {
        const int x = column_of(state, plot, hz);
        painter.drawLine(x, plot.top(), x, plot.bottom());
    }
    for (const double db : level_ticks(state, plot)) {
        const int y =
            plot.top() + static_cast<int>(std::lround(level_row(state, plot, db)));
        painter.drawLine(plot.left(), y, plot.right(), y);
    }
}

void draw_decorations(QPainter& painter,
                      const pane_layout& layout,
                      const view_state& state)
{
    painter.fillRect(painter.viewport(), state.look.background);
    painter.setFont(label_font(state));
    for (const auto& pane : layout.panes) {
        painter.fillRect(pane.plot, state.look.plot);
        if (pane.kind == pane_kind::spectrum)
            draw_grid(painter, pane, state);
        painter.setPen(state.look.frame);
        painter.drawRect(pane.plot.adjusted(-1, -1, 0, 0));
        painter.setPen(state.look.text);
        if (pane.kind != pane_kind::waterfall)
            draw_level_labels(painter, pane, state);
    }
    painter.setPen(state.look.text);
    draw_frequency_labels(painter, layout, state);
    draw_colour_bar(painter, layout, state);
}

void draw_times(QPainter& painter,
                const pane_layout&,
                const placed_pane& pane,
                const view_state& state,
                const waterfall_pane& waterfall,
                const store_status& status)
{
    // The offset from the history's axis to what tags tell, at the newest row: before a
    // gap that was not told, or before a recording began anew, labels go on from there.
    const double told_s = status.newest_told_s - status.newest_s;
    const double low_s = waterfall.seconds_at(pane.plot.height()) + told_s;
    const double high_s = waterfall.seconds_at(0) + told_s;
    const int most = std::max(
        static_cast<int>(pane.plot.height() / (TICK_HEIGHT * state.pixel_ratio)), 2);
    const double step_s = round_step(low_s, high_s, most);
    const int height = state.px(14);
    painter.fillRect(QRect(0, pane.plot.top(), pane.plot.left() - 1, pane.plot.height()),
                     state.look.background);
    painter.setPen(state.look.text);
    painter.setFont(label_font(state));
    for (const double s : round_ticks(low_s, high_s, most)) {
        const double row = waterfall.row_at(s - told_s);
        const int y = pane.plot.top() + static_cast<int>(std::floor(row));
        if (s < status.oldest_s + told_s - state.seconds || y > pane.plot.bottom() ||
            y < pane.plot.top() + height / 2 || (s < 0 && told_s < 1e8))
            continue;
        painter.drawText(QRect(0, y - height / 2, pane.plot.left() - state.px(7), height),
                         Qt::AlignRight | Qt::AlignVCenter,
                         QString::fromStdString(time_label(s, step_s)));
        painter.drawLine(pane.plot.left() - state.px(5), y, pane.plot.left() - 2, y);
    }
}

} // namespace gpufft::display
