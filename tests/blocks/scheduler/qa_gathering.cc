/* SPDX-License-Identifier: GPL-3.0-or-later */
// Items that come one by one: those that come while the device is busy share a launch,
// and one that comes alone goes out alone. Counted on fake devices.
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr int LENGTH = 8;
constexpr int MOST_TURNS = 500'000; // of 20 us and more: something hangs

//! "fake:0" works like a GPU (copies), "fake:1" like a CPU device (memory in place).
gpufft::fake_control& fake()
{
    using namespace gpufft::testing;
    static const auto control = add_fake_devices({ fake_gpu(), fake_cpu() });
    return *control;
}

//! One impulse a call, the i-th of height i and with a tag that says i.
class dripping_source : public gr::sync_block
{
public:
    std::atomic<std::int64_t> sent{ 0 };

    //! \param may_send  whether the i-th may go out now; asked until it may
    dripping_source(std::int64_t items, std::function<bool(std::int64_t)> may_send)
        : gr::sync_block("dripping_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex))),
          d_items(items),
          d_may_send(std::move(may_send))
    {
    }

    int work(int, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (d_sent == d_items)
            return WORK_DONE;
        for (int turn = 0; !d_may_send(d_sent); ++turn) {
            if (turn == MOST_TURNS)
                return WORK_DONE;
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
        auto* at = static_cast<gr_complex*>(out[0]);
        std::fill(at, at + LENGTH, gr_complex(0));
        at[0] = static_cast<float>(d_sent);
        add_item_tag(0,
                     static_cast<std::uint64_t>(d_sent),
                     pmt::intern("number"),
                     pmt::from_long(d_sent));
        sent = ++d_sent;
        return 1;
    }

private:
    const std::int64_t d_items;
    const std::function<bool(std::int64_t)> d_may_send;
    std::int64_t d_sent = 0;
};

//! Counts the items that are where they should be, with their tags.
class checking_sink : public gr::sync_block
{
public:
    std::atomic<std::int64_t> items{ 0 };
    std::int64_t right_items = 0, right_tags = 0;

    checking_sink()
        : gr::sync_block("checking_sink",
                         gr::io_signature::make(1, 1, LENGTH * sizeof(gr_complex)),
                         gr::io_signature::make(0, 0, 0))
    {
    }

    int work(int count, gr_vector_const_void_star& in, gr_vector_void_star&) override
    {
        const auto* at = static_cast<const gr_complex*>(in[0]);
        for (std::int64_t i = items; i < items + count; ++i, at += LENGTH)
            right_items += std::all_of(at, at + LENGTH, [i](const gr_complex& bin) {
                return bin == gr_complex(static_cast<float>(i));
            });
        std::vector<gr::tag_t> tags;
        get_tags_in_window(tags, 0, 0, static_cast<std::uint64_t>(count));
        for (const auto& tag : tags)
            right_tags += pmt::to_long(tag.value) == static_cast<long>(tag.offset);
        items += count;
        return count;
    }
};

using sink_ptr = std::shared_ptr<checking_sink>;

//! \param meanwhile  that are sent while a copy or a kernel is under way, at least
//! \return launches that the items took
int run(const char* device,
        std::int64_t items,
        std::int64_t meanwhile,
        const sink_ptr& sink,
        const std::function<bool(std::int64_t)>& may_send)
{
    const auto fft = gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 0, device);
    const auto source = gnuradio::make_block_sptr<dripping_source>(items, may_send);
    const auto graph = gr::make_top_block("qa_gathering");
    graph->connect(source, 0, fft, 0);
    graph->connect(fft, 0, sink, 0);
    // From here on: the self test's work is none of ours.
    fake().before_work = [&source, items, meanwhile] {
        const auto enough = std::min(items, source->sent + meanwhile);
        for (int turn = 0; source->sent < enough && turn < MOST_TURNS; ++turn)
            std::this_thread::sleep_for(std::chrono::microseconds(20));
    };
    const int before = fake().calls.calls("launch");
    graph->run();
    fake().before_work = [] {};
    CPPUNIT_ASSERT_EQUAL_MESSAGE(device, items, sink->items.load());
    CPPUNIT_ASSERT_EQUAL_MESSAGE(device, items, sink->right_items);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(device, items, sink->right_tags);
    return fake().calls.calls("launch") - before;
}

class qa_gathering : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_gathering);
    CPPUNIT_TEST(items_that_come_while_the_device_is_busy_share_launches);
    CPPUNIT_TEST(items_that_come_alone_do_not_wait_for_others);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { fake().calls.clear(); }

    // A launch takes as long as twenty items take to come; the first has but one.
    void items_that_come_while_the_device_is_busy_share_launches()
    {
        constexpr int ITEMS = 501;
        for (const char* device : { "fake:0", "fake:1" }) {
            const auto sink = gnuradio::make_block_sptr<checking_sink>();
            const int launches = run(device, ITEMS, 20, sink, [](auto) { return true; });
            CPPUNIT_ASSERT(launches > 0);
            CPPUNIT_ASSERT_MESSAGE(std::to_string(launches), launches <= 2 + ITEMS / 20);
        }
    }

    // Would end after MOST_TURNS and with one item, where they did.
    void items_that_come_alone_do_not_wait_for_others()
    {
        constexpr int ITEMS = 50;
        for (const char* device : { "fake:0", "fake:1" }) {
            const auto sink = gnuradio::make_block_sptr<checking_sink>();
            const int launches =
                run(device, ITEMS, 0, sink, [&](auto i) { return sink->items == i; });
            CPPUNIT_ASSERT_EQUAL(ITEMS, launches);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_gathering);

} // namespace
