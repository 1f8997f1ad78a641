/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a channelizer runs, at every call in turn: it tries once more,
// then goes on with another, and no sample is lost, nor the samples before it.
#include "blocks/failing_calls.h"
#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/pfb_channelizer_ccf.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 20000;
constexpr int RING_ITEMS = 4096;
constexpr int CHANNELS = 4;
constexpr int HOP = 2;
constexpr std::size_t STREAMS = 2; // that go out
const std::vector<float> TAPS = { 1, 2, 0, -1, 3, 1, 1, -2, 1 };

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

//! Quarters of a turn, backwards.
gr_complex turned(gr_complex x, int quarters)
{
    for (; quarters % 4 != 0; ++quarters)
        x = { -x.imag(), x.real() };
    return x;
}

gr_complex expected(int channel, int o)
{
    gr_complex sum = 0;
    for (int l = 0; l < static_cast<int>(TAPS.size()); ++l) {
        const int at = (o + 1) * HOP - 1 - l;
        if (at >= 0)
            sum += turned(TAPS[static_cast<std::size_t>(l)] * sample(at),
                          (at + HOP + 1) * channel);
    }
    return sum;
}

//! How many outputs of \p channel are right from the first on.
int right_outputs(const std::vector<gr_complex>& y, int channel)
{
    int right = 0;
    while (right < static_cast<int>(y.size()) &&
           std::abs(y[static_cast<std::size_t>(right)] - expected(channel, right)) <
               1e-3F)
        ++right;
    return right;
}

struct channelizing {
    gr::gpufft::pfb_channelizer_ccf::sptr block = gr::gpufft::pfb_channelizer_ccf::make(
        CHANNELS, TAPS, static_cast<float>(CHANNELS) / HOP, 1, "fake:0");
    std::array<gr::blocks::vector_sink_c::sptr, STREAMS> sinks;

    void run()
    {
        std::vector<gr_complex> x;
        for (int n = 0; n < SAMPLES; ++n)
            x.push_back(sample(n));
        auto source = gr::blocks::vector_source_c::make(x);
        source->set_max_output_buffer(RING_ITEMS);
        block->set_max_output_buffer(RING_ITEMS);
        auto graph = gr::make_top_block("qa_channelizer_failure");
        graph->connect(source, 0, block, 0);
        for (std::size_t i = 0; i < STREAMS; ++i) {
            sinks[i] = gr::blocks::vector_sink_c::make();
            graph->connect(block, static_cast<int>(i), sinks[i], 0);
        }
        graph->run();
    }
};

} // namespace

class qa_channelizer_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_channelizer_failure);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST_SUITE_END();

    void every_call_may_fail_and_nothing_is_lost()
    {
        at_each_failing_call(
            fake(),
            { 1, 2, 5 },
            [] { return channelizing(); },
            [](auto& c, const std::string& what) {
                for (std::size_t i = 0; i < STREAMS; ++i) {
                    const auto y = c.sinks[i]->data();
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        what, std::size_t(SAMPLES / HOP), y.size());
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        what, SAMPLES / HOP, right_outputs(y, static_cast<int>(i)));
                }
            });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_channelizer_failure);
