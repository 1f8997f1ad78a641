/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans change while a flowgraph runs at full speed on $GPUFFT_DEVICE: no item may be
// missing, twice there, in another place or wrong. Wisdom comes from the test.
#include "blocks/running/running_blocks.h"
#include "device/interface/registry.h"
#include "support/transforms/wisdom_entries.h"
#include "tune/candidates/whole_plans.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

using gpufft::testing::know;
using gr::gpufft::running_blocks::users;

namespace {

constexpr int LENGTH = 512;
constexpr int FEWEST_ITEMS = 20000;
constexpr int CHANGES = 6;
constexpr std::int64_t NUMBERS = 1 << 20; // that a float tells apart by far
const auto TOO_LONG = std::chrono::seconds(300);

//! Impulses, the i-th of height i mod NUMBERS, until it is told to end.
class numbered_source : public gr::sync_block
{
public:
    std::atomic<bool> ends{ false };
    std::atomic<std::int64_t> items{ 0 };

    numbered_source()
        : gr::sync_block("numbered_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)))
    {
    }
    int work(int count, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (ends && items >= FEWEST_ITEMS)
            return WORK_DONE;
        auto* at = static_cast<gr_complex*>(out[0]);
        std::fill(at, at + count * LENGTH, gr_complex(0));
        for (int i = 0; i < count; ++i)
            at[i * LENGTH] = static_cast<float>((items + i) % NUMBERS);
        items += count;
        return count;
    }
};

//! What comes of an impulse at the first point: its height everywhere.
class numbered_sink : public gr::sync_block
{
public:
    std::atomic<std::int64_t> items{ 0 };
    std::atomic<std::int64_t> wrong{ 0 };

    numbered_sink()
        : gr::sync_block("numbered_sink",
                         gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)),
                         gr::io_signature::make(0, 0, 0))
    {
    }
    int work(int count, gr_vector_const_void_star& in, gr_vector_void_star&) override
    {
        const auto* at = static_cast<const gr_complex*>(in[0]);
        for (int i = 0; i < count; ++i, ++items) {
            const gr_complex want(static_cast<float>(items % NUMBERS));
            bool is_right = true;
            for (int k = 0; k < LENGTH; ++k)
                is_right = is_right && std::abs(*at++ - want) < 0.25F;
            wrong += !is_right;
        }
        return count;
    }
};

} // namespace

class qa_plan_switch : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_switch);
    CPPUNIT_TEST(no_item_is_lost_or_out_of_order);
    CPPUNIT_TEST_SUITE_END();

public:
    void no_item_is_lost_or_out_of_order()
    {
        boost::filesystem::remove(gpufft::wisdom_store::of_user().file().path());
        const auto fft = gr::gpufft::fft_vcc::make(LENGTH, true, {}, false);
        const auto source = gnuradio::make_block_sptr<numbered_source>();
        const auto sink = gnuradio::make_block_sptr<numbered_sink>();
        const auto graph = gr::make_top_block("qa_change_over");
        graph->connect(source, 0, fft, 0);
        graph->connect(fft, 0, sink, 0);
        CPPUNIT_ASSERT(users().empty());
        graph->start();

        const auto began = std::chrono::steady_clock::now();
        const auto wait_for = [&](auto&& is_so) {
            while (!is_so() && std::chrono::steady_clock::now() - began < TOO_LONG)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        wait_for([&] { return sink->items > 0; });
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), users().size());
        const auto running = users().front();
        const auto& on = running->on()->info();
        const auto plans = gpufft::whole_plans(gpufft::transform(LENGTH), on.limits);
        CPPUNIT_ASSERT(plans.size() > 1);
        std::set<std::string> lines;
        for (int i = 1; i <= CHANGES; ++i) {
            know(on, plans[static_cast<std::size_t>(i) % plans.size()], i);
            CPPUNIT_ASSERT(running->plan_switch());
            lines.insert(fft->plan_line());
            // The new plan has computed something before the next one comes.
            const std::int64_t then = source->items;
            wait_for([&] { return sink->items > then; });
        }
        source->ends = true;
        graph->wait();
        CPPUNIT_ASSERT(lines.size() > 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), sink->wrong.load());
        CPPUNIT_ASSERT_EQUAL(source->items.load(), sink->items.load());
        CPPUNIT_ASSERT(users().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_switch);
