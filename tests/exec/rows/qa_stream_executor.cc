/* SPDX-License-Identifier: GPL-3.0-or-later */
// Batches in flight, on a fake device: order, windows, faults, memory.
#include "device/interface/registry.h"
#include "exec/rows/stream_executor.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <atomic>
#include <chrono>
#include <limits>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 24;

//! "fake:0" works like a GPU (staging), "fake:1" like a CPU device (memory in place).
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

transform request() { return transform(LENGTH); }

} // namespace

class qa_stream_executor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stream_executor);
    CPPUNIT_TEST(submissions_finish_in_order);
    CPPUNIT_TEST(a_window_holds_from_the_next_submission_on);
    CPPUNIT_TEST(windows_may_change_from_another_thread);
    CPPUNIT_TEST(refuses_a_window_of_another_length);
    CPPUNIT_TEST(every_fault_is_an_error_and_leaks_nothing);
    CPPUNIT_TEST(nothing_is_at_work_after_waits_that_fail);
    CPPUNIT_TEST(runs_batches_larger_than_a_submission);
    CPPUNIT_TEST(submissions_begin_where_nothing_is_copied);
    CPPUNIT_TEST(each_pass_counts_its_own_rows);
    CPPUNIT_TEST(output_may_overwrite_input);
    CPPUNIT_TEST(gives_all_memory_back);
    CPPUNIT_TEST(slots_are_renewed_where_there_is_no_room_for_more);
    CPPUNIT_TEST(slots_that_could_not_be_renewed_are_tried_again);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

