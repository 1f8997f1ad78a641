/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/average_schedule.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cmath>
#include <limits>
#include <random>
#include <string>

using namespace gpufft;

namespace {

using ends = std::vector<std::uint32_t>;
using counts = std::vector<std::uint64_t>;
using settings = average_schedule::settings;

const double INFINITE = std::numeric_limits<double>::infinity();

struct schedule_case {
    const char* why;
    settings asked;
    std::size_t frames; // that are advanced at once
    ends expected;
    counts of;
    bool restarts;
};

settings every(average how, std::int64_t frames)
{
    settings s;
    s.how = how;
    s.frames = frames;
    return s;
}

settings
at_rate(average how, double frame_rate_hz, double rate_hz, std::int64_t frames = 1)
{
    auto s = every(how, frames);
    s.frame_rate_hz = frame_rate_hz;
    s.rate_hz = rate_hz;
    return s;
}

const schedule_case SCHEDULES[] = {
    { "each frame", every(average::mean, 1), 3, { 1, 2, 3 }, { 1, 1, 1 }, true },
    { "every four, and a rest", every(average::mean, 4), 10, { 4, 8 }, { 4, 4 }, true },
    { "fewer frames than one takes", every(average::mean, 11), 10, {}, {}, true },
    { "an exponential average goes on",
      every(average::exponential, 3),
      7,
      { 3, 6 },
      { 3, 6 },
      false },
    { "a maximum over frames", every(average::highest, 2), 5, { 2, 4 }, { 2, 2 }, true },
    { "a maximum until reset",
      every(average::highest, 0),
      3,
      { 1, 2, 3 },
      { 1, 2, 3 },
      false },
    { "a minimum until reset, now and then",
      at_rate(average::lowest, 100, 50, 0),
      5,
      { 2, 4 },
      { 2, 4 },
      false },
    { "a rate that divides",
      at_rate(average::mean, 100, 25),
      9,
      { 4, 8 },
      { 4, 4 },
      true },
    { "a rate that does not: 3 1/3 frames",
      at_rate(average::mean, 100, 30),
      14,
      { 4, 7, 10, 14 },
      { 4, 3, 3, 4 },
      true },
    { "rates beyond that of frames: each frame one",
      at_rate(average::mean, 100, 250),
      4,
      { 1, 2, 3, 4 },
      { 1, 1, 1, 1 },
      true },
    { "1.1 / 0.1 is above 11 in binary",
      at_rate(average::mean, 1.1, 0.1),
      34,
      { 11, 22, 33 },
      { 11, 11, 11 },
      true },
    { "the rate goes before the frames",
      at_rate(average::exponential, 100, 50, 7),
      4,
      { 2, 4 },
      { 2, 4 },
      false },
};

average_schedule made(const settings& s)
{
    average_schedule a;
    a.change(s);
    return a;
}

template <typename T>
void expect_equal(const std::string& what, const T& expected, const T& got)
{
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} for {}", what, got, expected),
                           got == expected);
}

} // namespace

class qa_average_schedule : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_average_schedule);
    CPPUNIT_TEST(averages_end_where_they_should);
    CPPUNIT_TEST(steps_of_any_size_come_to_the_same);
    CPPUNIT_TEST(frames_to_end_says_where_the_next_one_ends);
    CPPUNIT_TEST(a_rate_holds_for_days);
    CPPUNIT_TEST(a_change_goes_on_with_what_was_accumulated);
    CPPUNIT_TEST(another_kind_begins_anew);
    CPPUNIT_TEST(a_restart_forgets_all);
    CPPUNIT_TEST(keep_follows_from_the_time_constant);
    CPPUNIT_TEST_SUITE_END();

