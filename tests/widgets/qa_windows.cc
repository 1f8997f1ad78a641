/* SPDX-License-Identifier: GPL-3.0-or-later */
// Windows over time: hidden, paused, zoomed beyond their spectra.
#include "widgets/shown_display.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft::display;
using gpufft::testing::shown_display;

namespace {

class qa_windows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_windows);
    CPPUNIT_TEST(hidden_windows_lose_no_spectrum);
    CPPUNIT_TEST(a_pause_shows_what_there_was);
    CPPUNIT_TEST(opengl_shows_the_same);
    CPPUNIT_TEST(views_go_beyond_a_narrow_band);
    CPPUNIT_TEST_SUITE_END();

    void hidden_windows_lose_no_spectrum()
    {
        const auto axis = centered_axis(0, 1e6, 512);
        shown_display shown(axis);
        std::vector<float> spectrum(axis.bins, -100.0f);
        shown.add(spectrum);
        shown.drawn();
        shown.widget->hide();
        QTest::qWait(50);
        const auto pictures = shown.widget->pictures();
        for (std::size_t i = 0; i < 1000; ++i) {
            spectrum[i % axis.bins] = -30;
            shown.add(spectrum);
            spectrum[i % axis.bins] = -100;
        }
        QTest::qWait(100);
        CPPUNIT_ASSERT_EQUAL(pictures, shown.widget->pictures());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(1001), shown.store->status().spectra);
        for (const float db : shown.store->levels(trace_kind::maximum))
            CPPUNIT_ASSERT_EQUAL(-30.0f, db);
        shown.widget->show();
        shown.drawn();
    }

    void a_pause_shows_what_there_was()
    {
        const level_steps steps{ -120, 10, 12 };
        const auto axis = centered_axis(0, 1e6, 256);
        shown_display shown(
            axis, "spectrum,persistence,waterfall", "raster", { 256, steps });
        std::vector<float> counts(256 * steps.levels);
        std::fill_n(counts.begin() + 2 * 256, 256, 1.0f);
        const auto add = [&](float db) {
            shown.add(std::vector<float>(axis.bins, db));
            shown.store->add_histogram(counts.data());
        };
        for (int i = 0; i < 50; ++i)
            add(-60);
        shown.drawn();
        shown.widget->set_paused(true);
        const auto before = shown.drawn();
        const auto pictures = shown.widget->pictures();
        std::rotate(counts.begin(), counts.begin() + 256, counts.end());
        for (int i = 0; i < 50; ++i)
            add(-20);
        shown.store->set_axis(centered_axis(5e6, 1e6, 256));
        QTest::qWait(100);
        CPPUNIT_ASSERT_EQUAL(pictures, shown.widget->pictures());
        // What draws it again, as a mouse does, shows the same.
        CPPUNIT_ASSERT(shown.drawn() == before);
        shown.widget->add_marker(0);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-60, shown.widget->read_marker(0).level_db, 1e-3);
        shown.widget->clear_markers();
        shown.widget->set_paused(false);
        add(-20);
        CPPUNIT_ASSERT(shown.drawn() != before);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(5e6 - 5e5, shown.widget->state().axis.first_hz, 1);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(101), shown.store->status().spectra);
        // Without anything new there is no new picture, histogram or not.
        QTest::qWait(100);
        const auto last = shown.widget->pictures();
        QTest::qWait(100);
        CPPUNIT_ASSERT_EQUAL(last, shown.widget->pictures());
    }

    void opengl_shows_the_same()
    {
        const auto axis = centered_axis(0, 1e6, 256);
        shown_display raster(axis, "spectrum,waterfall"),
            opengl(axis, "spectrum,waterfall", "opengl");
        std::vector<float> spectrum(axis.bins, -60.0f);
        spectrum[99] = -10;
        QImage images[2];
        for (auto* const shown : { &raster, &opengl }) {
            for (int i = 0; i < 20; ++i)
                shown->add(spectrum);
            images[shown == &opengl] = shown->drawn();
        }
        const auto& plot = raster.pane(pane_kind::spectrum).plot;
        int different = 0;
        for (int y = plot.top(); y < plot.bottom(); ++y)
            for (int x = plot.left(); x < plot.right(); ++x)
                different += images[0].pixel(x, y) != images[1].pixel(x, y);
        CPPUNIT_ASSERT_EQUAL(0, different);
    }

    //! As zoom_c has it: spectra are of a part of the band, and of all of it again.
    void views_go_beyond_a_narrow_band()
    {
        const auto wide = centered_axis(100e6, 10e6, 256);
        const auto narrow = centered_axis(101e6, 10e6 / 16, 256);
        const frequency_band whole{ 95e6, 105e6 };
        shown_display shown(wide);
        frequency_view seen;
        std::size_t bins = 0;
        shown.widget->events.viewed = [&](const frequency_view& view, std::size_t of) {
            seen = view;
            bins = of;
        };
        const auto& state = shown.widget->state();
        for (int i = 0; i < 10; ++i)
            shown.add(std::vector<float>(256, -80.0f));
        shown.drawn();
        shown.widget->set_view(100.9e6, 101.1e6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(100.9e6, seen.low_hz, 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t(256), bins);

        shown.store->set_axis(narrow, whole);
        std::vector<float> spectrum(256, -90.0f);
        spectrum[128] = -30;
        for (int i = 0; i < 10; ++i)
            shown.add(spectrum);
        const auto image = shown.drawn();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(100.9e6, state.view.low_hz, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(10e6 / 16 / 256, state.axis.bin_hz, 1e-6);
        // A bin is 10 columns of pixels wide now, and was 160.
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        int lit = 0;
        for (int x = plot.left(); x <= plot.right(); ++x)
            for (int y = plot.top(); y < plot.center().y(); ++y)
                if (image.pixel(x, y) == state.look.traces[0].rgb()) {
                    ++lit;
                    break;
                }
        const double columns = narrow.bin_hz / state.view.column_hz();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(columns, lit, 3 + columns * 0.2);

        // Out of what there are spectra of, up to the whole band.
        QTest::keyClick(shown.widget.get(), Qt::Key_Minus);
        QTest::keyClick(shown.widget.get(), Qt::Key_Minus);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.8e6, seen.high_hz - seen.low_hz, 1e3);
        QTest::keyClick(shown.widget.get(), Qt::Key_Home);
        shown.drawn();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(whole.low_hz, state.view.low_hz, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(whole.high_hz, state.view.high_hz, 1);
        shown.store->set_axis(wide);
        shown.add(std::vector<float>(256, -80.0f));
        shown.drawn();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(wide.low_hz(), state.view.low_hz, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(wide.low_hz(), seen.low_hz, 1); // others are told
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_windows);

} // namespace
