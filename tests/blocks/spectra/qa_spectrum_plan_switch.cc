/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans change while a spectrum block runs at full speed on $GPUFFT_DEVICE: no frame may
// be missing, counted twice or in another average. Wisdom comes from the test.
#include "blocks/running/running_blocks.h"
#include "support/transforms/wisdom_entries.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/whole_plans.h"
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

using gpufft::testing::know;
using gr::gpufft::running_blocks::users;

namespace {

constexpr int LENGTH = 512;
constexpr int FRAMES = 3; // of an average
constexpr std::int64_t FEWEST_SAMPLES = 20000 * LENGTH;
const auto TOO_LONG = std::chrono::seconds(300);
constexpr double BOUND = 1e-4; // neighbouring averages differ by a good 0.5 %

double height(std::int64_t frame) { return static_cast<double>(1 + frame % 997); }

//! The i-th frame is an impulse of height(i).
class impulses : public gr::sync_block
{
public:
    std::atomic<bool> ends{ false };
    std::atomic<std::int64_t> samples{ 0 };

    impulses()
        : gr::sync_block("impulses",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, sizeof(gr_complex)))
    {
    }
    int work(int count, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (ends && samples >= FEWEST_SAMPLES)
            return WORK_DONE;
        auto* at = static_cast<gr_complex*>(out[0]);
        for (int i = 0; i < count; ++i, ++samples) {
            const std::int64_t now = samples;
            at[i] = now % LENGTH ? 0 : static_cast<float>(height(now / LENGTH));
        }
        return count;
    }
};

//! Each bin holds the mean of the heights' squares.
class flat_spectra : public gr::sync_block
{
public:
    std::atomic<std::int64_t> items{ 0 };
    std::atomic<std::int64_t> wrong{ 0 };

    flat_spectra()
        : gr::sync_block("flat_spectra",
                         gr::io_signature::make(1, 1, LENGTH * sizeof(float)),
                         gr::io_signature::make(0, 0, 0))
    {
    }
    int work(int count, gr_vector_const_void_star& in, gr_vector_void_star&) override
    {
        const auto* at = static_cast<const float*>(in[0]);
        for (int i = 0; i < count; ++i, ++items) {
            double want = 0;
            for (int f = 0; f < FRAMES; ++f)
                want += std::pow(height(FRAMES * items + f) / LENGTH, 2) / FRAMES;
            bool is_right = true;
            for (int k = 0; k < LENGTH; ++k)
                is_right = is_right && std::abs(*at++ / want - 1) < BOUND;
            wrong += !is_right;
        }
        return count;
    }
};

} // namespace

class qa_spectrum_plan_switch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_plan_switch);
    CPPUNIT_TEST(no_frame_is_lost_or_moved);
    CPPUNIT_TEST_SUITE_END();

public:
    void no_frame_is_lost_or_moved()
    {
        boost::filesystem::remove(gpufft::wisdom_store::of_user().file().path());
        const auto spectrum = gr::gpufft::spectrum_c::make(
            LENGTH, LENGTH, {}, 1e6, "mean", FRAMES, 0, "power");
        const auto source = gnuradio::make_block_sptr<impulses>();
        const auto sink = gnuradio::make_block_sptr<flat_spectra>();
        const auto graph = gr::make_top_block("qa_spectrum_change_over");
        graph->connect(source, 0, spectrum, 0);
        graph->connect(spectrum, 0, sink, 0);
        graph->start();

        const auto began = std::chrono::steady_clock::now();
        const auto wait_for = [&](auto&& is_so) {
            while (!is_so() && std::chrono::steady_clock::now() - began < TOO_LONG)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        wait_for([&] { return sink->items > 0; });
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), users().size());
        const auto running = users().front();
        const auto on = running->on();
        CPPUNIT_ASSERT_EQUAL(std::int64_t(LENGTH), running->request().shape[0].length);
        CPPUNIT_ASSERT(!running->plan_switch()); // nothing is known
        int changes = 0, when_s = 0;
        auto plans = gpufft::whole_plans(gpufft::transform(LENGTH), on->info().limits);
        // A device of narrow vectors has few whole plans: other stages are tried as well.
        for (auto& p : gpufft::first_candidates(plans.front(), 3))
            plans.push_back(std::move(p));
        for (const auto& p : plans) {
            know(on->info(), p, ++when_s);
            if (!running->plan_switch())
                continue; // its settings do not suit, or are those in use
            ++changes;
            // Until the new plan is in use, there is something to switch to.
            wait_for([&] { return !running->plan_switch(); });
            const std::int64_t then = source->samples;
            wait_for([&] { return sink->items * FRAMES * LENGTH > then; });
        }
        source->ends = true;
        graph->wait();
        CPPUNIT_ASSERT(changes > 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), sink->wrong.load());
        CPPUNIT_ASSERT_EQUAL(source->samples / LENGTH / FRAMES, sink->items.load());
        CPPUNIT_ASSERT(users().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_plan_switch);
