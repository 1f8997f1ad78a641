/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where signals are in the picture on the screen, compared with what went in.
#include "widgets/shown_display.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <algorithm>
#include <limits>
#include <map>
#include <set>

using namespace gpufft::display;
using gpufft::testing::shown_display;

namespace {

int red_of(QRgb colour) { return qRed(colour); }

//! The column of a plot whose pixels that pass `is` are highest; -1: none is.
template <class predicate>
int highest_column(const QImage& image, const QRect& plot, predicate is, int& row)
{
    for (row = 0; row < plot.height(); ++row)
        for (int x = 0; x < plot.width(); ++x)
            if (is(image.pixel(plot.left() + x, plot.top() + row)))
                return x;
    return -1;
}

class qa_panes : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_panes);
    CPPUNIT_TEST(a_tone_is_at_its_pixel_in_all_panes);
    CPPUNIT_TEST(a_burst_is_at_its_time);
    CPPUNIT_TEST(a_gap_is_seen);
    CPPUNIT_TEST(rows_stay_at_the_frequencies_they_were_taken_at);
    CPPUNIT_TEST(one_bin_is_a_plateau);
    CPPUNIT_TEST(extremes_are_drawn);
    CPPUNIT_TEST(each_order_of_panes);
    CPPUNIT_TEST(a_given_histogram_has_levels_of_its_own_bins);
    CPPUNIT_TEST(scrolling_back_shows_what_was_there);
    CPPUNIT_TEST_SUITE_END();

    void a_tone_is_at_its_pixel_in_all_panes()
    {
        const auto axis = centered_axis(100e6, 10e6, 4096);
        shown_display shown(axis);
        for (const std::size_t bin : { 300u, 2048u, 4000u }) {
            shown.widget->reset();
            std::vector<float> spectrum(axis.bins, -100.0f);
            spectrum[bin] = -23.37f;
            for (int i = 0; i < 30; ++i)
                shown.add(spectrum);
            const auto image = shown.drawn();
            const auto& state = shown.widget->state();
            const double hz = axis.frequency(static_cast<double>(bin));
            const int expected = static_cast<int>(std::floor(state.view.position(hz)));

            // The trace's highest pixel is the tone, at its level.
            const auto spectrum_plot = shown.pane(pane_kind::spectrum).plot;
            const auto colour = state.look.traces[0].rgb();
            int row = 0;
            CPPUNIT_ASSERT_EQUAL(
                expected,
                highest_column(
                    image, spectrum_plot, [&](QRgb p) { return p == colour; }, row));
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                level_row(state, spectrum_plot, -23.37), row, 1.5 * shown.ratio());

            // So is that of the persistence, which is the plot's colour elsewhere.
            const auto persistence_plot = shown.pane(pane_kind::persistence).plot;
            const auto empty = state.look.plot.rgb();
            CPPUNIT_ASSERT_EQUAL(
                expected,
                highest_column(
                    image, persistence_plot, [&](QRgb p) { return p != empty; }, row));
            CPPUNIT_ASSERT_DOUBLES_EQUAL(level_row(state, persistence_plot, -23.37),
                                         row,
                                         2 * shown.ratio() +
                                             persistence_plot.height() / 240.0);

            // In the waterfall it is the brightest column of the newest row.
            const auto plot = shown.pane(pane_kind::waterfall).plot;
            int brightest = 0;
            for (int x = 0; x < plot.width(); ++x)
                if (red_of(image.pixel(plot.left() + x, plot.top() + 2)) >
                    red_of(image.pixel(plot.left() + brightest, plot.top() + 2)))
                    brightest = x;
            CPPUNIT_ASSERT_EQUAL(expected, brightest);
            CPPUNIT_ASSERT_EQUAL(spectrum_plot.left(), plot.left());
            CPPUNIT_ASSERT_EQUAL(spectrum_plot.width(), plot.width());
        }
    }

    //! Rows of a waterfall's plot whose pixel at a column is bright, as times before the
    //! newest: first and last.
    static std::pair<double, double>
    bright_times(const shown_display& shown, const QImage& image, int column)
    {
        const auto plot = shown.pane(pane_kind::waterfall).plot;
        int first = -1, last = -1;
        for (int y = 0; y < plot.height(); ++y)
            if (red_of(image.pixel(plot.left() + column, plot.top() + y)) > 200) {
                first = first < 0 ? y : first;
                last = y;
            }
        CPPUNIT_ASSERT(first >= 0);
        const double line_s = shown.widget->state().seconds / plot.height();
        return { first * line_s, (last + 1) * line_s };
    }

    void a_burst_is_at_its_time()
    {
        const auto axis = centered_axis(0, 1e6, 1024);
        shown_display shown(axis);
        std::vector<float> quiet(axis.bins, -100.0f), burst = quiet;
        burst[700] = -5;
        for (int i = 0; i < 90; ++i)
            shown.add(i >= 60 && i < 63 ? burst : quiet);
        const auto image = shown.drawn();
        const auto& view = shown.widget->state().view;
        const int column = static_cast<int>(view.position(axis.frequency(700)));
        const auto [from, to] = bright_times(shown, image, column);
        // Spectra 60 to 62 of 90 ended 1.08 s before the newest did, and began 1.2 s
        // before.
        const double line_s = 4.0 / shown.pane(pane_kind::waterfall).plot.height();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.08, from, 0.04 + line_s);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.20, to, 0.04 + line_s);
    }

    void a_gap_is_seen()
    {
        const auto axis = centered_axis(0, 1e6, 64);
        shown_display shown(axis, "waterfall");
        const std::vector<float> loud(axis.bins, -1.0f);
        for (int i = 0; i < 25; ++i)
            shown.add(loud);
        shown.next_s += 1; // nothing was received for a second
        for (int i = 0; i < 25; ++i)
            shown.add(loud);
        const auto image = shown.drawn();
        const auto plot = shown.pane(pane_kind::waterfall).plot;
        const auto background = shown.widget->state().look.background.rgb();
        const double line_s = 4.0 / plot.height();
        for (int y = 0; y < plot.height(); ++y) {
            const double ago_s = (y + 0.5) * line_s;
            if (std::abs(std::remainder(ago_s, 1)) < 0.05)
                continue; // an edge
            const bool is_loud = ago_s < 1 || (ago_s > 2 && ago_s < 3);
            CPPUNIT_ASSERT_EQUAL(
                is_loud, image.pixel(plot.center().x(), plot.top() + y) != background);
        }
    }

    void rows_stay_at_the_frequencies_they_were_taken_at()
    {
        const auto axis = centered_axis(0, 1e6, 1024);
        shown_display shown(axis, "spectrum,waterfall");
        std::vector<float> spectrum(axis.bins, -100.0f);
        spectrum[512] = 0;
        for (int i = 0; i < 25; ++i)
            shown.add(spectrum);
        // Tuned up by 100 kHz, the carrier at 0 Hz is 100 kHz lower among the bins.
        const auto tuned = centered_axis(1e5, 1e6, 1024);
        shown.store->set_axis(tuned);
        std::vector<float> later(axis.bins, -100.0f);
        later[tuned.bin_at(0)] = 0;
        for (int i = 0; i < 25; ++i)
            shown.add(later);
        const auto image = shown.drawn();
        const auto& state = shown.widget->state();
        CPPUNIT_ASSERT_DOUBLES_EQUAL(tuned.low_hz(), state.view.low_hz, 1e-6);
        const int column = static_cast<int>(state.view.position(0));
        const auto [from, to] = bright_times(shown, image, column);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0, from, 0.05);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2, to, 0.05);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(25), shown.store->status().since_reset);
    }

    void one_bin_is_a_plateau()
    {
        const auto axis = centered_axis(0, 1000, 1000);
        shown_display shown(axis, "spectrum");
        std::vector<float> spectrum(axis.bins, -100.0f);
        spectrum[600] = -30;
        shown.add(spectrum);
        shown.widget->set_view(99, 101); // bin 600 is from 99.5 to 100.5 Hz
        const auto image = shown.drawn();
        const auto plot = shown.pane(pane_kind::spectrum).plot;
        const auto colour = shown.widget->state().look.traces[0].rgb();
        const int row =
            plot.top() +
            static_cast<int>(std::lround(level_row(shown.widget->state(), plot, -30)));
        for (int x = 0; x < plot.width(); ++x) {
            const double share = (x + 0.5) / plot.width();
            if (std::abs(share - 0.25) < 0.01 || std::abs(share - 0.75) < 0.01)
                continue;
            const bool is_high = share > 0.25 && share < 0.75;
            CPPUNIT_ASSERT_EQUAL(is_high, image.pixel(plot.left() + x, row) == colour);
        }
    }

    void extremes_are_drawn()
    {
        const float none = std::numeric_limits<float>::quiet_NaN();
        for (const std::size_t bins :
             { std::size_t(1), std::size_t(2), std::size_t(1) << 20 }) {
            const auto axis = centered_axis(0, 1e6, bins);
            shown_display shown(axis);
            std::vector<float> spectrum(bins, none);
            shown.add(spectrum); // nothing but NaN
            shown.drawn();
            shown.widget->autoscale();
            shown.widget->add_peak_marker();
            spectrum[bins / 2] = -40;
            if (bins > 1)
                spectrum[0] = -INFINITY;
            shown.add(spectrum);
            const auto image = shown.drawn();
            const auto plot = shown.pane(pane_kind::spectrum).plot;
            const auto colour = shown.widget->state().look.traces[0].rgb();
            int row = 0;
            const int column = highest_column(
                image, plot, [&](QRgb p) { return p == colour; }, row);
            const auto& view = shown.widget->state().view;
            const double hz = view.center_of(static_cast<std::size_t>(column));
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                0, hz, std::max(axis.bin_hz / 2 + view.column_hz(), view.column_hz()));
            shown.widget->add_peak_marker();
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                -40, shown.widget->read_marker(0).level_db, 1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0, shown.widget->read_marker(0).freq_hz, 1e-6);
            shown.widget->autoscale();
            shown.widget->resize(60, 40); // smaller than its margins
            shown.drawn();
        }
    }

    void each_order_of_panes()
    {
        const auto axis = centered_axis(0, 1e6, 256);
        shown_display shown(axis);
        const std::vector<float> spectrum(axis.bins, -50.0f);
        for (const char* const panes : { "waterfall,persistence,spectrum",
                                         "persistence",
                                         "spectrum,waterfall",
                                         "waterfall",
                                         "persistence,spectrum",
                                         "spectrum" }) {
            shown.widget->set_panes(panes);
            shown.add(spectrum);
            const auto image = shown.drawn();
            CPPUNIT_ASSERT_EQUAL(std::string(panes), shown.widget->panes());
            int top = 0;
            std::set<int> lefts;
            for (const auto& pane : shown.widget->layout_of_panes().panes) {
                CPPUNIT_ASSERT(pane.plot.top() > top);
                top = pane.plot.bottom();
                lefts.insert(pane.plot.left());
                // Something is drawn in each.
                std::map<QRgb, int> colours;
                for (int y = pane.plot.top(); y <= pane.plot.bottom(); ++y)
                    ++colours[image.pixel(pane.plot.center().x() + 3, y)];
                CPPUNIT_ASSERT(colours.size() > 1);
            }
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), lefts.size());
        }
        CPPUNIT_ASSERT_THROW(shown.widget->set_panes("spectrum,spectrum"),
                             gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_panes(""), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(shown.widget->set_panes("scope"), gpufft::plan_error);
    }

    void a_given_histogram_has_levels_of_its_own_bins()
    {
        // Its bins are ten times as wide, so that a level is 10 dB less of a density.
        const level_steps steps{ -120, 0.5, 240 };
        shown_display shown(
            centered_axis(0, 1e6, 1000), "persistence", "raster", { 100, steps });
        std::vector<float> counts(100 * steps.levels);
        for (std::size_t k = 0; k < 100; ++k)
            counts[140 * 100 + k] = 1; // from -50 to -49.5 dB
        shown.widget->set_unit("dbfs_per_hz");
        shown.widget->set_level_range(-160, 0);
        shown.store->add_histogram(counts.data());
        const auto image = shown.drawn();
        const auto plot = shown.pane(pane_kind::persistence).plot;
        const auto& state = shown.widget->state();
        int row = 0;
        highest_column(
            image, plot, [&](QRgb p) { return p != state.look.plot.rgb(); }, row);
        const double expected_db =
            -49.5 - 10 * std::log10(1e4 * state.conversion.enbw_bins);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            level_row(state, plot, expected_db), row, 1.5 * shown.ratio());
    }

    void scrolling_back_shows_what_was_there()
    {
        const auto axis = centered_axis(0, 1e6, 256);
        shown_display shown(axis, "waterfall");
        std::vector<float> quiet(axis.bins, -100.0f), burst(axis.bins, -2.0f);
        // A burst 10 s before the end, of 0.4 s.
        for (int i = 0; i < 500; ++i)
            shown.add(i >= 240 && i < 250 ? burst : quiet);
        shown.drawn();
        shown.widget->scroll_back_to(8);
        const auto plot = shown.pane(pane_kind::waterfall).plot;
        const auto [from, to] = bright_times(shown, shown.drawn(), plot.width() / 2);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2, from, 0.06);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2.4, to, 0.06);
        // Lines that are computed one after the other show it, too.
        for (double s = 8; s <= 9; s += 0.1) {
            shown.widget->scroll_back_to(s);
            shown.drawn();
        }
        const auto later = bright_times(shown, shown.drawn(), plot.width() / 2);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1, later.first, 0.08);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.4, later.second, 0.08);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_panes);

} // namespace
