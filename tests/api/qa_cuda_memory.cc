/* SPDX-License-Identifier: GPL-3.0-or-later */
// device_fft beside a program that uses CUDA's driver itself: on a GPU, or where the
// driver is the library of the tests, whose kernels are interpreted.
#include "support/devices/cuda_heap.h"
#include "support/refusal.h"
#include "support/skipped.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/device_fft.h>
#include <gpufft/error.h>
#include <algorithm>
#include <complex>
#include <functional>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

device_fft_settings for_rows(std::size_t rows)
{
    device_fft_settings settings;
    settings.rows = rows;
    return settings;
}

bool is_there(const std::string& name)
{
    const auto found = list_devices().devices;
    return std::any_of(
        found.begin(), found.end(), [&](const auto& each) { return each.name == name; });
}

using points = std::vector<std::complex<float>>;

constexpr std::size_t LENGTH = 64, BYTES = LENGTH * sizeof(points::value_type);

//! A multi-pass plan with slices in chains, where the library has one for the device, and
//! enough rows that chains run side by side.
constexpr std::int64_t OF_CHAINS = 1 << 18;

} // namespace

class qa_cuda_memory : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda_memory);
    CPPUNIT_TEST(computes_in_memory_of_the_caller);
    CPPUNIT_TEST(a_capture_sees_launches_alone);
    CPPUNIT_TEST(captures_calls_of_several_passes);
    CPPUNIT_TEST(takes_the_default_stream);
    CPPUNIT_TEST(computes_in_a_context_of_the_caller);
    CPPUNIT_TEST(its_own_queue_gives_an_event);
    CPPUNIT_TEST(calls_that_come_again_may_be_replayed);
    CPPUNIT_TEST(refuses_memory_that_is_not_its_own);
    CPPUNIT_TEST(refuses_streams_of_other_contexts);
    CPPUNIT_TEST(refuses_what_was_freed);
    CPPUNIT_TEST(a_failing_driver_is_an_error);
    CPPUNIT_TEST_SUITE_END();

