/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/panes/spectrum_pane.h"
#include "widgets/window/decorations.h"
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace gpufft::display {

namespace {

//! The levels of traces, each copied once a picture at most.
class trace_levels
{
public:
    explicit trace_levels(const spectrum_store& store) : d_store(store) {}

    const std::vector<float>& operator[](trace_kind kind)
    {
        auto& levels = d_levels[static_cast<std::size_t>(kind)];
        if (levels.empty())
            levels = d_store.levels(kind);
        return levels;
    }

private:
    const spectrum_store& d_store;
    std::array<std::vector<float>, TRACE_KINDS> d_levels;
};

void draw_band(QPainter& painter, const pane_layout& layout, const view_state& state)
{
    for (const auto& pane : layout.panes) {
        const double left = state.view.position(state.selection->low_hz);
        const double right = state.view.position(state.selection->high_hz);
        const QRectF band(
            pane.plot.left() + left, pane.plot.top(), right - left, pane.plot.height());
        painter.fillRect(band & QRectF(pane.plot), state.look.selection);
    }
}

QString reading_text(const marker_set& markers,
                     std::size_t index,
                     const marker_reading& reading,
                     const view_state& state)
{
    const double resolution_hz = state.axis.bin_hz;
    if (reading.is_delta)
        return QString::fromStdString(
            fmt::format("{}: {}{}  {:+.2f} dB",
                        index + 1,
                        reading.delta_hz < 0 ? "" : "+",
                        frequency_text(reading.delta_hz, resolution_hz),
                        reading.delta_db));
    const auto tone = reading.is_tone ? fmt::format("  tone {:.2f} {}",
                                                    reading.tone_db,
                                                    state.conversion.power_name())
                                      : std::string();
    return QString::fromStdString(
        fmt::format("{}: {}  {:.2f} {}  ({:.1f} {}){}  {}",
                    index + 1,
                    frequency_text(reading.freq_hz, resolution_hz),
                    reading.level_db,
                    state.conversion.to.name(),
                    reading.density_db,
                    state.conversion.density_name(),
                    tone,
                    trace_name(markers[index].trace)));
}

std::vector<QString> band_texts(const view_state& state, trace_levels& traces)
{
    const auto kind = state.has_trace[static_cast<std::size_t>(trace_kind::average)]
                          ? trace_kind::average
                          : trace_kind::now;
    auto levels = traces[kind];
    if (levels.size() != state.axis.bins)
        return {};
    const double offset_db = state.conversion.density_offset_db(state.axis.bin_hz);
    for (auto& level : levels)
        level += static_cast<float>(offset_db);
    const auto& band = *state.selection;
    const auto occupied = occupied_band(state.axis, levels, band);
    const double resolution_hz = state.axis.bin_hz;
    return { QString::fromStdString(
                 fmt::format("band {} .. {}  ({})",
                             frequency_text(band.low_hz, resolution_hz),
                             frequency_text(band.high_hz, resolution_hz),
                             frequency_text(band.width_hz(), resolution_hz))),
             QString::fromStdString(
                 fmt::format("power {:.2f} {}  OBW 99 % {}  ({})",
                             band_power_db(state.axis, levels, band),
                             state.conversion.power_name(),
                             frequency_text(occupied.width_hz(), resolution_hz),
                             trace_name(kind))) };
}

void draw_triangle(QPainter& painter,
                   const view_state& state,
                   QPointF tip,
                   std::size_t number)
{
    const double size = state.px(6);
    const QPointF corners[] = { tip,
                                tip + QPointF(-size * 0.7, -size * 1.3),
                                tip + QPointF(size * 0.7, -size * 1.3) };
    painter.setBrush(state.look.marker);
    painter.drawPolygon(corners, 3);
    painter.drawText(
        QRectF(tip.x() - 20, tip.y() - size * 1.3 - state.px(14), 40, state.px(13)),
        Qt::AlignHCenter | Qt::AlignBottom,
        QString::number(number));
}

} // namespace

void draw_markers(QPainter& painter,
                  const pane_layout& layout,
                  const view_state& state,
                  const spectrum_store& store)
{
    trace_levels traces(store);
    std::vector<QString> texts;
    painter.setFont(label_font(state));
    if (state.selection)
        draw_band(painter, layout, state);
    for (std::size_t i = 0; i < state.markers.size(); ++i) {
        const auto& marker = state.markers[i];
        const auto& base = state.markers[std::min(state.markers.base(), i)];
        const auto reading = state.markers.read(
            i, state.axis, traces[marker.trace], traces[base.trace], state.conversion);
        texts.push_back(reading_text(state.markers, i, reading, state));
        const double x = std::floor(state.view.position(reading.freq_hz));
        if (x < 0 || x >= static_cast<double>(state.view.columns))
            continue;
        painter.setPen(state.look.marker);
        for (const auto& pane : layout.panes) {
            const auto& plot = pane.plot;
            if (pane.kind == pane_kind::waterfall) {
                painter.drawLine(QPointF(plot.left() + x, plot.top()),
                                 QPointF(plot.left() + x, plot.top() + state.px(8)));
                continue;
            }
            const double row =
                std::clamp(level_row(state,
                                     plot,
                                     std::isfinite(reading.level_db) ? reading.level_db
                                                                     : state.lowest_db),
                           0.0,
                           plot.height() - 1.0);
            draw_triangle(
                painter, state, { plot.left() + x + 0.5, plot.top() + row }, i + 1);
        }
    }
    if (state.selection)
        for (auto& text : band_texts(state, traces))
            texts.push_back(std::move(text));
    if (texts.empty())
        return;
    const auto& plot = layout.panes.front().plot;
    const int height = state.px(15);
    int width = 0;
    for (const auto& text : texts)
        width = std::max(width, painter.fontMetrics().horizontalAdvance(text));
    const QRect box(plot.right() - width - state.px(14),
                    plot.top() + state.px(5),
                    width + state.px(10),
                    height * static_cast<int>(texts.size()) + state.px(4));
    auto behind = state.look.background;
    behind.setAlpha(210);
    painter.fillRect(box, behind);
    painter.setPen(state.look.text);
    for (std::size_t i = 0; i < texts.size(); ++i)
        painter.drawText(QRect(box.left() + state.px(5),
                               box.top() + state.px(2) + height * static_cast<int>(i),
                               width + state.px(5),
                               height),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         texts[i]);
}

} // namespace gpufft::display
