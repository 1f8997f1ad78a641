/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a persistence block runs, or the flowgraph is rewired: no frame is
// counted twice or lost, and what was counted fades as ever.
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/message_debug.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace {

constexpr int LENGTH = 8;
constexpr int HOP = 6; // so that frames share samples across submissions
constexpr int LEVELS = 12;
constexpr int SAMPLES = 30000;
constexpr double SAMP_RATE = 1e3;
constexpr double LATENCY_MS = 100; // some 16 frames a submission

//! "fake:0" and "fake:1", made once: the registry keeps a backend for good.
gpufft::fake_control& fake()
{
    using gpufft::testing::fake_gpu;
    static const auto control = gpufft::testing::add_fake_devices(
        { fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

struct course {
    const char* why;
    double decay_seconds;
    double rate;
};

const course COURSES[] = {
    { "one submission a histogram, and none is forgotten", 0, 20 },
    { "many submissions a histogram, which fade", 3, 0.7 },
};

gr::gpufft::persistence_c::sptr make_block(const course& c)
{
    return gr::gpufft::persistence_c::make(LENGTH,
                                           HOP,
                                           {},
                                           SAMP_RATE,
                                           -30,
                                           20,
                                           LEVELS,
                                           c.decay_seconds,
                                           "dbfs",
                                           true,
                                           c.rate,
                                           LATENCY_MS,
                                           "fake:0");
}

const std::vector<gr_complex>& noise()
{
    static const auto samples = [] {
        std::mt19937 random(1);
        std::normal_distribution<float> part;
        std::vector<gr_complex> made(SAMPLES);
        for (auto& x : made)
            x = gr_complex(part(random), part(random));
        return made;
    }();
    return samples;
}

struct flowgraph {
    gr::top_block_sptr graph = gr::make_top_block("qa_persistence_fallback");
    gr::blocks::vector_sink_f::sptr sink =
        gr::blocks::vector_sink_f::make(LEVELS * LENGTH);
    gr::blocks::message_debug::sptr heard = gr::blocks::message_debug::make();

    explicit flowgraph(const gr::gpufft::persistence_c::sptr& block)
    {
        const auto source = gr::blocks::vector_source_c::make(noise());
        source->set_max_output_buffer(2048); // what rewiring may lose
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->msg_connect(block, "status", heard, "store");
    }
};

void expect_same(const std::vector<float>& got,
                 const std::vector<float>& want,
                 const std::string& what)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(what, want.size(), got.size());
    for (std::size_t i = 0; i < want.size(); ++i)
        if (!(std::abs(got[i] - want[i]) <= 1e-4F * want[i]))
            CPPUNIT_FAIL(
                fmt::format("{}: count {}: {} is not {}", what, i, got[i], want[i]));
}

} // namespace

class qa_persistence_fallback : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_persistence_fallback);
    CPPUNIT_TEST(every_call_may_fail_and_no_count_is_lost);
    CPPUNIT_TEST(rewiring_counts_every_frame_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { fake().calls.clear(); }

private:
    static void check(
        const course& c, const char* call, int nth, bool is_twice, const flowgraph& want)
    {
        fake().calls.clear();
        const auto block = make_block(c);
        const flowgraph f(block);
        const int before = fake().calls.calls(call);
        int last = nth;
        if (is_twice)
            last = gpufft::testing::fail_twice(fake(), call, nth);
        else
            fake().calls.fail(call, nth);
        f.graph->run();
        const bool has_failed = fake().calls.calls(call) - before >= last;
        const auto what =
            fmt::format("{}: {} {}{}", c.why, call, nth, is_twice ? ", twice" : "");
        expect_same(f.sink->data(), want.sink->data(), what);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what,
                                     std::string(has_failed && is_twice
                                                     ? "fake:1 (second GPU)"
                                                     : "fake:0 (first GPU)"),
                                     block->device_name());
        CPPUNIT_ASSERT_MESSAGE(what, has_failed || nth > 1);
    }

    void every_call_may_fail_and_no_count_is_lost()
    {
        for (const auto& c : COURSES) {
            const flowgraph want(make_block(c));
            want.graph->run();
            CPPUNIT_ASSERT(want.sink->data().size() >= 2 * LEVELS * LENGTH);
            for (const char* call :
                 { "upload", "download", "launch", "record", "wait", "wait_for", "work" })
                for (const int nth : { 1, 2, 7, 40 }) // even ones twice
                    check(c, call, nth, nth % 2 == 0, want);
        }
    }

    // GNU Radio (3.10) empties all rings at unlock(), so samples and histograms are
    // missing; but each that comes has as many frames as it should have.
    static void rewiring_counts_every_frame_once()
    {
        const auto& c = COURSES[0];
        const flowgraph want(make_block(c));
        want.graph->run();
        fake().work_delay_us = 100;
        const flowgraph f(make_block(c));
        f.graph->start();
        for (int i = 0; i < 5; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
            f.graph->lock();
            f.graph->unlock();
        }
        f.graph->wait();
        fake().work_delay_us = 0;
        const auto got = frames_of(f), all = frames_of(want);
        CPPUNIT_ASSERT(got.size() > 5 && got.size() <= all.size());
        CPPUNIT_ASSERT(std::includes(all.begin(), all.end(), got.begin(), got.end()));
    }

    //! \return frames that each histogram that came out has; all its bins have as many
    static std::vector<float> frames_of(const flowgraph& f)
    {
        const auto& counts = f.sink->data();
        std::vector<float> frames;
        for (std::size_t i = 0; i < counts.size(); i += LEVELS * LENGTH) {
            float sums[LENGTH] = {};
            for (int j = 0; j < LEVELS * LENGTH; ++j)
                sums[j % LENGTH] += counts[i + j];
            for (const float sum : sums)
                CPPUNIT_ASSERT_EQUAL(sums[0], sum);
            frames.push_back(sums[0]);
        }
        return frames;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_persistence_fallback);
