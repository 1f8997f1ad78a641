/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/decibels.h"
#include "display/store/level_history.h"
#include "display/store/spectrum_times.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>

using namespace gpufft::display;

namespace {

//! Adds spectra of two bins, the second of which has the spectrum's number as its level.
void add(level_history& history, spectrum_times& times, int first, int count)
{
    for (int i = first; i < first + count; ++i) {
        const float spectrum[] = { -100, static_cast<float>(-i) };
        history.add(spectrum, times.next(0));
    }
}

class qa_history : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_history);
    CPPUNIT_TEST(a_row_has_the_greatest_of_its_spectra);
    CPPUNIT_TEST(slow_spectra_have_a_row_each);
    CPPUNIT_TEST(a_later_time_leaves_a_gap);
    CPPUNIT_TEST(an_earlier_time_goes_on);
    CPPUNIT_TEST(memory_is_bounded);
    CPPUNIT_TEST(long_spectra_have_longer_rows);
    CPPUNIT_TEST(rows_keep_their_axis);
    CPPUNIT_TEST(arrival_is_the_time_where_no_rate_is_known);
    CPPUNIT_TEST(what_is_told_is_the_time_where_no_rate_is_known);
    CPPUNIT_TEST(spectra_of_unknown_duration_share_rows);
    CPPUNIT_TEST_SUITE_END();

    const frequency_axis d_axis = centered_axis(0, 2, 2);

    void a_row_has_the_greatest_of_its_spectra()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(100); // four a row
        add(history, times, 0, 41);
        CPPUNIT_ASSERT_EQUAL(std::size_t(10), history.size());
        const auto rows = history.rows(0, 1e9);
        for (std::size_t i = 0; i < 10; ++i) {
            CPPUNIT_ASSERT_EQUAL(std::uint64_t(4), rows[i]->spectra);
            CPPUNIT_ASSERT_EQUAL(static_cast<std::int16_t>(-400 * static_cast<int>(i)),
                                 rows[i]->levels[1]);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                0.04 * static_cast<double>(i), rows[i]->begin_s, 1e-9);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                0.04 * static_cast<double>(i + 1), rows[i]->end_s, 1e-9);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), history.rows(0.1, 0.2 - 1e-9).size());
    }

    void slow_spectra_have_a_row_each()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(2);
        add(history, times, 0, 5);
        CPPUNIT_ASSERT_EQUAL(std::size_t(5), history.size());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2.5, history.newest()->end_s, 1e-9);
    }

    void a_later_time_leaves_a_gap()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(100);
        times.tell(1.7e9);
        add(history, times, 0, 10);
        times.tell(1.7e9 + 0.1); // as expected
        add(history, times, 10, 10);
        times.tell(1.7e9 + 5);
        add(history, times, 20, 4);
        const auto rows = history.rows(0, 1e9);
        CPPUNIT_ASSERT_EQUAL(std::size_t(6), rows.size());
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.2, rows[4]->end_s, 1e-6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(5, rows[5]->begin_s, 1e-6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1.7e9 + 5, rows[5]->told_s, 1e-6);
    }

    void an_earlier_time_goes_on()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(25);
        times.tell(1000);
        add(history, times, 0, 50);
        times.tell(1000); // the recording begins anew
        add(history, times, 50, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2, history.newest()->begin_s, 1e-6);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1000, history.newest()->told_s, 1e-6);
        times.tell(NAN);
        add(history, times, 51, 1);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2.04, history.newest()->begin_s, 1e-6);
    }

    void memory_is_bounded()
    {
        level_history history({ 10, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(25);
        add(history, times, 0, 1000);
        CPPUNIT_ASSERT(history.oldest()->end_s >= 40 - 10 - 0.05);
        CPPUNIT_ASSERT(history.size() >= 249 && history.size() <= 252);
        level_history small({ 600, 25, 50000 }, false);
        small.set_axis(centered_axis(0, 1000, 1000));
        const std::vector<float> spectrum(1000, -1.0f);
        for (int i = 0; i < 1000; ++i)
            small.add(spectrum.data(), { i * 10.0, 10.0, 0 });
        CPPUNIT_ASSERT(small.bytes() <= 50000);
        CPPUNIT_ASSERT(small.size() >= 20);
    }

    void long_spectra_have_longer_rows()
    {
        level_history history({ 600, 25, std::size_t(256) << 20 }, false);
        history.set_axis(centered_axis(0, 1e6, 4096));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.04, history.row_seconds(), 1e-9);
        history.set_axis(centered_axis(0, 1e6, 16384));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.0734, history.row_seconds(), 5e-4);
        history.set_axis(centered_axis(0, 1e6, 1 << 20));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(4.69, history.row_seconds(), 1e-2);
    }

    void rows_keep_their_axis()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times(100);
        add(history, times, 0, 2);
        history.set_axis(centered_axis(50, 2, 2)); // ends the row under way
        add(history, times, 2, 4);
        const auto rows = history.rows(0, 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), rows.size());
        CPPUNIT_ASSERT(rows[0]->axis == d_axis);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(50, rows[1]->axis.frequency(1), 1e-9);
    }

    void arrival_is_the_time_where_no_rate_is_known()
    {
        spectrum_times times;
        CPPUNIT_ASSERT_EQUAL(0.0, times.next(100).begin_s);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.5, times.next(100.5).begin_s, 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.5, times.next(100.5).begin_s, 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.5, times.next(99).begin_s, 1e-9);
    }

    void what_is_told_is_the_time_where_no_rate_is_known()
    {
        spectrum_times times;
        times.tell(1000);
        CPPUNIT_ASSERT_EQUAL(0.0, times.next(10).begin_s);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.5, times.next(10.5).begin_s, 1e-9);
        times.tell(1001); // it arrives late, and the next one early
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1, times.next(11.1).begin_s, 1e-9);
        times.tell(1002);
        const auto early = times.next(11.9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2, early.begin_s, 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1002, early.told_s, 1e-9);
        times.tell(1000); // the recording begins anew
        const auto anew = times.next(12.4);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2.5, anew.begin_s, 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1000, anew.told_s, 1e-9);
    }

    void spectra_of_unknown_duration_share_rows()
    {
        level_history history({ 600, 25, 1 << 24 }, false);
        history.set_axis(d_axis);
        spectrum_times times;
        for (int i = 0; i < 1000; ++i) {
            const float spectrum[] = { -100, static_cast<float>(-i) };
            history.add(spectrum, times.next(0.001 * i));
        }
        const float later[] = { -100, -1 };
        history.add(later, times.next(5));
        history.add(later, times.next(5.5));
        const auto rows = history.rows(0, 1e9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(26, static_cast<double>(rows.size()), 1);
        double end_s = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            CPPUNIT_ASSERT_DOUBLES_EQUAL(end_s, rows[i]->begin_s, 1e-9);
            CPPUNIT_ASSERT_EQUAL(stored_level(static_cast<float>(-1000 * end_s)),
                                 rows[i]->levels[1]);
            end_s = rows[i]->end_s;
        }
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.999, end_s, 1e-9); // none came for four seconds
        CPPUNIT_ASSERT_DOUBLES_EQUAL(5, rows.back()->begin_s, 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(5.5, rows.back()->end_s, 1e-9);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_history);

} // namespace
