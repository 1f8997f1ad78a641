/* SPDX-License-Identifier: GPL-3.0-or-later */
// Outputs smoothed and in decibels, against the recursion in double precision: however
// many come at a time, and where the weight changes between them.
#include "exec/host/smoothed_decibels.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>
#include <limits>
#include <random>

using namespace gpufft;

namespace {

constexpr double OFFSET_DB = -7.5;

//! What comes of vectors, one after the other, and what should.
class course
{
public:
    explicit course(std::size_t bins) : d_bins(bins), d_smooth(bins) {}

    //! \p count vectors with \p weight; in decibels already where that is 1, if it is
    //! told
    void take(std::size_t count, double weight, bool as_decibels)
    {
        std::vector<float> vectors(count * d_bins);
        std::uniform_real_distribution<float> power(1e-6F, 10);
        for (auto& each : vectors)
            each = power(d_random);
        std::vector<double> expected;
        for (std::size_t i = 0; i < vectors.size(); ++i) {
            auto& y = d_smooth[i % d_bins];
            y = weight * vectors[i] + (1 - weight) * y;
            expected.push_back(10 * std::log10(y) + OFFSET_DB);
        }
        if (as_decibels) {
            for (auto& each : vectors)
                each = static_cast<float>(10 * std::log10(each) + OFFSET_DB);
            d_tested.take_decibels(vectors.data(), count, d_bins, OFFSET_DB);
        } else {
            d_tested.take_powers(vectors.data(), count, d_bins, weight, OFFSET_DB);
        }
        for (std::size_t i = 0; i < vectors.size(); ++i)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(expected[i], vectors[i], 1e-3);
    }

private:
    std::size_t d_bins;
    std::vector<double> d_smooth;
    smoothed_decibels d_tested;
    std::mt19937 d_random{ 1 };
};

} // namespace

class qa_smoothed_decibels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_smoothed_decibels);
    CPPUNIT_TEST(follows_the_recursion);
    CPPUNIT_TEST(goes_on_from_what_was_in_decibels);
    CPPUNIT_TEST(nothing_is_minus_127_octaves);
    CPPUNIT_TEST_SUITE_END();

    void follows_the_recursion()
    {
        for (const std::size_t bins : { 1, 3, 64, 1000, 5000 }) {
            course c(bins);
            for (const std::size_t count : { 1, 40, 3, 0, 2 })
                c.take(count, 0.3, false);
            c.take(2, 1, false);
            c.take(2, 0.9, false);
        }
    }

    void goes_on_from_what_was_in_decibels()
    {
        for (const std::size_t bins : { 1, 64, 5000 }) {
            course c(bins);
            c.take(3, 0.2, false);
            c.take(4, 1, true);
            c.take(0, 1, true);
            c.take(3, 0.2, false);
            c.take(1, 0.2, false);
        }
    }

    void nothing_is_minus_127_octaves()
    {
        constexpr auto INFINITE = std::numeric_limits<float>::infinity();
        const float lowest = static_cast<float>(-127 * 10 * std::log10(2.0) + OFFSET_DB);
        smoothed_decibels tested;
        float powers[] = { 0, 1 }, decibels[] = { -INFINITE, 3, NAN, INFINITE };
        tested.take_powers(powers, 1, 2, 0.5, OFFSET_DB);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(lowest, powers[0], 1e-3);
        smoothed_decibels other;
        other.take_decibels(decibels, 1, 4, OFFSET_DB);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(lowest, decibels[0], 1e-3);
        CPPUNIT_ASSERT_EQUAL(3.0F, decibels[1]);
        CPPUNIT_ASSERT(std::isnan(decibels[2]));
        CPPUNIT_ASSERT_EQUAL(INFINITE, decibels[3]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_smoothed_decibels);
