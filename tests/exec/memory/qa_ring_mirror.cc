/* SPDX-License-Identifier: GPL-3.0-or-later */
// A ring on the device: who reads waits for who wrote, and the other way, on the device;
// and what several need is brought there once.
#include "exec/memory/ring_mirror.h"
#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t RING = 1000;

//! What a ring holds when byte b of the stream is b modulo 251.
std::vector<unsigned char> stream_bytes(const stretch& s)
{
    std::vector<unsigned char> all(s.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<unsigned char>((s.begin + i) % 251);
    return all;
}

struct fixture {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on = make_fake_device(fake_gpu(), control);
    ring_mirror mirror{ on, RING };

    std::shared_ptr<queue> a_queue() const { return on->make_queue(); }

    //! What is there of \p s, when all is there.
    std::vector<unsigned char> contents(const stretch& s)
    {
        std::vector<unsigned char> all(s.size());
        const auto q = a_queue();
        mirror.before_reading(*q, s);
        mirror.download(*q, all.data(), s);
        q->wait_all();
        return all;
    }
};

class qa_ring_mirror : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_ring_mirror);
    CPPUNIT_TEST(places_go_around_the_end);
    CPPUNIT_TEST(readers_wait_for_what_was_written);
    CPPUNIT_TEST(writers_wait_for_readers_and_writers_of_the_lap_before);
    CPPUNIT_TEST(what_several_need_is_brought_once);
    CPPUNIT_TEST(gaps_are_brought_when_somebody_needs_them);
    CPPUNIT_TEST(who_read_what_failed_is_told);
    CPPUNIT_TEST(a_failure_some_rings_before_is_told);
    CPPUNIT_TEST(nothing_is_waited_for_twice);
    CPPUNIT_TEST(goes_around_for_long);
    CPPUNIT_TEST_SUITE_END();

