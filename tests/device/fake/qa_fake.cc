/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/computation.h"
#include "reference/fake/fake_backend.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <future>
#include <thread>

using namespace gpufft;

namespace {

// Four rows of one point: the shortest transform copies.
kernel_source copying_kernel()
{
    kernel_source source;
    source.name = "copy";
    computation what;
    what.computed_pass.stages = { stage{} };
    what.computed_pass.columns = { "row", 4, 1, 1 };
    source.computes = std::make_shared<const computation>(what);
    return source;
}

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on;

    fake()
    {
        device_info info;
        info.name = "fake:0";
        info.limits.is_cpu = true;
        info.limits.max_allocation_bytes = 1 << 20;
        on = make_fake_device(info, control);
    }
};

//! The first copy or kernel waits until it is released.
class held_work
{
public:
    explicit held_work(fake_control& of)
    {
        of.before_work = [all = d_state, may = d_state->released.get_future().share()] {
            if (all->count++ == 0) {
                all->begun.set_value();
                may.wait();
            }
        };
    }
    ~held_work() { release(); } // whatever failed: queues wait for their work
    held_work(const held_work&) = delete;
    held_work& operator=(const held_work&) = delete;

    void wait_for_first() { d_state->begun.get_future().wait(); }
    void release()
    {
        if (!d_state->is_released.exchange(true))
            d_state->released.set_value();
    }

private:
    struct state {
        std::atomic<int> count{ 0 };
        std::atomic<bool> is_released{ false };
        std::promise<void> begun, released;
    };
    std::shared_ptr<state> d_state = std::make_shared<state>();
};

template <typename Call>
std::string message_of(Call&& call)
{
    try {
        call();
    } catch (const device_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

} // namespace

class qa_fake : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fake);
    CPPUNIT_TEST(copies_in_order_and_later);
    CPPUNIT_TEST(fresh_memory_is_not_a_number);
    CPPUNIT_TEST(every_call_can_be_told_to_fail);
    CPPUNIT_TEST(work_that_fails_shows_at_the_wait);
    CPPUNIT_TEST(queues_wait_for_each_other);
    CPPUNIT_TEST(times_what_lies_between_two_events);
    CPPUNIT_TEST(counts_buffers_that_are_alive);
    CPPUNIT_TEST(launches_are_checked);
    CPPUNIT_TEST(builds_are_checked_against_the_limits);
    CPPUNIT_TEST(wraps_memory_on_a_cpu);
    CPPUNIT_TEST_SUITE_END();

