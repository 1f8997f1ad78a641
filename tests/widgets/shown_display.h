/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_WIDGETS_SHOWN_DISPLAY_H
#define INCLUDED_GPUFFT_TESTS_WIDGETS_SHOWN_DISPLAY_H

#include "widgets/own_screen.h"
#include "widgets/panes/spectrum_pane.h"
#include "widgets/window/display_widget.h"
#include <cppunit/extensions/HelperMacros.h>
#include <QApplication>
#include <QTest>
#include <cmath>
#include <memory>
#include <vector>

namespace gpufft::testing {

//! The application of a test program, on a screen of its own, until the program ends.
inline QApplication& application()
{
    static own_screen screen;
    static int count = 1;
    static char name[] = "qa";
    static char* words[] = { name, nullptr };
    static QApplication application(count, words);
    return application;
}

//! A spectrum whose bins have -100 dB but one.
inline std::vector<float>
tone(const display::frequency_axis& axis, std::size_t bin, float db)
{
    std::vector<float> spectrum(axis.bins, -100.0f);
    spectrum[bin] = db;
    return spectrum;
}

//! A display with a store that tests fill, in a window that is seen.
struct shown_display {
    using axis_type = display::frequency_axis;

    std::shared_ptr<display::spectrum_store> store;
    std::unique_ptr<display::display_widget> widget;
    double next_s = 0;

    explicit shown_display(const axis_type& axis,
                           const std::string& panes = "spectrum,persistence,waterfall",
                           const std::string& renderer = "raster",
                           const display::histogram_shape& histogram = {})
        : store(std::make_shared<display::spectrum_store>(
              axis, display::input_unit(), display::history_limits(), histogram))
    {
        application();
        display::display_settings settings;
        settings.panes = panes;
        settings.renderer = renderer;
        settings.lowest_db = -120;
        settings.seconds = 4;
        widget = std::make_unique<display::display_widget>(
            store, display::level_conversion(), settings);
        widget->resize(800, 600);
        widget->show();
        CPPUNIT_ASSERT(QTest::qWaitForWindowExposed(widget.get()));
    }

    //! Adds a spectrum of 40 ms.
    void add(const std::vector<float>& spectrum)
    {
        store->add(spectrum.data(), { { next_s, 0.04, next_s } });
        next_s += 0.04;
    }

    //! What is on the screen once all that was added is drawn.
    QImage drawn()
    {
        const auto before = widget->pictures();
        widget->update();
        widget->set_trace(display::trace_kind::now, true); // there is something to draw
        CPPUNIT_ASSERT(
            QTest::qWaitFor([&] { return widget->pictures() > before; }, 5000));
        return widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
    }

    const display::placed_pane& pane(display::pane_kind kind) const
    {
        const auto* const found = widget->layout_of_panes().find(kind);
        CPPUNIT_ASSERT(found);
        return *found;
    }

    double ratio() const { return widget->devicePixelRatioF(); }
    //! The place of a mouse, which is in pixels of 1/96 inch, for a device pixel.
    QPoint mouse(double x, double y) const
    {
        return { static_cast<int>(std::floor(x / ratio())),
                 static_cast<int>(std::floor(y / ratio())) };
    }
    //! The frequency at such a place, by the plot's edges alone.
    double hz_at(const QPoint& mouse) const
    {
        const auto& view = widget->state().view;
        const auto& plot = widget->layout_of_panes().panes.front().plot;
        const double column = std::floor(mouse.x() * ratio()) - plot.left() + 0.5;
        return view.low_hz + column * (view.high_hz - view.low_hz) / plot.width();
    }
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_WIDGETS_SHOWN_DISPLAY_H */
