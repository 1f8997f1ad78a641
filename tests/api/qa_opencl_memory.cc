/* SPDX-License-Identifier: GPL-3.0-or-later */
// device_fft in the context of a program that uses OpenCL itself, on each device there
// is; and in memory of the host, on CPU devices.
#include "device/interface/registry.h"
#include "support/devices/opencl_heap.h"
#include "support/skipped.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/device_fft.h>
#include <gpufft/fft.h>
#include <sys/resource.h>
#include <algorithm>
#include <complex>
#include <cstdlib>
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

//! Number, in OpenCL, of the device that the tests of this process run on.
std::size_t chosen_number()
{
    const auto count = opencl_program::all_devices().size();
    if (count == 0)
        skip("there is no device of OpenCL");
    const char* asked = std::getenv("GPUFFT_DEVICE");
    const std::string name = asked ? asked : "";
    const auto number =
        name.rfind("opencl:", 0) == 0 ? std::strtoul(name.c_str() + 7, nullptr, 10) : 0;
    return std::min<std::size_t>(number, count - 1);
}

std::string refusal_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const plan_error& e) {
        return e.what();
    }
    return "was accepted";
}

void expect_refusal(const std::string& part, const std::function<void()>& call)
{
    const auto said = refusal_of(call);
    CPPUNIT_ASSERT_MESSAGE(part + " is not in: " + said,
                           said.find(part) != std::string::npos);
}

using points = std::vector<std::complex<float>>;

} // namespace

class qa_opencl_memory : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl_memory);
    CPPUNIT_TEST(computes_in_buffers_of_the_caller);
    CPPUNIT_TEST(computes_at_offsets_and_in_parts);
    CPPUNIT_TEST(work_around_a_call_needs_no_wait);
    CPPUNIT_TEST(a_queue_may_be_out_of_order);
    CPPUNIT_TEST(its_own_queue_gives_an_event);
    CPPUNIT_TEST(works_in_a_workspace_of_the_caller);
    CPPUNIT_TEST(keeps_nothing_of_the_caller);
    CPPUNIT_TEST(refuses_what_is_not_of_its_context);
    CPPUNIT_TEST(refuses_what_does_not_fit);
    CPPUNIT_TEST(a_cpu_device_computes_in_place);
    CPPUNIT_TEST(rows_fit_the_stacks_of_the_callers_threads);
    CPPUNIT_TEST_SUITE_END();

    static constexpr std::size_t LENGTH = 64;

