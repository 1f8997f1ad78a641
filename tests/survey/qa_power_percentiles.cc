/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/products/power_percentiles.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

using namespace gpufft;

namespace {

constexpr std::int64_t BINS = 4;
// Powers of so many frames of 4 bins are counted, those of fewer kept.
constexpr std::int64_t MANY_FRAMES = std::int64_t(1) << 23, FEW_FRAMES = 5000;
const std::vector<double> PERCENTILES = { 0, 0.1, 10, 50, 99.9, 100 };

//! As numpy.percentile() has it, of sorted values.
double expected(const std::vector<double>& sorted, double percentile)
{
    const double place = percentile / 100 * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto next = std::min(below + 1, sorted.size() - 1);
    return sorted[below] +
           (place - static_cast<double>(below)) * (sorted[next] - sorted[below]);
}

//! Powers of noise, at another level in each bin: from -150 to +120 dB.
std::vector<float> noise(std::size_t frames)
{
    std::mt19937 random(1);
    std::exponential_distribution<double> power;
    std::vector<float> all;
    for (std::size_t f = 0; f < frames; ++f)
        for (int bin = 0; bin < BINS; ++bin)
            all.push_back(static_cast<float>(power(random) * std::pow(10, 9 * bin - 15)));
    return all;
}

//! The largest difference in dB between percentiles and those that are expected.
double worst_db(power_percentiles& of, const std::vector<float>& powers)
{
    for (std::size_t at = 0; at < powers.size(); at += BINS)
        of.add(powers.data() + at);
    std::vector<float> found(PERCENTILES.size() * BINS);
    of.finish_row(found.data());
    double worst = 0;
    for (std::size_t bin = 0; bin < BINS; ++bin) {
        std::vector<double> sorted;
        for (auto at = bin; at < powers.size(); at += BINS)
            if (std::isfinite(powers[at]))
                sorted.push_back(powers[at]);
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t k = 0; k < PERCENTILES.size(); ++k) {
            const double ratio = found[k * BINS + bin] / expected(sorted, PERCENTILES[k]);
            worst = std::max(worst, std::abs(10 * std::log10(ratio)));
        }
    }
    return worst;
}

} // namespace

class qa_power_percentiles : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power_percentiles);
    CPPUNIT_TEST(kept_powers_have_exact_percentiles);
    CPPUNIT_TEST(counted_powers_have_them_within_a_class);
    CPPUNIT_TEST(frames_may_come_together);
    CPPUNIT_TEST(equal_powers_have_places_of_their_own);
    CPPUNIT_TEST(more_frames_than_a_row_are_refused);
    CPPUNIT_TEST(rows_follow_each_other);
    CPPUNIT_TEST(what_is_not_finite_counts_for_none);
    CPPUNIT_TEST(silence_and_one_frame);
    CPPUNIT_TEST(what_does_not_fit_is_refused);
    CPPUNIT_TEST_SUITE_END();

