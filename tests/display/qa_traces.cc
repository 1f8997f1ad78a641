/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/decibels.h"
#include "display/store/persistence.h"
#include "display/store/spectrum_store.h"
#include "display/store/trace_set.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>
#include <thread>

using namespace gpufft::display;

namespace {

constexpr float NONE = std::numeric_limits<float>::quiet_NaN();

std::vector<float> random_spectra(std::size_t numbers, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> level(-80, 9);
    std::vector<float> spectra(numbers);
    for (auto& db : spectra)
        db = level(random);
    return spectra;
}

class qa_traces : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_traces);
    CPPUNIT_TEST(powers_are_powers);
    CPPUNIT_TEST(traces_are_of_all_spectra);
    CPPUNIT_TEST(linear_spectra_give_the_same);
    CPPUNIT_TEST(an_average_becomes_exponential);
    CPPUNIT_TEST(what_is_not_finite_counts_nowhere);
    CPPUNIT_TEST(a_mean_is_of_known_powers);
    CPPUNIT_TEST(an_infinite_power_fades);
    CPPUNIT_TEST(a_snapshot_stays);
    CPPUNIT_TEST(counts_fade);
    CPPUNIT_TEST(a_given_histogram_is_read_by_columns);
    CPPUNIT_TEST(readers_lose_no_spectrum);
    CPPUNIT_TEST_SUITE_END();

    void powers_are_powers()
    {
        for (float db = -350; db < 350; db += 0.37f) {
            const double expected = std::pow(10.0, db / 10.0);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                1, power_of(db) / expected, 2e-6 * (1 + std::abs(db) / 20));
        }
        CPPUNIT_ASSERT(power_of(-INFINITY) < 1e-36f);
        CPPUNIT_ASSERT_EQUAL(std::int16_t(-12345), stored_level(-123.45f));
        CPPUNIT_ASSERT_EQUAL(NO_LEVEL, stored_level(NONE));
        CPPUNIT_ASSERT_EQUAL(std::int16_t(-32767), stored_level(-INFINITY));
    }

    //! Compares with sums in double of the same spectra, given in pieces of other sizes.
    void compare(bool is_power)
    {
        constexpr std::size_t bins = 1500, count = 30;
        const auto db = random_spectra(bins * count, 1);
        auto given = db;
        if (is_power)
            for (auto& x : given)
                x = static_cast<float>(std::pow(10.0, x / 10.0));
        trace_set traces(bins, is_power);
        traces.set_average_spectra(1000);
        for (std::size_t i = 0, n = 1; i < count;
             i += n, n = std::min<std::size_t>(n + 3, count - i))
            traces.add(given.data() + i * bins, n);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(count), traces.spectra());
        for (std::size_t k = 0; k < bins; k += 7) {
            float most = -1e9f, least = 1e9f;
            double sum = 0;
            for (std::size_t i = 0; i < count; ++i) {
                most = std::max(most, db[i * bins + k]);
                least = std::min(least, db[i * bins + k]);
                sum += std::pow(10.0, db[i * bins + k] / 10.0);
            }
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                most, traces.levels(trace_kind::maximum)[k], 1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                least, traces.levels(trace_kind::minimum)[k], 1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(10 * std::log10(sum / count),
                                         traces.levels(trace_kind::average)[k],
                                         1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                db[(count - 1) * bins + k], traces.levels(trace_kind::now)[k], 1e-3);
        }
        traces.reset();
        CPPUNIT_ASSERT(!traces.has(trace_kind::maximum));
    }

    void traces_are_of_all_spectra() { compare(false); }
    void linear_spectra_give_the_same() { compare(true); }

    void an_average_becomes_exponential()
    {
        trace_set traces(1, true);
        traces.set_average_spectra(4);
        double mean = 0;
        for (int i = 1; i <= 20; ++i) {
            const auto x = static_cast<float>(i * i % 7);
            traces.add(&x, 1);
            mean += (x - mean) / std::min(i, 4);
        }
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            10 * std::log10(mean), traces.levels(trace_kind::average)[0], 1e-3);
    }

    void what_is_not_finite_counts_nowhere()
    {
        const float spectra[] = { -10, NONE, -30, -20, NONE, -INFINITY, -10, NONE, -30 };
        trace_set traces(3, false);
        traces.add(spectra, 3);
        CPPUNIT_ASSERT_EQUAL(-10.0f, traces.levels(trace_kind::maximum)[0]);
        CPPUNIT_ASSERT(std::isnan(traces.levels(trace_kind::maximum)[1]));
        CPPUNIT_ASSERT(std::isnan(traces.levels(trace_kind::average)[1]));
        CPPUNIT_ASSERT_EQUAL(-INFINITY, traces.levels(trace_kind::minimum)[2]);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            -30 + 10 * std::log10(2 / 3.0), traces.levels(trace_kind::average)[2], 1e-3);
        persistence counts(centered_axis(0, 3, 3), false);
        for (int i = 0; i < 3; ++i)
            counts.add(spectra + 3 * i, { { static_cast<double>(i), 1, 0 } });
        const column_map map(counts.axis(), { -1.5, 1.5, 3 });
        std::vector<float> shares(3 * counts.steps().levels);
        counts.read(map, 0, 3, shares.data());
        const auto column = [&](int c) {
            float sum = 0;
            for (std::size_t i = 0; i < counts.steps().levels; ++i)
                sum += shares[static_cast<std::size_t>(c) * counts.steps().levels + i];
            return sum;
        };
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1, column(0), 1e-6);
        CPPUNIT_ASSERT_EQUAL(0.0f, column(1));
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1, column(2), 1e-6);
    }

    void a_mean_is_of_known_powers()
    {
        const float powers[] = { NONE, 1, NONE, 2, 4, 3, 1, 4, NONE, 5, 1, 6 };
        for (const bool is_power : { false, true }) {
            trace_set traces(2, is_power);
            for (std::size_t i = 0; i < 12; i += 4) {
                float spectra[4];
                for (std::size_t k = 0; k < 4; ++k)
                    spectra[k] = is_power ? powers[i + k] : decibels_of(powers[i + k]);
                traces.add(spectra, 2);
            }
            const auto average = traces.levels(trace_kind::average);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(10 * std::log10(6 / 3.0), average[0], 1e-3);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(10 * std::log10(21 / 6.0), average[1], 1e-3);
            traces.reset();
            const float last[] = { decibels_of(8), decibels_of(8) };
            const float last_power[] = { 8, 8 };
            traces.add(is_power ? last_power : last, 1);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                10 * std::log10(8.0), traces.levels(trace_kind::average)[0], 1e-3);
        }
    }

    void an_infinite_power_fades()
    {
        for (const bool is_power : { false, true }) {
            trace_set traces(1, is_power);
            traces.set_average_spectra(4);
            const float infinite = INFINITY, usual = is_power ? 1 : 0;
            traces.add(&usual, 1);
            traces.add(&infinite, 1);
            for (int i = 0; i < 600; ++i)
                traces.add(&usual, 1);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0, traces.levels(trace_kind::average)[0], 1e-3);
        }
    }

    void a_snapshot_stays()
    {
        const auto axis = centered_axis(0, 4, 4);
        const level_steps steps{ -100, 10, 10 };
        spectrum_store store(axis, { false, false }, {}, { 2, steps });
        std::vector<float> spectrum(4, -50.0f), counts(20);
        counts[5 * 2] = counts[5 * 2 + 1] = 1;
        store.add_histogram(counts.data());
        for (int i = 0; i < 3; ++i)
            store.add(spectrum.data(), { { i * 1.0, 1, 0 } });
        const auto copy = store.snapshot();
        const frequency_view view{ axis.low_hz(), axis.high_hz(), 2 };
        const auto before = copy->persistence_of(view);
        CPPUNIT_ASSERT_EQUAL(2.0, before.bin_hz); // half as many bins, of twice the width
        CPPUNIT_ASSERT_EQUAL(1.0f, before.shares[5]);
        std::fill(spectrum.begin(), spectrum.end(), -20.0f);
        store.add(spectrum.data(), { { 3, 1, 0 } });
        std::swap(counts[5 * 2], counts[8 * 2]);
        store.add_histogram(counts.data());
        store.set_axis(centered_axis(100, 4, 4));
        const auto status = copy->status();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(3), status.spectra);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(1), status.histograms);
        CPPUNIT_ASSERT(status.axis == axis);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), status.history_rows);
        CPPUNIT_ASSERT_EQUAL(-50.0f, copy->levels(trace_kind::maximum)[0]);
        CPPUNIT_ASSERT(before.shares == copy->persistence_of(view).shares);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(4), store.status().spectra);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(2), store.status().histograms);
    }

    void counts_fade()
    {
        for (const bool is_power : { false, true }) {
            persistence counts(centered_axis(0, 1, 1), is_power);
            counts.set_decay_seconds(0.5);
            const auto add = [&](float db, double s) {
                const float x = is_power ? power_of(db) : db;
                counts.add(&x, { { s, 0.01, 0 } });
            };
            for (int i = 0; i < 100; ++i)
                add(-50.1f, 0.01 * i);
            for (int i = 100; i < 150; ++i)
                add(-20.1f, 0.01 * i);
            const column_map map(counts.axis(), { -0.5, 0.5, 1 });
            const auto& steps = counts.steps();
            std::vector<float> shares(steps.levels);
            counts.read(map, 0, 1, shares.data());
            double total = 0, former = 0;
            for (int i = 0; i < 150; ++i) {
                const double weight = std::exp(0.01 * i / 0.5);
                total += weight;
                former += i < 100 ? weight : 0;
            }
            const auto level = [&](double db) {
                return shares[static_cast<std::size_t>((db - steps.lowest_db) /
                                                       steps.step_db)];
            };
            CPPUNIT_ASSERT_DOUBLES_EQUAL(former / total, level(-50.1), 1e-4);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1 - former / total, level(-20.1), 1e-4);
        }
    }

    void a_given_histogram_is_read_by_columns()
    {
        const level_steps steps{ -100, 10, 10 };
        given_histogram given(centered_axis(0, 4, 4), steps);
        std::vector<float> counts(40);
        for (std::size_t k = 0; k < 4; ++k)
            counts[(2 + k) * 4 + k] = 30, counts[9 * 4 + k] = 10;
        given.take(counts.data());
        const column_map map(given.axis(), { -2.5, 1.5, 4 });
        std::vector<float> shares(40);
        given.read(map, 0, 4, shares.data());
        for (std::size_t c = 0; c < 4; ++c) {
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0.75, shares[c * 10 + 2 + c], 1e-6);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(0.25, shares[c * 10 + 9], 1e-6);
        }
    }

    void readers_lose_no_spectrum()
    {
        constexpr std::size_t bins = 512, count = 4000;
        spectrum_store store(centered_axis(0, 1e6, bins), { false, false });
        std::atomic<bool> is_done{ false };
        std::thread reader([&] {
            while (!is_done) {
                (void)store.status();
                (void)store.levels(trace_kind::average);
                (void)store.persistence_of({ -5e5, 5e5, 300 });
                (void)store.rows(0, 1e9);
            }
        });
        // Each spectrum has one bin above all others', which max must have in the end.
        std::vector<float> spectrum(bins, -100.0f);
        for (std::size_t i = 0; i < count; ++i) {
            spectrum[i % bins] = -static_cast<float>(i % 50);
            store.add(spectrum.data(), { { 0.01 * static_cast<double>(i), 0.01, 0 } });
            spectrum[i % bins] = -100;
        }
        is_done = true;
        reader.join();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(count), store.status().since_reset);
        const auto most = store.levels(trace_kind::maximum);
        for (std::size_t k = 0; k < bins; ++k) {
            std::size_t least = 50;
            for (auto i = k; i < count; i += bins)
                least = std::min(least, i % 50);
            CPPUNIT_ASSERT_EQUAL(-static_cast<float>(least), most[k]);
        }
        std::uint64_t in_rows = 0;
        for (const auto& row : store.rows(0, 1e9))
            in_rows += row->spectra;
        CPPUNIT_ASSERT(in_rows + 5 > count && in_rows <= count);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_traces);

} // namespace
