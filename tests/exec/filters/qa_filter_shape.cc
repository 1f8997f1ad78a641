/* SPDX-License-Identifier: GPL-3.0-or-later */
// How a filter cuts a stream into rows, and what it keeps of the stream before.
#include "exec/filters/filter_shape.h"
#include "exec/filters/past_samples.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cmath>
#include <vector>

using namespace gpufft;

namespace {

filter_request with_taps(std::int64_t count, std::int64_t decimation = 1)
{
    filter_request what;
    what.taps.assign(static_cast<std::size_t>(count), 1);
    what.decimation = decimation;
    return what;
}

struct wanted {
    const char* why;
    std::int64_t taps;
    std::int64_t decimation;
};

const wanted WANTED[] = {
    { "one tap reaches back nowhere", 1, 1 },
    { "two", 2, 1 },
    { "an odd number", 31, 1 },
    { "a power of two", 1024, 1 },
    { "one more", 1025, 1 },
    { "many", 65535, 1 },
    { "as many as there may be", MOST_TAPS, 1 },
    { "a decimation that a radix has", 1023, 8 },
    { "an odd one", 1023, 5 },
    { "one with a large prime", 100, 37 },
    { "a prime above all radices", 100, 1009 },
    { "far more than the taps", 3, 100000 },
};

} // namespace

class qa_filter_shape : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_filter_shape);
    CPPUNIT_TEST(rows_cover_the_stream);
    CPPUNIT_TEST(longer_rows_for_more_taps);
    CPPUNIT_TEST(refuses_what_is_no_filter);
    CPPUNIT_TEST(keeps_the_last_samples);
    CPPUNIT_TEST_SUITE_END();

    void rows_cover_the_stream()
    {
        for (const auto& each : WANTED) {
            for (const bool is_cpu : { true, false }) {
                for (const bool is_real : { true, false }) {
                    auto what = with_taps(each.taps, each.decimation);
                    what.is_real = is_real;
                    const auto s = choose_shape(what, is_cpu);
                    const auto label = fmt::format(
                        "{}: {} points, {} from {}", each.why, s.length, s.hop, s.first);
                    CPPUNIT_ASSERT_MESSAGE(label, s.most_taps() >= each.taps);
                    CPPUNIT_ASSERT_MESSAGE(label, s.hop % each.decimation == 0);
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(label, s.length, s.first + s.hop);
                    CPPUNIT_ASSERT_MESSAGE(label, s.outputs() >= 1);
                    // The last output is a point of the row.
                    CPPUNIT_ASSERT_MESSAGE(label,
                                           s.first + s.hop - each.decimation < s.length);
                    validate(transform_of(s));
                }
            }
        }
    }

    void longer_rows_for_more_taps()
    {
        std::int64_t before = 0;
        for (const std::int64_t taps : { 1, 31, 255, 1023, 4095, 65535, 1 << 20 }) {
            const auto s = choose_shape(with_taps(taps), true);
            CPPUNIT_ASSERT(s.length >= before);
            // A row that is mostly overlap is wasted.
            CPPUNIT_ASSERT(s.hop * 2 >= s.length);
            before = s.length;
        }
    }

    void refuses_what_is_no_filter()
    {
        CPPUNIT_ASSERT_THROW(validate(with_taps(0)), plan_error);
        CPPUNIT_ASSERT_THROW(validate(with_taps(MOST_TAPS + 1)), plan_error);
        CPPUNIT_ASSERT_THROW(validate(with_taps(1, 0)), plan_error);
        auto what = with_taps(3);
        what.taps[1] = std::nan("");
        CPPUNIT_ASSERT_THROW(validate(what), plan_error);
        validate(with_taps(MOST_TAPS));
    }

    void keeps_the_last_samples()
    {
        past_samples past(sizeof(float));
        std::vector<float> got(4, -1);
        past.copy_last(4, got.data());
        CPPUNIT_ASSERT(got == std::vector<float>({ 0, 0, 0, 0 }));
        past.keep(3);
        const std::vector<float> some = { 1, 2 }, many = { 3, 4, 5, 6 };
        past.append(some.data(), 2);
        past.copy_last(4, got.data());
        CPPUNIT_ASSERT(got == std::vector<float>({ 0, 0, 1, 2 }));
        past.append(many.data(), 4);
        past.copy_last(4, got.data());
        CPPUNIT_ASSERT(got == std::vector<float>({ 0, 4, 5, 6 }));
        past.keep(5); // what was there stays
        past.append(some.data(), 1);
        past.copy_last(4, got.data());
        CPPUNIT_ASSERT(got == std::vector<float>({ 4, 5, 6, 1 }));
        past.clear();
        past.copy_last(1, got.data());
        CPPUNIT_ASSERT_EQUAL(0.0F, got[0]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_filter_shape);
