/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averages and histograms before there are kernels, on fake devices that are held up
// building them.
#include "exec/frames/make/make_frames.h"
#include "exec/frames/spectra/host_averages.h"
#include "support/devices/fake_spectra.h"
#include "support/devices/quickly_built.h"
#include <gpufft/error.h>
#include <chrono>
#include <cmath>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! Lets kernels be built.
void release() { control()->holds_builds = false; }

void wait_for_kernels(const frame_executor& with)
{
    release();
    with.wait_for_kernels();
    CPPUNIT_ASSERT(with.has_kernels());
}

//! What is held up is released when the test ends, however it does. Executors are
//! declared before it: they could not end.
struct held_builds {
    held_builds() { control()->holds_builds = true; }
    ~held_builds() { release(); }
};

std::shared_ptr<frame_executor> begun(const spectrum_case& c,
                                      const char* device = "fake:1")
{
    return make_frames(c.request,
                       c.window,
                       c.average.how,
                       device,
                       effort::estimate,
                       startup::host_fallback);
}

//! The frames of a case, some at a time, each piece where the one before has ended.
class course
{
public:
    explicit course(const spectrum_case& c) : d_case(c), d_samples(noise_for(c))
    {
        d_schedule.change(c.average);
    }

    //! A batch of the next \p frames.
    spectrum_batch next(std::size_t frames)
    {
        spectrum_batch b;
        b.frames = frames;
        b.samples = d_samples.at(d_at * d_case.request.hop);
        b.how = d_schedule.current().how;
        b.keep = d_schedule.keep();
        b.restarts = d_schedule.restarts();
        b.is_fresh = d_schedule.frames_accumulated() == 0;
        b.ends = d_schedule.advance(frames, &b.counts);
        b.output = d_case.output;
        b.out = d_room.data() + d_values;
        d_at += frames;
        d_values += b.ends.size() * d_case.out_bins();
        return b;
    }
    std::size_t left() const { return d_case.frames - d_at; }

    void expect_right(const std::string& what) const
    {
        const auto end = d_room.begin() + static_cast<std::ptrdiff_t>(d_values);
        expect_averages(d_case, d_samples, { d_room.begin(), end }, what);
    }

private:
    spectrum_case d_case;
    sample_array d_samples;
    average_schedule d_schedule;
    std::vector<float> d_room = std::vector<float>(d_case.frames * d_case.out_bins());
    std::size_t d_at = 0, d_values = 0;
};

spectrum_case averaging_case(average how, std::int64_t frames)
{
    auto c = usual_case();
    c.average.how = how;
    c.average.frames = frames;
    c.average.seconds = 20; // of a frame each
    return c;
}

} // namespace

