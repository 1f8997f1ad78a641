/* SPDX-License-Identifier: GPL-3.0-or-later */
// Batches of long frames that follow one another: what both have need is copied within a
// GPU, and the host's memory of it is not looked at again.
#include "exec/frames/histograms/persistence_executor.h"
#include "support/devices/fake_spectra.h"
#include <gpufft/error.h>
#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using sample = std::complex<float>;

constexpr std::int64_t LENGTH = 8192, TAPS = 8;
constexpr std::size_t SHARED = (TAPS - 1) * LENGTH; // samples
constexpr std::size_t FRAMES = 24;

std::vector<sample> stream()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> part(-1, 1);
    std::vector<sample> all(SHARED + FRAMES * LENGTH);
    for (auto& each : all) {
        const float real = part(random);
        each = { real, part(random) };
    }
    return all;
}

spectrum_request request()
{
    spectrum_request r;
    r.length = r.hop = LENGTH;
    r.taps_per_branch = TAPS;
    return r;
}

//! An executor, and its batches' samples, each in memory of its own.
class run_of_batches
{
public:
    run_of_batches(const std::string& device, const std::vector<sample>& samples)
        : d_samples(samples),
          d_with(request(), uneven_taps(LENGTH * TAPS), average::mean, device),
          d_out(FRAMES * LENGTH)
    {
    }

    //! Sends \p frames more. \param spoiled  what it has in common with those before is
    //! not a number on the host
    void send(std::size_t frames, bool follows, bool spoiled)
    {
        if (!d_with.can_submit())
            d_with.wait_oldest();
        const auto* begin = d_samples.data() + d_sent * LENGTH;
        d_own.emplace_back(begin, begin + SHARED + frames * LENGTH);
        const auto nan = std::numeric_limits<float>::quiet_NaN();
        if (spoiled)
            std::fill_n(d_own.back().begin(), SHARED, sample(nan, nan));
        spectrum_batch b;
        b.samples = d_own.back().data();
        b.frames = frames;
        b.follows = follows;
        for (std::uint32_t end = 1; end <= frames; ++end) {
            b.ends.push_back(end);
            b.counts.push_back(1);
        }
        b.out = d_out.data() + d_sent * LENGTH;
        d_with.submit(b);
        d_sent += frames;
    }

    void wait_all()
    {
        while (d_with.in_flight())
            d_with.wait_oldest();
    }

    spectrum_executor& with() { return d_with; }
    std::size_t sent() const { return d_sent; }
    std::vector<float> powers()
    {
        wait_all();
        return { d_out.begin(),
                 d_out.begin() + static_cast<std::ptrdiff_t>(d_sent * LENGTH) };
    }

private:
    const std::vector<sample>& d_samples;
    std::deque<std::vector<sample>> d_own; // before what reads it
    spectrum_executor d_with;
    std::vector<float> d_out;
    std::size_t d_sent = 0;
};

void expect_same(const std::vector<float>& want, const std::vector<float>& got)
{
    CPPUNIT_ASSERT(want.size() >= got.size() && !got.empty());
    CPPUNIT_ASSERT(std::memcmp(want.data(), got.data(), got.size() * sizeof(float)) == 0);
}

} // namespace

class qa_batches_that_follow : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_batches_that_follow);
    CPPUNIT_TEST(what_both_have_comes_from_the_device);
    CPPUNIT_TEST(a_cpu_device_takes_all_from_where_it_is);
    CPPUNIT_TEST(a_batch_that_failed_is_followed_by_none);
    CPPUNIT_TEST(nor_are_slots_that_are_gone);
    CPPUNIT_TEST(frames_of_a_histogram_follow_as_well);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(*control());
        d_samples = stream();
        run_of_batches each_alone("fake:0", d_samples);
        for (std::size_t i = 0; i < FRAMES; i += 4)
            each_alone.send(4, false, false);
        d_expected = each_alone.powers();
    }

private:
    void what_both_have_comes_from_the_device()
    {
        control()->work_delay_us = 100; // so that several are in flight
        run_of_batches run("fake:0", d_samples);
        run.send(2, false, false);
        for (const std::size_t frames : { 3, 1, 5, 2, 2, 4, 1, 1, 3 })
            run.send(frames, true, true);
        expect_same(d_expected, run.powers());
        CPPUNIT_ASSERT_EQUAL(FRAMES, run.sent());
    }

    void a_cpu_device_takes_all_from_where_it_is()
    {
        run_of_batches run("fake:1", d_samples), alone("fake:1", d_samples);
        for (const std::size_t frames : { 2, 1, 1 }) {
            run.send(frames, true, false);
            alone.send(frames, false, false);
        }
        expect_same(alone.powers(), run.powers());
    }

    void a_batch_that_failed_is_followed_by_none()
    {
        for (const char* call : { "upload", "copy", "launch" }) {
            run_of_batches run("fake:0", d_samples);
            run.send(2, false, false);
            run.wait_all();
            control()->calls.clear();
            control()->calls.fail(call, 1);
            CPPUNIT_ASSERT_THROW_MESSAGE(call, run.send(2, true, true), device_error);
            forget_orders(*control());
            run.send(2, true, false); // of which nothing is there
            run.send(3, true, true);
            expect_same(d_expected, run.powers());
        }
    }

    void nor_are_slots_that_are_gone()
    {
        run_of_batches run("fake:0", d_samples);
        run.send(2, false, false);
        run.wait_all();
        run.with().renew_slots();
        run.send(2, true, false);
        run.send(2, true, true);
        expect_same(d_expected, run.powers());
    }

    //! Counts of all frames, in batches that follow where \p follow says so.
    std::vector<float> histogram(bool follow) const
    {
        constexpr std::size_t LEVELS = 16, BATCH = 4;
        persistence_request request;
        request.length = request.hop = LENGTH;
        request.levels = LEVELS;
        request.taps_per_branch = TAPS;
        std::deque<std::vector<sample>> own;
        std::vector<float> out(LEVELS * LENGTH);
        persistence_executor with(request, uneven_taps(LENGTH * TAPS), "fake:0");
        for (std::size_t sent = 0; sent < FRAMES; sent += BATCH) {
            if (!with.can_submit())
                with.wait_oldest();
            const auto* begin = d_samples.data() + sent * LENGTH;
            own.emplace_back(begin, begin + SHARED + BATCH * LENGTH);
            const auto nan = std::numeric_limits<float>::quiet_NaN();
            if (follow && sent > 0)
                std::fill_n(own.back().begin(), SHARED, sample(nan, nan));
            spectrum_batch b;
            b.samples = own.back().data();
            b.frames = BATCH;
            b.follows = follow;
            if (sent + BATCH == FRAMES) {
                b.ends = { BATCH };
                b.counts = { FRAMES };
            }
            b.output.factor = 1.0 / (double(LENGTH) * double(LENGTH));
            b.output.lowest_db = -60;
            b.output.highest_db = 20;
            b.out = out.data();
            with.submit(b);
        }
        while (with.in_flight())
            with.wait_oldest();
        return out;
    }

    void frames_of_a_histogram_follow_as_well()
    {
        control()->work_delay_us = 100;
        const auto want = histogram(false);
        CPPUNIT_ASSERT(
            std::any_of(want.begin(), want.end(), [](float count) { return count > 0; }));
        expect_same(want, histogram(true));
    }

    std::vector<sample> d_samples;
    std::vector<float> d_expected;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_batches_that_follow);
