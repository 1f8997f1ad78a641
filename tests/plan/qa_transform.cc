/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <gpufft/transform.h>

using namespace gpufft;

namespace {

struct refusal {
    const char* why;
    transform what;
    const char* message;
};

transform of_length(std::int64_t length)
{
    transform t;
    t.length = length;
    return t;
}

transform rotated(std::int64_t length, std::int64_t in, std::int64_t out)
{
    auto t = of_length(length);
    t.input_rotation = in;
    t.output_rotation = out;
    return t;
}

transform real_in_place()
{
    auto t = of_length(8);
    t.input = input_format::real32;
    t.in_place = true;
    return t;
}

const refusal REFUSALS[] = {
    { "no points", of_length(0), "length must be at least 1, got 0" },
    { "negative", of_length(-4), "length must be at least 1, got -4" },
    { "above the limit",
      of_length((1 << 26) + 1),
      "length 67108865 is above the limit of 67108864 (2^26) points" },
    { "a prime no codelet covers",
      of_length(1022),
      "length 1022 has the factor 73, which no codelet covers (primes: 2 3 5 7 11 13); "
      "the nearest lengths that work are 1014 and 1024" },
    { "rotated by a whole row",
      rotated(8, 8, 0),
      "input_rotation must be 0 .. 7 (length - 1), got 8" },
    { "rotated backwards",
      rotated(8, 0, -1),
      "output_rotation must be 0 .. 7 (length - 1), got -1" },
    { "output larger than input, in one buffer",
      real_in_place(),
      "a real input cannot be transformed in place: the complex output is twice as "
      "large; "
      "use two buffers" },
};

} // namespace

class qa_transform : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_transform);
    CPPUNIT_TEST(refuses_with_the_reason);
    CPPUNIT_TEST(accepts_the_ends_of_the_range);
    CPPUNIT_TEST(names_the_next_length_that_works);
    CPPUNIT_TEST(scales_as_the_normalization_says);
    CPPUNIT_TEST(prints_what_is_not_usual);
    CPPUNIT_TEST_SUITE_END();

    void refuses_with_the_reason()
    {
        for (const auto& r : REFUSALS) {
            try {
                validate(r.what);
                CPPUNIT_FAIL(std::string(r.why) + ": was accepted");
            } catch (const plan_error& e) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    r.why, std::string(r.message), std::string(e.what()));
            }
        }
    }

    void accepts_the_ends_of_the_range()
    {
        validate(of_length(1));
        validate(of_length(MAX_LENGTH));
        validate(rotated(8, 7, 7));
    }

    void names_the_next_length_that_works()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), next_fast_length(1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(18), next_fast_length(17));
        CPPUNIT_ASSERT_EQUAL(MAX_LENGTH, next_fast_length(MAX_LENGTH));
        CPPUNIT_ASSERT_THROW(next_fast_length(0), plan_error);
        CPPUNIT_ASSERT_THROW(next_fast_length(MAX_LENGTH + 1), plan_error);
    }

    void scales_as_the_normalization_says()
    {
        auto t = of_length(16);
        CPPUNIT_ASSERT_EQUAL(1.0, scale_of(t));
        t.norm = normalization::by_length;
        CPPUNIT_ASSERT_EQUAL(1.0, scale_of(t));
        t.dir = direction::inverse;
        CPPUNIT_ASSERT_EQUAL(1.0 / 16, scale_of(t));
        t.norm = normalization::orthonormal;
        CPPUNIT_ASSERT_EQUAL(0.25, scale_of(t));
    }

    void prints_what_is_not_usual()
    {
        auto t = rotated(12, 6, 5);
        t.dir = direction::inverse;
        t.windowed = true;
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "c2c inverse 12, windowed, input rotated by 6, output rotated by 5"),
            to_string(t));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_transform);