private:
    static void expect_rows(const std::vector<complex32>& x,
                            const std::vector<complex32>& y,
                            const std::vector<float>& window,
                            const std::string& what)
    {
        const auto error = relative_error(y, reference_rows(request(), x, window));
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.2e}", what, error),
                               error < 1e-6);
    }

    void submissions_finish_in_order()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            stream_executor stream(request(), device, 4);
            CPPUNIT_ASSERT_EQUAL(std::size_t(4), stream.depth());
            control()->work_delay_us = 200;
            const std::size_t sizes[] = { 5, 1, 9, 2, 7, 3, 3, 8 };
            std::vector<std::vector<complex32>> in, out;
            for (const auto rows : sizes) {
                in.push_back(noise(rows * LENGTH, static_cast<unsigned>(in.size())));
                out.emplace_back(in.back().size());
            }
            std::size_t sent = 0, done = 0;
            while (done < in.size()) {
                if (sent < in.size() && stream.can_submit()) {
                    stream.submit(in[sent].data(), out[sent].data(), sizes[sent]);
                    ++sent;
                    continue;
                }
                CPPUNIT_ASSERT_EQUAL(sizes[done], stream.wait_oldest());
                expect_rows(in[done], out[done], {}, device);
                ++done;
            }
            CPPUNIT_ASSERT_EQUAL(std::size_t(0), stream.wait_oldest());
        }
    }

    void a_window_holds_from_the_next_submission_on()
    {
        stream_executor stream(request(), "fake:0", 3);
        control()->work_delay_us = 1000;
        const auto taps = uneven_window(LENGTH);
        const auto x = noise(4 * LENGTH);
        std::vector<complex32> before(x.size()), with(x.size()), after(x.size());
        stream.submit(x.data(), before.data(), 4);
        stream.set_window(taps);
        stream.submit(x.data(), with.data(), 4);
        stream.set_window({});
        stream.submit(x.data(), after.data(), 4);
        while (stream.wait_oldest()) {
        }
        expect_rows(x, before, {}, "before");
        expect_rows(x, with, taps, "with the window");
        expect_rows(x, after, {}, "without it again");
    }

    void windows_may_change_from_another_thread()
    {
        stream_executor stream(request(), "fake:1", 3);
        const auto taps = uneven_window(LENGTH);
        std::atomic<bool> stop{ false };
        std::thread setter([&] {
            for (int i = 0; !stop; ++i)
                stream.set_window(i % 2 ? taps : std::vector<float>());
        });
        const auto x = noise(2 * LENGTH);
        const auto plain = reference_rows(request(), x);
        const auto windowed = reference_rows(request(), x, taps);
        for (int i = 0; i < 300; ++i) {
            std::vector<complex32> y(x.size());
            stream.submit(x.data(), y.data(), 2);
            stream.wait_oldest();
            const bool is_one =
                relative_error(y, plain) < 1e-6 || relative_error(y, windowed) < 1e-6;
            if (!is_one)
                stop = true;
            CPPUNIT_ASSERT(is_one);
        }
        stop = true;
        setter.join();
    }

    void refuses_a_window_of_another_length()
    {
        stream_executor stream(request(), "fake:0", 2);
        try {
            stream.set_window({ 1, 2, 3 });
            CPPUNIT_FAIL("was accepted");
        } catch (const plan_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                std::string("the window has 3 taps and the transform 24 points; give 24 "
                            "taps, or none"),
                std::string(e.what()));
        }
    }

    //! Makes a stream, changes its window and sends two batches through.
    static void use_it_all(const char* device)
    {
        const auto taps = uneven_window(LENGTH);
        const auto x = noise(3 * LENGTH);
        std::vector<complex32> first(x.size()), second(x.size()); // outlive the stream
        stream_executor stream(request(), device, 2);
        stream.set_window(taps);
        stream.submit(x.data(), first.data(), 3);
        stream.submit(x.data(), second.data(), 3);
        while (stream.wait_oldest()) {
        }
        expect_rows(x, first, taps, "after a fault");
        expect_rows(x, second, taps, "after a fault");
    }

    // The caller's arrays may go when wait_oldest() has thrown. The second "wait" is that
    // of whoever abandons the submission.
    void nothing_is_at_work_after_waits_that_fail()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            stream_executor stream(request(), device, 2);
            const auto x = noise(4 * LENGTH);
            std::vector<complex32> y(x.size());
            std::atomic<int> begun{ 0 }, ended{ 0 };
            control()->before_work = [&] {
                ++begun;
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                ++ended;
            };
            stream.submit(x.data(), y.data(), 4);
            control()->calls.fail("wait", 1);
            control()->calls.fail("wait", 2);
            CPPUNIT_ASSERT_THROW(stream.wait_oldest(), device_error);
            const int at_failure = ended;
            control()->calls.clear();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(device, begun.load(), at_failure);
            // The slot takes another queue.
            for (int i = 0; i < 2; ++i) {
                stream.submit(x.data(), y.data(), 4);
                CPPUNIT_ASSERT_EQUAL(std::size_t(4), stream.wait_oldest());
                expect_rows(x, y, {}, device);
            }
            forget_orders(*control());
        }
    }

    void every_fault_is_an_error_and_leaks_nothing()
    {
        use_it_all("fake:0"); // kernels are verified once; later ones start alike
        const int live = control()->live_buffers;
        for (const char* call : { "make_buffer",
                                  "make_host_buffer",
                                  "make_queue",
                                  "build",
                                  "upload",
                                  "download",
                                  "launch",
                                  "record",
                                  "wait",
                                  "work" }) {
            bool has_thrown = true;
            for (int nth = 1; has_thrown && nth < 100; ++nth) {
                control()->calls.clear();
                control()->calls.fail(call, nth);
                try {
                    use_it_all("fake:0");
                    has_thrown = false;
                } catch (const device_error&) {
                }
                CPPUNIT_ASSERT_EQUAL_MESSAGE(call, live, control()->live_buffers.load());
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} was never reached", call),
                                       has_thrown || nth > 1);
            }
        }
        control()->calls.clear();
        use_it_all("fake:0");
    }

    void runs_batches_larger_than_a_submission()
    {
        fft transformer(request(), "fake:1");
        const std::size_t rows = 3 * stream_executor(request(), "fake:1").max_rows() + 17;
        const auto x = noise(rows * LENGTH);
        std::vector<complex32> y(x.size());
        transformer.run(x.data(), y.data(), rows);
        expect_rows(x, y, {}, "many submissions");
    }

    //! Rows of 6561 points begin at whole vectors every eighth time.
    void submissions_begin_where_nothing_is_copied()
    {
        const stream_executor cpu(transform(6561), "fake:1");
        CPPUNIT_ASSERT(cpu.max_rows() > 8);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), cpu.max_rows() % 8);
        // A row longer than what a submission would have, and not too long.
        const stream_executor few(transform(19683), "fake:1");
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), few.max_rows());
    }

    // A pass a dimension, of hundreds to thousands of rows in each row of the caller's:
    // together their row factors are more than 2^32.
    void each_pass_counts_its_own_rows()
    {
        transform many(1);
        many.kind = transform_kind::dst2;
        many.dir = direction::inverse;
        many.shape = { dimension{ 26 }, dimension{ 107 }, dimension{ 2 } };
        many.orthogonalize = true;
        const stream_executor stream(many, "fake:1");
        CPPUNIT_ASSERT(stream.max_rows() > 1);
    }

    void output_may_overwrite_input()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            fft transformer(request(), device);
            const auto x = noise(100 * LENGTH);
            auto y = x;
            transformer.run(y.data(), y.data(), 100);
            expect_rows(x, y, {}, device);
        }
    }

    void gives_all_memory_back()
    {
        const int live = control()->live_buffers;
        for (int i = 0; i < 20; ++i) {
            const auto x = noise(3 * LENGTH);
            std::vector<complex32> y(x.size());
            stream_executor stream(request(), "fake:0", 3);
            stream.submit(x.data(), y.data(), 3); // left in flight
        }
        CPPUNIT_ASSERT_EQUAL(live, control()->live_buffers.load());
    }

    //! A submission in each slot, some rows each.
    static void use_each_slot(stream_executor& stream)
    {
        const auto x = noise(3 * LENGTH);
        std::vector<std::vector<complex32>> y(stream.depth());
        for (auto& each : y) {
            each.resize(x.size());
            stream.submit(x.data(), each.data(), 3);
        }
        while (stream.wait_oldest()) {
        }
        for (const auto& each : y)
            expect_rows(x, each, {}, "each slot");
    }

    void slots_are_renewed_where_there_is_no_room_for_more()
    {
        stream_executor stream(request(), "fake:0", 3);
        const int without = control()->live_buffers;
        use_each_slot(stream);
        const int full = control()->live_buffers;
        CPPUNIT_ASSERT(full > without);
        control()->most_buffers = full;
        CPPUNIT_ASSERT_NO_THROW(stream.renew_slots());
        CPPUNIT_ASSERT_EQUAL(without, control()->live_buffers.load());
        control()->most_buffers = std::numeric_limits<int>::max();
        use_each_slot(stream);
    }

    void slots_that_could_not_be_renewed_are_tried_again()
    {
        stream_executor stream(request(), "fake:0", 3);
        use_each_slot(stream);
        control()->calls.fail("make_queue", 2);
        CPPUNIT_ASSERT_THROW(stream.renew_slots(), device_error);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), stream.depth());
        use_each_slot(stream);
        control()->most_buffers = 0;
        CPPUNIT_ASSERT_THROW(stream.renew_slots(), device_error);
        const auto x = noise(LENGTH);
        std::vector<complex32> y(LENGTH);
        CPPUNIT_ASSERT_THROW(stream.submit(x.data(), y.data(), 1), device_error);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), stream.in_flight());
        control()->most_buffers = std::numeric_limits<int>::max();
        use_each_slot(stream);
        CPPUNIT_ASSERT_NO_THROW(stream.renew_slots());
        use_each_slot(stream);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stream_executor);
