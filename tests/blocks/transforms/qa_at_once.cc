/* SPDX-License-Identifier: GPL-3.0-or-later */
// A flowgraph begins before its block has kernels and goes on with them: no item is lost,
// comes twice or out of order.
#include "blocks/running/running_blocks.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/fftn_vcc.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace {

constexpr int LENGTH = 8;
constexpr int ITEMS_BEFORE = 3000; // at least, by the host
constexpr int ITEMS_AFTER = 20000; // by kernels
constexpr int MOST_ITEMS = 1 << 22;
constexpr int RING_ITEMS = 512;

gpufft::fake_control& fake()
{
    static const auto control =
        gpufft::testing::add_fake_devices({ gpufft::testing::fake_cpu() });
    return *control;
}

//! Impulses, the i-th of height i, until the kernels have been there for a while. These
//! are built when some items have gone by, or not while this runs.
class impulses : public gr::sync_block
{
public:
    explicit impulses(bool releases)
        : gr::sync_block("impulses",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(
                             1, 1, LENGTH * static_cast<int>(sizeof(gr_complex)))),
          d_releases(releases)
    {
        set_max_output_buffer(RING_ITEMS);
    }

    int work(int items, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (d_items_without == 0 && have_kernels())
            d_items_without = d_items.load();
        if (d_items_without && d_items >= d_items_without + ITEMS_AFTER)
            return WORK_DONE;
        if (d_items >= MOST_ITEMS)
            return WORK_DONE;
        if (d_releases && d_items >= ITEMS_BEFORE)
            fake().holds_builds = false;
        // Slowly, so that they come while items go by.
        if (!d_items_without) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            items = std::min(items, 16);
        }
        auto* to = static_cast<gr_complex*>(out[0]);
        std::fill(to, to + items * LENGTH, 0.0F);
        for (int i = 0; i < items; ++i)
            to[i * LENGTH] = static_cast<float>(d_items++);
        return items;
    }

    int items() const { return d_items; }
    int items_without() const { return d_items_without; }

private:
    static bool have_kernels()
    {
        const auto all = gr::gpufft::running_blocks::users();
        return !all.empty() && all.front()->has_kernels();
    }

    const bool d_releases;
    std::atomic<int> d_items{ 0 };
    std::atomic<int> d_items_without{ 0 }; // the first so many are the host's
};

} // namespace

class qa_at_once : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_at_once);
    CPPUNIT_TEST(no_item_is_lost_when_kernels_come);
    CPPUNIT_TEST(nor_is_one_of_several_dimensions);
    CPPUNIT_TEST(stops_while_kernels_are_compiled);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { fake().holds_builds = true; }
    void tearDown() override { fake().holds_builds = false; }

    void no_item_is_lost_when_kernels_come()
    {
        expect_every_item(
            gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 1, "fake:0"));
    }

    void nor_is_one_of_several_dimensions()
    {
        expect_every_item(
            gr::gpufft::fftn_vcc::make({ 2, LENGTH / 2 }, true, false, "none", "fake:0"));
    }

    //! An impulse has its height in every bin.
    static void expect_every_item(const gr::block_sptr& block)
    {
        block->set_max_output_buffer(RING_ITEMS);
        const auto source = std::make_shared<impulses>(true);
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        const auto graph = gr::make_top_block("qa_at_once");
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->run();
        CPPUNIT_ASSERT(source->items_without() >= ITEMS_BEFORE);
        CPPUNIT_ASSERT(source->items() >= source->items_without() + ITEMS_AFTER);
        const auto data = sink->data();
        CPPUNIT_ASSERT_EQUAL(static_cast<std::size_t>(source->items()) * LENGTH,
                             data.size());
        for (std::size_t i = 0; i < data.size(); ++i) {
            const auto expected = static_cast<float>(i / LENGTH);
            CPPUNIT_ASSERT(std::abs(data[i] - expected) <= 1e-6F * expected);
        }
    }

    void stops_while_kernels_are_compiled()
    {
        const auto graph = gr::make_top_block("qa_at_once");
        const auto source = std::make_shared<impulses>(false);
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        const auto block =
            gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 1, "fake:0");
        graph->connect(source, 0, block, 0);
        graph->connect(block, 0, sink, 0);
        graph->start();
        while (sink->data().empty() || source->items() < 100)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        graph->stop();
        graph->wait();
        CPPUNIT_ASSERT_EQUAL(0, source->items_without());
        fake().holds_builds = false; // the block cannot end before
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_at_once);
