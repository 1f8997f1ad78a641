/* SPDX-License-Identifier: GPL-3.0-or-later */
// The public device_fft on fake devices: any transform on queues of the caller's and of
// its own, what a call may not do, and what it refuses.
#include "exec/resident/array_shape.h"
#include "support/devices/device_heap.h"
#include "support/devices/fake_devices.h"
#include "support/refusal.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/device_fft.h>
#include <gpufft/error.h>
#include <atomic>
#include <functional>
#include <set>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! "fake:0" is like a GPU, "fake:1" like a CPU device, "fake:2" runs slices in chains.
fake_control& devices()
{
    static const auto control = [] {
        auto gpu = fake_gpu(), cpu = fake_cpu();
        gpu.limits.has_float64 = cpu.limits.has_float64 = true;
        return add_fake_devices({ gpu, cpu });
    }();
    return *control;
}

device_fft_settings for_rows(std::size_t rows)
{
    device_fft_settings settings;
    settings.rows = rows;
    return settings;
}

//! A queue of "fake:0" in a caller's hands.
class queue_of_caller
{
public:
    explicit queue_of_caller(const std::string& name)
        : d_queue(open_device(name)->make_queue())
    {
    }
    queue& operator*() { return *d_queue; }
    queue* operator->() { return d_queue.get(); }
    operator void*() { return d_queue.get(); }

private:
    std::shared_ptr<queue> d_queue;
};

//! The bytes of all elements of an input of reals of four bytes that begins at \p first.
std::set<std::uint64_t>
bytes_of(const transform& t, std::uint64_t first, std::size_t rows)
{
    std::set<std::uint64_t> all;
    for (std::int64_t row = 0; row < static_cast<std::int64_t>(rows); ++row)
        for (std::int64_t n = 0; n < t.shape[0].length; ++n) {
            const auto element = row * t.input_distance + n * t.shape[0].input_stride;
            for (int byte = 0; byte < 4; ++byte)
                all.insert(first + static_cast<std::uint64_t>(4 * element + byte));
        }
    return all;
}

//! Complex numbers in memory of the host.
class points
{
public:
    explicit points(std::size_t count) : d_memory(d_heap.make(count * 8)) {}
    std::complex<float>* data() const
    {
        return static_cast<std::complex<float>*>(const_cast<void*>(d_memory.handle));
    }

private:
    host_heap d_heap;
    device_memory d_memory;
};

} // namespace