class qa_host_fallback_frames : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_host_fallback_frames);
    CPPUNIT_TEST(the_host_computes_what_is_defined);
    CPPUNIT_TEST(averages_go_on_when_kernels_come);
    CPPUNIT_TEST(a_state_goes_from_one_to_the_other);
    CPPUNIT_TEST(the_window_of_that_time_stays);
    CPPUNIT_TEST(a_window_of_no_numbers_ends_with_kernels);
    CPPUNIT_TEST(other_averages_may_be_asked_for_meanwhile);
    CPPUNIT_TEST(another_kind_of_average_begins_anew_with_kernels);
    CPPUNIT_TEST(changes_before_the_first_kernel_computes_are_its);
    CPPUNIT_TEST(histograms_go_on_when_kernels_come);
    CPPUNIT_TEST(quick_kernels_leave_the_host_nothing);
    CPPUNIT_TEST(gpus_begin_with_their_kernels);
    CPPUNIT_TEST(bad_requests_are_refused_at_once);
    CPPUNIT_TEST(a_late_failure_is_thrown_by_submissions);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

    void the_host_computes_what_is_defined()
    {
        for (unsigned seed = 1; seed <= 200; ++seed) {
            std::mt19937 random(seed);
            const auto c = random_case(random);
            host_averages host(c.request);
            course frames(c);
            while (frames.left()) {
                const auto most = static_cast<std::int64_t>(frames.left());
                const auto size = number(random, 1, std::min<std::int64_t>(30, most));
                host.compute(frames.next(static_cast<std::size_t>(size)), c.window);
                // Only the sums that a state holds go on.
                if (number(random, 0, 2) == 0) {
                    const auto state = host.state();
                    host = host_averages(c.request);
                    host.set_state(state);
                }
            }
            frames.expect_right(fmt::format("seed {}", seed));
        }
    }

    // With all submissions in flight that may be, so that some of the host's have not
    // been waited for when kernels compute.
    void averages_go_on_when_kernels_come()
    {
        for (const auto how : EVERY_KIND) {
            for (const std::int64_t frames : { 1, 7, 1000 }) {
                const auto c = averaging_case(how, frames);
                course all(c);
                std::shared_ptr<frame_executor> with;
                const held_builds held;
                with = begun(c);
                while (all.left() > c.frames / 2) {
                    if (!with->can_submit())
                        with->wait_oldest();
                    with->submit(all.next(3));
                    CPPUNIT_ASSERT(!with->has_kernels());
                }
                CPPUNIT_ASSERT(with->in_flight() > 1);
                wait_for_kernels(*with);
                while (all.left()) {
                    if (!with->can_submit())
                        with->wait_oldest();
                    with->submit(all.next(1));
                }
                while (with->wait_oldest().frames) {
                }
                all.expect_right(c.text());
            }
        }
    }

    // A state() is that of the frames that were waited for, as fallback to another device
    // needs it.
    void a_state_goes_from_one_to_the_other()
    {
        const auto c = averaging_case(average::exponential, 1000);
        course all(c);
        std::shared_ptr<frame_executor> with, other;
        const held_builds held;
        with = begun(c);
        with->submit(all.next(5));
        with->submit(all.next(4));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(0), with->state().frames);
        with->wait_oldest();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(5), with->state().frames);
        const auto after_five = with->state().powers;
        wait_for_kernels(*with);
        with->submit(all.next(3));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(5), with->state().frames);
        CPPUNIT_ASSERT(after_five == with->state().powers);
        with->wait_oldest();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(9), with->state().frames);
        with->wait_oldest();
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(12), with->state().frames);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), with->in_flight());
        // The stream goes back, too, to an executor without kernels.
        control()->holds_builds = true;
        auto other_case = c;
        other_case.request.length = 36; // nobody has built these kernels
        other_case.window = uneven_taps(36);
        other = begun(other_case);
        average_state given{ std::vector<float>(36, 2), 7 };
        other->set_state(given);
        CPPUNIT_ASSERT_EQUAL(given.frames, other->state().frames);
        CPPUNIT_ASSERT(given.powers == other->state().powers);
    }

    void the_window_of_that_time_stays()
    {
        auto c = averaging_case(average::mean, 1);
        const auto taps = c.window;
        c.window.assign(taps.size(), 3.0);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with = begun(c);
        CPPUNIT_ASSERT_THROW(with->set_window({ 1.0, 2.0 }), plan_error);
        with->set_window(taps);
        c.window = taps; // what is expected
        course all(c);
        with->submit(all.next(4));
        with->wait_oldest();
        CPPUNIT_ASSERT(!with->has_kernels());
        wait_for_kernels(*with);
        with->submit(all.next(all.left()));
        with->wait_oldest();
        all.expect_right("window");
    }

    // A tap that is no number differs from itself.
    void a_window_of_no_numbers_ends_with_kernels()
    {
        const auto c = averaging_case(average::mean, 1);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with = begun(c);
        with->set_window(std::vector<double>(c.window.size(), std::nan("")));
        release();
        for (int i = 0; i < 30000 && !with->has_kernels(); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const bool have = with->has_kernels();
        with->set_window(c.window); // with which the thread would end
        CPPUNIT_ASSERT(have);
    }

    void other_averages_may_be_asked_for_meanwhile()
    {
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with = begun(averaging_case(average::mean, 4));
        with->prepare(average::highest);
        CPPUNIT_ASSERT(!with->has_kernels());
        const auto c = averaging_case(average::highest, 4);
        course all(c);
        with->submit(all.next(6));
        wait_for_kernels(*with);
        control()->unbuildable = 1000; // none are built any more
        with->submit(all.next(all.left()));
        while (with->wait_oldest().frames) {
        }
        all.expect_right("highest");
    }

    // As it does where kernels have computed all along.
    void another_kind_of_average_begins_anew_with_kernels()
    {
        const auto c = averaging_case(average::mean, 1000);
        const auto run = [&](frame_executor& with, bool begins_on_host) {
            course all(c);
            with.submit(all.next(3));
            if (begins_on_host)
                wait_for_kernels(with);
            auto other = all.next(2);
            CPPUNIT_ASSERT(!other.is_fresh);
            other.how = average::highest;
            other.restarts = false;
            other.ends = { 1, 2 };
            std::vector<float> out(2 * c.out_bins());
            other.out = out.data();
            with.submit(other);
            while (with.wait_oldest().frames) {
            }
            return std::make_pair(out, with.state().frames);
        };
        spectrum_executor compiled(c.request, c.window, average::mean, "fake:0");
        const auto expected = run(compiled, false);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with = begun(c);
        const auto got = run(*with, true);
        CPPUNIT_ASSERT_EQUAL(expected.second, got.second);
        for (std::size_t k = 0; k < got.first.size(); ++k)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1, got.first[k] / expected.first[k], 1e-5);
    }

    // A window, a state and a kind that come when kernels have, and the host has computed
    // all so far.
    void changes_before_the_first_kernel_computes_are_its()
    {
        auto c = averaging_case(average::exponential, 1000);
        const auto taps = c.window;
        c.window.assign(taps.size(), 3.0);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with = begun(c);
        c.window = taps;
        const auto bins = static_cast<std::size_t>(c.request.length);
        course all(c);
        auto before = all.next(2);
        with->submit(before);
        with->wait_oldest();
        wait_for_kernels(*with);
        with->set_window(taps);
        with->prepare(average::lowest);
        average_state given{ std::vector<float>(bins, 1e-30F), 4 };
        with->set_state(given);
        CPPUNIT_ASSERT(given.powers == with->state().powers);
        CPPUNIT_ASSERT_EQUAL(given.frames, with->state().frames);
        // The lowest of the given state and of a frame is the given state.
        auto lowest = all.next(1);
        CPPUNIT_ASSERT(!lowest.is_fresh);
        lowest.how = average::lowest;
        lowest.restarts = false;
        with->submit(lowest);
        with->wait_oldest();
        CPPUNIT_ASSERT(given.powers == with->state().powers);
        CPPUNIT_ASSERT_EQUAL(given.frames + 1, with->state().frames);
        // A single frame is multiplied by the window that is set now.
        course anew(c);
        auto first = anew.next(1);
        first.ends = { 1 };
        std::vector<float> out(c.out_bins());
        first.out = out.data();
        spectrum_executor compiled(c.request, taps, c.average.how, "fake:0");
        with->submit(first);
        with->wait_oldest();
        const auto got = out;
        compiled.submit(first);
        compiled.wait_oldest();
        for (std::size_t k = 0; k < out.size(); ++k)
            CPPUNIT_ASSERT_DOUBLES_EQUAL(1, got[k] / out[k], 1e-5);
    }

    void histograms_go_on_when_kernels_come()
    {
        const persistence_request what = { 24, 10, 16 };
        constexpr std::size_t FRAMES = 60, PERIOD = 12, CHANGE = 32;
        const auto x = noise((FRAMES - 1) * 10 + 24, 3);
        const auto run = [&](frame_executor& with, bool begins_on_host) {
            std::vector<std::vector<float>> given;
            for (std::size_t at = 0; at < FRAMES; at += 4) {
                if (begins_on_host && at == CHANGE) // inside of a histogram
                    wait_for_kernels(with);
                CPPUNIT_ASSERT_EQUAL(!begins_on_host || at >= CHANGE, with.has_kernels());
                spectrum_batch b;
                b.samples = &x[at * 10];
                b.frames = 4;
                b.is_fresh = at == 0;
                b.output.factor = 1e-3;
                b.output.lowest_db = -50;
                b.output.highest_db = 10;
                b.output.fade = 0.97;
                b.output.centered = true;
                given.emplace_back(24 * 16);
                b.out = given.back().data();
                if ((at + 4) % PERIOD == 0) {
                    b.ends = { 4 };
                    b.counts = { PERIOD };
                }
                while (!with.can_submit())
                    with.wait_oldest();
                with.submit(b);
            }
            while (with.wait_oldest().frames) {
            }
            given.push_back(with.state().powers);
            return given;
        };
        const auto taps = uneven_taps(24);
        persistence_executor compiled(what, taps, "fake:0");
        const auto expected = run(compiled, false);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        with =
            make_frames(what, taps, "fake:1", effort::estimate, startup::host_fallback);
        const auto got = run(*with, true);
        CPPUNIT_ASSERT_EQUAL(expected.size(), got.size());
        double all = 0;
        for (std::size_t i = 0; i < got.size(); ++i) {
            for (std::size_t k = 0; k < got[i].size(); ++k) {
                all += expected[i][k];
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of histogram {}", k, i),
                                       std::abs(got[i][k] - expected[i][k]) <=
                                           1e-5 * (1 + expected[i][k]));
            }
        }
        CPPUNIT_ASSERT(all > static_cast<double>(FRAMES * 24));
    }

    void quick_kernels_leave_the_host_nothing()
    {
        CPPUNIT_ASSERT(is_built_before_it_begins(
            [] { return begun(averaging_case(average::mean, 1)); }));
    }

    void gpus_begin_with_their_kernels()
    {
        control()->holds_builds = true;
        std::thread soon([] {
            std::this_thread::sleep_for(std::chrono::milliseconds(800));
            release();
        });
        const bool have =
            begun(averaging_case(average::mean, 1), "fake:0")->has_kernels();
        soon.join();
        CPPUNIT_ASSERT(have);
    }

    void bad_requests_are_refused_at_once()
    {
        const held_builds held;
        auto c = usual_case();
        c.window.pop_back();
        CPPUNIT_ASSERT_THROW(begun(c), plan_error);
        CPPUNIT_ASSERT_THROW(make_frames(persistence_request{ 16, 16, 1 },
                                         uneven_taps(16),
                                         "fake:1",
                                         effort::estimate,
                                         startup::host_fallback),
                             plan_error);
    }

    void a_late_failure_is_thrown_by_submissions()
    {
        const auto c = averaging_case(average::mean, 1000);
        course all(c);
        std::shared_ptr<frame_executor> with;
        const held_builds held;
        control()->unbuildable = 1000;
        with = begun(c);
        with->submit(all.next(3));
        with->wait_oldest();
        release();
        with->wait_for_kernels();
        CPPUNIT_ASSERT(!with->has_kernels());
        CPPUNIT_ASSERT_THROW(with->submit(all.next(3)), build_error);
        // Another device goes on from here.
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), with->in_flight());
        CPPUNIT_ASSERT_EQUAL(std::uint64_t(3), with->state().frames);
        control()->unbuildable = 1000;
        CPPUNIT_ASSERT_THROW(begun(c), build_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_host_fallback_frames);
