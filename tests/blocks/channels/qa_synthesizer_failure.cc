/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a synthesizer runs, at every call in turn: it tries once more,
// then goes on with another, and no sample is lost, nor the items before it.
#include "blocks/failing_calls.h"
#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/pfb_synthesizer_ccf.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace gpufft::testing;

constexpr int ITEMS = 6000;
constexpr int RING_ITEMS = 4096;
constexpr int CHANNELS = 4;
constexpr int STREAMS = 2; // that come in, for channels 0 and 2
const std::vector<int> MAP = { 0, 2 };
const std::vector<float> TAPS = { 1, 2, 0, -1, 3, 1, 1, -2, 1 };

gpufft::fake_control& fake()
{
    static const auto control =
        add_fake_devices({ fake_gpu("first GPU"), fake_gpu("second GPU") });
    return *control;
}

gr_complex sample(int item, int stream)
{
    return { static_cast<float>((item + 3 * stream) % 17), static_cast<float>(item % 5) };
}

//! Quarters of a turn, forwards.
gr_complex turned(gr_complex x, int quarters)
{
    for (; quarters % 4 != 0; --quarters)
        x = { -x.imag(), x.real() };
    return x;
}

gr_complex expected(int t)
{
    gr_complex sum = 0;
    for (int item = t / CHANNELS; item >= 0; --item) {
        const auto tap = static_cast<std::size_t>(t - item * CHANNELS);
        if (tap >= TAPS.size())
            break;
        for (int i = 0; i < STREAMS; ++i) {
            const int eighths = (t + CHANNELS) * MAP[static_cast<std::size_t>(i)];
            sum += turned(TAPS[tap] * sample(item, i), eighths / 2);
        }
    }
    return sum;
}

int right_outputs(const std::vector<gr_complex>& y)
{
    int right = 0;
    while (right < static_cast<int>(y.size()) &&
           std::abs(y[static_cast<std::size_t>(right)] - expected(right)) < 1e-3F)
        ++right;
    return right;
}

struct synthesizing {
    gr::gpufft::pfb_synthesizer_ccf::sptr block =
        gr::gpufft::pfb_synthesizer_ccf::make(CHANNELS, TAPS, true, 1, "fake:0");
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make();

    void run()
    {
        block->set_channel_map(MAP);
        block->set_max_output_buffer(RING_ITEMS);
        auto graph = gr::make_top_block("qa_synthesizer_failure");
        for (int i = 0; i < STREAMS; ++i) {
            std::vector<gr_complex> x;
            for (int item = 0; item < ITEMS; ++item)
                x.push_back(sample(item, i));
            auto source = gr::blocks::vector_source_c::make(x);
            source->set_max_output_buffer(RING_ITEMS);
            graph->connect(source, 0, block, i);
        }
        graph->connect(block, 0, sink, 0);
        graph->run();
    }
};

} // namespace

class qa_synthesizer_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_synthesizer_failure);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST_SUITE_END();

    void every_call_may_fail_and_nothing_is_lost()
    {
        at_each_failing_call(
            fake(),
            { 1, 2, 5 },
            [] { return synthesizing(); },
            [](auto& c, const std::string& what) {
                const auto y = c.sink->data();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    what, std::size_t(ITEMS * CHANNELS), y.size());
                CPPUNIT_ASSERT_EQUAL_MESSAGE(what, ITEMS * CHANNELS, right_outputs(y));
            });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_synthesizer_failure);
