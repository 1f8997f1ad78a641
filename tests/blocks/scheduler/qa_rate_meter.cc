/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/rate_meter.h"
#include <cppunit/extensions/HelperMacros.h>

using gr::gpufft::rate_meter;

namespace {

//! A time of day, in seconds.
rate_meter::clock::time_point at(double seconds)
{
    return rate_meter::clock::time_point() +
           std::chrono::duration_cast<rate_meter::clock::duration>(
               std::chrono::duration<double>(100 + seconds));
}

class qa_rate_meter : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_rate_meter);
    CPPUNIT_TEST(is_nothing_before_and_after);
    CPPUNIT_TEST(counts_from_the_first_samples_on);
    CPPUNIT_TEST(follows_the_last_second);
    CPPUNIT_TEST(starts_anew_after_a_pause);
    CPPUNIT_TEST_SUITE_END();

public:
    void is_nothing_before_and_after()
    {
        rate_meter meter;
        CPPUNIT_ASSERT_EQUAL(0.0, meter.samples_per_second(at(0)));
        meter.add(10, at(0));
        CPPUNIT_ASSERT_EQUAL(0.0, meter.samples_per_second(at(0)));
        meter.add(10, at(0.5));
        CPPUNIT_ASSERT(meter.samples_per_second(at(1)) > 0);
        CPPUNIT_ASSERT_EQUAL(0.0, meter.samples_per_second(at(3)));
    }

    void counts_from_the_first_samples_on()
    {
        rate_meter meter;
        for (int i = 0; i <= 5; ++i)
            meter.add(100, at(0.1 * i));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1000, meter.samples_per_second(at(0.5)), 1e-3);
    }

    void follows_the_last_second()
    {
        rate_meter meter;
        for (int i = 0; i <= 40; ++i)
            meter.add(i < 21 ? 100 : 300, at(0.1 * i));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(3000, meter.samples_per_second(at(4)), 300);
    }

    // The pause is not part of the rate.
    void starts_anew_after_a_pause()
    {
        rate_meter meter;
        for (int i = 0; i <= 20; ++i)
            meter.add(100, at(0.1 * i));
        for (int i = 0; i <= 5; ++i)
            meter.add(200, at(60 + 0.1 * i));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(2000, meter.samples_per_second(at(60.5)), 1e-3);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_rate_meter);

} // namespace
