/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/pixels.h"
#include "widgets/drawing/ticks.h"
#include "widgets/window/decorations.h"
#include "widgets/window/display_widget.h"
#include <fmt/format.h>
#include <QPainter>
#include <algorithm>
#include <cmath>

// What a display_widget draws with every picture.

namespace gpufft::display {

namespace {

//! Levels are labelled by whole dB at a cursor, and frequencies by less than a bin.
QString cursor_text(const view_state& state,
                    const placed_pane& pane,
                    const QPoint& cursor,
                    double hz,
                    const waterfall_pane& waterfall,
                    const store_status& status)
{
    const double resolution_hz = std::min(state.axis.bin_hz, state.view.column_hz());
    const auto freq = frequency_text(hz, resolution_hz);
    const double row = cursor.y() - pane.plot.top();
    if (pane.kind == pane_kind::waterfall) {
        const double told_s = status.newest_told_s - status.newest_s;
        return QString::fromStdString(fmt::format(
            "{}  {}", freq, time_label(waterfall.seconds_at(row + 0.5) + told_s, 0.01)));
    }
    return QString::fromStdString(fmt::format("{}  {:.1f} {}",
                                              freq,
                                              level_at(state, pane.plot, row),
                                              state.conversion.to.name()));
}

} // namespace

void display_widget::draw_plots(const store_status& status)
{
    for (const auto& pane : d_layout.panes) {
        switch (pane.kind) {
        case pane_kind::spectrum:
            copy_part(d_decorations, d_frame, pane.plot);
            d_spectrum.draw(d_frame, pane.plot, d_state, store());
            break;
        case pane_kind::persistence:
            d_persistence.draw(d_frame, pane.plot, d_state, store());
            break;
        case pane_kind::waterfall:
            d_waterfall.draw(d_frame, pane.plot, d_state, store());
            break;
        }
    }
    copy_part(d_decorations, d_frame, d_layout.header);
    QPainter painter(&d_frame);
    if (const auto* waterfall = d_layout.find(pane_kind::waterfall))
        draw_times(painter, d_layout, *waterfall, d_state, d_waterfall, status);
    draw_markers(painter, d_layout, d_state, store());
    if (d_state.has_peak_table)
        draw_peaks(painter, d_layout, d_state, store(), measured_trace());
    draw_cursor(painter);
    draw_header(painter, status);
    draw_problem(painter);
}

//! A line across the window, below the header, until it is read.
void display_widget::draw_problem(QPainter& painter)
{
    if (d_recording.problem.empty())
        return;
    const auto& header = d_layout.header;
    const QRect line(0, header.bottom() + 1, header.width(), d_state.px(20));
    painter.fillRect(line, d_state.look.background);
    painter.setPen(d_state.look.warning);
    const auto text = QString::fromStdString(d_recording.problem);
    const QRect inside = line.adjusted(d_state.px(8), 0, -d_state.px(8), 0);
    painter.drawText(
        inside,
        Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(text, Qt::ElideMiddle, inside.width()));
}

void display_widget::draw_header(QPainter& painter, const store_status& status)
{
    const auto& axis = d_state.axis;
    // The bin in the middle: of all bins, that of DC.
    const double middle_hz = axis.frequency(static_cast<double>(
        axis.bin_at((d_state.view.low_hz + d_state.view.high_hz) / 2)));
    const double rbw_hz = d_state.conversion.enbw_bins * axis.bin_hz;
    auto text = d_title.empty() ? std::string() : d_title + "   ";
    text += fmt::format(
        "{}   span {}   {} bins   RBW {}   {} spectra",
        frequency_text(middle_hz, axis.bin_hz),
        frequency_text(d_state.view.high_hz - d_state.view.low_hz, axis.bin_hz),
        axis.bins,
        frequency_text(rbw_hz, rbw_hz / 100),
        status.spectra);
    if (d_paused)
        text += "   paused";
    if (d_state.scrolled_back_s > 0)
        text += fmt::format("   {:.1f} s back", d_state.scrolled_back_s);
    painter.setFont(label_font(d_state));
    int left = d_layout.label_width;
    const auto& header = d_layout.header;
    painter.setPen(d_state.look.text);
    const auto shown = QString::fromStdString(text);
    painter.drawText(QRect(left, 0, header.width() - left, header.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     shown);
    if (d_recording.is_on) {
        left += painter.fontMetrics().horizontalAdvance(shown) + d_state.px(12);
        painter.setPen(d_state.look.warning);
        painter.drawText(QRect(left, 0, header.width() - left, header.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         QString::fromUtf8("\u25cf ") +
                             QString::fromStdString(d_recording.text));
    }
    // The names of the traces, at the right, in their colours.
    int right = header.width() - d_state.px(8);
    for (std::size_t i = TRACE_KINDS; i-- > 0;) {
        if (!d_state.has_trace[i] || !d_layout.find(pane_kind::spectrum))
            continue;
        const QString name = trace_name(static_cast<trace_kind>(i));
        const int width = painter.fontMetrics().horizontalAdvance(name) + d_state.px(10);
        painter.setPen(d_state.look.traces[i]);
        painter.drawText(QRect(right - width, 0, width, header.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         name);
        right -= width;
    }
}

void display_widget::draw_cursor(QPainter& painter)
{
    const auto* pane = d_layout.at(d_cursor);
    if (!pane)
        return;
    auto colour = d_state.look.marker;
    colour.setAlpha(110);
    painter.setPen(colour);
    for (const auto& each : d_layout.panes)
        painter.drawLine(d_cursor.x(), each.plot.top(), d_cursor.x(), each.plot.bottom());
    painter.setFont(label_font(d_state));
    const auto text = cursor_text(
        d_state, *pane, d_cursor, hz_at(d_cursor.x()), d_waterfall, store().status());
    const int width = painter.fontMetrics().horizontalAdvance(text) + d_state.px(10);
    const bool is_left = d_cursor.x() + width + d_state.px(12) > pane->plot.right();
    const QRect box(is_left ? d_cursor.x() - width - d_state.px(4)
                            : d_cursor.x() + d_state.px(6),
                    std::max(d_cursor.y() - d_state.px(22), pane->plot.top()),
                    width,
                    d_state.px(16));
    auto behind = d_state.look.background;
    behind.setAlpha(210);
    painter.fillRect(box, behind);
    painter.setPen(d_state.look.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

QImage display_widget::picture(const QSize& device_pixels)
{
    const auto ratio = d_state.pixel_ratio;
    d_is_dirty = true;
    compose(device_pixels, ratio);
    auto image = d_frame.copy(QRect(QPoint(0, 0), device_pixels));
    image.setDevicePixelRatio(1);
    d_is_dirty = true; // the widget's own size again
    return image;
}

} // namespace gpufft::display
