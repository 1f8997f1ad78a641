/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a spectrum block runs: it goes on with it, or with another one,
// from the first frame that is not finished, with the average that was under way.
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/message_debug.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

constexpr int LENGTH = 8;
constexpr int HOP = 6; // so that frames share samples across submissions
constexpr int SAMPLES = 60000;
constexpr double SAMP_RATE = 1e3;
constexpr double LATENCY_MS = 1e3; // 40 frames a submission, 250 submissions

//! "fake:0" and "fake:1", made once: the registry keeps a backend for good.
gpufft::fake_control& fake()
{
    using gpufft::testing::fake_gpu;
    static const auto control = gpufft::testing::add_fake_devices(
        { fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

struct averaging {
    const char* how;
    int frames;
};

// Averages that end within submissions, that go on for many of them, and for ever.
const averaging AVERAGINGS[] = { { "mean", 1 }, { "mean", 7 }, { "mean", 1000 },
                                 { "max", 0 },  { "min", 50 }, { "exponential", 3 } };

gr::gpufft::spectrum_c::sptr make_block(const averaging& a)
{
    return gr::gpufft::spectrum_c::make(LENGTH,
                                        HOP,
                                        {},
                                        SAMP_RATE,
                                        a.how,
                                        a.frames,
                                        1.0,
                                        "power",
                                        true,
                                        0,
                                        0,
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
    gr::top_block_sptr graph = gr::make_top_block("qa_spectrum_fallback");
    gr::blocks::vector_sink_f::sptr sink = gr::blocks::vector_sink_f::make(LENGTH);
    gr::blocks::message_debug::sptr heard = gr::blocks::message_debug::make();

    explicit flowgraph(const gr::gpufft::spectrum_c::sptr& block)
    {
        std::vector<gr::tag_t> tags(SAMPLES / 500);
        for (std::size_t i = 0; i < tags.size(); ++i) {
            tags[i].offset = i * 500;
            tags[i].key = pmt::intern("at");
            tags[i].value = pmt::from_long(static_cast<long>(i));
        }
        auto source = gr::blocks::vector_source_c::make(noise(), false, 1, tags);
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->msg_connect(block, "status", heard, "store");
    }

    std::string event(std::size_t message) const
    {
        return pmt::symbol_to_string(pmt::dict_ref(
            heard->get_message(message), pmt::intern("event"), pmt::intern("none")));
    }
};

bool is_near(const std::vector<float>& a, const std::vector<float>& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(std::abs(a[i] - b[i]) <= 1e-4F * std::abs(b[i]) + 1e-6F))
            return false;
    return true;
}

bool has_same_tags(const std::vector<gr::tag_t>& a, const std::vector<gr::tag_t>& b)
{
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
            return x.offset == y.offset && pmt::equal(x.value, y.value);
        });
}

class qa_spectrum_fallback : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_fallback);
    CPPUNIT_TEST(every_call_may_fail_and_no_frame_is_lost);
    CPPUNIT_TEST(without_another_device_the_stream_ends_after_right_averages);
    CPPUNIT_TEST(a_hop_that_no_kernel_can_be_built_for_leaves_the_old_one);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { fake().calls.clear(); }

private:
    void check(const averaging& a,
               const char* call,
               int nth,
               bool is_twice,
               const flowgraph& want)
    {
        fake().calls.clear();
        const auto block = make_block(a);
        flowgraph f(block);
        const int before = fake().calls.calls(call);
        int last = nth;
        if (is_twice)
            last = gpufft::testing::fail_twice(fake(), call, nth);
        else
            fake().calls.fail(call, nth);
        f.graph->run();
        const bool has_failed = fake().calls.calls(call) - before >= last;
        const bool is_lost = is_twice && has_failed;
        const auto what = fmt::format("{} of {}: {}, {} of the run{}{}",
                                      a.how,
                                      a.frames,
                                      call,
                                      nth,
                                      is_twice ? ", twice" : "",
                                      has_failed ? "" : ", not reached");
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what, want.sink->data().size(), f.sink->data().size());
        CPPUNIT_ASSERT_MESSAGE(what, is_near(f.sink->data(), want.sink->data()));
        CPPUNIT_ASSERT_MESSAGE(what, has_same_tags(f.sink->tags(), want.sink->tags()));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what, std::size_t(is_lost ? 2 : 1), f.heard->num_messages());
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what,
            std::string(is_lost ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
            block->device_name());
        if (is_lost)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::string("fallback"), f.event(1));
        // Averages that are carried over alone wait for one another.
        const bool may_not_come = nth > 1 || call == std::string("wait_for");
        CPPUNIT_ASSERT_MESSAGE(what, has_failed || may_not_come);
    }

public:
    void every_call_may_fail_and_no_frame_is_lost()
    {
        for (const auto& a : AVERAGINGS) {
            const flowgraph want(make_block(a));
            want.graph->run();
            const std::size_t frames = (SAMPLES - LENGTH) / HOP + 1;
            CPPUNIT_ASSERT_EQUAL(frames / std::max(1, a.frames) * LENGTH,
                                 want.sink->data().size());
            for (const char* call : { "make_buffer",
                                      "upload",
                                      "download",
                                      "launch",
                                      "record",
                                      "wait",
                                      "wait_for",
                                      "work" })
                for (const int nth : { 1, 2, 7, 40 }) // even ones twice
                    check(a, call, nth, nth % 2 == 0, want);
        }
    }

    void without_another_device_the_stream_ends_after_right_averages()
    {
        const averaging a = { "mean", 7 };
        const flowgraph want(make_block(a));
        want.graph->run();
        const auto block = make_block(a);
        flowgraph f(block);
        gpufft::testing::fail_twice(fake(), "launch", 20);
        fake().calls.fail("build", 1); // of the second device
        f.graph->run();
        auto first = want.sink->data();
        CPPUNIT_ASSERT(f.sink->data().size() < first.size());
        first.resize(f.sink->data().size());
        CPPUNIT_ASSERT(is_near(f.sink->data(), first));
        CPPUNIT_ASSERT_EQUAL(std::string("failed"), f.event(f.heard->num_messages() - 1));
    }

    void a_hop_that_no_kernel_can_be_built_for_leaves_the_old_one()
    {
        const auto block = make_block({ "mean", 1 });
        fake().calls.fail("build");
        CPPUNIT_ASSERT_THROW(block->set_hop(5), std::runtime_error);
        CPPUNIT_ASSERT_EQUAL(HOP, block->hop());
        fake().calls.clear();
        block->set_hop(5);
        CPPUNIT_ASSERT_EQUAL(5, block->hop());
        flowgraph f(block);
        f.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::size_t((SAMPLES - LENGTH) / 5 + 1) * LENGTH,
                             f.sink->data().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_fallback);

} // namespace
