/* SPDX-License-Identifier: GPL-3.0-or-later */
// A window that is resized, zoomed, retuned, hidden and clicked at without a plan, while
// spectra of all kinds come. $GPUFFT_ROWS=all goes on for ten minutes instead of seconds.
#include "widgets/shown_display.h"
#include <cppunit/extensions/HelperMacros.h>
#include <QElapsedTimer>
#include <QWheelEvent>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <thread>

using namespace gpufft::display;
using gpufft::testing::shown_display;

namespace {

double seconds()
{
    const char* const rows = std::getenv("GPUFFT_ROWS");
    return rows && std::strcmp(rows, "all") == 0 ? 600 : 6;
}

//! Adds spectra as a flowgraph's thread does, with gaps, NaN, and other rates and
//! tunings.
class feeder
{
public:
    explicit feeder(spectrum_store& store) : d_thread([this, &store] { run(store); }) {}
    ~feeder()
    {
        d_is_done = true;
        d_thread.join();
    }
    std::uint64_t spectra() const { return d_spectra; }

private:
    void run(spectrum_store& store)
    {
        std::mt19937 random(7);
        std::normal_distribution<float> level(-90, 20);
        double next_s = 0;
        std::size_t bins = 4096;
        std::vector<float> spectra;
        while (!d_is_done) {
            if (random() % 50 == 0) {
                const std::size_t sizes[] = { 1, 2, 63, 4096, 65536 };
                bins = sizes[random() % 5];
                const double rate = 1e3 * (1 + random() % 100000);
                const double freq = 1e5 * (random() % 10000);
                std::optional<frequency_band> whole;
                if (random() % 3 == 0) // the spectra are of a part that was zoomed into
                    whole = { freq - 5 * rate, freq + 3 * rate };
                store.set_axis(centered_axis(freq, rate, bins), whole);
            }
            const std::size_t count = 1 + random() % (bins > 5000 ? 2 : 9);
            spectra.resize(count * bins);
            for (auto& db : spectra)
                db = level(random);
            if (random() % 5 == 0)
                spectra[random() % spectra.size()] = NAN;
            if (random() % 9 == 0)
                next_s += 0.5 * (random() % 7);
            std::vector<spectrum_time> times;
            for (std::size_t i = 0; i < count; ++i, next_s += 0.005)
                times.push_back({ next_s, 0.005, next_s });
            store.add(spectra.data(), times);
            d_spectra += count;
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
        }
    }

    std::atomic<bool> d_is_done{ false };
    std::atomic<std::uint64_t> d_spectra{ 0 };
    std::thread d_thread;
};

class qa_random_use : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_random_use);
    CPPUNIT_TEST(nothing_breaks_and_no_spectrum_is_lost);
    CPPUNIT_TEST_SUITE_END();

    std::mt19937 d_random{ static_cast<unsigned>(std::random_device()()) };

    QPoint any_place(const QWidget& widget)
    {
        return { static_cast<int>(d_random() % static_cast<unsigned>(widget.width())),
                 static_cast<int>(d_random() % static_cast<unsigned>(widget.height())) };
    }

    void press_a_key(QWidget* widget)
    {
        const Qt::Key keys[] = { Qt::Key_Left,     Qt::Key_Right,  Qt::Key_Plus,
                                 Qt::Key_Minus,    Qt::Key_Home,   Qt::Key_PageUp,
                                 Qt::Key_PageDown, Qt::Key_Return, Qt::Key_Escape,
                                 Qt::Key_Delete,   Qt::Key_Space,  Qt::Key_A,
                                 Qt::Key_C,        Qt::Key_D,      Qt::Key_M,
                                 Qt::Key_P,        Qt::Key_R,      Qt::Key_F,
                                 Qt::Key_T,        Qt::Key_1,      Qt::Key_2,
                                 Qt::Key_3,        Qt::Key_4,      Qt::Key_5 };
        QTest::keyClick(widget, keys[d_random() % std::size(keys)]);
    }

    void use_the_mouse(display_widget* widget)
    {
        const auto from = any_place(*widget), to = any_place(*widget);
        const auto button = d_random() % 3 ? Qt::LeftButton : Qt::MiddleButton;
        const auto keys = d_random() % 3 ? Qt::KeyboardModifiers() : Qt::ShiftModifier;
        QTest::mousePress(widget, button, keys, from);
        QMouseEvent move(
            QEvent::MouseMove, to, widget->mapToGlobal(to), button, button, keys);
        QApplication::sendEvent(widget, &move);
        QTest::mouseRelease(widget, button, keys, to);
        const int steps = static_cast<int>(d_random() % 9) - 4;
        QWheelEvent wheel(to,
                          widget->mapToGlobal(to),
                          {},
                          { 0, 120 * steps },
                          Qt::NoButton,
                          keys,
                          Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(widget, &wheel);
    }

    void do_something(display_widget* widget)
    {
        const char* const panes[] = { "spectrum",
                                      "waterfall,spectrum",
                                      "persistence",
                                      "spectrum,persistence,waterfall" };
        const char* const units[] = { "dbfs", "dbfs_per_hz", "dbm" };
        switch (d_random() % 12) {
        case 0:
            widget->resize(20 + static_cast<int>(d_random() % 1500),
                           20 + static_cast<int>(d_random() % 1000));
            break;
        case 1:
            widget->set_panes(panes[d_random() % std::size(panes)]);
            break;
        case 2:
            widget->set_unit(units[d_random() % std::size(units)]);
            break;
        case 3:
            widget->setVisible(d_random() % 4 != 0);
            break;
        case 4:
            CPPUNIT_ASSERT(!widget->picture({ 300, 200 }).isNull());
            break;
        case 5:
        case 6:
        case 7:
            press_a_key(widget);
            break;
        default:
            use_the_mouse(widget);
        }
    }

    void nothing_breaks_and_no_spectrum_is_lost()
    {
        shown_display shown(centered_axis(0, 1e6, 4096));
        std::uint64_t fed = 0;
        {
            feeder flowgraph(*shown.store);
            QElapsedTimer timer;
            timer.start();
            while (timer.elapsed() < 1000 * seconds()) {
                do_something(shown.widget.get());
                QTest::qWait(static_cast<int>(d_random() % 30));
            }
            fed = flowgraph.spectra();
        }
        CPPUNIT_ASSERT(shown.store->status().spectra >= fed);
        CPPUNIT_ASSERT(fed > 100);
        shown.widget->show();
        shown.widget->set_paused(false);
        shown.drawn();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_random_use);

} // namespace