public:
    void places_go_around_the_end()
    {
        struct row {
            const char* why;
            stretch s;
            std::size_t offset, first, second;
        };
        for (const row& r : { row{ "the begin", { 0, 10 }, 0, 10, 0 },
                              row{ "up to the end", { 990, 1000 }, 990, 10, 0 },
                              row{ "across the end", { 2990, 3010 }, 990, 10, 10 },
                              row{ "all", { 5, 1005 }, 5, 995, 5 } }) {
            const fixture f;
            const auto places = f.mirror.places_of(r.s);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.offset, places[0].offset);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.first, places[0].bytes);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.second, places[1].bytes);
        }
    }

    void readers_wait_for_what_was_written()
    {
        fixture f;
        f.control->work_delay_us = 20000;
        const stretch s = { 900, 1100 };
        const auto bytes = stream_bytes(s);
        const auto written = f.on->make_buffer(bytes.size());
        const auto q = f.a_queue();
        q->upload(*written, 0, bytes.data(), bytes.size());
        f.mirror.before_writing(*q, s);
        f.mirror.copy_from(*q, *written, s);
        f.mirror.has_written(s, q->record());
        CPPUNIT_ASSERT(stream_bytes({ 950, 1050 }) == f.contents({ 950, 1050 }));
    }

    // By events alone: the host does not wait. The first work on one queue waits until
    // the test lets it go, and what would overwrite it comes from another.
    void writers_wait_for_readers_and_writers_of_the_lap_before()
    {
        for (const bool is_read : { false, true }) {
            fixture f;
            std::atomic<int> works{ 0 };
            std::atomic<bool> goes_on{ false };
            f.control->before_work = [&] {
                if (works++ == 0)
                    while (!goes_on)
                        std::this_thread::yield();
            };
            const stretch first = { 0, 100 }, lap = { RING, RING + 100 };
            const auto memory = f.on->make_buffer(100);
            const auto one = f.a_queue(), other = f.a_queue();
            if (is_read) {
                f.mirror.copy_to(*one, *memory, 0, first);
                f.mirror.has_read(first, one->record());
            } else {
                f.mirror.copy_from(*one, *memory, first);
                f.mirror.has_written(first, one->record());
            }
            f.mirror.before_writing(*other, lap);
            f.mirror.copy_from(*other, *memory, lap);
            const auto end = other->record();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            CPPUNIT_ASSERT(!end->is_done());
            goes_on = true;
            end->wait();
            one->wait_all();
        }
    }

    void what_several_need_is_brought_once()
    {
        fixture f;
        const auto bytes = stream_bytes({ 0, 600 });
        const auto q = f.a_queue(), other = f.a_queue();
        f.mirror.bring(*q, { 0, 300 }, bytes.data());
        f.mirror.bring(*other, { 0, 300 }, bytes.data());
        f.mirror.bring(*other, { 100, 600 }, bytes.data() + 100);
        CPPUNIT_ASSERT_EQUAL(2, f.control->calls.calls("upload"));
        other->wait_all();
        q->wait_all();
        CPPUNIT_ASSERT(bytes == f.contents({ 0, 600 }));
    }

    void gaps_are_brought_when_somebody_needs_them()
    {
        fixture f;
        const auto bytes = stream_bytes({ 0, 900 });
        const auto q = f.a_queue();
        f.mirror.bring(*q, { 200, 300 }, bytes.data() + 200);
        f.mirror.bring(*q, { 500, 600 }, bytes.data() + 500);
        CPPUNIT_ASSERT_EQUAL(2, f.control->calls.calls("upload"));
        f.mirror.bring(*q, { 0, 900 }, bytes.data());
        CPPUNIT_ASSERT_EQUAL(5, f.control->calls.calls("upload"));
        q->wait_all();
        CPPUNIT_ASSERT(bytes == f.contents({ 0, 900 }));
    }

    void who_read_what_failed_is_told()
    {
        fixture f;
        const auto memory = f.on->make_buffer(100);
        const auto q = f.a_queue();
        f.control->calls.fail("work");
        f.mirror.copy_from(*q, *memory, { 0, 100 });
        f.mirror.has_written({ 0, 100 }, q->record());
        f.mirror.expect_written({ 100, 200 });
        CPPUNIT_ASSERT_THROW(f.mirror.expect_written({ 50, 150 }), device_error);
    }

    // Not every driver hands it on: here no queue waits for another.
    void a_failure_some_rings_before_is_told()
    {
        fixture f;
        ring_mirror second(f.on, RING), third(f.on, RING);
        const auto memory = f.on->make_buffer(100);
        const auto q = f.a_queue(), next = f.a_queue(), last = f.a_queue();
        f.control->calls.fail("work");
        f.mirror.copy_from(*q, *memory, { 0, 100 });
        f.mirror.has_written({ 0, 100 }, q->record());
        CPPUNIT_ASSERT_THROW(q->wait_all(), device_error);
        second.copy_from(*next, *memory, { 0, 100 });
        second.has_written(
            { 0, 100 }, next->record(), { { &f.mirror, { 0, 100 }, nullptr } });
        third.copy_from(*last, *memory, { 0, 100 });
        third.has_written(
            { 0, 100 }, last->record(), { { &second, { 20, 30 }, nullptr } });
        third.has_written(
            { 100, 200 }, last->record(), { { &second, { 100, 200 }, nullptr } });
        CPPUNIT_ASSERT_THROW(third.expect_written({ 50, 60 }), device_error);
        third.expect_written({ 100, 200 });
    }

    // Each piece of a ring is made of both pieces of the ring before it, by two inputs.
    void nothing_is_waited_for_twice()
    {
        fixture f;
        constexpr int RINGS = 12;
        std::vector<std::unique_ptr<ring_mirror>> rings;
        const auto memory = f.on->make_buffer(100);
        const auto q = f.a_queue();
        for (int i = 0; i < RINGS; ++i) {
            rings.push_back(std::make_unique<ring_mirror>(f.on, RING));
            std::vector<mirror_place> made_of;
            if (i > 0)
                made_of.assign(2, { rings[i - 1].get(), { 0, 200 }, nullptr });
            for (const stretch& s : { stretch{ 0, 100 }, stretch{ 100, 200 } }) {
                rings[i]->copy_from(*q, *memory, s);
                rings[i]->has_written(s, q->record(), made_of);
            }
        }
        const int before = f.control->calls.calls("wait");
        for (int again = 0; again < 2; ++again)
            rings.back()->expect_written({ 0, 200 });
        CPPUNIT_ASSERT_EQUAL(2 * RINGS, f.control->calls.calls("wait") - before);
    }

    // More pieces than marks are kept of, over many laps, and each one right.
    void goes_around_for_long()
    {
        fixture f;
        const auto q = f.a_queue(), other = f.a_queue();
        const auto memory = f.on->make_buffer(RING);
        for (std::uint64_t begin = 0; begin < 50 * RING; begin += 70) {
            const stretch s = { begin, begin + 70 };
            const auto bytes = stream_bytes(s);
            f.mirror.before_writing(*q, s);
            q->upload(*memory, 0, bytes.data(), bytes.size());
            f.mirror.copy_from(*q, *memory, s);
            f.mirror.has_written(s, q->record());
            q->wait_all();
            std::vector<unsigned char> read(70);
            f.mirror.before_reading(*other, s);
            f.mirror.download(*other, read.data(), s);
            f.mirror.has_read(s, other->record());
            other->wait_all();
            CPPUNIT_ASSERT_MESSAGE(fmt::format("byte {}", begin), bytes == read);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_ring_mirror);

} // namespace
