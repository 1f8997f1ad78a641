/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while channels run, at every call in turn: it tries once more, then goes
// on with another, and no sample is lost, nor the samples before it.
#include "blocks/failing_calls.h"
#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/channels.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 8000;
constexpr int RING_ITEMS = 512; // two blocks of samples: there are many calls
constexpr std::size_t STREAMS = 3;
constexpr double RATES[STREAMS] = { 400, 400, 250 };

gpufft::fake_control& fake()
{
    static const auto control =
        add_fake_devices({ fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

gr_complex sample(int n)
{
    return { static_cast<float>(n % 17), static_cast<float>(n % 5) };
}

struct receiving {
    gr::gpufft::channels::sptr block =
        gr::gpufft::channels::make(1000, 0, 10, STREAMS, { 400, 250 }, 0.24, 4, "fake:0");
    std::array<std::vector<gr_complex>, STREAMS> outputs;

    // Before anything is to fail: kernels are tested as channels are added.
    receiving()
    {
        for (std::size_t i = 0; i < STREAMS; ++i)
            block->add_channel(fmt::format("{}", i),
                               100.5 * static_cast<double>(i) - 123,
                               RATES[i],
                               0,
                               0,
                               5,
                               static_cast<int>(i));
    }

    void run()
    {
        std::vector<gr_complex> x;
        for (int n = 0; n < SAMPLES; ++n)
            x.push_back(sample(n));
        auto source = gr::blocks::vector_source_c::make(x);
        source->set_max_output_buffer(RING_ITEMS);
        auto graph = gr::make_top_block("qa_channels_failure");
        graph->connect(source, 0, block, 0);
        std::array<gr::blocks::vector_sink_c::sptr, STREAMS> sinks;
        for (std::size_t i = 0; i < STREAMS; ++i) {
            sinks[i] = gr::blocks::vector_sink_c::make();
            graph->connect(block, static_cast<int>(i), sinks[i], 0);
        }
        graph->run();
        for (std::size_t i = 0; i < STREAMS; ++i)
            outputs[i] = sinks[i]->data();
    }
};

} // namespace

class qa_channels_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_channels_failure);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST_SUITE_END();

    //! What comes out where nothing fails.
    static const receiving& undisturbed()
    {
        static const auto& result = *[] {
            fake().calls.clear();
            auto* run = new receiving;
            run->run();
            return run;
        }();
        return result;
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        const auto& want = undisturbed();
        at_each_failing_call(
            fake(),
            { 1, 2, 3, 5, 8 },
            [] { return receiving(); },
            [&](auto& r, const std::string& what) {
                for (std::size_t i = 0; i < STREAMS; ++i) {
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        what, want.outputs[i].size(), r.outputs[i].size());
                    CPPUNIT_ASSERT_MESSAGE(what, !r.outputs[i].empty());
                    for (std::size_t o = 0; o < r.outputs[i].size(); ++o)
                        CPPUNIT_ASSERT_MESSAGE(
                            what, std::abs(r.outputs[i][o] - want.outputs[i][o]) < 1e-4F);
                }
            });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_channels_failure);