class qa_device_fft : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_device_fft);
    CPPUNIT_TEST(computes_any_transform);
    CPPUNIT_TEST(a_call_only_queues);
    CPPUNIT_TEST(a_call_takes_nothing_from_the_device);
    CPPUNIT_TEST(fewer_rows_take_their_own_plan);
    CPPUNIT_TEST(works_in_a_workspace_of_the_caller);
    CPPUNIT_TEST(windows_change_in_place);
    CPPUNIT_TEST(arrays_may_take_turns);
    CPPUNIT_TEST(no_shared_byte_is_missed);
    CPPUNIT_TEST(refuses_with_the_reason);
    CPPUNIT_TEST(refuses_arrays_that_overlap);
    CPPUNIT_TEST(failed_work_shows_at_the_wait);
    CPPUNIT_TEST(calls_may_come_from_several_threads);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(devices()); }

    void computes_any_transform()
    {
        std::mt19937 random(run_seed("api.device_fft"));
        for (int i = 0; i < 60; ++i) {
            const std::size_t rows = 1 + random() % 5;
            const auto t = random_transform(random, {}, rows);
            const auto device = random() % 2 ? "fake:0" : "fake:1";
            const bool is_callers = random() % 2;
            device_fft f(t, device, for_rows(rows));
            if (t.windowed)
                f.set_window(window_of(t));
            queue_of_caller own(device);
            host_heap heap;
            const auto v = judged_on_device(
                t, rows, static_cast<unsigned>(random()), heap, [&](const auto& arrays) {
                    if (!is_callers) {
                        f.start(arrays, rows).wait();
                        return;
                    }
                    f.enqueue(own, arrays, rows);
                    own->wait_all();
                });
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format(
                    "{}: {} rows of {}: {}", device, rows, to_string(t), text_of(v)),
                v.ratio <= 16 && v.has_kept_gaps); // a rounding at the end of each pass
        }
    }

    // The caller's upload, the call and the caller's download, with no wait between them.
    void a_call_only_queues()
    {
        constexpr std::size_t LENGTH = 64;
        std::atomic<bool> may_work{ false };
        devices().before_work = [&] {
            while (!may_work)
                std::this_thread::yield();
        };
        may_work = true; // for the self test
        device_fft f(transform(LENGTH), "fake:0");
        may_work = false;
        const points in(LENGTH), out(LENGTH);
        std::fill_n(in.data(), LENGTH, 0.0F);
        std::fill_n(out.data(), LENGTH, 7.0F);
        queue_of_caller own("fake:0");
        const auto on = open_device("fake:0");
        const auto there = on->borrow_array(in.data(), LENGTH * 8, memory_use::write, 8);
        std::vector<std::complex<float>> ones(LENGTH, 1);
        own->upload(*there, 0, ones.data(), LENGTH * 8);
        f.enqueue(own, { in.data(), out.data() });
        const auto end = own->record();
        CPPUNIT_ASSERT(!end->is_done());
        CPPUNIT_ASSERT(out.data()[0] == 7.0F);
        may_work = true;
        end->wait();
        CPPUNIT_ASSERT(out.data()[0] == std::complex<float>(LENGTH));
        CPPUNIT_ASSERT(std::abs(out.data()[1]) < 1e-5F);
        auto begun = f.start({ in.data(), out.data() });
        begun.wait();
        CPPUNIT_ASSERT(begun.is_done() && !begun.native_handle());
        devices().before_work = [] {};
    }

    void a_call_takes_nothing_from_the_device()
    {
        constexpr std::size_t LENGTH = 1 << 14; // of several passes
        device_fft f(transform(LENGTH), "fake:0", for_rows(2));
        CPPUNIT_ASSERT(f.workspace_bytes(2) > 0);
        const points in(2 * LENGTH), out(2 * LENGTH);
        queue_of_caller own("fake:0");
        const auto made = [] {
            int all = 0;
            for (const auto call : { "make_buffer",
                                     "part_of",
                                     "make_host_buffer",
                                     "make_queue",
                                     "make_callers_queue",
                                     "build",
                                     "upload",
                                     "download",
                                     "record",
                                     "wait",
                                     "wait_for" })
                all += devices().calls.calls(call);
            return all;
        };
        const auto before = made(), launches = devices().calls.calls("launch");
        f.enqueue(own, { in.data(), out.data() }, 2);
        CPPUNIT_ASSERT_EQUAL(before, made());
        CPPUNIT_ASSERT(devices().calls.calls("launch") > launches);
        own->wait_all();
    }

    void fewer_rows_take_their_own_plan()
    {
        constexpr std::size_t LENGTH = 4096, MOST = 64;
        device_fft f(transform(LENGTH), "fake:0", for_rows(MOST));
        CPPUNIT_ASSERT_EQUAL(MOST, f.rows());
        host_heap heap;
        for (const std::size_t rows : { std::size_t(1), std::size_t(3), MOST }) {
            const auto v = judged_on_device(
                transform(LENGTH), rows, 1, heap, [&](const auto& arrays) {
                    f.start(arrays, rows).wait();
                });
            CPPUNIT_ASSERT_MESSAGE(text_of(v), v.ratio <= 4);
        }
        queue_of_caller own("fake:0");
        f.enqueue(own, {}, 0);
        f.start({}, 0).wait();
        expect_refusal("a call of 65 rows; this was made for at most 64: say more in the "
                       "settings",
                       [&] { f.enqueue(own, {}, MOST + 1); });
    }

    void works_in_a_workspace_of_the_caller()
    {
        constexpr std::size_t LENGTH = 1 << 14;
        auto settings = for_rows(2);
        settings.has_workspace = false;
        device_fft f(transform(LENGTH), "fake:0", settings);
        const auto bytes = f.workspace_bytes(2);
        CPPUNIT_ASSERT(bytes >= f.workspace_bytes(1) && f.workspace_bytes(1) > 0);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), f.workspace_bytes(0));
        host_heap heap;
        const auto workspace = heap.make(bytes);
        const auto v =
            judged_on_device(transform(LENGTH), 2, 1, heap, [&](device_arrays arrays) {
                arrays.workspace = workspace;
                arrays.workspace_bytes = bytes;
                f.start(arrays, 2).wait();
            });
        CPPUNIT_ASSERT_MESSAGE(text_of(v), v.ratio <= 4);
        const points in(2 * LENGTH), out(2 * LENGTH);
        device_arrays arrays{ in.data(), out.data() };
        expect_refusal(fmt::format("a call of 2 rows takes a workspace of {} bytes, and "
                                   "there is none: give one, or have it made with the "
                                   "transform",
                                   bytes),
                       [&] { f.start(arrays, 2); });
        arrays.workspace = workspace;
        arrays.workspace_bytes = bytes - 1;
        expect_refusal(fmt::format("the workspace given has {} bytes, and the call takes "
                                   "{}: workspace_bytes() tells",
                                   bytes - 1,
                                   bytes),
                       [&] { f.start(arrays, 2); });
        arrays.workspace = out.data();
        arrays.workspace_bytes = bytes;
        expect_refusal(
            "the workspace overlaps the input or the output; it needs memory of "
            "its own",
            [&] { f.start(arrays, 2); });
    }

    void windows_change_in_place()
    {
        constexpr std::size_t LENGTH = 32;
        transform t(LENGTH);
        t.windowed = true;
        device_fft f(t, "fake:0");
        const points in(LENGTH), out(LENGTH);
        std::fill_n(in.data(), LENGTH, 1.0F);
        f.start({ in.data(), out.data() }).wait();
        CPPUNIT_ASSERT(out.data()[0] == std::complex<float>(LENGTH));
        f.set_window(std::vector<double>(LENGTH, 0.5));
        f.start({ in.data(), out.data() }).wait();
        CPPUNIT_ASSERT(out.data()[0] == std::complex<float>(LENGTH / 2));
        expect_refusal("the window has 3 taps and the transform 32 points; give 32 taps",
                       [&] {
                           f.set_window({ 1, 2, 3 });
                       });
        device_fft plain(transform(LENGTH), "fake:0");
        expect_refusal("c2c forward 32 has no window; make the transform `windowed`",
                       [&] { plain.set_window({ 1 }); });
    }

    // Planes that are interleaved all the same, and rows between rows.
    void arrays_may_take_turns()
    {
        constexpr std::int64_t LENGTH = 16;
        transform t(LENGTH);
        t.input_layout = t.output_layout = complex_layout::planar;
        t.shape[0].input_stride = t.shape[0].output_stride = 2;
        t.input_distance = t.output_distance = 2 * LENGTH;
        device_fft f(t, "fake:0", for_rows(2));
        const points in(2 * LENGTH), out(2 * LENGTH);
        std::fill_n(in.data(), 2 * LENGTH, std::complex<float>(1, 2));
        const auto x = reinterpret_cast<float*>(in.data());
        const auto y = reinterpret_cast<float*>(out.data());
        f.start({ x, y, x + 1, y + 1 }, 2).wait();
        CPPUNIT_ASSERT(out.data()[LENGTH] == std::complex<float>(16, 32));
        expect_refusal("the arrays of the output's real and imaginary parts overlap",
                       [&] {
                           f.start({ x, y, x + 1, y + 2 }, 2);
                       });
        expect_refusal("the arrays of the output's real and imaginary parts overlap",
                       [&] {
                           f.start({ x, y + 2, x + 1, y }, 2);
                       });

        transform apart(LENGTH);
        apart.shape[0].input_stride = apart.shape[0].output_stride = 1;
        apart.input_distance = apart.output_distance = 2 * LENGTH;
        device_fft g(apart, "fake:0", for_rows(2));
        const points both(4 * LENGTH);
        std::fill_n(both.data(), 4 * LENGTH, 1.0F);
        g.start({ both.data(), both.data() + LENGTH }, 2).wait();
        CPPUNIT_ASSERT(both.data()[3 * LENGTH] == std::complex<float>(LENGTH));
        expect_refusal(
            "the arrays of input and output overlap; kernels on the device need "
            "two arrays, or a transform that is in_place",
            [&] {
                g.start({ both.data(), both.data() + LENGTH - 1 }, 2);
            });
    }

    // Random layouts, beside a list of all bytes. Most that share none are seen as
    // such.
    void no_shared_byte_is_missed()
    {
        std::mt19937 random(run_seed("api.device_fft"));
        int apart = 0, seen = 0;
        for (int i = 0; i < 4000; ++i) {
            const std::size_t rows = 1 + random() % 3;
            const auto side_of = [&](const side& s) {
                transform t(1 + static_cast<std::int64_t>(random() % 4));
                t.kind = transform_kind::dct2; // of four bytes an element
                t.shape[0].*s.stride = 1 + static_cast<std::int64_t>(random() % 3);
                t.*s.distance = 1 + static_cast<std::int64_t>(random() % 12);
                return t;
            };
            const auto a = side_of(INPUT_VIEW), b = side_of(INPUT_VIEW);
            const std::uint64_t at_a = random() % 64, at_b = random() % 64;
            const auto bytes_a = bytes_of(a, at_a, rows),
                       bytes_b = bytes_of(b, at_b, rows);
            const bool is_shared =
                std::any_of(bytes_a.begin(), bytes_a.end(), [&](auto at) {
                    return bytes_b.count(at) > 0;
                });
            const bool may_share = array_shape::may_share(
                array_shape(a, INPUT_VIEW), at_a, array_shape(b, INPUT_VIEW), at_b, rows);
            CPPUNIT_ASSERT(may_share || !is_shared);
            apart += !is_shared;
            seen += !may_share;
        }
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} of {}", seen, apart),
                               10 * seen > 8 * apart);
    }

    void refuses_with_the_reason()
    {
        device_fft f(transform(64), "fake:0", for_rows(4));
        const points in(256), out(256);
        queue_of_caller own("fake:0");
        expect_refusal("the input is a null pointer; give an array on the device", [&] {
            f.enqueue(own, { nullptr, out.data() });
        });
        expect_refusal("the output is a null pointer; give an array on the device", [&] {
            f.enqueue(own, { in.data(), nullptr });
        });
        expect_refusal("the fake queue given is a null pointer", [&] {
            f.enqueue(nullptr, { in.data(), out.data() });
        });
        const auto odd = reinterpret_cast<float*>(in.data()) + 1;
        expect_refusal(
            fmt::format("the fake array at {:#x}: no address, or no multiple of 8",
                        reinterpret_cast<std::uintptr_t>(odd)),
            [&] {
                f.enqueue(own, { odd, out.data() });
            });
        expect_refusal("calls of 0 rows at most: give the most rows that a call has",
                       [] { device_fft(transform(64), "fake:0", for_rows(0)); });
        transform planar(64);
        planar.input_layout = complex_layout::planar;
        device_fft g(planar, "fake:0");
        expect_refusal("the input is planar and has no imaginary parts; give two arrays, "
                       "or leave input_layout interleaved",
                       [&] {
                           g.start({ in.data(), out.data() });
                       });
        transform in_place(64);
        in_place.in_place = true;
        device_fft h(in_place, "fake:0");
        expect_refusal("the transform is in place and was given another array for its "
                       "output; give the input's, none, or leave in_place away",
                       [&] {
                           h.start({ in.data(), out.data() });
                       });
        h.start({ in.data(), nullptr }).wait();
        CPPUNIT_ASSERT_THROW(device_fft(transform(0), "fake:0"), plan_error);
        CPPUNIT_ASSERT_THROW(device_fft(transform(64), "fake:9"), device_error);
        CPPUNIT_ASSERT_THROW(device_fft(transform(64), native_context{ "fake" }),
                             plan_error);
        CPPUNIT_ASSERT_THROW(device_fft(transform(64), native_context{ "none" }),
                             device_error);
    }

    void refuses_arrays_that_overlap()
    {
        constexpr std::size_t LENGTH = 64;
        device_fft f(transform(LENGTH), "fake:0", for_rows(4));
        const points all(16 * LENGTH);
        const auto expect_overlap = [&](std::size_t in, std::size_t out, bool is_one) {
            const device_arrays arrays{ all.data() + in, all.data() + out };
            try {
                f.start(arrays, 4).wait();
                CPPUNIT_ASSERT(!is_one);
            } catch (const plan_error&) {
                CPPUNIT_ASSERT(is_one);
            }
        };
        expect_overlap(0, 0, true);
        expect_overlap(0, 4 * LENGTH - 1, true);
        expect_overlap(4 * LENGTH - 1, 0, true);
        expect_overlap(0, 4 * LENGTH, false);
        expect_overlap(4 * LENGTH, 0, false);
    }

    void calls_may_come_from_several_threads()
    {
        constexpr std::size_t LENGTH = 64, THREADS = 4;
        device_fft f(transform(LENGTH), "fake:0");
        std::vector<char> is_right(THREADS, 1);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < THREADS; ++i)
            threads.emplace_back([&, i] {
                const points in(LENGTH), out(LENGTH);
                queue_of_caller own("fake:0");
                for (int call = 0; call < 20; ++call) {
                    const auto value = static_cast<float>(i + 1);
                    std::fill_n(in.data(), LENGTH, value);
                    std::fill_n(out.data(), LENGTH, 0.0F);
                    if (call % 2)
                        f.start({ in.data(), out.data() }).wait();
                    else
                        f.enqueue(own, { in.data(), out.data() });
                    own->wait_all();
                    is_right[i] &= out.data()[0] == value * LENGTH;
                }
            });
        for (auto& each : threads)
            each.join();
        CPPUNIT_ASSERT(is_right == std::vector<char>(THREADS, 1));
    }

    void failed_work_shows_at_the_wait()
    {
        device_fft f(transform(64), "fake:0");
        const points in(64), out(64);
        devices().calls.fail("work");
        auto end = f.start({ in.data(), out.data() });
        CPPUNIT_ASSERT_THROW(end.wait(), device_error);
        devices().calls.fail("launch");
        queue_of_caller own("fake:0");
        CPPUNIT_ASSERT_THROW(f.enqueue(own, { in.data(), out.data() }), device_error);
        devices().calls.clear();
        f.enqueue(own, { in.data(), out.data() });
        own->wait_all();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_device_fft);