public:
    void copies_in_order_and_later()
    {
        fake f;
        const auto with = f.on->make_queue();
        const auto memory = f.on->make_buffer(4);
        char in[5] = "....", out[5] = "....";
        held_work held(*f.control);
        with->upload(*memory, 0, in, 4);
        with->download(out, *memory, 0, 4);
        std::memcpy(in, "late", 4); // the copy is still to come, as on a GPU
        const auto done = with->record();
        CPPUNIT_ASSERT(!done->is_done());
        CPPUNIT_ASSERT_EQUAL(std::string("...."), std::string(out));
        held.release();
        done->wait();
        CPPUNIT_ASSERT(done->is_done());
        CPPUNIT_ASSERT_EQUAL(std::string("late"), std::string(out));
    }

    void fresh_memory_is_not_a_number()
    {
        fake f;
        const auto with = f.on->make_queue();
        float x = 0;
        const auto memory = f.on->make_buffer(4);
        with->download(&x, *memory, 0, 4);
        with->wait_all();
        CPPUNIT_ASSERT(std::isnan(x));
    }

    void every_call_can_be_told_to_fail()
    {
        for (const std::string call : { "make_buffer",
                                        "part_of",
                                        "wrap_host_memory",
                                        "make_host_buffer",
                                        "make_queue",
                                        "build",
                                        "upload",
                                        "download",
                                        "copy",
                                        "launch",
                                        "record",
                                        "wait_for",
                                        "wait" }) {
            fake f;
            use_everything(f); // the first round counts, and must not fail
            const int before = f.control->calls.calls(call);
            CPPUNIT_ASSERT_MESSAGE(call, before > 0);
            f.control->calls.fail(call);
            const auto expected = "fake " + call + ": call " +
                                  std::to_string(before + 1) + " was told to fail";
            CPPUNIT_ASSERT_EQUAL(expected, message_of([&] { use_everything(f); }));
            use_everything(f); // only that one
            CPPUNIT_ASSERT_EQUAL_MESSAGE(call, 0, f.control->live_buffers.load());
        }
    }

    void work_that_fails_shows_at_the_wait()
    {
        fake f;
        const auto with = f.on->make_queue();
        const auto memory = f.on->make_buffer(4);
        char text[5] = "abcd";
        f.control->calls.fail("work", 2);
        with->upload(*memory, 0, text, 4);
        const auto before = with->record();
        with->upload(*memory, 0, text, 4);
        const auto after = with->record();
        before->wait();
        CPPUNIT_ASSERT_EQUAL(std::string("fake work: call 2 was told to fail"),
                             message_of([&] { after->wait(); }));
        CPPUNIT_ASSERT_EQUAL(std::string("fake work: call 2 was told to fail"),
                             message_of([&] { with->wait_all(); }));
    }

    void queues_wait_for_each_other()
    {
        fake f;
        const auto slow = f.on->make_queue(), other = f.on->make_queue();
        const auto memory = f.on->make_buffer(4);
        char in[5] = "abcd", out[5] = "....";
        held_work held(*f.control);
        slow->upload(*memory, 0, in, 4);
        held.wait_for_first();
        other->wait_for(*slow->record());
        other->download(out, *memory, 0, 4);
        std::this_thread::sleep_for(std::chrono::milliseconds(2)); // it would be there
        CPPUNIT_ASSERT_EQUAL(std::string("...."), std::string(out));
        held.release();
        other->wait_all();
        CPPUNIT_ASSERT_EQUAL(std::string("abcd"), std::string(out));

        f.control->calls.fail("work");
        slow->upload(*memory, 0, in, 4);
        other->wait_for(*slow->record());
        CPPUNIT_ASSERT_EQUAL(std::string("fake work: call 3 was told to fail"),
                             message_of([&] { other->wait_all(); }));
    }

    void times_what_lies_between_two_events()
    {
        fake f;
        f.control->work_delay_us = 2000;
        const auto with = f.on->make_queue();
        const auto memory = f.on->make_buffer(4);
        const auto untimed = with->record();
        const auto begin = with->record_timed();
        with->upload(*memory, 0, "abcd", 4);
        const auto end = with->record_timed();
        CPPUNIT_ASSERT(end->seconds_since(*begin) >= 2e-3);
        CPPUNIT_ASSERT(begin->seconds_since(*end) <= -2e-3);
        CPPUNIT_ASSERT_EQUAL(std::string("fake seconds_since: an event was not timed"),
                             message_of([&] { end->seconds_since(*untimed); }));
    }

    void counts_buffers_that_are_alive()
    {
        fake f;
        auto one = f.on->make_buffer(4);
        const auto two = f.on->make_host_buffer(4);
        CPPUNIT_ASSERT_EQUAL(2, f.control->live_buffers.load());
        one.reset();
        CPPUNIT_ASSERT_EQUAL(1, f.control->live_buffers.load());
    }

    void launches_are_checked()
    {
        fake f;
        const auto with = f.on->make_queue();
        const auto copy = f.on->build(copying_kernel());
        const auto a = f.on->make_buffer(40), b = f.on->make_buffer(40);
        const auto rows = [](std::uint32_t count) { return kernel_argument(count); };
        buffer* none = nullptr;

        CPPUNIT_ASSERT_EQUAL(std::string("fake launch of copy: 3 arguments, takes 4"),
                             message_of([&] {
                                 with->launch(*copy, 1, { a.get(), b.get(), rows(4) });
                             }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake launch of copy: argument 0 is of another type"),
            message_of([&] {
                with->launch(*copy, 1, { rows(4), b.get(), none, rows(4) });
            }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake launch of copy: 1 workgroups for 5 rows, needs 2"),
            message_of([&] {
                with->launch(*copy, 1, { a.get(), b.get(), none, rows(5) });
            }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake launch of copy: input and output are one buffer, which the "
                        "pass does not allow"),
            message_of([&] {
                with->launch(*copy, 1, { a.get(), a.get(), none, rows(4) });
            }));

        with->launch(*copy, 2, { a.get(), b.get(), none, rows(6) });
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake kernel: number 10 of the input, which has 10"),
            message_of([&] { with->wait_all(); }));
    }

    void builds_are_checked_against_the_limits()
    {
        fake f;
        auto source = copying_kernel();
        CPPUNIT_ASSERT(f.on->build(source) == f.on->build(source));
        source.launch.work_items = 257;
        std::string message;
        try {
            f.on->build(source);
        } catch (const build_error& e) {
            message = e.what();
        }
        CPPUNIT_ASSERT_EQUAL(
            std::string(
                "fake build of copy: 257 work-items and 0 bytes of local memory in "
                "a workgroup; fake:0 has 256 and 32768"),
            message);
    }

    void wraps_memory_on_a_cpu()
    {
        fake f;
        alignas(64) float x[16] = {};
        const auto wrapped = f.on->wrap_host_memory(x, sizeof(x));
        CPPUNIT_ASSERT(!f.on->wrap_host_memory(x + 1, 4));
        const auto with = f.on->make_queue();
        const float two = 2;
        with->upload(*wrapped, 4, &two, 4);
        with->wait_all();
        CPPUNIT_ASSERT_EQUAL(2.0f, x[1]);
    }

private:
    static void use_everything(fake& f)
    {
        alignas(64) float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
        const auto copy = f.on->build(copying_kernel());
        const auto in = f.on->part_of(f.on->make_buffer(32), 0, 32);
        const auto staging = f.on->make_host_buffer(32);
        const auto out = f.on->wrap_host_memory(x, 32);
        buffer* none = nullptr;
        const auto with = f.on->make_queue(); // goes first, and waits for its work
        with->upload(*in, 0, x, 32);
        with->wait_for(*with->record());
        with->launch(*copy, 1, { in.get(), out.get(), none, std::uint32_t(4) });
        with->copy(*in, 0, *out, 0, 32);
        with->download(staging->data(), *in, 0, 32);
        with->wait_all();
        CPPUNIT_ASSERT(std::memcmp(staging->data(), x, 32) == 0);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fake);
