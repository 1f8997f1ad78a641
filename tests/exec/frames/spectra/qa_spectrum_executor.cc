/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averaged spectra on fake devices: their values.
#include "support/devices/fake_spectra.h"
#include <gpufft/error.h>
#include <cmath>
#include <limits>

using namespace gpufft;
using namespace gpufft::testing;

class qa_spectrum_executor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_executor);
    CPPUNIT_TEST(equals_the_reference);
    CPPUNIT_TEST(cuts_between_submissions_leave_no_trace);
    CPPUNIT_TEST(several_accumulations_are_what_each_is_alone);
    CPPUNIT_TEST(what_cannot_be_beside_is_refused);
    CPPUNIT_TEST(a_long_lasting_exponential_average_is_a_mean_at_first);
    CPPUNIT_TEST(what_is_gone_leaves_nothing);
    CPPUNIT_TEST(a_bad_frame_is_forgotten);
    CPPUNIT_TEST(slots_are_renewed_where_there_is_no_room_for_more);
    CPPUNIT_TEST(slots_that_could_not_be_renewed_are_tried_again);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

private:
    void equals_the_reference()
    {
        for (unsigned seed = 1; seed <= 200; ++seed) {
            std::mt19937 random(seed);
            const auto c = random_case(random);
            const auto device = seed % 2 ? "fake:0" : "fake:1";
            const auto samples = noise_for(c, seed);
            spectrum_executor with(c.request, c.window, c.average.how, device);
            average_schedule schedule;
            schedule.change(c.average);
            const auto got = run_spectra(with, c, samples, schedule, 0, c.frames, [&] {
                return number(random, 1, 30);
            });
            expect_averages(c, samples, got, fmt::format("seed {} on {}", seed, device));
        }
    }

    void cuts_between_submissions_leave_no_trace()
    {
        for (const auto how : EVERY_KIND) {
            for (const std::int64_t frames : { 1, 3, 64 }) {
                auto c = usual_case();
                c.frames = 100;
                c.average.how = how;
                c.average.frames = frames;
                c.average.seconds = 20; // of a frame each
                const auto samples = noise_for(c);
                spectrum_executor with(c.request, c.window, how, "fake:0");
                const auto expected = run_all(with, c, samples, c.frames);
                for (const std::size_t size : { 1, 2, 7, 50 }) {
                    const auto got = run_all(with, c, samples, size);
                    const std::vector<double> wide(expected.begin(), expected.end());
                    const bool is_sum =
                        how == average::mean || how == average::exponential;
                    const auto bound = is_sum ? BOUND : 0;
                    CPPUNIT_ASSERT_MESSAGE(
                        fmt::format("{}: {} at a time", c.text(), size),
                        error_of(c, got, wide) <= bound);
                }
            }
        }
    }

    //! Plane \p i of each average.
    static std::vector<float>
    plane_of(const spectrum_case& c, const std::vector<float>& all, std::size_t i)
    {
        std::vector<float> plane;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (k / c.out_bins() % c.planes() == i)
                plane.push_back(all[k]);
        return plane;
    }

    //! The mean of p^2 of each \p average frames, the last of fewer left out.
    static std::vector<double>
    mean_squares(const spectrum_case& c, const sample_array& samples, std::size_t average)
    {
        const auto powers = reference_powers(c, samples);
        const auto bins = c.bins();
        std::vector<double> all(c.frames / average * bins);
        for (std::size_t k = 0; k < all.size() * average; ++k) {
            const double p = c.output.factor * powers[k];
            all[k / bins / average * bins + k % bins] +=
                p * p / static_cast<double>(average);
        }
        return all;
    }

    void several_accumulations_are_what_each_is_alone()
    {
        for (const auto kind : { sample_kind::complex_float, sample_kind::real_float }) {
            auto c = usual_case();
            c.request.samples = kind;
            c.output = {};
            c.output.factor = 0.25;
            c.frames = 100;
            c.average.frames = 9;
            const auto samples = noise_for(c);
            auto several = c;
            several.request.beside = accumulation::sum;
            for (const auto each :
                 { accumulation::highest, accumulation::lowest, accumulation::square })
                several.request.beside->add(each);
            several.average.how = average::mean;
            spectrum_executor with(several.request, c.window, average::mean, "fake:0");
            // Averages begin in one submission and end in another.
            const auto got = run_all(with, several, samples, 7);
            const average alone[] = { average::mean, average::highest, average::lowest };
            for (std::size_t i = 0; i < std::size(alone); ++i) {
                c.average.how = alone[i];
                spectrum_executor one(c.request, c.window, alone[i], "fake:0");
                CPPUNIT_ASSERT(plane_of(several, got, i) == run_all(one, c, samples, 7));
            }
            const auto squares = plane_of(several, got, 3);
            CPPUNIT_ASSERT(error_of(c, squares, mean_squares(c, samples, 9)) <= 1e-6);
        }
    }

    void what_cannot_be_beside_is_refused()
    {
        auto c = usual_case();
        c.request.beside = accumulation::highest;
        CPPUNIT_ASSERT_THROW(
            spectrum_executor(c.request, c.window, average::exponential, "fake:0"),
            plan_error);
        c.request.beside = accumulation::square;
        c.average.how = average::mean;
        c.output.decibels = true;
        spectrum_executor with(c.request, c.window, average::mean, "fake:0");
        const auto samples = noise_for(c);
        CPPUNIT_ASSERT_THROW(run_all(with, c, samples, 7), std::logic_error);
    }

    void a_long_lasting_exponential_average_is_a_mean_at_first()
    {
        auto c = usual_case();
        c.average.how = average::exponential;
        c.average.frames = static_cast<std::int64_t>(c.frames);
        const auto samples = noise_for(c);
        auto mean = c;
        mean.average.how = average::mean;
        const auto expected = reference_averages(mean, reference_powers(mean, samples));
        for (const double seconds : { 1e9, std::numeric_limits<double>::infinity() }) {
            c.average.seconds = seconds;
            spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
            const auto error = error_of(c, run_all(with, c, samples, 7), expected);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} s: error {:.2e}", seconds, error),
                                   error < BOUND);
        }
    }

    //! A tone of 120 dB above the noise that follows it, in averages of all overlaps.
    void what_is_gone_leaves_nothing()
    {
        for (const double seconds : { 0.0, 0.3, 3.0 }) { // of a frame each
            auto c = usual_case();
            c.request.hop = c.request.length;
            c.frames = 100;
            c.average.how = average::exponential;
            c.average.frames = 1;
            c.average.seconds = seconds;
            auto samples = noise_for(c);
            for (std::size_t i = 0; i < samples.size(); ++i)
                samples.set(i, samples.get(i) * (i < 10 * 24 ? 1e6 : 1.0));
            spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
            const auto got = run_all(with, c, samples, 1000);
            const auto expected = reference_averages(c, reference_powers(c, samples));
            for (std::size_t f = 0; f < c.frames; ++f) {
                const auto at = static_cast<std::ptrdiff_t>(f * c.out_bins());
                const auto behind = at + static_cast<std::ptrdiff_t>(c.out_bins());
                const auto error =
                    error_of(c,
                             { got.begin() + at, got.begin() + behind },
                             { expected.begin() + at, expected.begin() + behind });
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{} s, frame {}: error {:.2e}", seconds, f, error),
                    error < 3e-6);
            }
        }
    }

    void a_bad_frame_is_forgotten()
    {
        const double bad[] = { std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity() };
        for (const auto value : bad) {
            for (const auto how : EVERY_KIND) {
                auto c = usual_case();
                c.request.hop = c.request.length;
                c.average.how = how;
                c.average.frames = how == average::mean ? 4 : 1;
                c.average.seconds = 2;
                auto samples = noise_for(c);
                samples.set(9 * 24 + 5, { value, 0 }); // frame 9, the third average
                spectrum_executor with(c.request, c.window, how, "fake:0");
                const auto got = run_all(with, c, samples, 6);
                const std::size_t frames_each = how == average::mean ? 4 : 1;
                for (std::size_t i = 0; i < got.size(); ++i) {
                    const auto frame = i / c.out_bins() * frames_each;
                    const bool has_it = frame <= 9 && 9 < frame + frames_each;
                    CPPUNIT_ASSERT_MESSAGE(
                        fmt::format("{}: {} in frame {}", c.text(), got[i], frame),
                        std::isfinite(got[i]) != has_it);
                }
            }
        }
    }

    void slots_are_renewed_where_there_is_no_room_for_more()
    {
        const auto c = usual_case();
        const auto samples = noise_for(c);
        spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
        const int without = control()->live_buffers;
        const auto expected = run_all(with, c, samples, 1);
        CPPUNIT_ASSERT(control()->live_buffers > without);
        control()->most_buffers = control()->live_buffers.load();
        CPPUNIT_ASSERT_NO_THROW(with.renew_slots());
        CPPUNIT_ASSERT_EQUAL(without, control()->live_buffers.load());
        control()->most_buffers = std::numeric_limits<int>::max();
        CPPUNIT_ASSERT(expected == run_all(with, c, samples, 1));
    }

    void slots_that_could_not_be_renewed_are_tried_again()
    {
        const auto c = usual_case();
        const auto samples = noise_for(c);
        spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
        const auto expected = run_all(with, c, samples, 1);
        control()->calls.fail("make_queue", 2);
        CPPUNIT_ASSERT_THROW(with.renew_slots(), device_error);
        CPPUNIT_ASSERT(expected == run_all(with, c, samples, 1));
        control()->most_buffers = 0;
        CPPUNIT_ASSERT_THROW(with.renew_slots(), device_error);
        CPPUNIT_ASSERT_THROW(run_all(with, c, samples, 1), device_error);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), with.in_flight());
        control()->most_buffers = std::numeric_limits<int>::max();
        CPPUNIT_ASSERT(expected == run_all(with, c, samples, 1));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_executor);