private:
    void averages_end_where_they_should()
    {
        for (const auto& c : SCHEDULES) {
            auto a = made(c.asked);
            counts of;
            expect_equal(c.why, c.expected, a.advance(c.frames, &of));
            expect_equal(c.why, c.of, of);
            expect_equal(c.why, c.restarts, a.restarts());
            const auto last = of.empty() ? 0 : c.expected.back();
            const auto left = c.restarts ? c.frames - last : c.frames;
            expect_equal(c.why, left, a.frames_accumulated());
        }
    }

    void steps_of_any_size_come_to_the_same()
    {
        std::mt19937 random(1);
        for (const auto& c : SCHEDULES) {
            const std::size_t frames = 1000;
            counts expected_of, of;
            const auto expected = made(c.asked).advance(frames, &expected_of);
            auto a = made(c.asked);
            ends all;
            counts all_of;
            for (std::size_t done = 0; done < frames;) {
                const auto step = std::min<std::size_t>(frames - done, random() % 20);
                for (const auto end : a.advance(step, &of))
                    all.push_back(static_cast<std::uint32_t>(done) + end);
                all_of.insert(all_of.end(), of.begin(), of.end());
                done += step;
            }
            expect_equal(c.why, expected, all);
            expect_equal(c.why, expected_of, all_of);
        }
    }

    void frames_to_end_says_where_the_next_one_ends()
    {
        for (const auto& c : SCHEDULES) {
            auto a = made(c.asked);
            for (int i = 0; i < 50; ++i) {
                const auto left = a.frames_to_end();
                expect_equal(c.why, std::size_t(0), a.advance(left - 1).size());
                expect_equal(c.why, std::size_t(1), a.frames_to_end());
                expect_equal(c.why, ends{ 1 }, a.advance(1));
            }
        }
    }

    // 976.5625 frames a second, 30 averages a second, for a week.
    void a_rate_holds_for_days()
    {
        auto a = made(at_rate(average::mean, 1e6 / 1024, 30));
        const std::uint64_t seconds = 7 * 24 * 3600;
        std::uint64_t averages = 0, frames = 0;
        const auto all = static_cast<std::uint64_t>(1e6 / 1024 * seconds);
        while (frames < all) {
            const auto step = std::min<std::uint64_t>(all - frames, 1 << 20);
            averages += a.advance(step).size();
            frames += step;
        }
        expect_equal("averages in a week", 30 * seconds, averages);
    }

    void a_change_goes_on_with_what_was_accumulated()
    {
        counts of;
        auto a = made(every(average::mean, 10));
        a.advance(4);
        a.change(every(average::mean, 6));
        expect_equal("fewer frames", ends{ 2, 8 }, a.advance(10, &of));
        expect_equal("fewer frames", counts{ 6, 6 }, of);

        a = made(every(average::mean, 10));
        a.advance(4);
        a.change(every(average::mean, 3));
        expect_equal("fewer than there are", ends{ 1, 4 }, a.advance(5, &of));
        expect_equal("fewer than there are", counts{ 5, 3 }, of);

        a = made(every(average::mean, 10));
        a.advance(4);
        a.change(at_rate(average::mean, 100, 50));
        expect_equal(
            "to a rate, which counts from here", ends{ 2, 4 }, a.advance(5, &of));
        expect_equal("to a rate, which counts from here", counts{ 6, 2 }, of);

        auto slower = at_rate(average::exponential, 100, 25);
        slower.seconds = 1;
        a = made(slower);
        a.advance(3);
        slower.seconds = 2;
        a.change(slower);
        expect_equal("another time constant leaves the rhythm", ends{ 1 }, a.advance(4));
    }

    void another_kind_begins_anew()
    {
        counts of;
        auto a = made(every(average::mean, 10));
        a.advance(4);
        a.change(every(average::highest, 10));
        expect_equal("gathered", std::size_t(0), a.frames_accumulated());
        expect_equal("ends", ends{ 10 }, a.advance(15, &of));
        expect_equal("counts", counts{ 10 }, of);
    }

    void a_restart_forgets_all()
    {
        for (const auto& c : SCHEDULES) {
            auto a = made(c.asked);
            a.advance(5);
            a.restart();
            expect_equal(c.why, c.expected, a.advance(c.frames));
        }
    }

    void keep_follows_from_the_time_constant()
    {
        auto s = every(average::exponential, 1);
        s.frame_rate_hz = 100;
        for (const auto& [seconds, keep] : { std::pair(0.0, 0.0),
                                             std::pair(0.01, std::exp(-1.0)),
                                             std::pair(10.0, std::exp(-0.001)),
                                             std::pair(INFINITE, 1.0) }) {
            s.seconds = seconds;
            CPPUNIT_ASSERT_DOUBLES_EQUAL(keep, made(s).keep(), 1e-15);
        }
        s.how = average::mean;
        CPPUNIT_ASSERT_EQUAL(1.0, made(s).keep());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_average_schedule);
