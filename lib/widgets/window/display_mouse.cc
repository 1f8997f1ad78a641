/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/panes/spectrum_pane.h"
#include "widgets/window/decorations.h"
#include "widgets/window/display_widget.h"
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

// What a display_widget does with mouse and wheel.

namespace gpufft::display {

namespace {

//! Pixels that a mouse moves at a click without dragging anything.
constexpr int CLICK = 4;
//! A step of the wheel, 15 degrees, leaves this much of the span.
constexpr double ZOOM_STEP = 0.8;

} // namespace

QPoint display_widget::device_place(const QPoint& place) const
{
    return { static_cast<int>(place.x() * d_state.pixel_ratio),
             static_cast<int>(place.y() * d_state.pixel_ratio) };
}

double display_widget::hz_at(int x) const
{
    const auto column = x - d_layout.panes.front().plot.left();
    return d_state.view.low_hz + (column + 0.5) * d_state.view.column_hz();
}

bool display_widget::is_on_labels(const QPoint& place, const placed_pane** pane) const
{
    for (const auto& each : d_layout.panes)
        if (place.x() < each.plot.left() && place.y() >= each.plot.top() &&
            place.y() <= each.plot.bottom()) {
            *pane = &each;
            return true;
        }
    return false;
}

std::size_t display_widget::marker_near(const QPoint& place) const
{
    const auto* pane = d_layout.at(place);
    if (!pane || pane->kind == pane_kind::waterfall)
        return d_state.markers.size();
    for (std::size_t i = 0; i < d_state.markers.size(); ++i) {
        const auto reading = read_marker(i);
        const double x = pane->plot.left() + d_state.view.position(reading.freq_hz);
        const double y =
            pane->plot.top() + level_row(d_state, pane->plot, reading.level_db);
        if (std::abs(x - place.x()) <= d_state.px(6) && place.y() <= y + d_state.px(4) &&
            place.y() >= y - d_state.px(24))
            return i;
    }
    return d_state.markers.size();
}

void display_widget::begin_drag(QMouseEvent* event)
{
    const placed_pane* pane = nullptr;
    const auto& bar = d_layout.colour_bar;
    if (!bar.isEmpty() && d_pressed.x() >= bar.left() - d_state.px(5)) {
        const double row = d_pressed.y() - bar.top();
        const double to_hottest =
            std::abs(row - bar_row(d_layout, d_state, d_state.hottest_db));
        const double to_coldest =
            std::abs(row - bar_row(d_layout, d_state, d_state.coldest_db));
        if (row >= -d_state.px(8) && row <= bar.height() + d_state.px(8))
            d_drag = to_hottest < to_coldest ? drag::hottest : drag::coldest;
        return;
    }
    if (is_on_labels(d_pressed, &pane)) {
        if (pane->kind != pane_kind::waterfall)
            d_drag = drag::levels;
        return;
    }
    if (!d_layout.at(d_pressed))
        return;
    d_dragged_marker = marker_near(d_pressed);
    if (event->button() == Qt::MiddleButton || event->modifiers() & Qt::ControlModifier)
        d_drag = drag::pan;
    else if (d_dragged_marker < d_state.markers.size())
        d_drag = drag::marker;
    else
        d_drag = drag::press;
}

void display_widget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::RightButton)
        return; // contextMenuEvent()
    d_pressed = d_cursor = device_place(event->pos());
    d_at_press = d_state;
    begin_drag(event);
}

void display_widget::mouseMoveEvent(QMouseEvent* event)
{
    d_cursor = device_place(event->pos());
    const auto moved = d_cursor - d_pressed;
    if (d_drag == drag::press && std::abs(moved.x()) > d_state.px(CLICK))
        d_drag = event->modifiers() & Qt::ShiftModifier ? drag::zoom : drag::band;
    const auto& bar = d_layout.colour_bar;
    const placed_pane* pane = nullptr;
    switch (d_drag) {
    case drag::band:
    case drag::zoom: {
        const double a = hz_at(d_pressed.x()), b = hz_at(d_cursor.x());
        d_state.selection = frequency_band{ std::min(a, b), std::max(a, b) };
        break;
    }
    case drag::pan: {
        const double hz = moved.x() * d_at_press.view.column_hz();
        set_view(d_at_press.view.low_hz - hz, d_at_press.view.high_hz - hz);
        break;
    }
    case drag::levels:
        if (is_on_labels(d_pressed, &pane)) {
            const double db = moved.y() * (d_at_press.highest_db - d_at_press.lowest_db) /
                              (pane->plot.height() - 1);
            d_state.lowest_db = d_at_press.lowest_db + db;
            d_state.highest_db = d_at_press.highest_db + db;
        }
        break;
    case drag::coldest:
        d_state.coldest_db =
            std::min(bar_level(d_layout, d_at_press, d_cursor.y() - bar.top()),
                     d_state.hottest_db - 1);
        break;
    case drag::hottest:
        d_state.hottest_db =
            std::max(bar_level(d_layout, d_at_press, d_cursor.y() - bar.top()),
                     d_state.coldest_db + 1);
        break;
    case drag::marker:
        d_state.markers.move(d_dragged_marker, hz_at(d_cursor.x()));
        break;
    case drag::none:
    case drag::press:
        break;
    }
    refresh();
}

void display_widget::mouseReleaseEvent(QMouseEvent* event)
{
    const auto was = d_drag;
    d_drag = drag::none;
    if (event->button() == Qt::RightButton)
        return;
    if (was == drag::press && event->button() == Qt::LeftButton && events.clicked)
        events.clicked(hz_at(d_pressed.x()));
    if (was == drag::band && d_state.selection)
        select(*d_state.selection);
    if (was == drag::zoom && d_state.selection) {
        const auto band = *d_state.selection;
        clear_selection();
        set_view(band.low_hz, band.high_hz);
    }
}

void display_widget::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto place = device_place(event->pos());
    const placed_pane* pane = nullptr;
    const auto& bar = d_layout.colour_bar;
    if ((!bar.isEmpty() && place.x() >= bar.left()) || is_on_labels(place, &pane))
        autoscale();
}

void display_widget::leaveEvent(QEvent*)
{
    d_cursor = { -1, -1 };
    refresh();
}

void display_widget::wheelEvent(QWheelEvent* event)
{
    const auto place = device_place(event->position().toPoint());
    const auto angle = event->angleDelta();
    // With Alt pressed, some systems send the wheel as a horizontal one.
    const double steps = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    const double factor = std::pow(ZOOM_STEP, steps);
    const placed_pane* pane = nullptr;
    if (is_on_labels(place, &pane)) {
        if (pane->kind == pane_kind::waterfall) {
            set_seconds(d_state.seconds * factor);
        } else {
            const double db = level_at(d_state, pane->plot, place.y() - pane->plot.top());
            const double low_db = db - (db - d_state.lowest_db) * factor;
            const double high_db = db + (d_state.highest_db - db) * factor;
            if (high_db - low_db >= 1 && high_db - low_db <= 400)
                set_level_range(std::max(low_db, -400.0), std::min(high_db, 400.0));
        }
    } else if ((pane = d_layout.at(place)) != nullptr) {
        if (!(event->modifiers() & Qt::ShiftModifier))
            zoom_about(hz_at(place.x()), factor);
        else if (pane->kind == pane_kind::waterfall)
            scroll_back_to(d_state.scrolled_back_s - steps * d_state.seconds / 10);
        else
            pan_by(-steps * (d_state.view.high_hz - d_state.view.low_hz) / 10);
    }
    event->accept();
}

} // namespace gpufft::display
