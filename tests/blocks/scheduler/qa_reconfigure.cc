/* SPDX-License-Identifier: GPL-3.0-or-later */
// A flowgraph is stopped and goes on while much is in flight. GNU Radio (3.10) empties
// all rings at unlock(), with whatever blocks; of what is left nothing may be wrong,
// computed twice, out of order, or left behind.
#include "reference/fake/fake_backend.h"
#include "support/transforms/limits.h"
#include <gnuradio/blocks/copy.h>
#include <gnuradio/blocks/null_sink.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int LENGTH = 8;
constexpr int LAST_ITEMS = 20000; // that come when no lock does any more
constexpr int MOST_AT_ONCE = 64;  // until then
constexpr int HEIGHTS = 1 << 18;  // exact in single precision
constexpr int RING_ITEMS = 512;
constexpr int UNLOCKS = 10;

//! "fake:0" works like a GPU (page-locked rings), "fake:1" like a CPU device (in place).
gpufft::fake_control& fake()
{
    static const auto control = [] {
        gpufft::device_info gpu, cpu;
        gpu.type = gpufft::device_type::gpu;
        cpu.type = gpufft::device_type::cpu;
        cpu.limits = gpufft::testing::LIMITS[1].limits;
        auto backend = std::make_unique<gpufft::fake_backend>(std::vector{ gpu, cpu });
        auto shared = backend->control();
        gpufft::add_backend(std::move(backend));
        return shared;
    }();
    return *control;
}

gr::gpufft::fft_vcc::sptr make_block(const char* device)
{
    const auto block = gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 1, device);
    block->set_max_output_buffer(RING_ITEMS);
    return block;
}

//! Impulses, the i-th of height i, or what is left of it: without end, until it is told
//! how many are to come. The last ones must not be in a ring that is emptied.
class impulses : public gr::sync_block
{
public:
    impulses()
        : gr::sync_block("impulses",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)))
    {
        set_max_output_buffer(RING_ITEMS);
    }

    void end_after(int items) { d_left = items; }
    int items() const { return d_items; }

    int work(int items, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (d_left == 0)
            return WORK_DONE;
        if (d_left < 0) { // a sink has room for all, however slow the locks are
            std::this_thread::sleep_for(std::chrono::microseconds(100));
            items = std::min(items, MOST_AT_ONCE);
        } else {
            items = std::min(items, d_left.load());
            d_left -= items;
        }
        auto* at = static_cast<gr_complex*>(out[0]);
        std::fill_n(at, items * LENGTH, gr_complex(0));
        for (int i = 0; i < items; ++i)
            at[i * LENGTH] = static_cast<float>(d_items++ % HEIGHTS);
        return items;
    }

private:
    std::atomic<int> d_items{ 0 };
    std::atomic<int> d_left{ -1 };
};

//! Two transforms in a row give each impulse back, LENGTH times as high: they share a
//! ring. One gives its height everywhere.
struct flowgraph {
    gr::top_block_sptr graph = gr::make_top_block("qa_reconfigure");
    std::shared_ptr<impulses> source = gnuradio::make_block_sptr<impulses>();
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make(LENGTH);
    gr::gpufft::fft_vcc::sptr first, second;

    explicit flowgraph(const char* device)
        : first(make_block(device)), second(make_block(device))
    {
        graph->connect(source, 0, first, 0);
        graph->connect(first, 0, second, 0);
        graph->connect(second, 0, sink, 0);
    }

    //! Runs to its end: whole items, in order, to the last; none of them missing but what
    //! \p unlocks of the graph have emptied, all three rings each time.
    void expect_items(int unlocks) const
    {
        source->end_after(LAST_ITEMS);
        graph->wait();
        const auto& data = sink->data();
        std::int64_t last = -1;
        for (std::size_t i = 0; i < data.size(); i += LENGTH) {
            const auto height = std::lround(data[i].real() / LENGTH);
            const auto missing = (height - last - 1 + HEIGHTS) % HEIGHTS;
            CPPUNIT_ASSERT(missing < HEIGHTS / 2);
            for (std::size_t j = 0; j < LENGTH; ++j) {
                const gr_complex expected(j ? 0 : static_cast<float>(LENGTH * height));
                CPPUNIT_ASSERT(std::abs(data[i + j] - expected) < 0.1F);
            }
            last = height;
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t((source->items() - 1) % HEIGHTS), last);
        const auto items = static_cast<int>(data.size()) / LENGTH;
        const int most_lost = 3 * 2 * RING_ITEMS * unlocks; // a ring may be rounded up
        CPPUNIT_ASSERT(items >= source->items() - most_lost);
    }
};

void pause_us(int time) { std::this_thread::sleep_for(std::chrono::microseconds(time)); }

class qa_reconfigure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_reconfigure);
    CPPUNIT_TEST(runs_on_after_lock_and_unlock);
    CPPUNIT_TEST(branches_come_and_go);
    CPPUNIT_TEST(stops_at_any_moment);
    CPPUNIT_TEST(blocks_move_to_another_flowgraph);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        fake().calls.clear();
        fake().work_delay_us = 100; // so that pauses fall among submissions
    }

    void runs_on_after_lock_and_unlock()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            flowgraph f(device);
            f.graph->start();
            for (int i = 0; i < UNLOCKS; ++i) {
                pause_us(137 * (i % 7));
                f.graph->lock();
                f.graph->unlock();
            }
            f.expect_items(UNLOCKS);
        }
    }

    void branches_come_and_go()
    {
        flowgraph f("fake:0");
        const auto copy = gr::blocks::copy::make(LENGTH * sizeof(gr_complex));
        const auto sink = gr::blocks::null_sink::make(LENGTH * sizeof(gr_complex));
        f.graph->start();
        for (int i = 0; i < UNLOCKS / 2; ++i) {
            pause_us(300);
            f.graph->lock();
            f.graph->connect(f.first, 0, copy, 0);
            f.graph->connect(copy, 0, sink, 0);
            f.graph->unlock();
            pause_us(300);
            f.graph->lock();
            f.graph->disconnect(f.first, 0, copy, 0);
            f.graph->disconnect(copy, 0, sink, 0);
            f.graph->unlock();
        }
        f.expect_items(UNLOCKS);
    }

    void stops_at_any_moment()
    {
        const int live = fake().live_buffers;
        for (int i = 0; i < 25; ++i) {
            flowgraph f(i % 2 ? "fake:0" : "fake:1");
            f.graph->start();
            pause_us(200 * i);
            f.graph->stop();
            f.graph->wait();
            CPPUNIT_ASSERT_EQUAL(0, f.first->queue_depth());
        }
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }

    // Rings of a flowgraph that is gone must not stay page-locked.
    void blocks_move_to_another_flowgraph()
    {
        const auto block = make_block("fake:0");
        for (int i = 0; i < 5; ++i) {
            const int live = fake().live_buffers;
            const auto graph = gr::make_top_block("qa_reconfigure");
            const auto source = gnuradio::make_block_sptr<impulses>();
            const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
            source->end_after(LAST_ITEMS);
            graph->connect(source, 0, block, 0);
            graph->connect(block, 0, sink, 0);
            graph->run();
            CPPUNIT_ASSERT_EQUAL(std::size_t(LENGTH * LAST_ITEMS), sink->data().size());
            if (i > 0) // the first run makes the slots' buffers
                CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_reconfigure);

} // namespace
