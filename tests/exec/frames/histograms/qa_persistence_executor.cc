/* SPDX-License-Identifier: GPL-3.0-or-later */
// Frames counted into a histogram, submission by submission: every frame once, however
// they are cut; what fades, fades at the same frames; a histogram survives its device.
#include "device/interface/registry.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/judges/reference.h"
#include "support/refusal.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! "fake:0" works like a GPU (staging), "fake:1" like a CPU device (memory in place).
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

//! Frames of a stream, how they are cut, and when a histogram has been given out.
struct course {
    const char* why;
    persistence_request request;
    spectrum_output scale;
    std::size_t frames;
    std::vector<std::size_t> cuts; //!< frames of a submission, in turn
    std::size_t period;            //!< frames of a histogram
};

spectrum_output
scale(double factor, double lowest_db, double highest_db, bool centered, double fade = 1)
{
    spectrum_output o;
    o.factor = factor;
    o.lowest_db = lowest_db;
    o.highest_db = highest_db;
    o.centered = centered;
    o.fade = fade;
    return o;
}

const auto PLAIN = scale(1.0 / (24 * 24), -60, 20, false);
const auto FADING = scale(1.0 / (24 * 24), -60, 20, false, 0.97);

const course COURSES[] = {
    { "one frame a submission", { 24, 24, 16 }, PLAIN, 20, { 1 }, 20 },
    { "cuts of all sizes", { 24, 24, 16 }, PLAIN, 60, { 5, 1, 9, 2 }, 60 },
    { "overlap", { 24, 5, 16 }, PLAIN, 60, { 7 }, 20 },
    { "a gap between frames", { 24, 100, 16 }, PLAIN, 60, { 7 }, 60 },
    { "several taps a branch", { 24, 24, 16, 3 }, PLAIN, 60, { 5, 2 }, 30 },
    { "centred", { 24, 24, 7 }, scale(1e-3, -50, 10, true), 30, { 4, 3 }, 30 },
    { "fading, ends inside cuts", { 24, 12, 16 }, FADING, 64, { 5, 3 }, 8 },
    { "fading, ends inside other cuts", { 24, 12, 16 }, FADING, 64, { 1 }, 8 },
    { "fading, a histogram a frame", { 24, 24, 16 }, FADING, 20, { 4 }, 1 },
};

std::vector<complex32> samples_of(const course& c)
{
    return noise((c.frames - 1) * c.request.hop + c.request.frame_samples(), 3);
}

std::vector<float> taps_of(const course& c)
{
    std::vector<float> taps(c.request.frame_samples());
    for (std::size_t i = 0; i < taps.size(); ++i)
        taps[i] = 0.5F + static_cast<float>(i % 5) / 4;
    return taps;
}

//! Sends the frames from \p begin up to \p end, cut as the course says and where a
//! histogram ends; stops at the first error. \return frames that are counted
std::size_t send(persistence_executor& e,
                 const course& c,
                 const std::vector<complex32>& x,
                 std::size_t begin,
                 std::vector<float>* last)
{
    std::size_t sent = begin, done = begin;
    try {
        for (std::size_t i = 0; done < c.frames;) {
            if (sent < c.frames && e.can_submit()) {
                const auto in_period = sent % c.period;
                spectrum_batch b;
                b.samples = &x[sent * c.request.hop];
                b.frames = std::min({ c.cuts[i++ % c.cuts.size()],
                                      c.period - in_period,
                                      c.frames - sent });
                b.output = c.scale;
                b.is_fresh = sent == 0;
                b.out = last->data();
                if (in_period + b.frames == c.period) {
                    b.ends = { static_cast<std::uint32_t>(b.frames) };
                    b.counts = { c.period };
                }
                e.submit(b);
                sent += b.frames;
                continue;
            }
            done += e.wait_oldest().frames;
        }
    } catch (const device_error&) {
        // Submissions in flight are abandoned.
    }
    return done;
}