public:
    void computes_in_memory_of_the_caller()
    {
        expect_device();
        cuda_program mine;
        std::mt19937 random(run_seed("api.cuda_memory"));
        for (int i = 0; i < 12; ++i) {
            const std::size_t rows = 1 + random() % 4;
            random_choice choice;
            choice.most_points = 1000;
            const auto t = random_transform(random, choice, rows);
            device_fft f(t, "cuda:0", for_rows(rows));
            check(f, mine, t, rows, random(), [&](const auto& arrays) {
                f.enqueue(mine.stream(), arrays, rows);
            });
        }
    }

    void a_capture_sees_launches_alone()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        const auto in = mine.make(BYTES), out = mine.make(BYTES);
        points x(LENGTH, 1), y(LENGTH);
        mine.write(in, x.data(), BYTES);
        mine.write(out, y.data(), BYTES);
        const auto before = cuda_driver::count("fake_cuda_calls_in_captures");
        auto after = before;
        const auto graph = mine.captured([&] {
            f.enqueue(mine.stream(), { device_memory::at(in), device_memory::at(out) });
            after = cuda_driver::count("fake_cuda_calls_in_captures");
        });
        CPPUNIT_ASSERT_EQUAL(before, after);
        mine.read(y.data(), out, BYTES);
        CPPUNIT_ASSERT(y[0] == std::complex<float>(0)); // captured, not done
        for (const float value : { 1.0F, 3.0F }) {
            std::fill(x.begin(), x.end(), value);
            mine.write(in, x.data(), BYTES);
            cuda_driver::call("cuGraphLaunch", graph, mine.stream());
            mine.read(y.data(), out, BYTES);
            CPPUNIT_ASSERT(y[0] == std::complex<float>(value * LENGTH));
        }
        cuda_driver::call("cuGraphExecDestroy", graph);
    }

    // Twice in one capture: streams of the chains belong to it until it ends.
    void captures_calls_of_several_passes()
    {
        expect_device();
        cuda_program mine;
        const std::size_t rows = 8;
        const auto t = transform(is_interpreted() ? 1 << 14 : OF_CHAINS);
        device_fft f(t, "cuda:0", for_rows(rows));
        CPPUNIT_ASSERT(f.workspace_bytes(rows) > 0);
        for (const int calls : { 1, 2 })
            check(f, mine, t, rows, 1, [&](const auto& arrays) {
                const auto before = cuda_driver::count("fake_cuda_calls_in_captures");
                auto after = before;
                const auto graph = mine.captured([&] {
                    for (int i = 0; i < calls; ++i)
                        f.enqueue(mine.stream(), arrays, rows);
                    after = cuda_driver::count("fake_cuda_calls_in_captures");
                });
                CPPUNIT_ASSERT_EQUAL(before, after);
                cuda_driver::call("cuGraphLaunch", graph, mine.stream());
                mine.wait();
                cuda_driver::call("cuGraphExecDestroy", graph);
            });
        check(f, mine, t, rows, 2, [&](const auto& arrays) {
            f.enqueue(mine.stream(), arrays, rows);
        });
    }

    void takes_the_default_stream()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        for (const std::uintptr_t stream : { 0, 1, 2 }) // legacy, and one a thread
            check(f, mine, transform(LENGTH), 1, 1, [&](const auto& arrays) {
                f.enqueue(reinterpret_cast<void*>(stream), arrays);
                cuda_driver::call("cuStreamSynchronize", reinterpret_cast<void*>(stream));
            });
    }

    void computes_in_a_context_of_the_caller()
    {
        expect_device();
        cuda_program mine;
        cuda_program other(false);
        device_fft f(transform(LENGTH), native_context::cuda(other.context()));
        device_fft g(transform(LENGTH), native_context::cuda()); // which is current
        for (auto* each : { &f, &g })
            check(*each, other, transform(LENGTH), 1, 1, [&](const auto& arrays) {
                each->enqueue(other.stream(), arrays);
            });
        const auto in = mine.make(BYTES); // of the context that is current: other's
        const auto out = mine.make(BYTES);
        device_fft h(transform(LENGTH), "cuda:0");
        expect_refusal_with("is memory of another context", [&] {
            h.enqueue(mine.stream(), { device_memory::at(in), device_memory::at(out) });
        });
    }

    void its_own_queue_gives_an_event()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        check(f, mine, transform(LENGTH), 1, 1, [&](const auto& arrays) {
            auto end = f.start(arrays);
            CPPUNIT_ASSERT(end.native_handle());
            cuda_driver::call(
                "cuStreamWaitEvent", mine.stream(), end.native_handle(), 0U);
            mine.wait();
            CPPUNIT_ASSERT(end.is_done());
            end.wait();
        });
    }

    void calls_that_come_again_may_be_replayed()
    {
        expect_device();
        cuda_program mine;
        auto settings = for_rows(1);
        settings.replays = true;
        device_fft f(transform(LENGTH), "cuda:0", settings);
        const auto before = cuda_driver::count("fake_cuda_graph_launches");
        check(f, mine, transform(LENGTH), 1, 1, [&](const auto& arrays) {
            for (int i = 0; i < 4; ++i)
                f.enqueue(mine.stream(), arrays);
        });
        if (is_interpreted())
            CPPUNIT_ASSERT_EQUAL(before + 3,
                                 cuda_driver::count("fake_cuda_graph_launches"));
        check(f, mine, transform(LENGTH), 1, 2, [&](const auto& arrays) {
            const auto graph = mine.captured([&] { f.enqueue(mine.stream(), arrays); });
            cuda_driver::call("cuGraphLaunch", graph, mine.stream());
            mine.wait();
            cuda_driver::call("cuGraphExecDestroy", graph);
        });
    }

    void refuses_memory_that_is_not_its_own()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0", for_rows(2));
        const auto in = device_memory::at(mine.make(2 * BYTES));
        const auto out = device_memory::at(mine.make(2 * BYTES));
        const auto expect = [&](const char* part, device_memory x, device_memory y) {
            expect_refusal_with(part, [&] { f.enqueue(mine.stream(), { x, y }, 2); });
        };
        points host(2 * LENGTH);
        expect("is not known to the driver", host.data(), out);
        expect("is not known to the driver", in, host.data());
        const auto small = device_memory::at(mine.make(BYTES));
        expect("has 512 bytes, and the call takes 1024", small, out);
        expect("has 512 bytes, and the call takes 1024", in, small);
        auto late = out;
        late.offset = BYTES;
        expect("has 512 bytes, and the call takes 1024", in, late);
        f.enqueue(mine.stream(), { in, late }, 1);
        auto odd = in;
        odd.offset = 4;
        expect("need a multiple of 8 bytes", odd, out);
        expect("overlap", in, in);
        expect("null pointer", {}, out);
        expect("is a buffer of OpenCL", device_memory::of_cl_mem(&f), out);
        mine.wait();
        if (!is_there("cuda:1"))
            return;
        cuda_program other(true, 1);
        expect("is memory of GPU 1", in, device_memory::at(other.make(2 * BYTES)));
    }

    void refuses_streams_of_other_contexts()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        const device_arrays arrays{ device_memory::at(mine.make(BYTES)),
                                    device_memory::at(mine.make(BYTES)) };
        cuda_program other(false);
        expect_refusal_with("is of another context",
                            [&] { f.enqueue(other.stream(), arrays); });
        f.enqueue(mine.stream(), arrays); // whatever is current
        cuda_driver::call("cuCtxPushCurrent_v2", mine.context());
        mine.wait();
        void* popped = nullptr;
        cuda_driver::call("cuCtxPopCurrent_v2", &popped);
    }

    // NVIDIA's driver looks at the memory of a stream that is gone, whatever is there
    // now.
    void refuses_what_was_freed()
    {
        expect_device();
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        const device_arrays arrays{ device_memory::at(mine.make(BYTES)),
                                    device_memory::at(mine.make(BYTES)) };
        std::uint64_t gone = 0;
        cuda_driver::call("cuMemAlloc_v2", &gone, BYTES);
        cuda_driver::call("cuMemFree_v2", gone);
        expect_refusal_with("is not known to the driver", [&] {
            f.enqueue(mine.stream(), { device_memory::at(gone), arrays.out });
        });
        if (!is_interpreted())
            return;
        void* stream = nullptr;
        cuda_driver::call("cuStreamCreate", &stream, 1U);
        cuda_driver::call("cuStreamDestroy_v2", stream);
        expect_refusal_with("is not known to the driver: it was freed",
                            [&] { f.enqueue(stream, arrays); });
        f.enqueue(mine.stream(), arrays);
        mine.wait();
    }

    // Each call that enqueue() makes fails once; the next one finds all as it was.
    void a_failing_driver_is_an_error()
    {
        expect_device();
        if (!is_interpreted())
            skip("the driver fails where tests have their own");
        cuda_program mine;
        device_fft f(transform(LENGTH), "cuda:0");
        const device_arrays arrays{ device_memory::at(mine.make(BYTES)),
                                    device_memory::at(mine.make(BYTES)) };
        for (const auto call : { "cuCtxPushCurrent_v2",
                                 "cuStreamGetCtx",
                                 "cuStreamGetCaptureInfo",
                                 "cuPointerGetAttributes",
                                 "cuLaunchKernel" }) {
            cuda_driver::ask("fake_cuda_fail", call, 1);
            bool has_thrown = false;
            try {
                f.enqueue(mine.stream(), arrays);
            } catch (const device_error&) {
                has_thrown = true;
            } catch (const plan_error&) {
                has_thrown = true; // memory that the driver knows nothing of
            }
            CPPUNIT_ASSERT_MESSAGE(call, has_thrown);
            f.enqueue(mine.stream(), arrays);
        }
        mine.wait();
    }

private:
    static void expect_device()
    {
        if (!cuda_driver::is_there() || !is_there("cuda:0"))
            skip("there is no CUDA device");
    }

    static bool is_interpreted()
    {
        return cuda_driver::count("fake_cuda_calls_in_captures") >= 0;
    }

    static void check(device_fft& f,
                      cuda_program& on,
                      const transform& t,
                      std::size_t rows,
                      std::size_t seed,
                      const std::function<void(const device_arrays&)>& call)
    {
        if (t.windowed)
            f.set_window(window_of(t));
        cuda_heap heap(on);
        const auto v = judged_on_device(t, rows, static_cast<unsigned>(seed), heap, call);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} rows of {}: {}", rows, to_string(t), text_of(v)),
            v.is_good());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda_memory);