private:
    void kept_powers_have_exact_percentiles()
    {
        for (const std::size_t frames : { 1, 2, 3, 1000 }) {
            power_percentiles of(PERCENTILES, BINS, FEW_FRAMES);
            CPPUNIT_ASSERT(of.keeps_powers());
            CPPUNIT_ASSERT_LESS(1e-5, worst_db(of, noise(frames)));
        }
    }
    void counted_powers_have_them_within_a_class()
    {
        power_percentiles of(PERCENTILES, BINS, MANY_FRAMES);
        CPPUNIT_ASSERT(!of.keeps_powers());
        for (const std::size_t frames : { 1, 2, 3, 1000, 50000 })
            CPPUNIT_ASSERT_LESS(10 * std::log10(17.0 / 16), worst_db(of, noise(frames)));
    }
    //! Bins that fill no block, on several threads: however frames are handed over, the
    //! percentiles are those of one frame after the other.
    void frames_may_come_together()
    {
        constexpr std::size_t BINS_OF_BLOCKS = 777, FRAMES = 600;
        const auto powers = noise(BINS_OF_BLOCKS * FRAMES / BINS);
        for (const auto most : { FRAMES, std::size_t(MANY_FRAMES) }) {
            const auto bins = static_cast<std::int64_t>(BINS_OF_BLOCKS);
            power_percentiles singly(PERCENTILES, bins, std::int64_t(most));
            power_percentiles together(PERCENTILES, bins, std::int64_t(most));
            CPPUNIT_ASSERT_EQUAL(most == FRAMES, together.keeps_powers());
            for (std::size_t f = 0; f < FRAMES; ++f)
                singly.add(powers.data() + f * BINS_OF_BLOCKS);
            for (std::size_t f = 0; f < FRAMES; f += 200)
                together.add(powers.data() + f * BINS_OF_BLOCKS, 200);
            std::vector<float> one(PERCENTILES.size() * BINS_OF_BLOCKS), other = one;
            singly.finish_row(one.data());
            together.finish_row(other.data());
            CPPUNIT_ASSERT(one == other);
            if (most != FRAMES)
                continue;
            std::vector<double> sorted;
            for (std::size_t f = 0; f < FRAMES; ++f)
                sorted.push_back(powers[f * BINS_OF_BLOCKS + 776]);
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t k = 0; k < PERCENTILES.size(); ++k) {
                const double right = expected(sorted, PERCENTILES[k]);
                CPPUNIT_ASSERT_DOUBLES_EQUAL(
                    right, one[k * BINS_OF_BLOCKS + 776], 1e-6 * right);
            }
        }
    }
    void equal_powers_have_places_of_their_own()
    {
        power_percentiles of({ 0, 25, 50, 62.5, 75, 100 }, 1, 5);
        for (const float power : { 3.0F, 1.0F, 3.0F, 0.0F, 3.0F })
            of.add(&power);
        std::vector<float> found(6);
        of.finish_row(found.data());
        const std::vector<float> right = { 0, 1, 3, 3, 3, 3 };
        CPPUNIT_ASSERT(right == found);
    }
    void more_frames_than_a_row_are_refused()
    {
        power_percentiles of({ 50 }, 1, 2);
        const std::vector<float> three(3);
        CPPUNIT_ASSERT_THROW(of.add(three.data(), 3), std::logic_error);
    }
    void rows_follow_each_other()
    {
        for (const auto most : { FEW_FRAMES, MANY_FRAMES }) {
            power_percentiles of({ 100 }, 1, most * BINS);
            for (const float power : { 8.0F, 2.0F }) {
                float found = 0;
                of.add(&power);
                of.finish_row(&found);
                CPPUNIT_ASSERT_DOUBLES_EQUAL(power, found, power / 16);
            }
        }
    }
    void what_is_not_finite_counts_for_none()
    {
        const float infinite = std::numeric_limits<float>::infinity();
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (const auto most : { FEW_FRAMES, MANY_FRAMES }) {
            power_percentiles of({ 0, 100 }, 2, most * BINS);
            const float frames[][2] = { { nan, nan },
                                        { 4, infinite },
                                        { infinite, nan } };
            for (const auto& each : frames)
                of.add(each);
            float found[4];
            of.finish_row(found);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(4, found[0], 0.25);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(4, found[2], 0.25);
            CPPUNIT_ASSERT(std::isnan(found[1]) && std::isnan(found[3]));
        }
    }
    void silence_and_one_frame()
    {
        for (const auto most : { FEW_FRAMES, MANY_FRAMES }) {
            power_percentiles of({ 50 }, 1, most * BINS);
            const float silence = 0;
            float found = 1;
            of.add(&silence);
            of.finish_row(&found);
            CPPUNIT_ASSERT_EQUAL(0.0F, found);
        }
    }
    void what_does_not_fit_is_refused()
    {
        const auto bins = std::int64_t(1) << 20;
        try {
            power_percentiles of({ 50 }, bins, 1000);
            CPPUNIT_FAIL("nothing was refused");
        } catch (const plan_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                std::string(
                    "percentiles of rows of 1000 frames of 1048576 bins do not fit "
                    "into memory; --average 16, or up to 34916 bins, works"),
                std::string(e.what()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power_percentiles);