std::vector<float> histogram(const course& c, const std::string& device)
{
    persistence_executor e(c.request, taps_of(c), device, 3);
    std::vector<float> out(c.request.length * c.request.levels, NAN);
    const auto x = samples_of(c);
    CPPUNIT_ASSERT_EQUAL(c.frames, send(e, c, x, 0, &out));
    CPPUNIT_ASSERT(out == e.state().powers);
    CPPUNIT_ASSERT_EQUAL(std::uint64_t(c.period), e.state().frames);
    return out;
}

//! A batch of all frames of a first histogram, which goes nowhere.
spectrum_batch one_batch(const std::vector<complex32>& x,
                         std::size_t frames,
                         const spectrum_output& output)
{
    spectrum_batch b;
    b.samples = x.data();
    b.frames = frames;
    b.is_fresh = true;
    b.ends = { static_cast<std::uint32_t>(frames) };
    b.counts = { frames };
    b.output = output;
    return b;
}

//! The histogram as the definition says, in double; heights next to a border of levels
//! count half on either side.
std::vector<double> expected(const course& c)
{
    const auto x = samples_of(c);
    const auto taps = taps_of(c);
    const auto length = static_cast<std::size_t>(c.request.length);
    const auto& s = c.scale;
    std::vector<double> h(length * c.request.levels);
    for (std::size_t frame = 0; frame < c.frames; ++frame) {
        if (frame && frame % c.period == 0)
            for (auto& count : h)
                count *= std::pow(s.fade, c.period);
        const auto begin = x.begin() + frame * c.request.hop;
        const std::vector<complex32> points(begin, begin + c.request.frame_samples());
        transform row(c.request.length);
        row.windowed = true;
        row.taps_per_branch = c.request.taps_per_branch;
        const auto spectrum = reference_rows(row, points, taps);
        for (std::size_t bin = 0; bin < length; ++bin) {
            const double db = 10 * std::log10(std::norm(spectrum[bin]) * s.factor);
            const double height =
                (db - s.lowest_db) / (s.highest_db - s.lowest_db) * c.request.levels;
            const auto place = s.centered ? (bin + length / 2) % length : bin;
            for (const double shift : { -1e-4, 1e-4 }) {
                const auto level =
                    std::clamp(height + shift, 0.0, c.request.levels - 1.0);
                h[static_cast<std::size_t>(level) * length + place] += 0.5;
            }
        }
    }
    return h;
}

} // namespace

class qa_persistence_executor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_persistence_executor);
    CPPUNIT_TEST(counts_every_frame_as_defined);
    CPPUNIT_TEST(a_histogram_survives_its_device);
    CPPUNIT_TEST(what_nobody_waited_for_is_not_in_the_state);
    CPPUNIT_TEST(a_window_holds_from_the_next_submission_on);
    CPPUNIT_TEST(a_frame_that_is_not_finite_counts_nowhere);
    CPPUNIT_TEST(says_what_is_wrong_with_a_request);
    CPPUNIT_TEST(gives_all_memory_back);
    CPPUNIT_TEST(slots_are_renewed_where_there_is_no_room_for_more);
    CPPUNIT_TEST(slots_that_could_not_be_renewed_are_tried_again);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