public:
    // The driver of a caller's context has started its threads, with the stacks of then.
    void rows_fit_the_stacks_of_the_callers_threads()
    {
        opencl_program mine(chosen_number());
        const auto on = open_device_in(mine.native());
        if (!on->info().limits.is_cpu)
            return;
        rlimit before{};
        CPPUNIT_ASSERT_EQUAL(0, getrlimit(RLIMIT_STACK, &before));
        rlimit small = before;
        small.rlim_cur = rlim_t(4) << 20;
        CPPUNIT_ASSERT_EQUAL(0, setrlimit(RLIMIT_STACK, &small));
        const auto with_little = open_device_in(mine.native());
        setrlimit(RLIMIT_STACK, &before);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1) << 20,
                             with_little->info().limits.row_stack_bytes);
    }

    void computes_in_buffers_of_the_caller()
    {
        opencl_program mine(chosen_number());
        std::mt19937 random(run_seed("api.opencl_memory"));
        for (int i = 0; i < 8; ++i) {
            const std::size_t rows = 1 + random() % 4;
            random_choice choice;
            choice.most_points = 600;
            check(mine, random_transform(random, choice, rows), rows, random(), 0);
        }
    }

    void computes_at_offsets_and_in_parts()
    {
        opencl_program mine(chosen_number());
        const auto step = mine.alignment();
        check(mine, transform(LENGTH), 3, 1, 3 * step);
        device_fft f(transform(LENGTH), mine.native());
        const auto bytes = LENGTH * sizeof(points::value_type);
        const auto room = (bytes + step - 1) / step * step;
        const auto whole = mine.make(6 * room);
        points x(LENGTH, 1), y(LENGTH);
        const auto part = mine.part_of(whole, room, 4 * room);
        mine.write(whole, 2 * room, x.data(), bytes);
        // Parts of parts, told from each other by where they lie in the whole.
        const auto in = device_memory::of_cl_mem(part, room);
        const auto out = device_memory::of_cl_mem(part, 2 * room);
        f.enqueue(mine.queue(), { in, out });
        mine.read(y.data(), whole, 3 * room, bytes, true);
        CPPUNIT_ASSERT(y[0] == std::complex<float>(LENGTH));
        expect_refusal("overlap", [&] {
            f.enqueue(mine.queue(), { in, device_memory::of_cl_mem(whole, 2 * room) });
        });
        if (step > 8)
            expect_refusal(fmt::format("no multiple of {}", step), [&] {
                f.enqueue(mine.queue(), { in, device_memory::of_cl_mem(whole, 8) });
            });
    }

    void work_around_a_call_needs_no_wait()
    {
        opencl_program mine(chosen_number());
        check_order(mine, [](device_fft& f, opencl_program& on, const device_arrays& a) {
            f.enqueue(on.queue(), a);
            f.enqueue(on.queue(), { a.out, a.in }); // which reads what the first wrote
        });
    }

    // Several passes, each after the one before and after all that came earlier.
    void a_queue_may_be_out_of_order()
    {
        opencl_program mine(chosen_number(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        constexpr std::size_t LONG = 1 << 19;
        device_fft f(transform(LONG), mine.native());
        opencl_heap heap(mine);
        const auto v =
            judged_on_device(transform(LONG), 1, 1, heap, [&](const auto& arrays) {
                f.enqueue(mine.queue(), arrays);
                clFinish(mine.queue());
            });
        CPPUNIT_ASSERT_MESSAGE(text_of(v), v.is_good());
    }

    void its_own_queue_gives_an_event()
    {
        opencl_program mine(chosen_number());
        device_fft f(transform(LENGTH), mine.native());
        const auto bytes = LENGTH * sizeof(points::value_type);
        const auto in = mine.make(bytes), out = mine.make(bytes);
        points x(LENGTH, 1), y(LENGTH);
        mine.write(in, 0, x.data(), bytes);
        clFinish(mine.queue());
        auto end =
            f.start({ device_memory::of_cl_mem(in), device_memory::of_cl_mem(out) });
        const auto event = static_cast<cl_event>(end.native_handle());
        CPPUNIT_ASSERT(event);
        expect_cl(clEnqueueBarrierWithWaitList(mine.queue(), 1, &event, nullptr),
                  "clEnqueueBarrierWithWaitList");
        mine.read(y.data(), out, 0, bytes, true);
        CPPUNIT_ASSERT(y[0] == std::complex<float>(LENGTH));
        end.wait();
        CPPUNIT_ASSERT(end.is_done());
    }

    void works_in_a_workspace_of_the_caller()
    {
        opencl_program mine(chosen_number());
        constexpr std::size_t LONG = 1 << 19;
        device_fft_settings settings;
        settings.has_workspace = false;
        device_fft f(transform(LONG), mine.native(), settings);
        const auto bytes = f.workspace_bytes(1);
        if (bytes == 0)
            skip("a pass does it all here");
        opencl_heap heap(mine);
        const auto workspace = heap.make(bytes);
        const auto v =
            judged_on_device(transform(LONG), 1, 1, heap, [&](device_arrays arrays) {
                CPPUNIT_ASSERT_THROW(f.enqueue(mine.queue(), arrays), plan_error);
                arrays.workspace = workspace;
                arrays.workspace_bytes = bytes;
                f.enqueue(mine.queue(), arrays);
                arrays.workspace_bytes = bytes + 8; // that are not there, and not needed
                f.enqueue(mine.queue(), arrays);
            });
        CPPUNIT_ASSERT_MESSAGE(text_of(v), v.is_good());
    }

    void keeps_nothing_of_the_caller()
    {
        opencl_program mine(chosen_number());
        device_fft f(transform(LENGTH), mine.native());
        const auto bytes = LENGTH * sizeof(points::value_type);
        const auto in = mine.make(bytes), out = mine.make(bytes);
        const auto users_of = [](cl_mem memory) {
            cl_uint count = 0;
            expect_cl(clGetMemObjectInfo(
                          memory, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, nullptr),
                      "clGetMemObjectInfo");
            return count;
        };
        const auto users_of_queue = [&] {
            cl_uint count = 0;
            expect_cl(clGetCommandQueueInfo(mine.queue(),
                                            CL_QUEUE_REFERENCE_COUNT,
                                            sizeof(count),
                                            &count,
                                            nullptr),
                      "clGetCommandQueueInfo");
            return count;
        };
        // PoCL keeps the last command of a queue.
        const auto users_after = [&](int calls) {
            for (int i = 0; i < calls; ++i)
                f.enqueue(
                    mine.queue(),
                    { device_memory::of_cl_mem(in), device_memory::of_cl_mem(out) });
            clFinish(mine.queue());
            return std::vector{ users_of_queue(), users_of(in), users_of(out) };
        };
        const auto after_one = users_after(1);
        CPPUNIT_ASSERT(after_one == users_after(5));
        clFinish(mine.queue());
        CPPUNIT_ASSERT(*std::max_element(after_one.begin(), after_one.end()) <= 2);
    }

    void refuses_what_is_not_of_its_context()
    {
        opencl_program mine(chosen_number()), other(chosen_number());
        device_fft f(transform(LENGTH), mine.native());
        const auto bytes = LENGTH * sizeof(points::value_type);
        const auto in = device_memory::of_cl_mem(mine.make(bytes));
        const auto out = device_memory::of_cl_mem(mine.make(bytes));
        const auto others = device_memory::of_cl_mem(other.make(bytes));
        expect_refusal("is a buffer of another context", [&] {
            f.enqueue(mine.queue(), { in, others });
        });
        expect_refusal("is of another context", [&] {
            f.enqueue(other.queue(), { in, out });
        });
        expect_refusal("is a null pointer", [&] { f.enqueue(nullptr, { in, out }); });
        CPPUNIT_ASSERT_THROW(
            device_fft(transform(LENGTH), native_context::opencl(nullptr)), device_error);
        expect_refusal("the device given is not in the context given", [&] {
            device_fft(transform(LENGTH), native_context::opencl(mine.context(), this));
        });
        for (const auto& info : list_devices().devices) {
            if (info.name.rfind("opencl", 0) != 0)
                continue;
            if (!info.limits.is_cpu) {
                expect_refusal("just in a context of theirs",
                               [&] { device_fft(transform(LENGTH), info.name); });
                continue;
            }
            device_fft own(transform(LENGTH), info.name);
            expect_refusal("was not made for its context", [&] {
                own.start({ in, out });
            });
            expect_refusal("takes no queue of its callers'", [&] {
                own.enqueue(mine.queue(), { in, out });
            });
        }
    }

    void refuses_what_does_not_fit()
    {
        opencl_program mine(chosen_number());
        device_fft f(transform(LENGTH), mine.native(), for_rows(2));
        const auto bytes = 2 * LENGTH * sizeof(points::value_type);
        const auto in = device_memory::of_cl_mem(mine.make(bytes));
        const auto made = [&](std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE) {
            return device_memory::of_cl_mem(mine.make(size, flags));
        };
        const auto expect = [&](const char* part, device_memory x, device_memory y) {
            expect_refusal(part, [&] { f.enqueue(mine.queue(), { x, y }, 2); });
        };
        expect("has 1023 bytes, and the call takes 1024", in, made(bytes - 1));
        expect("has 1023 bytes, and the call takes 1024", made(bytes - 1), in);
        expect("may only read", in, made(bytes, CL_MEM_READ_ONLY));
        expect("may only write", made(bytes, CL_MEM_WRITE_ONLY), in);
        f.enqueue(mine.queue(),
                  { made(bytes, CL_MEM_READ_ONLY), made(bytes, CL_MEM_WRITE_ONLY) },
                  2);
        auto beyond = made(bytes);
        beyond.offset = 2 * bytes;
        expect("from byte 2048 on", in, beyond);
        expect("overlap", in, in);
        expect("null pointer", {}, in);
        clFinish(mine.queue());
    }

    void a_cpu_device_computes_in_place()
    {
        for (const auto& info : list_devices().devices) {
            if (!info.limits.is_cpu)
                continue;
            std::mt19937 random(1);
            for (int i = 0; i < 6; ++i) {
                const std::size_t rows = 1 + random() % 4;
                random_choice choice;
                choice.most_points = 600;
                const auto t = random_transform(random, choice, rows);
                device_fft f(t, info.name, for_rows(rows));
                if (t.windowed)
                    f.set_window(window_of(t));
                host_heap heap;
                const auto v =
                    judged_on_device(t, rows, 1, heap, [&](const auto& arrays) {
                        f.start(arrays, rows).wait();
                    });
                CPPUNIT_ASSERT_MESSAGE(to_string(t) + ": " + text_of(v), v.is_good());
            }
            device_fft f(transform(LENGTH), info.name);
            host_heap heap;
            const auto in = heap.make(1024), out = heap.make(1024);
            auto odd = in;
            odd.offset = 8;
            expect_refusal("no multiple of 64", [&] { f.start({ odd, out }); });
            return;
        }
        skip("there is no CPU device");
    }

private:
    static void check(opencl_program& mine,
                      const transform& t,
                      std::size_t rows,
                      std::size_t seed,
                      std::size_t offset)
    {
        device_fft f(t, mine.native(), for_rows(rows));
        if (t.windowed)
            f.set_window(window_of(t));
        opencl_heap heap(mine, offset);
        const auto v = judged_on_device(
            t, rows, static_cast<unsigned>(seed), heap, [&](const auto& arrays) {
                f.enqueue(mine.queue(), arrays, rows);
            });
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} rows of {}: {}", rows, to_string(t), text_of(v)),
            v.is_good());
    }

    //! An upload, a call or two there and back, and a download, with one wait at the end.
    template <typename Call>
    static void check_order(opencl_program& mine, Call&& call)
    {
        device_fft f(transform(LENGTH), mine.native());
        const auto bytes = LENGTH * sizeof(points::value_type);
        const auto in = mine.make(bytes), out = mine.make(bytes);
        points x(LENGTH), y(LENGTH);
        for (std::size_t n = 0; n < LENGTH; ++n)
            x[n] = { static_cast<float>(n), 1 };
        // What is uploaded waits for an event of the program's, so nothing has begun.
        cl_int status = 0;
        const auto gate = clCreateUserEvent(mine.context(), &status);
        expect_cl(status, "clCreateUserEvent");
        expect_cl(clEnqueueWriteBuffer(
                      mine.queue(), in, CL_FALSE, 0, bytes, x.data(), 1, &gate, nullptr),
                  "clEnqueueWriteBuffer");
        call(f, mine, { device_memory::of_cl_mem(in), device_memory::of_cl_mem(out) });
        mine.read(y.data(), in, 0, bytes, false);
        clFlush(mine.queue());
        CPPUNIT_ASSERT(y[1] == std::complex<float>());
        expect_cl(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
        clFinish(mine.queue());
        clReleaseEvent(gate);
        // Twice forward: each point at the opposite place, times the length.
        for (std::size_t n = 0; n < LENGTH; ++n)
            CPPUNIT_ASSERT(std::abs(y[n] - float(LENGTH) * x[(LENGTH - n) % LENGTH]) <
                           0.01F);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl_memory);
