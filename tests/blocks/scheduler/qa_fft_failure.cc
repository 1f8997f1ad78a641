/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/blocks/vector_source.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <memory>
#include <vector>

//! The only device there is fails while the flowgraph runs: that ends the stream, and
//! takes nothing else down.
namespace {

constexpr int LENGTH = 16;
constexpr int ITEMS = 100000; // several times what the buffers hold

struct fault {
    const char* why;
    const char* call;
    int nth;
};

const fault FAULTS[] = {
    { "the first copy to the device", "upload", 1 },
    { "a later copy to the device", "upload", 5 },
    { "a launch", "launch", 3 },
    { "a copy back", "download", 3 },
    { "the event behind a submission", "record", 3 },
    { "what runs on the device, at first", "work", 1 },
    { "what runs on the device, later", "work", 10 },
    { "waiting", "wait", 2 },
};

//! The fake device "fake:0", made once: the registry keeps a backend for good.
gpufft::fake_control& fake()
{
    static const auto control = [] {
        gpufft::device_info info;
        info.product = "fake GPU";
        info.type = gpufft::device_type::gpu;
        auto backend = std::make_unique<gpufft::fake_backend>(
            std::vector<gpufft::device_info>{ info });
        auto shared = backend->control();
        gpufft::add_backend(std::move(backend));
        return shared;
    }();
    return *control;
}

gr::gpufft::fft_vcc::sptr make_block()
{
    return gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 1, "fake:0");
}

//! What comes out when ITEMS impulses go through, the i-th of height i.
std::vector<gr_complex> run(const gr::gpufft::fft_vcc::sptr& block)
{
    std::vector<gr_complex> impulses(LENGTH * ITEMS);
    for (int i = 0; i < ITEMS; ++i)
        impulses[i * LENGTH] = static_cast<float>(i);
    auto source = gr::blocks::vector_source_c::make(impulses, false, LENGTH);
    auto sink = gr::blocks::vector_sink_c::make(LENGTH);
    // Many submissions instead of a few large ones.
    source->set_max_output_buffer(4096);
    block->set_max_output_buffer(4096);
    auto graph = gr::make_top_block("qa_fft_failure");
    graph->connect(source, 0, block, 0);
    graph->connect(block, 0, sink, 0);
    graph->run();
    return sink->data();
}

//! Items of \p data before the first that is not the spectrum of its impulse.
std::size_t right_items(const std::vector<gr_complex>& data)
{
    std::size_t i = 0;
    while (i < data.size() && data[i] == gr_complex(static_cast<float>(i / LENGTH)))
        ++i;
    return i / LENGTH;
}

class qa_fft_failure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fft_failure);
    CPPUNIT_TEST(all_items_come_out_where_nothing_fails);
    CPPUNIT_TEST(a_failing_device_ends_the_stream_after_whole_items);
    CPPUNIT_TEST(a_new_block_runs_on_a_device_that_failed_before);
    CPPUNIT_TEST(a_window_that_cannot_be_uploaded_leaves_the_old_one);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { fake().calls.clear(); }

    void all_items_come_out_where_nothing_fails()
    {
        const auto data = run(make_block());
        CPPUNIT_ASSERT_EQUAL(std::size_t(LENGTH * ITEMS), data.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS), right_items(data));
    }

    void a_failing_device_ends_the_stream_after_whole_items()
    {
        for (const auto& f : FAULTS) {
            fake().calls.clear();
            const auto block = make_block();
            gpufft::testing::fail_twice(fake(), f.call, f.nth);
            const auto data = run(block);
            const auto what = fmt::format("{}: {} items, {} of them right",
                                          f.why,
                                          data.size() / LENGTH,
                                          right_items(data));
            CPPUNIT_ASSERT_MESSAGE(what, data.size() < std::size_t(LENGTH * ITEMS));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, data.size() / LENGTH, right_items(data));
        }
    }

    void a_new_block_runs_on_a_device_that_failed_before()
    {
        const auto block = make_block();
        gpufft::testing::fail_twice(fake(), "work", 4);
        CPPUNIT_ASSERT(run(block).size() < std::size_t(LENGTH * ITEMS));
        // Queues may stay broken: the old block must only end again in good order.
        CPPUNIT_ASSERT(run(block).size() <= std::size_t(LENGTH * ITEMS));
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS), right_items(run(make_block())));
    }

    void a_window_that_cannot_be_uploaded_leaves_the_old_one()
    {
        const auto block = make_block();
        fake().calls.fail("make_buffer");
        CPPUNIT_ASSERT_THROW(block->set_window(std::vector<float>(LENGTH, 2.0F)),
                             gpufft::device_error);
        fake().calls.clear();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS), right_items(run(block)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fft_failure);

} // namespace
