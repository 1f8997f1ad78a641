/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a filter runs, at every call in turn: the filter tries once more,
// then goes on with another, and no sample is lost, nor the samples before it.
#include "blocks/failing_calls.h"
#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/fft_filter_ccc.h>
#include <gnuradio/gpufft/freq_xlating_fft_filter_ccc.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <atomic>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 20000;
constexpr int RING_ITEMS = 4096;
const std::vector<gr_complex> TAPS = { 1, 2, 0, -1 };

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

//! Eighths of a turn a sample that the mixer takes away.
constexpr int CENTER = 3;

gr_complex filtered(int n, bool is_mixed)
{
    std::complex<double> sum = 0;
    const double turn = -std::acos(-1.0) / 4 * (is_mixed ? CENTER : 0);
    for (int k = 0; k < static_cast<int>(TAPS.size()) && k <= n; ++k)
        sum += std::complex<double>(TAPS[k] * sample(n - k)) *
               std::polar(1.0, turn * ((n - k) % 8));
    return gr_complex(sum);
}

//! How many outputs are right from the first on.
int right_outputs(const std::vector<gr_complex>& y, bool is_mixed)
{
    int right = 0;
    while (right < static_cast<int>(y.size()) &&
           std::abs(y[right] - filtered(right, is_mixed)) < 1e-3F)
        ++right;
    return right;
}

struct filtering {
    std::shared_ptr<gr::gpufft::device_block> block;
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make();

    explicit filtering(bool is_mixed)
    {
        if (is_mixed)
            block = gr::gpufft::freq_xlating_fft_filter_ccc::make(
                1, TAPS, CENTER, 8, 1, "fake:0");
        else
            block = gr::gpufft::fft_filter_ccc::make(1, TAPS, 1, "fake:0");
    }

    void run()
    {
        std::vector<gr_complex> x;
        for (int n = 0; n < SAMPLES; ++n)
            x.push_back(sample(n));
        auto source = gr::blocks::vector_source_c::make(x);
        source->set_max_output_buffer(RING_ITEMS);
        block->set_max_output_buffer(RING_ITEMS);
        auto graph = gr::make_top_block("qa_filter_failure");
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->run();
    }
};

} // namespace

class qa_filter_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_filter_failure);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(so_it_is_of_a_filter_behind_a_mixer);
    CPPUNIT_TEST(other_taps_are_taken_though_the_device_fails_over_them);
    CPPUNIT_TEST_SUITE_END();

    static void check_calls(bool is_mixed)
    {
        at_each_failing_call(
            fake(),
            { 1, 2, 7 },
            [&] { return filtering(is_mixed); },
            [&](auto& f, const std::string& what) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    what, std::size_t(SAMPLES), f.sink->data().size());
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    what, SAMPLES, right_outputs(f.sink->data(), is_mixed));
            });
    }

    void every_call_may_fail_and_nothing_is_lost() { check_calls(false); }
    void so_it_is_of_a_filter_behind_a_mixer() { check_calls(true); }

    // So many taps that another filter is made for them.
    void other_taps_are_taken_though_the_device_fails_over_them()
    {
        std::vector<gr_complex> taps(2000);
        taps[0] = 3;
        // The fourth is that of memory for another try.
        for (const int failures : { 1, 4 }) {
            forget_orders(fake());
            filtering f(false);
            auto* block = dynamic_cast<gr::gpufft::fft_filter_ccc*>(f.block.get());
            std::atomic<int> works{ 0 };
            fake().before_work = [&] {
                if (++works != 4)
                    return;
                for (int nth = 1; nth <= failures; ++nth)
                    fake().calls.fail("make_queue", nth);
                block->set_taps(taps);
            };
            f.run();
            forget_orders(fake());
            const auto what = fmt::format("{} failures", failures);
            const auto& y = f.sink->data();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(SAMPLES), y.size());
            CPPUNIT_ASSERT_MESSAGE(
                what, std::abs(y.back() - 3.0F * sample(SAMPLES - 1)) < 1e-3F);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what,
                std::string(failures == 4 ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
                f.block->device_name());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_filter_failure);
