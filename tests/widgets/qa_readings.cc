/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a window reads off its traces, and what is saved.
#include "display/measure/peak_table.h"
#include "widgets/shown_display.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <nlohmann/json.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

using namespace gpufft::display;
using gpufft::testing::shown_display;
using gpufft::testing::tone;

namespace {

std::string text_of(const std::string& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class qa_readings : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_readings);
    CPPUNIT_TEST(a_marker_reads_the_tone);
    CPPUNIT_TEST(a_table_lists_the_highest_peaks);
    CPPUNIT_TEST(a_table_is_in_the_order_of_its_levels);
    CPPUNIT_TEST(units_move_levels_along);
    CPPUNIT_TEST(what_is_saved_can_be_read);
    CPPUNIT_TEST(ranges_are_refused);
    CPPUNIT_TEST_SUITE_END();

    const frequency_axis d_axis = centered_axis(100e6, 10e6, 4096);

    void a_marker_reads_the_tone()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1234, -12.34f));
        shown.drawn();
        QTest::keyClick(shown.widget.get(), Qt::Key_P);
        const auto reading = shown.widget->read_marker(0);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-12.34, reading.level_db, 0.01);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(d_axis.frequency(1234), reading.freq_hz, 1e-3);
        // Its triangle stands on the tone's pixel.
        const auto image = shown.drawn();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const auto& state = shown.widget->state();
        const int x =
            plot.left() + static_cast<int>(state.view.position(reading.freq_hz));
        const int y = plot.top() + static_cast<int>(level_row(state, plot, -12.34));
        const auto white = state.look.marker.rgb();
        CPPUNIT_ASSERT_EQUAL(white, image.pixel(x, y - state.px(5)));
        CPPUNIT_ASSERT(image.pixel(x + state.px(12), y - state.px(5)) != white);
    }

    void a_table_lists_the_highest_peaks()
    {
        shown_display shown(d_axis);
        auto spectrum = tone(d_axis, 1234, -20);
        spectrum[3000] = -35;
        spectrum[500] = -92; // not far enough above what is around
        shown.add(spectrum);
        const auto rows = [&] {
            return read_peaks(
                d_axis,
                shown.store->levels(trace_kind::now),
                { shown.widget->state().view.low_hz, shown.widget->state().view.high_hz },
                shown.widget->state().conversion,
                10);
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), rows().size());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            d_axis.frequency(1234), rows()[0].freq_hz, d_axis.bin_hz / 100);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-20, rows()[0].level_db, 1e-3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-35, rows()[1].level_db, 1e-3);
        // The table is in the picture, which is as before without it.
        const auto before = shown.drawn();
        QTest::keyClick(shown.widget.get(), Qt::Key_T);
        const auto with = shown.drawn();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const QRect place(plot.topLeft(), QSize(plot.width() / 3, plot.height() / 2));
        CPPUNIT_ASSERT(before.copy(place) != with.copy(place));
        QTest::keyClick(shown.widget.get(), Qt::Key_T);
        CPPUNIT_ASSERT(before.copy(place) == shown.drawn().copy(place));
        // What is not in view is not listed.
        shown.widget->set_view(d_axis.frequency(2500), d_axis.high_hz());
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), rows().size());
    }

    void a_table_is_in_the_order_of_its_levels()
    {
        // A tone between two bins has 1.42 dB less in each than one in a bin's middle.
        std::vector<float> levels = tone(d_axis, 1000, -20);
        levels[999] = levels[1001] = -26.02f;
        levels[2000] = levels[2001] = -20.5f;
        level_conversion conversion;
        conversion.enbw_bins = 1.5;
        const frequency_band all{ d_axis.low_hz(), d_axis.high_hz() };
        for (const std::size_t most : { 2, 1 }) {
            const auto rows = read_peaks(d_axis, levels, all, conversion, most);
            CPPUNIT_ASSERT_EQUAL(most, rows.size());
            CPPUNIT_ASSERT_DOUBLES_EQUAL(-19.08, rows[0].tone_db, 0.01);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                d_axis.frequency(2000.5), rows[0].tone_hz, d_axis.bin_hz / 100);
        }
    }

    void units_move_levels_along()
    {
        shown_display shown(d_axis);
        shown.add(tone(d_axis, 1234, -20));
        shown.drawn();
        shown.widget->add_peak_marker();
        shown.widget->set_full_scale_dbm(-7.5);
        shown.widget->set_unit("dbm");
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-27.5, shown.widget->read_marker(0).level_db, 1e-3);
        shown.widget->set_unit("dbfs_per_hz");
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-20 - 10 * std::log10(1.5 * d_axis.bin_hz),
                                     shown.widget->read_marker(0).level_db,
                                     1e-3);
        const auto range =
            shown.widget->state().highest_db - shown.widget->state().lowest_db;
        CPPUNIT_ASSERT_DOUBLES_EQUAL(120, range, 1e-9);
        shown.drawn();
    }

    void what_is_saved_can_be_read()
    {
        shown_display shown(d_axis);
        for (int i = 0; i < 50; ++i)
            shown.add(tone(d_axis, 1234, -20.5f));
        const auto image = shown.drawn();
        const std::string folder =
            std::string(P_tmpdir) + "/qa_readings." + std::to_string(getpid());
        CPPUNIT_ASSERT_EQUAL(0, std::system(("mkdir -p " + folder).c_str()));
        CPPUNIT_ASSERT_EQUAL(std::string(), shown.widget->save_png(folder + "/a.png"));
        const QImage saved(QString::fromStdString(folder + "/a.png"));
        CPPUNIT_ASSERT(saved.size() == image.size());
        const auto plot = shown.pane(pane_kind::waterfall).plot;
        CPPUNIT_ASSERT(saved.copy(plot).convertToFormat(QImage::Format_RGB32) ==
                       image.copy(plot));

        CPPUNIT_ASSERT_EQUAL(
            std::string(),
            shown.widget->save_csv(folder + "/a.csv", trace_kind::maximum));
        std::istringstream csv(text_of(folder + "/a.csv"));
        std::string line;
        std::getline(csv, line);
        CPPUNIT_ASSERT_EQUAL(std::string("frequency (Hz),max (dBFS)"), line);
        for (std::size_t k = 0; std::getline(csv, line); ++k) {
            const auto comma = line.find(',');
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                d_axis.frequency(static_cast<double>(k)), std::stod(line), 1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                k == 1234 ? -20.5 : -100, std::stod(line.substr(comma + 1)), 1e-3);
        }

        CPPUNIT_ASSERT(shown.widget->save_annotation(folder + "/a.sigmf-meta") != "");
        shown.widget->select({ 99e6, 99.5e6 });
        CPPUNIT_ASSERT_EQUAL(std::string(),
                             shown.widget->save_annotation(folder + "/a.sigmf-meta"));
        const auto meta = nlohmann::json::parse(text_of(folder + "/a.sigmf-meta"));
        const auto& annotation = meta.at("annotations").at(0);
        CPPUNIT_ASSERT_EQUAL(99e6, annotation.at("core:freq_lower_edge").get<double>());
        CPPUNIT_ASSERT_EQUAL(99.5e6, annotation.at("core:freq_upper_edge").get<double>());
        CPPUNIT_ASSERT_EQUAL(
            100e6, meta.at("captures").at(0).at("core:frequency").get<double>());
        CPPUNIT_ASSERT_EQUAL(20000000LL,
                             annotation.at("core:sample_count").get<long long>());

        // Real samples have another rate for the same span, and no middle of the band.
        shown_display real(one_sided_axis(0, 48000, 513));
        real.add(std::vector<float>(513, -100.0f));
        real.widget->select({ 1000, 2000 });
        CPPUNIT_ASSERT_EQUAL(std::string(),
                             real.widget->save_annotation(folder + "/r.sigmf-meta"));
        const auto of_real = nlohmann::json::parse(text_of(folder + "/r.sigmf-meta"));
        const auto& global = of_real.at("global");
        CPPUNIT_ASSERT_EQUAL(48000.0, global.at("core:sample_rate").get<double>());
        CPPUNIT_ASSERT_EQUAL(std::string("rf32_le"),
                             global.at("core:datatype").get<std::string>());
        CPPUNIT_ASSERT(!of_real.at("captures").at(0).contains("core:frequency"));
        CPPUNIT_ASSERT_EQUAL(1920LL,
                             of_real.at("annotations")
                                 .at(0)
                                 .at("core:sample_count")
                                 .get<long long>()); // of 40 ms

        CPPUNIT_ASSERT(
            shown.widget->save_png("/dev/null/a.png").find("/dev/null/a.png") == 0);
        CPPUNIT_ASSERT(shown.widget->save_csv("/dev/null/a.csv", trace_kind::now) != "");
        CPPUNIT_ASSERT_EQUAL(0, std::system(("rm -r " + folder).c_str()));
    }

    void ranges_are_refused()
    {
        shown_display shown(d_axis);
        CPPUNIT_ASSERT_THROW(shown.widget->set_level_range(0, -10), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_colour_range(NAN, 0), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_seconds(0), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_colours("jet"), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_unit("volts"), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_enbw(0), gpufft::plan_error);
        shown.widget->set_view(NAN, NAN);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            d_axis.low_hz(), shown.widget->state().view.low_hz, 1e-6);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_readings);

} // namespace
