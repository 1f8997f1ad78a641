/* SPDX-License-Identifier: GPL-3.0-or-later */
// What mouse, wheel and keys do to a window.
#include "widgets/shown_display.h"
#include "widgets/window/decorations.h"
#include <cppunit/extensions/HelperMacros.h>
#include <QWheelEvent>

using namespace gpufft::display;
using gpufft::testing::shown_display;
using gpufft::testing::tone;

namespace {

class qa_window_events : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_window_events);
    CPPUNIT_TEST(a_click_says_its_frequency);
    CPPUNIT_TEST(a_drag_selects_a_band);
    CPPUNIT_TEST(the_wheel_zooms_about_the_cursor);
    CPPUNIT_TEST(shift_and_drag_zoom_into_a_band);
    CPPUNIT_TEST(the_middle_button_pans);
    CPPUNIT_TEST(levels_move_with_their_labels);
    CPPUNIT_TEST(sliders_change_the_colours);
    CPPUNIT_TEST(keys_do_what_the_page_says);
    CPPUNIT_TEST(markers_are_dragged);
    CPPUNIT_TEST_SUITE_END();

    const frequency_axis d_axis = centered_axis(100e6, 10e6, 4096);

    static void wheel(shown_display& shown,
                      const QPoint& at,
                      int steps,
                      Qt::KeyboardModifiers keys = {})
    {
        QWheelEvent event(at,
                          shown.widget->mapToGlobal(at),
                          {},
                          { 0, 120 * steps },
                          Qt::NoButton,
                          keys,
                          Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(shown.widget.get(), &event);
    }

    //! Moves as a hand does: QTest::mouseMove() says no buttons.
    static void drag(shown_display& shown,
                     const QPoint& from,
                     const QPoint& to,
                     Qt::MouseButton button = Qt::LeftButton,
                     Qt::KeyboardModifiers keys = {})
    {
        QTest::mousePress(shown.widget.get(), button, keys, from);
        for (const auto& place : { (from + to) / 2, to }) {
            QMouseEvent event(QEvent::MouseMove,
                              place,
                              shown.widget->mapToGlobal(place),
                              button,
                              button,
                              keys);
            QApplication::sendEvent(shown.widget.get(), &event);
        }
        QTest::mouseRelease(shown.widget.get(), button, keys, to);
    }

    QPoint middle(const shown_display& shown, pane_kind kind, double share = 0.5) const
    {
        const auto plot = shown.pane(kind).plot;
        return shown.mouse(plot.left() + share * plot.width(), plot.center().y());
    }

    void a_click_says_its_frequency()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1, -3));
        shown.drawn();
        for (const auto kind :
             { pane_kind::spectrum, pane_kind::persistence, pane_kind::waterfall }) {
            double clicked = 0;
            shown.widget->events.clicked = [&](double hz) { clicked = hz; };
            const auto at = middle(shown, kind, 0.3);
            QTest::mouseClick(shown.widget.get(), Qt::LeftButton, {}, at);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(shown.hz_at(at), clicked, 1);
            clicked = 0;
            QTest::mouseClick(shown.widget.get(), Qt::LeftButton, {}, QPoint(3, at.y()));
            CPPUNIT_ASSERT_EQUAL(0.0, clicked);
        }
    }

    void a_drag_selects_a_band()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1, -3));
        shown.drawn();
        frequency_band band;
        bool is_clicked = false;
        shown.widget->events.selected = [&](const frequency_band& b) { band = b; };
        shown.widget->events.clicked = [&](double) { is_clicked = true; };
        const auto from = middle(shown, pane_kind::waterfall, 0.7);
        const auto to = middle(shown, pane_kind::waterfall, 0.4);
        drag(shown, from, to);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(shown.hz_at(to), band.low_hz, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(shown.hz_at(from), band.high_hz, 1);
        CPPUNIT_ASSERT(!is_clicked);
        // The band is seen: the plot is brighter there.
        const auto image = shown.drawn();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const auto light = [&](double share) {
            return qGray(image.pixel(plot.left() + static_cast<int>(share * plot.width()),
                                     plot.bottom() - 6));
        };
        CPPUNIT_ASSERT(light(0.55) > light(0.2) + 20);
        QTest::keyClick(shown.widget.get(), Qt::Key_Return);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(band.low_hz, shown.widget->state().view.low_hz, 1);
        QTest::keyClick(shown.widget.get(), Qt::Key_Escape);
        CPPUNIT_ASSERT(!shown.widget->state().selection);
    }

    void the_wheel_zooms_about_the_cursor()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 3000, -10));
        shown.drawn();
        frequency_view seen;
        shown.widget->events.viewed = [&](const frequency_view& view, std::size_t) {
            seen = view;
        };
        const auto at = middle(shown, pane_kind::spectrum, 0.6);
        const double hz = shown.hz_at(at);
        const double span_hz = d_axis.span_hz();
        for (int i = 1; i <= 30; ++i) {
            wheel(shown, at, 1);
            const auto& view = shown.widget->state().view;
            CPPUNIT_ASSERT_DOUBLES_EQUAL(hz, shown.hz_at(at), view.column_hz());
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                span_hz * std::pow(0.8, i), view.high_hz - view.low_hz, 1);
        }
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            shown.widget->state().view.low_hz, seen.low_hz, 1e-9);
        CPPUNIT_ASSERT(seen.columns > 100);
        for (int i = 0; i < 100; ++i)
            wheel(shown, at, 3);
        const auto& view = shown.widget->state().view;
        CPPUNIT_ASSERT_DOUBLES_EQUAL(d_axis.bin_hz / 4, view.high_hz - view.low_hz, 1e-6);
        shown.drawn();
        for (int i = 0; i < 100; ++i)
            wheel(shown, at, -3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(d_axis.low_hz(), view.low_hz, 1e-6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(d_axis.high_hz(), view.high_hz, 1e-6);
        // At the times of a waterfall the wheel changes how many there are.
        const auto plot = shown.pane(pane_kind::waterfall).plot;
        wheel(shown, shown.mouse(5, plot.center().y()), 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(3.2, shown.widget->state().seconds, 1e-9);
    }

    void shift_and_drag_zoom_into_a_band()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1, -3));
        shown.drawn();
        const auto from = middle(shown, pane_kind::spectrum, 0.25);
        const auto to = middle(shown, pane_kind::spectrum, 0.5);
        const double low_hz = shown.hz_at(from), high_hz = shown.hz_at(to);
        drag(shown, from, to, Qt::LeftButton, Qt::ShiftModifier);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(low_hz, shown.widget->state().view.low_hz, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(high_hz, shown.widget->state().view.high_hz, 1);
        CPPUNIT_ASSERT(!shown.widget->state().selection);
    }

    void the_middle_button_pans()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1, -3));
        shown.widget->set_view(99e6, 101e6);
        shown.drawn();
        const auto from = middle(shown, pane_kind::spectrum, 0.5);
        const auto to = middle(shown, pane_kind::spectrum, 0.6);
        const double hz = shown.hz_at(from);
        drag(shown, from, to, Qt::MiddleButton);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(hz, shown.hz_at(to), 1);
        // Not beyond the axis.
        for (int i = 0; i < 50; ++i)
            drag(shown, from, to, Qt::LeftButton, Qt::ControlModifier);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            d_axis.low_hz(), shown.widget->state().view.low_hz, 1e-6);
    }

    void levels_move_with_their_labels()
    {
        shown_display shown(d_axis, "spectrum");
        shown.add(tone(d_axis, 1, -3));
        shown.drawn();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const auto from = shown.mouse(5, plot.center().y());
        const auto to = from + QPoint(0, 40);
        drag(shown, from, to);
        const double db = 40 * shown.ratio() * 120 / (plot.height() - 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-120 + db, shown.widget->state().lowest_db, 1e-6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(db, shown.widget->state().highest_db, 1e-6);
        wheel(shown, from, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            96, shown.widget->state().highest_db - shown.widget->state().lowest_db, 1e-6);
        // Neither the wheel nor a hand gets beyond what may be shown.
        for (const int steps : { 3, -3 }) {
            for (int i = 0; i < 100; ++i) {
                wheel(shown, from, steps);
                drag(shown, from, from + QPoint(0, steps * 50));
            }
            const auto& state = shown.widget->state();
            CPPUNIT_ASSERT(state.highest_db - state.lowest_db > 0.99);
            CPPUNIT_ASSERT(state.lowest_db >= -400 && state.highest_db <= 400.001);
            shown.drawn();
        }
    }

    void sliders_change_the_colours()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1, -3));
        shown.drawn();
        const auto& layout = shown.widget->layout_of_panes();
        const auto& bar = layout.colour_bar;
        const double row =
            bar_row(layout, shown.widget->state(), shown.widget->state().hottest_db);
        const auto from = shown.mouse(bar.center().x(), bar.top() + row);
        const auto colour = [&] {
            const auto image = shown.drawn();
            const auto plot = shown.pane(pane_kind::waterfall).plot;
            return red_of(image, plot);
        };
        const int before = colour();
        drag(shown, from, from + QPoint(0, 60));
        CPPUNIT_ASSERT(shown.widget->state().hottest_db < -20);
        CPPUNIT_ASSERT_EQUAL(-120.0, shown.widget->state().coldest_db);
        shown.widget->set_colour_range(-120, -90);
        CPPUNIT_ASSERT(colour() != before);
    }
    static int red_of(const QImage& image, const QRect& plot)
    {
        return static_cast<int>(image.pixel(plot.center().x(), plot.top()) & 0xffffff);
    }

    void keys_do_what_the_page_says()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 3000, -10));
        shown.drawn();
        auto* const widget = shown.widget.get();
        const auto& view = widget->state().view;
        QTest::keyClick(widget, Qt::Key_Plus);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(5e6, view.high_hz - view.low_hz, 1);
        const double low_hz = view.low_hz;
        QTest::keyClick(widget, Qt::Key_Right);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(low_hz + 5e5, view.low_hz, 1);
        QTest::keyClick(widget, Qt::Key_Home);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(10e6, view.high_hz - view.low_hz, 1);
        QTest::keyClick(widget, Qt::Key_2);
        CPPUNIT_ASSERT(widget->state().has_trace[1]);
        QTest::keyClick(widget, Qt::Key_F);
        CPPUNIT_ASSERT(shown.store->has(trace_kind::reference));
        QTest::keyClick(widget, Qt::Key_R);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(0), shown.store->status().since_reset);
        QTest::keyClick(widget, Qt::Key_C);
        CPPUNIT_ASSERT(!widget->state().look.is_dark);
        const auto image = shown.drawn();
        CPPUNIT_ASSERT(qGray(image.pixel(1, 1)) > 200);
        QTest::keyClick(widget, Qt::Key_Space);
        shown.drawn();
        const auto pictures = widget->pictures();
        shown.add(tone(d_axis, 1, -3));
        QTest::qWait(100);
        CPPUNIT_ASSERT_EQUAL(pictures, widget->pictures());
        QTest::keyClick(widget, Qt::Key_A);
        CPPUNIT_ASSERT(widget->state().highest_db < 10 &&
                       widget->state().lowest_db > -130);
    }

    void markers_are_dragged()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 3000, -10));
        shown.drawn();
        const auto at = middle(shown, pane_kind::spectrum, 0.2);
        QTest::mouseMove(shown.widget.get(), at);
        QMouseEvent event(QEvent::MouseMove,
                          at,
                          shown.widget->mapToGlobal(at),
                          Qt::NoButton,
                          Qt::NoButton,
                          {});
        QApplication::sendEvent(shown.widget.get(), &event);
        QTest::keyClick(shown.widget.get(), Qt::Key_M);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), shown.widget->state().markers.size());
        const auto reading = shown.widget->read_marker(0);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(shown.hz_at(at), reading.freq_hz, d_axis.bin_hz);
        const auto& state = shown.widget->state();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const auto grip =
            shown.mouse(plot.left() + state.view.position(reading.freq_hz),
                        plot.top() + level_row(state, plot, reading.level_db) - 6);
        const auto to =
            shown.mouse(plot.left() + state.view.position(d_axis.frequency(3000)),
                        grip.y() * shown.ratio());
        drag(shown, grip, to);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(d_axis.frequency(3000),
                                     shown.widget->read_marker(0).freq_hz,
                                     2 * state.view.column_hz());
        QTest::keyClick(shown.widget.get(), Qt::Key_Delete);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), shown.widget->state().markers.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_window_events);

} // namespace
