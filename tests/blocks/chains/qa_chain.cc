/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms in a row on one device: what is between them stays there, and nobody who
// looks at the items or the tags can tell.
#include "blocks/chains/chain_flowgraph.h"
#include <gnuradio/blocks/copy.h>
#include <gnuradio/gpufft/tuner.h>
#include <gnuradio/hier_block2.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

namespace {

using namespace gpufft::testing;

//! Bytes that the device was given, and gave back, are not counted; calls are.
struct copies {
    int up = fake().calls.calls("upload");
    int down = fake().calls.calls("download");

    int up_since() const { return fake().calls.calls("upload") - up; }
    int down_since() const { return fake().calls.calls("download") - down; }
};

//! What the last status message says of them.
std::string buffers_of(gr::blocks::message_debug& heard)
{
    for (int i = static_cast<int>(heard.num_messages()) - 1; i >= 0; --i) {
        const auto text =
            pmt::dict_ref(heard.get_message(i), pmt::intern("buffers"), pmt::PMT_NIL);
        if (pmt::is_symbol(text))
            return pmt::symbol_to_string(text);
    }
    return "";
}

//! A transform and its inverse in a block of their own.
class there_and_back : public gr::hier_block2
{
public:
    there_and_back()
        : gr::hier_block2("there_and_back",
                          gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)),
                          gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)))
    {
    }
    void connect_all()
    {
        const auto there = make_fft(), back = make_fft("fake:0", false);
        connect(self(), 0, there, 0);
        connect(there, 0, back, 0);
        connect(back, 0, self(), 0);
    }
};