private:
    static void expect_equal(const std::vector<float>& got,
                             const std::vector<double>& want,
                             const std::string& request)
    {
        for (std::size_t i = 0; i < want.size(); ++i)
            if (!(std::abs(got[i] - want[i]) <= 1e-5 * (1 + want[i])))
                CPPUNIT_FAIL(fmt::format(
                    "{}: count {}: {} is not {}", request, i, got[i], want[i]));
    }

    void counts_every_frame_as_defined()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            control()->work_delay_us = 20;
            for (const auto& c : COURSES)
                expect_equal(histogram(c, device),
                             expected(c),
                             fmt::format("{} on {}", c.why, device));
        }
        expect_equal(histogram(COURSES[5], "auto"), expected(COURSES[5]), "auto");
    }

    // Each call fails once, in turn; another device goes on from the frames that were
    // waited for.
    void a_histogram_survives_its_device()
    {
        expect_survival(COURSES[5], "fake:0", "fake:1");
        for (const std::size_t course : { 1, 5, 6 })
            expect_survival(COURSES[course], "fake:1", "fake:0");
    }

    static void
    expect_survival(const course& c, const std::string& one, const std::string& other)
    {
        const auto x = samples_of(c);
        const auto want = expected(c);
        int failures = 0;
        for (const char* call : { "upload",
                                  "launch",
                                  "record",
                                  "wait",
                                  "work",
                                  "download",
                                  "make_buffer",
                                  "wait_for" }) {
            for (int nth = 1; nth < 20; nth += 3) {
                control()->calls.clear();
                persistence_executor first(c.request, taps_of(c), one, 3);
                control()->calls.fail(call, nth);
                std::vector<float> out(want.size());
                const auto done = send(first, c, x, 0, &out);
                control()->calls.clear();
                if (done < c.frames) {
                    ++failures;
                    persistence_executor second(c.request, taps_of(c), other, 3);
                    second.set_state(first.state());
                    CPPUNIT_ASSERT_EQUAL(c.frames, send(second, c, x, done, &out));
                }
                expect_equal(out, want, fmt::format("{} {} on {}", call, nth, one));
            }
        }
        CPPUNIT_ASSERT(failures > 20);
    }

    // What is in flight when a flowgraph stops is computed again, though it may have been
    // counted.
    void what_nobody_waited_for_is_not_in_the_state()
    {
        auto c = COURSES[1];
        c.frames = 12;
        const auto x = samples_of(c);
        for (const char* device : { "fake:0", "fake:1", "auto" }) {
            persistence_executor e(c.request, taps_of(c), device, 3);
            std::size_t sent = 0;
            for (float frames = 0; static_cast<std::size_t>(frames) < c.frames;
                 frames += 4) {
                for (; sent < c.frames && e.can_submit(); sent += 4) {
                    auto b = one_batch(x, 4, c.scale);
                    b.samples = &x[sent * c.request.hop];
                    b.ends.clear();
                    b.is_fresh = sent == 0;
                    e.submit(b);
                }
                const auto h = e.state().powers;
                CPPUNIT_ASSERT_EQUAL_MESSAGE(device,
                                             frames *
                                                 static_cast<float>(c.request.length),
                                             std::accumulate(h.begin(), h.end(), 0.0F));
                e.wait_oldest();
            }
            auto all = c;
            all.period = c.frames;
            expect_equal(e.state().powers, expected(all), device);
        }
    }

    void a_window_holds_from_the_next_submission_on()
    {
        const persistence_request request = { 8, 8, 4 };
        // Power 64, 18 dB, in all bins of an impulse; a quarter of the taps: 12 dB less.
        std::vector<complex32> x(8);
        x[3] = 8;
        persistence_executor e(request, std::vector<float>(8, 1), "fake:0", 2);
        std::vector<float> before(32), after(32);
        control()->work_delay_us = 1000;
        auto b = one_batch(x, 1, scale(1, 0, 24, false));
        b.out = before.data();
        e.submit(b);
        e.set_window(std::vector<float>(8, 0.25F));
        b.is_fresh = false;
        b.out = after.data();
        e.submit(b);
        while (e.wait_oldest().frames) {
        }
        for (int bin = 0; bin < 8; ++bin) {
            CPPUNIT_ASSERT_EQUAL(1.0F, before[3 * 8 + bin]);
            CPPUNIT_ASSERT_EQUAL(0.0F, before[1 * 8 + bin]);
            CPPUNIT_ASSERT_EQUAL(1.0F, after[3 * 8 + bin]);
            CPPUNIT_ASSERT_EQUAL(1.0F, after[1 * 8 + bin]);
        }
    }

    void a_frame_that_is_not_finite_counts_nowhere()
    {
        const persistence_request request = { 16, 16, 10 };
        auto x = noise(16 * 5, 4);
        x[17] = NAN;
        x[40] = complex32(0, INFINITY);
        for (const char* device : { "fake:0", "auto" }) {
            persistence_executor e(request, std::vector<float>(16, 1), device, 2);
            e.submit(one_batch(x, 5, PLAIN));
            CPPUNIT_ASSERT_EQUAL(std::size_t(5), e.wait_oldest().frames);
            const auto h = e.state().powers;
            for (int bin = 0; bin < 16; ++bin) {
                float sum = 0;
                for (int level = 0; level < 10; ++level)
                    sum += h[level * 16 + bin];
                CPPUNIT_ASSERT_EQUAL(3.0F, sum);
            }
        }
    }

    void says_what_is_wrong_with_a_request()
    {
        const std::vector<float> taps(16, 1);
        expect_refusal("levels must be 2 .. 4096, got 1; 256 is usual", [&] {
            persistence_executor({ 16, 16, 1 }, taps, "fake:0");
        });
        expect_refusal("the window has 16 taps and frames have 8 samples; give 8 taps",
                       [&] {
                           persistence_executor({ 8, 8, 4 }, taps, "fake:0");
                       });
    }

    void gives_all_memory_back()
    {
        const auto before = control()->live_buffers.load();
        for (const char* device : { "fake:0", "fake:1" }) {
            control()->work_delay_us = 500;
            const auto x = noise(16 * 4, 4);
            persistence_executor e({ 16, 16, 8 }, std::vector<float>(16, 1), device, 3);
            e.submit(one_batch(x, 4, PLAIN));
            e.submit(one_batch(x, 4, PLAIN));
            CPPUNIT_ASSERT(control()->live_buffers > before);
        }
        CPPUNIT_ASSERT_EQUAL(before, control()->live_buffers.load());
    }

    //! All of a course, from a fresh histogram on.
    static void expect_course(persistence_executor& e, const course& c)
    {
        std::vector<float> out(c.request.length * c.request.levels);
        CPPUNIT_ASSERT_EQUAL(c.frames, send(e, c, samples_of(c), 0, &out));
        expect_equal(out, expected(c), c.why);
    }

    void slots_are_renewed_where_there_is_no_room_for_more()
    {
        const auto& c = COURSES[0];
        persistence_executor e(c.request, taps_of(c), "fake:0", 3);
        const int without = control()->live_buffers;
        expect_course(e, c);
        CPPUNIT_ASSERT(control()->live_buffers > without);
        control()->most_buffers = control()->live_buffers.load();
        CPPUNIT_ASSERT_NO_THROW(e.renew_slots());
        CPPUNIT_ASSERT_EQUAL(without, control()->live_buffers.load());
        control()->most_buffers = std::numeric_limits<int>::max();
        expect_course(e, c);
    }

    void slots_that_could_not_be_renewed_are_tried_again()
    {
        const auto& c = COURSES[0];
        persistence_executor e(c.request, taps_of(c), "fake:0", 3);
        for (int nth = 1; nth <= 6; ++nth) {
            control()->calls.fail("make_buffer", nth);
            CPPUNIT_ASSERT_THROW(e.renew_slots(), device_error);
            CPPUNIT_ASSERT_EQUAL(std::size_t(3), e.depth());
            expect_course(e, c);
        }
        control()->most_buffers = 0;
        CPPUNIT_ASSERT_THROW(e.renew_slots(), device_error);
        const std::vector<complex32> x(c.request.length);
        CPPUNIT_ASSERT_THROW(e.submit(one_batch(x, 1, PLAIN)), device_error);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), e.in_flight());
        control()->most_buffers = std::numeric_limits<int>::max();
        expect_course(e, c);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_persistence_executor);
