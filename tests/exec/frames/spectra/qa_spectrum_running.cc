/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averaged spectra in flight, on fake devices: state, windows, threads, faults, memory.
#include "support/devices/fake_spectra.h"
#include <gpufft/error.h>
#include <atomic>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

class qa_spectrum_running : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_running);
    CPPUNIT_TEST(an_average_moves_to_another_device);
    CPPUNIT_TEST(another_one_goes_on_after_a_failure);
    CPPUNIT_TEST(a_window_holds_from_the_next_submission_on);
    CPPUNIT_TEST(kinds_and_windows_may_change_from_another_thread);
    CPPUNIT_TEST(few_large_submissions_say_what_many_do);
    CPPUNIT_TEST(refuses_what_cannot_be);
    CPPUNIT_TEST(every_fault_is_an_error_and_leaks_nothing);
    CPPUNIT_TEST(gives_all_memory_back);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

private:
    void an_average_moves_to_another_device()
    {
        for (const auto how : EVERY_KIND) {
            auto c = usual_case();
            c.average.how = how;
            c.average.frames = 7;
            c.average.seconds = 9;
            const auto samples = noise_for(c);
            spectrum_executor from(c.request, c.window, how, "fake:0"),
                to(c.request, c.window, how, "fake:1");
            average_schedule schedule;
            schedule.change(c.average);
            const auto size = [] { return std::size_t(5); };
            auto got = run_spectra(from, c, samples, schedule, 0, 18, size);
            to.set_state(from.state());
            CPPUNIT_ASSERT_EQUAL(std::uint64_t(schedule.frames_accumulated()),
                                 to.state().frames);
            const auto rest = run_spectra(to, c, samples, schedule, 18, c.frames, size);
            got.insert(got.end(), rest.begin(), rest.end());
            expect_averages(c, samples, got, "moved");
        }
    }

    //! Frames, in pieces of 4, after which as many are accumulated as \p state says.
    static std::size_t frames_until(const average_state& state, average_schedule schedule)
    {
        std::size_t frames = 0;
        while (schedule.frames_accumulated() != state.frames) {
            schedule.advance(4);
            frames += 4;
            CPPUNIT_ASSERT(frames < 100);
        }
        return frames;
    }

    //! Pieces of 4 frames; one fails, and another executor goes on from the first frame
    //! that was not waited for.
    void another_one_goes_on_after_a_failure()
    {
        auto c = usual_case();
        c.average.frames = 9;
        const auto samples = noise_for(c);
        const std::size_t size = 4;
        std::vector<float> out(c.frames * c.out_bins());
        average_schedule waited_for;
        waited_for.change(c.average);

        spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
        auto schedule = waited_for;
        auto* to = out.data();
        std::size_t frames = 0, averages = 0;
        control()->calls.fail("work", 25);
        try {
            for (std::size_t at = 0; at < c.frames; at += size) {
                auto batch = whole_batch(c, samples.at(at * c.request.hop), size);
                batch.is_fresh = schedule.frames_accumulated() == 0;
                batch.ends = schedule.advance(size, &batch.counts);
                batch.out = to;
                to += batch.ends.size() * c.out_bins();
                with.submit(batch);
                if (with.can_submit())
                    continue;
                const auto done = with.wait_oldest();
                frames += done.frames;
                averages += done.averages;
                waited_for.advance(done.frames);
            }
            CPPUNIT_FAIL("nothing was thrown");
        } catch (const device_error&) {
        }
        CPPUNIT_ASSERT(frames > 0 && with.in_flight() == 0);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(waited_for.frames_accumulated()),
                             with.state().frames);

        spectrum_executor other(c.request, c.window, c.average.how, "fake:1");
        other.set_state(with.state());
        const auto rest = run_spectra(
            other, c, samples, waited_for, frames, c.frames, [&] { return size; });
        out.resize(averages * c.out_bins());
        out.insert(out.end(), rest.begin(), rest.end());
        expect_averages(c, samples, out, "after a failure");
    }

    //! \p frames frames, to be one mean.
    static spectrum_batch
    whole_batch(const spectrum_case& c, const void* samples, std::size_t frames)
    {
        spectrum_batch batch;
        batch.samples = samples;
        batch.frames = frames;
        batch.ends = { static_cast<std::uint32_t>(frames) };
        batch.counts = { frames };
        batch.output = c.output;
        return batch;
    }

    void a_window_holds_from_the_next_submission_on()
    {
        auto c = usual_case();
        c.average.frames = 40;
        const auto samples = noise_for(c);
        spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
        control()->work_delay_us = 200;
        std::vector<float> before(c.out_bins()), after(c.out_bins());
        auto batch = whole_batch(c, samples.at(0), c.frames);
        batch.out = before.data();
        with.submit(batch);
        auto other = c;
        std::fill(other.window.begin(), other.window.end(), 1.0);
        with.set_window(other.window);
        batch.out = after.data();
        with.submit(batch);
        while (with.wait_oldest().frames) {
        }
        expect_averages(c, samples, before, "before");
        expect_averages(other, samples, after, "after");
    }

    void kinds_and_windows_may_change_from_another_thread()
    {
        auto c = usual_case();
        c.average.frames = 40;
        const auto samples = noise_for(c);
        auto other = c;
        std::fill(other.window.begin(), other.window.end(), 1.0);
        const auto expected = reference_averages(c, reference_powers(c, samples));
        const auto or_else = reference_averages(other, reference_powers(other, samples));
        spectrum_executor with(c.request, c.window, c.average.how, "fake:1");
        std::atomic<bool> stop{ false };
        std::thread changer([&] {
            for (const auto how : EVERY_KIND)
                with.prepare(how);
            for (int i = 0; !stop; ++i)
                with.set_window(i % 2 ? c.window : other.window);
        });
        bool is_one = true;
        for (int i = 0; i < 100 && is_one; ++i) {
            std::vector<float> got(c.out_bins());
            auto batch = whole_batch(c, samples.at(0), c.frames);
            batch.out = got.data();
            with.submit(batch);
            with.wait_oldest();
            is_one =
                error_of(c, got, expected) < BOUND || error_of(c, got, or_else) < BOUND;
        }
        stop = true;
        changer.join();
        CPPUNIT_ASSERT(is_one);
    }

    //! As surveys of recordings on GPUs have them.
    void few_large_submissions_say_what_many_do()
    {
        auto c = usual_case();
        spectrum_executor with(c.request, c.window, c.average.how, "fake:0");
        CPPUNIT_ASSERT(with.max_linked_frames() > with.max_frames());
        c.frames = with.max_linked_frames();
        c.average.frames = static_cast<std::int64_t>(c.frames / 3);
        const auto samples = noise_for(c);
        for (const auto most : { with.max_linked_frames(), with.max_frames() }) {
            average_schedule schedule;
            schedule.change(c.average);
            const auto got = run_spectra(
                with, c, samples, schedule, 0, c.frames, [&] { return most; });
            expect_averages(c, samples, got, "large");
            with.set_state({});
        }
    }

    void refuses_what_cannot_be()
    {
        const auto c = usual_case();
        try {
            spectrum_executor(c.request, { 1, 2, 3 }, average::mean, "fake:0");
            CPPUNIT_FAIL("was accepted");
        } catch (const plan_error& e) {
            CPPUNIT_ASSERT_EQUAL(std::string("the window has 3 taps and frames have 24 "
                                             "samples; give 24 taps"),
                                 std::string(e.what()));
        }
        const auto samples = noise_for(c);
        spectrum_executor with(c.request, c.window, average::mean, "fake:0", 1);
        std::vector<float> out(100 * c.out_bins());
        const auto refused = [&](auto&& change) {
            auto batch = whole_batch(c, samples.at(0), c.frames);
            batch.out = out.data();
            change(batch);
            try {
                with.submit(batch);
            } catch (const std::logic_error&) {
                return true;
            }
            return false;
        };
        CPPUNIT_ASSERT(refused([](auto& b) { b.frames = 0; }));
        CPPUNIT_ASSERT(
            refused([&](auto& b) { b.frames = with.max_linked_frames() + 1; }));
        CPPUNIT_ASSERT(refused([](auto& b) { b.ends = { 41 }; }));
        CPPUNIT_ASSERT(refused([](auto& b) { b.ends = { 0 }; }));
        CPPUNIT_ASSERT(refused([](auto& b) { b.counts.clear(); }));
        CPPUNIT_ASSERT(refused([](auto& b) { b.output.bins = 25; }));
        CPPUNIT_ASSERT(!refused([](auto&) {}));
        CPPUNIT_ASSERT(refused([](auto&) {})); // a depth of 1 holds one
        CPPUNIT_ASSERT_THROW(with.set_state({}), std::logic_error);
        with.wait_oldest();
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), with.wait_oldest().frames);
    }

    static void use_it_all(const char* device)
    {
        auto c = usual_case();
        c.average.how = average::exponential;
        c.average.seconds = 3;
        c.average.frames = 3;
        const auto samples = noise_for(c);
        spectrum_executor with(c.request, c.window, c.average.how, device, 2);
        with.set_window(c.window);
        const auto got = run_all(with, c, samples, 13);
        expect_averages(c, samples, got, "after a fault");
    }

    void every_fault_is_an_error_and_leaks_nothing()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            use_it_all(device); // kernels are verified once; later ones start alike
            const int live = control()->live_buffers;
            for (const std::string call : { "make_buffer",
                                            "part_of",
                                            "wrap_host_memory",
                                            "make_host_buffer",
                                            "make_queue",
                                            "build",
                                            "upload",
                                            "download",
                                            "launch",
                                            "record",
                                            "wait_for",
                                            "wait",
                                            "work" }) {
                bool has_thrown = true;
                for (int nth = 1; has_thrown && nth < 200; ++nth) {
                    control()->calls.clear();
                    control()->calls.fail(call, nth);
                    try {
                        use_it_all(device);
                        has_thrown = false;
                    } catch (const device_error&) {
                    }
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        call, live, control()->live_buffers.load());
                    CPPUNIT_ASSERT_MESSAGE(fmt::format("{} was never reached", call),
                                           has_thrown || nth > 1);
                }
            }
            control()->calls.clear();
            use_it_all(device);
        }
    }

    void gives_all_memory_back()
    {
        const auto c = usual_case();
        const auto samples = noise_for(c);
        const int live = control()->live_buffers;
        for (int i = 0; i < 20; ++i) {
            std::vector<float> out(c.out_bins());
            spectrum_executor with(c.request, c.window, c.average.how, "fake:0", 3);
            auto batch = whole_batch(c, samples.at(0), c.frames);
            batch.out = out.data();
            with.submit(batch); // left in flight
        }
        CPPUNIT_ASSERT_EQUAL(live, control()->live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_running);
