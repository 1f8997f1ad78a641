/* SPDX-License-Identifier: GPL-3.0-or-later */
// Chains that never leave the device, of a source, transforms, blocks that do little with
// items, and sinks; on fake GPUs.
#include "blocks/chains/chain_flowgraph.h"
#include "support/first_wrong.h"
#include <gnuradio/blocks/head.h>
#include <gnuradio/gpufft/keep_m_in_n.h>
#include <gnuradio/gpufft/mag_squared.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/gpufft/stream_to_vector.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/gpufft/vector_to_stream.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <thread>

namespace {

using namespace gpufft::testing;

constexpr std::size_t ITEM = LENGTH * sizeof(gr_complex);

template <class block>
std::shared_ptr<block> small_ring(std::shared_ptr<block> result)
{
    result->set_max_output_buffer(RING_ITEMS);
    return result;
}

//! Samples of the vectors of a ring, and vectors of these again.
gr::gpufft::vector_to_stream::sptr make_apart()
{
    const auto result =
        gr::gpufft::vector_to_stream::make(sizeof(gr_complex), static_cast<int>(LENGTH));
    result->set_max_output_buffer(RING_ITEMS * static_cast<long>(LENGTH));
    return result;
}
gr::gpufft::stream_to_vector::sptr make_together()
{
    return small_ring(
        gr::gpufft::stream_to_vector::make(sizeof(gr_complex), static_cast<int>(LENGTH)));
}

class qa_item_blocks : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_item_blocks);
    CPPUNIT_TEST(a_source_that_does_not_repeat_gives_all_once);
    CPPUNIT_TEST(a_source_repeats_around_rings_of_any_size);
    CPPUNIT_TEST(a_chain_without_the_host_copies_nothing);
    CPPUNIT_TEST(items_are_kept_and_squared_on_the_device);
    CPPUNIT_TEST(a_reader_may_need_more_than_the_first_ring_holds);
    CPPUNIT_TEST(calls_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(on_the_host_they_do_the_same);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(fake()); }

    void a_source_that_does_not_repeat_gives_all_once()
    {
        for (const int items : { 1, 5, 1088, 5000 }) {
            const auto graph = gr::make_top_block("qa_item_blocks");
            const auto source = small_ring(gr::gpufft::vector_source_c::make(
                impulses(items), false, LENGTH, "fake:0"));
            const auto there = make_fft(), back = make_fft("fake:0", false);
            const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
            graph->connect(source, 0, there, 0);
            graph->connect(there, 0, back, 0);
            graph->connect(back, 0, sink, 0);
            graph->run();
            CPPUNIT_ASSERT_EQUAL(std::size_t(items) * LENGTH, sink->data().size());
            CPPUNIT_ASSERT_EQUAL(items, right_impulses(sink->data(), LENGTH));
        }
    }

    // 64 items fit the ring a whole number of times, 37 do not.
    void a_source_repeats_around_rings_of_any_size()
    {
        for (const int period : { 1, 37, 64 }) {
            const auto graph = gr::make_top_block("qa_item_blocks");
            const auto source = small_ring(gr::gpufft::vector_source_c::make(
                impulses(period), true, LENGTH, "fake:0"));
            const auto there = make_fft(), back = make_fft("fake:0", false);
            const auto head = gr::blocks::head::make(ITEM, ITEMS);
            const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
            graph->connect(source, 0, there, 0);
            graph->connect(there, 0, back, 0);
            graph->connect(back, 0, head, 0);
            graph->connect(head, 0, sink, 0);
            graph->run();
            const auto& data = sink->data();
            CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS) * LENGTH, data.size());
            const auto why = fmt::format("period {}", period);
            expect_all(why, "output", 0, data.size(), [&](std::size_t i) {
                const auto item = i / LENGTH % period;
                const auto height = i % LENGTH == item % LENGTH ? LENGTH * item : 0;
                return std::abs(data[i] - gr_complex(static_cast<float>(height))) < 0.01F;
            });
        }
    }

    void a_chain_without_the_host_copies_nothing()
    {
        const auto graph = gr::make_top_block("qa_item_blocks");
        const auto source = small_ring(
            gr::gpufft::vector_source_c::make(impulses(64), true, LENGTH, "fake:0"));
        const auto one = make_fft(), two = make_fft();
        const auto apart = make_apart();
        const auto together = make_together();
        const auto sink = gr::gpufft::null_sink::make(ITEM);
        graph->connect(source, 0, one, 0);
        graph->connect(one, 0, apart, 0);
        graph->connect(apart, 0, together, 0);
        graph->connect(together, 0, two, 0);
        graph->connect(two, 0, sink, 0);
        const auto wait_for_items = [&](std::uint64_t count) {
            while (sink->nitems_read(0) < count)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        graph->start();
        wait_for_items(1000); // kernels are tested, and the source's items uploaded
        const int up = fake().calls.calls("upload"),
                  down = fake().calls.calls("download");
        wait_for_items(20000);
        graph->stop();
        graph->wait();
        CPPUNIT_ASSERT_EQUAL(up, fake().calls.calls("upload"));
        CPPUNIT_ASSERT_EQUAL(down, fake().calls.calls("download"));
    }

private:
    //! Impulses, their spectra, one of three, as samples and as a vector again, its
    //! squared magnitudes, two of three of them
    static std::vector<float> run_all(const std::string& device, int items)
    {
        const auto graph = gr::make_top_block("qa_item_blocks");
        const auto source = make_source(items);
        const auto spectra = make_fft(device);
        const auto some = small_ring(gr::gpufft::keep_m_in_n::make(ITEM, 1, 3, 2));
        const auto squares = small_ring(gr::gpufft::mag_squared::make(LENGTH));
        const auto fewer =
            small_ring(gr::gpufft::keep_m_in_n::make(LENGTH * sizeof(float), 2, 3));
        const auto sink = gr::blocks::vector_sink_f::make(LENGTH);
        graph->connect(source, 0, spectra, 0);
        graph->connect(spectra, 0, some, 0);
        const auto apart = make_apart();
        const auto together = make_together();
        graph->connect(some, 0, apart, 0);
        graph->connect(apart, 0, together, 0);
        graph->connect(together, 0, squares, 0);
        graph->connect(squares, 0, fewer, 0);
        graph->connect(fewer, 0, sink, 0);
        graph->run();
        return sink->data();
    }

    static void
    check_all(const std::vector<float>& got, int items, const std::string& request)
    {
        const auto groups = static_cast<std::size_t>(items / 3 / 3);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(request, groups * 2 * LENGTH, got.size());
        expect_all(request, "output", 0, got.size(), [&](std::size_t i) {
            const auto kept = i / LENGTH;               // 0, 1 of 0, 1, 2
            const auto third = kept / 2 * 3 + kept % 2; // of the items kept first
            const auto height = static_cast<float>(third * 3 + 2);
            return std::abs(got[i] - height * height) < 1e-3F * height * height + 1e-3F;
        });
    }

public:
    void items_are_kept_and_squared_on_the_device()
    {
        const int down = fake().calls.calls("download");
        check_all(run_all("fake:0", ITEMS), ITEMS, "resident");
        CPPUNIT_ASSERT(fake().calls.calls("download") > down);
    }

    // Until it has all that it needs, it consumes nothing, and neither do those before
    // it.
    void a_reader_may_need_more_than_the_first_ring_holds()
    {
        const int n = 6 * RING_ITEMS;
        const auto graph = gr::make_top_block("qa_item_blocks");
        const auto there =
            gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 1, "fake:0");
        const auto back =
            gr::gpufft::fft_vcc::make(LENGTH, false, {}, false, 1, "fake:0");
        const auto one = gr::gpufft::keep_m_in_n::make(ITEM, 1, n, 5);
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        graph->connect(make_source(ITEMS), 0, there, 0);
        graph->connect(there, 0, back, 0);
        graph->connect(back, 0, one, 0);
        graph->connect(one, 0, sink, 0);
        graph->run();
        const auto& got = sink->data();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS / n) * LENGTH, got.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            const auto item = i / LENGTH * n + 5;
            const auto height = i % LENGTH == item % LENGTH ? LENGTH * item : 0;
            CPPUNIT_ASSERT(std::abs(got[i] - gr_complex(static_cast<float>(height))) <
                           1e-5F * LENGTH * ITEMS);
        }
    }

    void calls_may_fail_and_nothing_is_lost()
    {
        for (const char* call :
             { "upload", "download", "launch", "record", "wait", "work", "wait_for" })
            for (const int nth : { 1, 2, 3, 10, 40 })
                for (const int second : { 1, 5 }) {
                    forget_orders(fake());
                    // Making the transform takes some calls.
                    fake().calls.fail(call, 40 + nth);
                    fake().calls.fail(call, 40 + nth + second);
                    check_all(run_all("fake:0", ITEMS),
                              ITEMS,
                              fmt::format("{} {}, {}", call, nth, second));
                }
    }

    void on_the_host_they_do_the_same()
    {
        const auto graph = gr::make_top_block("qa_item_blocks");
        const auto source = make_source(ITEMS);
        const auto some = gr::gpufft::keep_m_in_n::make(ITEM, 1, 3, 2);
        const auto squares = gr::gpufft::mag_squared::make(LENGTH);
        const auto sink = gr::blocks::vector_sink_f::make(LENGTH);
        graph->connect(source, 0, some, 0);
        graph->connect(some, 0, squares, 0);
        graph->connect(squares, 0, sink, 0);
        graph->run();
        const auto& got = sink->data();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS / 3) * LENGTH, got.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            const auto item = i / LENGTH * 3 + 2;
            const auto height =
                i % LENGTH == item % LENGTH ? static_cast<float>(item) : 0;
            CPPUNIT_ASSERT_EQUAL(height * height, got[i]);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_item_blocks);

} // namespace