class qa_chain : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_chain);
    CPPUNIT_TEST(items_go_through_chains_of_all_lengths);
    CPPUNIT_TEST(nothing_between_is_copied);
    CPPUNIT_TEST(the_status_says_resident);
    CPPUNIT_TEST(tags_stay_at_their_items);
    CPPUNIT_TEST(tags_stay_behind_where_they_are_not_wanted);
    CPPUNIT_TEST(a_foreign_reader_sees_all);
    CPPUNIT_TEST(blocks_of_two_devices_share_nothing);
    CPPUNIT_TEST(hier_blocks_are_no_hindrance);
    CPPUNIT_TEST(a_chain_follows_a_change_of_device);
    CPPUNIT_TEST(without_memory_for_a_mirror_the_host_is_between);
    CPPUNIT_TEST(a_lone_item_comes_out_at_once);
    CPPUNIT_TEST(leaves_no_memory_behind);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(fake()); }

    void items_go_through_chains_of_all_lengths()
    {
        for (const int transforms : { 1, 2, 3, 4, 8 })
            for (const int items : { 1, 2, 1023, ITEMS }) {
                const chain c(transforms, items);
                c.graph->run();
                const auto request = fmt::format("{} of {} items", transforms, items);
                const auto& data = c.sink->data();
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    request, std::size_t(items) * LENGTH, data.size());
                if (transforms % 2 == 0)
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(request, items, c.right_items());
            }
    }

    void nothing_between_is_copied()
    {
        const chain one(1), four(4);
        const copies of_one;
        one.graph->run();
        const int up = of_one.up_since(), down = of_one.down_since();
        const copies of_four;
        four.graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, four.right_items());
        // Four that copied would need four times as many.
        CPPUNIT_ASSERT(of_four.up_since() < 3 * up);
        CPPUNIT_ASSERT(of_four.down_since() < 3 * down);
    }

    void the_status_says_resident()
    {
        const chain c(3, 100);
        std::vector<gr::blocks::message_debug::sptr> heard;
        for (const auto& each : c.blocks) {
            heard.push_back(gr::blocks::message_debug::make());
            c.graph->msg_connect(each, "status", heard.back(), "store");
        }
        c.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::string("input page-locked in place, output resident"),
                             buffers_of(*heard[0]));
        CPPUNIT_ASSERT_EQUAL(std::string("resident"), buffers_of(*heard[1]));
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             buffers_of(*heard[2]));
    }
    void tags_stay_at_their_items()
    {
        const auto tags = numbered_tags(ITEMS);
        const chain c(4, ITEMS, tags);
        c.graph->run();
        auto came = c.sink->tags();
        std::sort(came.begin(), came.end(), gr::tag_t::offset_compare);
        CPPUNIT_ASSERT_EQUAL(tags.size(), came.size());
        for (std::size_t i = 0; i < tags.size(); ++i) {
            CPPUNIT_ASSERT_EQUAL(tags[i].offset, came[i].offset);
            CPPUNIT_ASSERT_EQUAL(long(tags[i].offset), pmt::to_long(came[i].value));
        }
    }

    void tags_stay_behind_where_they_are_not_wanted()
    {
        const chain c(4, ITEMS, numbered_tags(ITEMS));
        c.blocks[1]->set_tag_propagation_policy(gr::block::TPP_DONT);
        c.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), c.sink->tags().size());
        CPPUNIT_ASSERT(c.blocks[1]->tag_propagation_policy() == gr::block::TPP_DONT);
        CPPUNIT_ASSERT(c.blocks[0]->tag_propagation_policy() ==
                       gr::block::TPP_ALL_TO_ALL);
    }

    // The ring between two blocks has a third reader, which is the host's.
    void a_foreign_reader_sees_all()
    {
        const chain c(2);
        const auto spectra = gr::blocks::vector_sink_c::make(LENGTH);
        c.graph->connect(c.blocks[0], 0, spectra, 0);
        const copies before;
        c.graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, c.right_items());
        const auto& data = spectra->data();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS) * LENGTH, data.size());
        for (int i = 0; i < ITEMS; ++i) // |X| of an impulse is its height
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                i, std::abs(data[static_cast<std::size_t>(i) * LENGTH + 3]), 1e-3 * i);
        CPPUNIT_ASSERT(before.down_since() > before.up_since() * 3 / 2);
    }

    void blocks_of_two_devices_share_nothing()
    {
        const auto graph = gr::make_top_block("qa_chain");
        const auto first = make_fft("fake:0"), second = make_fft("fake:1", false);
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        graph->connect(make_source(), 0, first, 0);
        graph->connect(first, 0, second, 0);
        graph->connect(second, 0, sink, 0);
        graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, right_impulses(sink->data(), LENGTH));
    }

    void hier_blocks_are_no_hindrance()
    {
        const auto graph = gr::make_top_block("qa_chain");
        const auto one = gnuradio::make_block_sptr<there_and_back>();
        const auto two = gnuradio::make_block_sptr<there_and_back>();
        one->connect_all();
        two->connect_all();
        const auto sink = gr::blocks::vector_sink_c::make(LENGTH);
        graph->connect(make_source(), 0, one, 0);
        graph->connect(one, 0, two, 0);
        graph->connect(two, 0, sink, 0);
        const copies before;
        graph->run();
        CPPUNIT_ASSERT_EQUAL(ITEMS, right_impulses(sink->data(), LENGTH * LENGTH));
        const chain one_block(1);
        const copies of_one;
        one_block.graph->run();
        CPPUNIT_ASSERT(before.up_since() < 3 * of_one.up_since());
    }

    // Blocks that name no device go where the tuner is, once the flowgraph starts.
    void a_chain_follows_a_change_of_device()
    {
        const chain c(2, ITEMS, {}, "auto");
        const auto heard = gr::blocks::message_debug::make();
        c.graph->msg_connect(c.blocks[1], "status", heard, "store");
        CPPUNIT_ASSERT_EQUAL(std::string("fake:0 (first GPU)"),
                             c.blocks[0]->device_name());
        const auto other = gr::gpufft::tuner::make("fake:1", "estimate", {}, 1, false);
        c.graph->run();
        for (const auto& each : c.blocks)
            CPPUNIT_ASSERT_EQUAL(std::string("fake:1 (second GPU)"), each->device_name());
        CPPUNIT_ASSERT_EQUAL(std::string("input resident, output page-locked in place"),
                             buffers_of(*heard));
        CPPUNIT_ASSERT_EQUAL(ITEMS, c.right_items());
    }

    void without_memory_for_a_mirror_the_host_is_between()
    {
        const chain c(3);
        fake().calls.fail("make_buffer", 1);
        fake().calls.fail("make_buffer", 2);
        c.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::size_t(ITEMS) * LENGTH, c.sink->data().size());
    }

    // Nothing else comes that could push it on.
    void a_lone_item_comes_out_at_once()
    {
        const chain c(4, 1);
        c.graph->run();
        CPPUNIT_ASSERT_EQUAL(std::size_t(LENGTH), c.sink->data().size());
    }

    void leaves_no_memory_behind()
    {
        const int live = fake().live_buffers;
        for (int i = 0; i < 3; ++i) {
            const chain c(3);
            c.graph->run();
        }
        CPPUNIT_ASSERT_EQUAL(live, fake().live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_chain);

} // namespace
