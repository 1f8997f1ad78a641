/* SPDX-License-Identifier: GPL-3.0-or-later */
// Streams of receivers before blocks on the same device: these read what the device has
// of them, and get what they get of receivers whose neighbours are the host's, whatever
// reads them, whatever is changed and whatever fails.
#include "blocks/chains/stream_readers.h"
#include <gnuradio/gpufft/channels.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <limits>

namespace {

using namespace gpufft::testing;

constexpr int STREAMS = 3;
constexpr double RATES[STREAMS] = { 400, 400, 250 };

gr::gpufft::channels::sptr make_receivers()
{
    const auto block =
        gr::gpufft::channels::make(1000, 0, 10, STREAMS, { 400, 250 }, 0.24, 4, "fake:0");
    for (int i = 0; i < STREAMS; ++i)
        block->add_channel(fmt::format("{}", i), 100.5 * i - 123, RATES[i], 0, 0, 5, i);
    block->set_max_output_buffer(RING_SAMPLES);
    return block;
}

const readers ON_DEVICE(STREAMS, reader::device);
const readers READERS[] = {
    ON_DEVICE,
    { reader::device, reader::nothing, reader::device },
    { reader::host, reader::device, reader::device_and_host },
    { reader::host, reader::host, reader::host },
};

streams_outcome run_receivers(const gr::basic_block_sptr& source,
                              const readers& by = ON_DEVICE,
                              bool is_apart = false)
{
    return streams_flow(source, make_receivers(), by, is_apart).run();
}

} // namespace

class qa_receiver_streams : public one_try_fixture
{
    CPPUNIT_TEST_SUITE(qa_receiver_streams);
    CPPUNIT_TEST(streams_are_those_of_blocks_apart);
    CPPUNIT_TEST(the_status_says_where_streams_are);
    CPPUNIT_TEST(streams_do_not_go_up_again);
    CPPUNIT_TEST(tags_are_where_those_of_blocks_apart_are);
    CPPUNIT_TEST(channels_come_and_go_while_it_runs);
    CPPUNIT_TEST(every_call_may_fail_and_nothing_is_lost);
    CPPUNIT_TEST(a_flowgraph_starts_again);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

private:
    void streams_are_those_of_blocks_apart()
    {
        for (const auto& by : READERS) {
            const auto why = fmt::format("readers {}", &by - READERS);
            const auto want = run_receivers(host_source(), by, true);
            CPPUNIT_ASSERT(want.samples[0].size() > SAMPLES / 5);
            expect_same_streams(why, want, run_receivers(host_source(), by));
            expect_same_streams(why, want, run_receivers(device_source(), by));
        }
    }

    void the_status_says_where_streams_are()
    {
        for (const int nth : { 0, 1, 2 })
            CPPUNIT_ASSERT_EQUAL(
                std::string("input resident, output dealt by the host and resident"),
                run_receivers(host_source(), READERS[nth]).buffers);
        CPPUNIT_ASSERT_EQUAL(std::string("input resident"),
                             run_receivers(host_source(), READERS[3]).buffers);
    }

    void streams_do_not_go_up_again()
    {
        // How many pieces there are is up to the threads: of busy cores, to chance.
        const auto least = [](bool is_apart) {
            auto bytes = std::numeric_limits<std::uint64_t>::max();
            for (int i = 0; i < 5; ++i) {
                const auto up = fake().uploaded_bytes.load();
                run_receivers(device_source(), ON_DEVICE, is_apart);
                bytes = std::min(bytes, fake().uploaded_bytes - up);
            }
            return bytes;
        };
        const auto together = least(false), apart = least(true);
        // The samples, and the streams: 400 + 400 + 250 of 1000.
        const auto saved = SAMPLES * sizeof(gr_complex) * 7 / 4;
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} bytes, {} apart", together, apart),
                               together + saved < apart);
    }

    void tags_are_where_those_of_blocks_apart_are()
    {
        const auto tags = numbered_tags(SAMPLES);
        const auto numbered = [&](bool is_apart) {
            auto all = run_receivers(host_source(tags), ON_DEVICE, is_apart);
            all.tags.erase(std::remove_if(all.tags.begin(),
                                          all.tags.end(),
                                          [](const auto& each) {
                                              return !pmt::is_integer(each.value);
                                          }),
                           all.tags.end());
            return all;
        };
        expect_same_tags(numbered(true), numbered(false));
    }

    void channels_come_and_go_while_it_runs()
    {
        d_device_fails = true;
        for (const char* failing : { "", "launch", "work" }) {
            const auto block = make_receivers();
            const auto source = feed().from_host([=] {
                block->move_channel("0", 77);
                block->drop_channel("1");
                block->assign_channel("2", 1);
                if (*failing)
                    fake().calls.fail(failing, 5);
            });
            const auto want = run_receivers(host_source(), ON_DEVICE, true);
            const auto got = streams_flow(source, block, ON_DEVICE, false).run();
            // Each is as before up to the change; the second goes on with other outputs.
            CPPUNIT_ASSERT_EQUAL(want.samples[0].size(), got.samples[0].size());
            CPPUNIT_ASSERT(got.samples[1].size() < want.samples[1].size());
            CPPUNIT_ASSERT(got.samples[2].size() < want.samples[2].size());
            for (std::size_t i = 0; i < STREAMS; ++i) {
                std::size_t same = 0;
                while (same < std::min(got.samples[i].size(), want.samples[i].size()) &&
                       std::abs(want.samples[i][same] - got.samples[i][same]) < 1e-3F)
                    ++same;
                CPPUNIT_ASSERT_MESSAGE(failing, same > want.samples[i].size() / 4);
                CPPUNIT_ASSERT_MESSAGE(failing, same < want.samples[i].size());
                CPPUNIT_ASSERT_MESSAGE(failing,
                                       (i == 2) == (same == got.samples[i].size()));
            }
        }
    }

    void every_call_may_fail_and_nothing_is_lost()
    {
        d_device_fails = true;
        for (const int with : { 0, 2 }) {
            const auto& by = READERS[with];
            const auto want = run_receivers(host_source(), by, true);
            for (const char* call : device_calls())
                for (const int nth : { 1, 3, 8, 30, 90 }) {
                    forget_orders(fake());
                    streams_flow flow(host_source(), make_receivers(), by, false);
                    fake().calls.fail(call, nth);
                    fake().calls.fail(call, nth + 3);
                    expect_same_streams(
                        fmt::format("{}, {} of the run", call, nth), want, flow.run());
                }
        }
    }

    void a_flowgraph_starts_again()
    {
        const auto want = run_receivers(host_source(), ON_DEVICE, true);
        const auto block = make_receivers();
        for (int i = 0; i < 3; ++i)
            expect_same_streams(
                fmt::format("start {}", i),
                want,
                streams_flow(host_source(), block, ON_DEVICE, false).run());
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (const auto& by : READERS)
            run_receivers(host_source(), by);
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_receiver_streams);
