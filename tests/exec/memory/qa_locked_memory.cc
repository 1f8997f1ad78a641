/* SPDX-License-Identifier: GPL-3.0-or-later */
// Memory of the caller that is copied without staging, on fake devices.
#include "device/interface/registry.h"
#include "exec/rows/stream_executor.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <atomic>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 16;
constexpr std::size_t ROWS = 64;
using way = locked_memory::way;

//! "fake:0" and "fake:1" are GPUs, "fake:2" is a CPU device.
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_gpu(), fake_cpu() });
    return made;
}

//! Host buffers that ROWS rows take, sent in one submission.
int stagings_of(stream_executor& stream, const complex32* in, complex32* out)
{
    const int before = control()->calls.calls("make_host_buffer");
    stream.submit(in, out, ROWS);
    stream.wait_oldest();
    return control()->calls.calls("make_host_buffer") - before;
}

} // namespace

class qa_locked_memory : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_locked_memory);
    CPPUNIT_TEST(covers_what_was_added_and_nothing_else);
    CPPUNIT_TEST(blocks_share_a_ring);
    CPPUNIT_TEST(devices_of_a_backend_share_a_ring);
    CPPUNIT_TEST(what_is_refused_is_staged);
    CPPUNIT_TEST(cpu_devices_work_in_place);
    CPPUNIT_TEST(locked_memory_takes_no_staging);
    CPPUNIT_TEST(what_lies_between_rows_is_left_alone);
    CPPUNIT_TEST(threads_lock_and_unlock_one_ring);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { control()->calls.clear(); }

    void covers_what_was_added_and_nothing_else()
    {
        std::vector<char> memory(300);
        char* const ring = memory.data() + 100;
        locked_memory locked(open_device("fake:0"));
        CPPUNIT_ASSERT(!locked.covers(ring, 1));
        CPPUNIT_ASSERT(way::locked == locked.add(ring, 100));
        struct {
            const char* why;
            int begin, bytes;
            bool is_covered;
        } const cases[] = {
            { "all of it", 0, 100, true },      { "its first byte", 0, 1, true },
            { "its last byte", 99, 1, true },   { "a byte before", -1, 2, false },
            { "a byte behind", 99, 2, false },  { "nothing of it", -50, 10, false },
            { "more than it", -1, 102, false },
        };
        for (const auto& c : cases)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why, c.is_covered, locked.covers(ring + c.begin, c.bytes));
        locked.clear();
        CPPUNIT_ASSERT(!locked.covers(ring, 1));
    }

    void blocks_share_a_ring()
    {
        std::vector<char> ring(100);
        const int live = control()->live_buffers;
        auto first = std::make_unique<locked_memory>(open_device("fake:0"));
        locked_memory second(open_device("fake:0"));
        CPPUNIT_ASSERT(way::locked == first->add(ring.data(), 100));
        CPPUNIT_ASSERT(way::locked == second.add(ring.data(), 100));
        CPPUNIT_ASSERT(way::locked == second.add(ring.data() + 50, 20)); // a part
        CPPUNIT_ASSERT_EQUAL(live + 1, control()->live_buffers.load());
        first.reset();
        CPPUNIT_ASSERT(second.covers(ring.data(), 100));
        CPPUNIT_ASSERT_EQUAL(live + 1, control()->live_buffers.load());
        second.clear();
        CPPUNIT_ASSERT_EQUAL(live, control()->live_buffers.load());
        CPPUNIT_ASSERT(way::locked == second.add(ring.data(), 100));
    }

    void devices_of_a_backend_share_a_ring()
    {
        std::vector<char> ring(100);
        locked_memory first(open_device("fake:0")), second(open_device("fake:1"));
        CPPUNIT_ASSERT(way::locked == first.add(ring.data(), 100));
        CPPUNIT_ASSERT(way::locked == second.add(ring.data(), 100));
    }

    void what_is_refused_is_staged()
    {
        std::vector<char> ring(100);
        const auto on = open_device("fake:0");
        locked_memory locked(on);
        // Memory of which others than we may have page-locked a part.
        const auto other = on->register_host_memory(ring.data() + 50, 10);
        CPPUNIT_ASSERT(way::staged == locked.add(ring.data(), 100));
        CPPUNIT_ASSERT(!locked.covers(ring.data(), 1));
        control()->calls.fail("register_host_memory");
        CPPUNIT_ASSERT(way::staged == locked.add(ring.data(), 50));
        CPPUNIT_ASSERT(way::locked == locked.add(ring.data(), 50));
    }

    void cpu_devices_work_in_place()
    {
        std::vector<char> ring(100);
        locked_memory locked(open_device("fake:2"));
        CPPUNIT_ASSERT(way::in_place == locked.add(ring.data(), 100));
        CPPUNIT_ASSERT(!locked.covers(ring.data(), 1));
    }

    void locked_memory_takes_no_staging()
    {
        struct {
            const char* why;
            bool lock_in, lock_out;
            int stagings;
        } const cases[] = {
            { "neither side", false, false, 2 },
            { "input alone", true, false, 1 },
            { "output alone", false, true, 1 },
            { "both sides", true, true, 0 },
        };
        const transform what(LENGTH);
        const auto x = noise(ROWS * LENGTH);
        const auto expected = reference_rows(what, x);
        for (const auto& c : cases) {
            auto in = x;
            std::vector<complex32> out(x.size());
            stream_executor stream(what, "fake:0");
            const auto bytes = in.size() * sizeof(complex32);
            if (c.lock_in)
                stream.locked().add(in.data(), bytes);
            if (c.lock_out)
                stream.locked().add(out.data(), bytes);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why, c.stagings, stagings_of(stream, in.data(), out.data()));
            CPPUNIT_ASSERT_MESSAGE(c.why, relative_error(out, expected) < 1e-6);
        }
    }

    // A copy of everything from the first to the last output would write over it.
    void what_lies_between_rows_is_left_alone()
    {
        transform what(LENGTH);
        what.output_distance = LENGTH + 3;
        const auto x = noise(ROWS * LENGTH);
        std::vector<complex32> out(ROWS * (LENGTH + 3), complex32(7));
        stream_executor stream(what, "fake:0");
        stream.locked().add(out.data(), out.size() * sizeof(complex32));
        stagings_of(stream, x.data(), out.data());
        for (std::size_t row = 0; row < ROWS; ++row)
            for (std::size_t i = LENGTH; i < LENGTH + 3; ++i)
                CPPUNIT_ASSERT_EQUAL(complex32(7), out[row * (LENGTH + 3) + i]);
    }

    // Memory is never refused because one thread unlocks while the other locks.
    void threads_lock_and_unlock_one_ring()
    {
        std::vector<char> ring(100);
        std::atomic<int> refused{ 0 };
        const auto lock_often = [&] {
            locked_memory locked(open_device("fake:0"));
            for (int i = 0; i < 2000; ++i) {
                if (locked.add(ring.data(), 100) != way::locked)
                    ++refused;
                locked.clear();
            }
        };
        std::thread one(lock_often), two(lock_often);
        one.join();
        two.join();
        CPPUNIT_ASSERT_EQUAL(0, refused.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_locked_memory);
