/* SPDX-License-Identifier: GPL-3.0-or-later */
// A device fails while a matched filter runs, at every call in turn: it tries once more,
// then goes on with another, and no sample is lost, nor the samples before it.
#include "blocks/failing_calls.h"
#include "blocks/log_lines.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/matched_filter.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace {

using namespace gpufft::testing;

constexpr int SAMPLES = 20000;
constexpr int RING_ITEMS = 4096;
const std::vector<std::vector<gr_complex>> REFERENCES = {
    { { -1, 2 }, 0, { 2, 1 }, 1 },
    { 1, { 0, -1 } },
};

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

gr_complex correlation(const std::vector<gr_complex>& reference, int n)
{
    const auto first = n + 1 - static_cast<int>(reference.size());
    gr_complex sum = 0;
    for (int k = std::max(0, -first); k < static_cast<int>(reference.size()); ++k)
        sum += std::conj(reference[k]) * sample(first + k);
    return sum;
}

//! How many outputs are right from the first on.
int right_outputs(const std::vector<gr_complex>& y,
                  const std::vector<gr_complex>& reference)
{
    int right = 0;
    while (right < static_cast<int>(y.size()) &&
           std::abs(y[right] - correlation(reference, right)) < 1e-3F)
        ++right;
    return right;
}

struct correlating {
    gr::gpufft::matched_filter::sptr block =
        gr::gpufft::matched_filter::make(REFERENCES, 0.99, 0, 0, 1, "fake:0");
    std::vector<gr::blocks::vector_sink_c::sptr> sinks;

    void run()
    {
        std::vector<gr_complex> x;
        for (int n = 0; n < SAMPLES; ++n)
            x.push_back(sample(n));
        auto source = gr::blocks::vector_source_c::make(x);
        source->set_max_output_buffer(RING_ITEMS);
        block->set_max_output_buffer(RING_ITEMS);
        auto graph = gr::make_top_block("qa_correlator_failure");
        graph->connect(source, 0, block, 0);
        for (int i = 0; i < static_cast<int>(REFERENCES.size()); ++i) {
            sinks.push_back(gr::blocks::vector_sink_c::make());
            graph->connect(block, i, sinks.back(), 0);
        }
        graph->run();
    }
};

} // namespace

class qa_correlator_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_correlator_failure);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(other_references_are_taken_though_the_device_fails_over_them);
    CPPUNIT_TEST(the_stream_ends_where_no_device_takes_other_references);
    CPPUNIT_TEST_SUITE_END();

    void every_call_may_fail_and_nothing_is_lost()
    {
        at_each_failing_call(
            fake(),
            { 1, 2, 7 },
            [] { return correlating(); },
            [](auto& f, const std::string& what) {
                for (std::size_t i = 0; i < REFERENCES.size(); ++i) {
                    const auto y = f.sinks[i]->data();
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(SAMPLES), y.size());
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(
                        what, SAMPLES, right_outputs(y, REFERENCES[i]));
                }
            });
    }

    //! Has \p f set \p references while it runs, over which devices fail so many times.
    static void run_with_change(correlating& f,
                                const std::vector<std::vector<gr_complex>>& references,
                                int failures)
    {
        std::atomic<int> works{ 0 };
        fake().before_work = [&] {
            if (++works != 4)
                return;
            for (int nth = 1; nth <= failures; ++nth)
                fake().calls.fail("make_queue", nth);
            f.block->set_references(references);
        };
        f.run();
        forget_orders(fake());
    }

    void other_references_are_taken_though_the_device_fails_over_them()
    {
        const std::vector<std::vector<gr_complex>> others = { { 3 }, { 5 } };
        for (const int failures : { 0, 1, 2 }) {
            forget_orders(fake());
            correlating f;
            run_with_change(f, others, failures);
            const auto what = fmt::format("{} failures", failures);
            for (std::size_t i = 0; i < others.size(); ++i) {
                const auto y = f.sinks[i]->data();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(SAMPLES), y.size());
                const auto want = correlation(others[i], SAMPLES - 1);
                CPPUNIT_ASSERT_MESSAGE(what, std::abs(y.back() - want) < 1e-3F);
            }
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what,
                std::string(failures == 2 ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
                f.block->device_name());
        }
    }

    void the_stream_ends_where_no_device_takes_other_references()
    {
        forget_orders(fake());
        correlating f;
        run_with_change(f, { { 3 }, { 5 } }, 50);
        const auto y = f.sinks[0]->data();
        CPPUNIT_ASSERT(!y.empty() && y.size() < SAMPLES);
        CPPUNIT_ASSERT_EQUAL(static_cast<int>(y.size()), right_outputs(y, REFERENCES[0]));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_correlator_failure);
