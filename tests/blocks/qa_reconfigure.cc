/* SPDX-License-Identifier: GPL-3.0-or-later */
// A flowgraph is stopped and goes on while much is in flight. GNU Radio (3.10) empties
// all rings at unlock(), with whatever blocks; of what is left nothing may be wrong,
// computed twice, out of order, or left behind.
#include "device/fake/fake_backend.h"
#include "support/limits.h"
#include <gnuradio/blocks/copy.h>
#include <gnuradio/blocks/null_sink.h>
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int LENGTH = 8;
constexpr int ITEMS = 40000;
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

//! Impulses, the i-th of height i.
gr::blocks::vector_source_c::sptr make_source()
{
    std::vector<gr_complex> impulses(LENGTH * ITEMS);
    for (int i = 0; i < ITEMS; ++i)
        impulses[i * LENGTH] = static_cast<float>(i);
    auto source = gr::blocks::vector_source_c::make(impulses, false, LENGTH);
    source->set_max_output_buffer(RING_ITEMS);
    return source;
}

//! Two transforms in a row give each impulse back, LENGTH times as high: they share a
//! ring. One gives its height everywhere.
struct flowgraph {
    gr::top_block_sptr graph = gr::make_top_block("qa_reconfigure");
    gr::blocks::vector_sink_c::sptr sink = gr::blocks::vector_sink_c::make(LENGTH);
    gr::gpufft::fft_vcc::sptr first, second;

    explicit flowgraph(const char* device)
        : first(make_block(device)), second(make_block(device))
    {
        graph->connect(make_source(), 0, first, 0);
        graph->connect(first, 0, second, 0);
        graph->connect(second, 0, sink, 0);
    }

    //! Whole items, in order, to the last; none of them missing but what \p unlocks of
    //! the graph have emptied, all three rings each time.
    void expect_items(int unlocks) const
    {
        const auto& data = sink->data();
        int last = -1;
        for (std::size_t i = 0; i < data.size(); i += LENGTH) {
            const auto height = std::lround(data[i].real() / LENGTH);
            CPPUNIT_ASSERT(height > last);
            for (std::size_t j = 0; j < LENGTH; ++j) {
                const gr_complex expected(j ? 0 : static_cast<float>(LENGTH * height));
                CPPUNIT_ASSERT(std::abs(data[i + j] - expected) < 0.1F);
            }
            last = static_cast<int>(height);
        }
        CPPUNIT_ASSERT_EQUAL(ITEMS - 1, last);
        const auto items = static_cast<int>(data.size()) / LENGTH;
        const int most_lost = 3 * 2 * RING_ITEMS * unlocks; // a ring may be rounded up
        CPPUNIT_ASSERT(items >= ITEMS - most_lost);
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
            f.graph->wait();
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
        f.graph->wait();
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
            const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
            graph->connect(make_source(), 0, block, 0);
            graph->connect(block, 0, sink, 0);
            graph->run();
            CPPUNIT_ASSERT_EQUAL(std::size_t(LENGTH * ITEMS), sink->data().size());
            if (i > 0) // the first run makes the slots' buffers
                CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_reconfigure);

} // namespace
