/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rows before there are kernels, on fake devices that are held up building them.
#include "device/kernels/compiler_call.h"
#include "exec/executor/build_thread.h"
#include "exec/rows/stream_executor.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/devices/quickly_built.h"
#include "support/judges/host_rows.h"
#include "support/run_on.h"
#include "support/transforms/every_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <future>
#include <memory>
#include <random>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 60;
constexpr std::size_t ROWS = 3;

//! "fake:0" works like a GPU, "fake:1" like a CPU device.
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

//! Called when all else that ends with a process has ended, but for what watches for
//! leaks: in a forked process the stacks of the threads that did not come along point to
//! nothing.
void leave_if_forked()
{
    static const pid_t first = getpid();
    if (getpid() != first)
        _exit(0);
}

//! Before any build, since handlers are called in the reverse order.
const bool leaves_if_forked = (leave_if_forked(), std::atexit(leave_if_forked) == 0);

std::unique_ptr<stream_executor> begun(const transform& what, const char* device)
{
    return std::make_unique<stream_executor>(what,
                                             device,
                                             stream_executor::DEFAULT_DEPTH,
                                             effort::estimate,
                                             startup::host_fallback);
}

//! Runs a submission and waits for it.
void expect_right(stream_executor& stream, const std::vector<float>& window = {})
{
    static unsigned seed = 0;
    const auto x = noise(ROWS * LENGTH, ++seed);
    std::vector<complex32> y(x.size());
    stream.submit(x.data(), y.data(), ROWS);
    CPPUNIT_ASSERT_EQUAL(std::size_t(1), stream.in_flight());
    CPPUNIT_ASSERT_EQUAL(ROWS, stream.wait_oldest());
    const auto error = relative_error(y, reference_rows(transform(LENGTH), x, window));
    CPPUNIT_ASSERT_MESSAGE(fmt::format("error {:.2e}", error), error < 1e-6);
}

//! Runs a submission of any kind, within the bound that kernels keep.
void expect_good(stream_executor& stream)
{
    std::mt19937 random(7);
    host_rows data(stream.request(), ROWS);
    data.fill(random);
    stream.submit(data.in(), data.out(), ROWS);
    CPPUNIT_ASSERT_EQUAL(ROWS, stream.wait_oldest());
    const auto v = judge(data);
    CPPUNIT_ASSERT_MESSAGE(to_string(stream.request()) + ": " + text_of(v), v.is_good());
}

//! Lets kernels be built.
void release() { control()->holds_builds = false; }

//! Calls release() in 0.8 s, when who begins at once has long begun: so what has kernels
//! then has waited.
class later_release
{
public:
    later_release()
        : d_thread([] {
              std::this_thread::sleep_for(std::chrono::milliseconds(800));
              release();
          })
    {
    }
    ~later_release() { d_thread.join(); }

private:
    std::thread d_thread;
};

//! Whether the stream has kernels in the end.
bool gets_kernels(const stream_executor& stream)
{
    release();
    for (int i = 0; i < 30000 && !stream.has_kernels(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return stream.has_kernels();
}

void wait_for_kernels(const stream_executor& stream)
{
    CPPUNIT_ASSERT(gets_kernels(stream));
}

} // namespace

class qa_at_once : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_at_once);
#ifndef __SANITIZE_THREAD__ // which dies where a forked process starts a thread
    // First: the main thread has begun no build yet.
    CPPUNIT_TEST(a_process_ends_after_what_another_thread_began);
#endif
    CPPUNIT_TEST(the_host_computes_until_kernels_are_there);
    CPPUNIT_TEST(all_kinds_plan_switch);
    CPPUNIT_TEST(the_window_of_that_time_stays);
    CPPUNIT_TEST(a_window_may_come_and_go_meanwhile);
    CPPUNIT_TEST(a_window_of_no_numbers_ends_with_kernels);
    CPPUNIT_TEST(another_plan_waits_for_the_first_kernels);
    CPPUNIT_TEST(quick_kernels_leave_the_host_nothing);
    CPPUNIT_TEST(gpus_begin_with_their_kernels);
    CPPUNIT_TEST(what_the_host_cannot_waits);
    CPPUNIT_TEST(an_early_failure_is_thrown_at_once);
    CPPUNIT_TEST(a_late_failure_is_thrown_by_submissions);
    CPPUNIT_TEST(may_end_before_kernels_are_there);
    CPPUNIT_TEST(a_thread_ends_before_kernels_are_there);
    CPPUNIT_TEST(a_process_forked_meanwhile_ends);
#ifndef __SANITIZE_THREAD__ // which dies where such a process starts a thread
    CPPUNIT_TEST(a_build_that_compiles_is_not_waited_for);
    CPPUNIT_TEST(a_process_forked_meanwhile_builds_and_ends);
#endif
    CPPUNIT_TEST(a_long_run_changes_over_on_its_way);
    CPPUNIT_TEST(an_fft_waits_unless_told_otherwise);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        forget_orders(*control());
        control()->holds_builds = true;
    }
    void tearDown() override { release(); }

    void the_host_computes_until_kernels_are_there()
    {
        const auto stream = begun(transform(LENGTH), "fake:1");
        CPPUNIT_ASSERT(!stream->has_kernels());
        const auto line = stream->plan_line();
        const auto rows = stream->max_rows();
        const auto depth = stream->depth();
        expect_right(*stream);
        CPPUNIT_ASSERT(!stream->has_kernels());
        wait_for_kernels(*stream);
        expect_right(*stream);
        // What was told beforehand is how it is.
        const stream_executor compiled(transform(LENGTH), "fake:1");
        CPPUNIT_ASSERT_EQUAL(compiled.plan_line(), line);
        CPPUNIT_ASSERT_EQUAL(compiled.plan_line(), stream->plan_line());
        CPPUNIT_ASSERT_EQUAL(compiled.max_rows(), rows);
        CPPUNIT_ASSERT_EQUAL(compiled.depth(), depth);
    }

    void all_kinds_plan_switch()
    {
        std::vector<transform> all = { transform_of(transform_kind::c2c, { 3, 4, 5 }),
                                       transform(37), // a convolution
                                       transform_of(transform_kind::r2c, { 6, 10 }),
                                       transform_of(transform_kind::c2r, { 6, 10 }) };
        for (const auto kind : EVERY_KIND)
            if (is_trigonometric(kind))
                all.push_back(transform_of(kind, { 12 }));
        for (const auto& t : all) {
            control()->holds_builds = true;
            const auto stream = begun(t, "fake:1");
            CPPUNIT_ASSERT_MESSAGE(to_string(t), !stream->has_kernels());
            expect_good(*stream);
            CPPUNIT_ASSERT(!stream->has_kernels());
            wait_for_kernels(*stream);
            expect_good(*stream);
        }
    }

    void the_window_of_that_time_stays()
    {
        auto what = transform(LENGTH);
        what.windowed = true;
        const auto taps = uneven_window(LENGTH);
        const auto stream = begun(what, "fake:1");
        stream->set_window(taps);
        CPPUNIT_ASSERT(!stream->has_kernels());
        CPPUNIT_ASSERT_THROW(stream->set_window({ 1.0, 2.0 }), plan_error);
        expect_right(*stream, taps);
        wait_for_kernels(*stream);
        expect_right(*stream, taps);
    }

    // A window changes which kernels are needed while those for no window are being
    // built.
    void a_window_may_come_and_go_meanwhile()
    {
        const auto taps = uneven_window(LENGTH);
        const auto stream = begun(transform(LENGTH), "fake:1");
        expect_right(*stream);
        stream->set_window(taps);
        CPPUNIT_ASSERT(!stream->has_kernels());
        expect_right(*stream, taps);
        wait_for_kernels(*stream);
        expect_right(*stream, taps);
        stream->set_window({});
        expect_right(*stream);
    }

    // A tap that is no number differs from itself.
    void a_window_of_no_numbers_ends_with_kernels()
    {
        auto what = transform(LENGTH);
        what.windowed = true;
        const auto stream = begun(what, "fake:1");
        stream->set_window(std::vector<double>(LENGTH, std::nan("")));
        const bool have = gets_kernels(*stream);
        stream->set_window(uneven_window(LENGTH)); // with which the thread would end
        CPPUNIT_ASSERT(have);
    }

    void another_plan_waits_for_the_first_kernels()
    {
        const auto stream = begun(transform(LENGTH), "fake:1");
        CPPUNIT_ASSERT(!stream->has_kernels());
        const later_release soon;
        CPPUNIT_ASSERT(!stream->plan_switch()); // there is no wisdom
        CPPUNIT_ASSERT(stream->has_kernels());
        expect_right(*stream);
    }

    void quick_kernels_leave_the_host_nothing()
    {
        release();
        CPPUNIT_ASSERT(
            is_built_before_it_begins([] { return begun(transform(LENGTH), "fake:1"); }));
    }

    void gpus_begin_with_their_kernels()
    {
        const later_release soon;
        CPPUNIT_ASSERT(begun(transform(LENGTH), "fake:0")->has_kernels());
    }

    void what_the_host_cannot_waits()
    {
        auto what = transform(LENGTH);
        what.loops = { { 1 << 16, 0, 0 } }; // for too long
        const later_release soon;
        CPPUNIT_ASSERT(begun(what, "fake:1")->has_kernels());
    }

    void an_early_failure_is_thrown_at_once()
    {
        release();
        control()->unbuildable = 1000;
        CPPUNIT_ASSERT_THROW(begun(transform(LENGTH), "fake:1"), build_error);
        auto what = transform(LENGTH);
        what.number = precision::float64; // which no device here has
        if (!open_device("fake:1")->info().limits.has_float64)
            CPPUNIT_ASSERT_THROW(begun(what, "fake:1"), plan_error);
    }

    void a_late_failure_is_thrown_by_submissions()
    {
        control()->unbuildable = 1000;
        const auto stream = begun(transform(LENGTH), "fake:1");
        expect_right(*stream);
        release();
        CPPUNIT_ASSERT(!stream->plan_switch()); // waits
        const auto x = noise(LENGTH);
        std::vector<complex32> y(x.size());
        CPPUNIT_ASSERT_THROW(stream->submit(x.data(), y.data(), 1), build_error);
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), stream->in_flight());
    }

    void may_end_before_kernels_are_there()
    {
        auto stream = begun(transform(LENGTH), "fake:1");
        const auto x = noise(LENGTH);
        std::vector<complex32> y(x.size());
        stream->submit(x.data(), y.data(), 1);
        CPPUNIT_ASSERT(!stream->has_kernels());
        const later_release soon; // until then it cannot end
        stream.reset();
        CPPUNIT_ASSERT(!control()->holds_builds);
        CPPUNIT_ASSERT_EQUAL(0, control()->live_buffers.load());
    }

    // Builds are held until the thread has ended, a minute at most.
    void a_thread_ends_before_kernels_are_there()
    {
        std::atomic<bool> has_ended{ false };
        std::thread watch([&has_ended] {
            for (int i = 0; i < 6000 && !has_ended; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            release();
        });
        std::unique_ptr<stream_executor> stream;
        std::thread([&stream] { stream = begun(transform(LENGTH), "fake:1"); }).join();
        const bool has_waited = stream->has_kernels();
        has_ended = true;
        watch.join();
        CPPUNIT_ASSERT(!has_waited);
        wait_for_kernels(*stream);
    }

    // Compilers have objects that end with the process, made after the library's.
    void a_process_ends_after_what_another_thread_began()
    {
        const pid_t child = fork();
        if (child == 0) {
            alarm(300); // ends it otherwise
            static std::atomic<bool> is_built{ false };
            std::thread([] {
                new build_thread([] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(500));
                    is_built = true;
                });
            }).join();
            std::atexit([] { _exit(is_built ? 0 : 1); });
            std::exit(2);
        }
        int status = -1;
        CPPUNIT_ASSERT_EQUAL(child, waitpid(child, &status, 0));
        CPPUNIT_ASSERT_EQUAL(0, status);
    }

    // The forked process lacks the thread that builds.
    void a_process_forked_meanwhile_ends()
    {
        expect_forked_to_end([] {});
    }

    // A machine may stand still for as long as that, but not each time.
    void a_build_that_compiles_is_not_waited_for()
    {
        CPPUNIT_ASSERT(build_thread([] {}).is_done_soon());
        bool was_at_once = false;
        for (int i = 0; i < 20 && !was_at_once; ++i) {
            std::promise<void> compiled;
            const build_thread builds([&] {
                say_compiling();
                compiled.get_future().wait();
            });
            const auto begin = std::chrono::steady_clock::now();
            CPPUNIT_ASSERT(!builds.is_done_soon());
            was_at_once =
                std::chrono::steady_clock::now() - begin < build_thread::PATIENCE / 2;
            compiled.set_value();
        }
        CPPUNIT_ASSERT(was_at_once);
    }

    void a_process_forked_meanwhile_builds_and_ends()
    {
        expect_forked_to_end([] { build_thread([] {}).wait(); });
    }

    void a_long_run_changes_over_on_its_way()
    {
        fft compute(
            transform(LENGTH), "fake:1", effort::estimate, startup::host_fallback);
        CPPUNIT_ASSERT(!compute.has_kernels());
        const auto x = noise(1000 * LENGTH, 1);
        const auto expected = reference_rows(transform(LENGTH), x, {});
        const auto run = [&] {
            std::vector<complex32> y(x.size());
            compute.run(x.data(), y.data(), x.size() / LENGTH);
            CPPUNIT_ASSERT(relative_error(y, expected) < 1e-6);
        };
        run();
        CPPUNIT_ASSERT(!compute.has_kernels());
        const later_release soon;
        while (!compute.has_kernels())
            run();
        run();
    }

    void an_fft_waits_unless_told_otherwise()
    {
        const later_release soon;
        CPPUNIT_ASSERT(fft(transform(LENGTH), "fake:1").has_kernels());
    }

private:
    //! Forked while kernels are being built, and then doing \p work.
    template <typename Work>
    static void expect_forked_to_end(const Work& work)
    {
        const auto stream = begun(transform(LENGTH), "fake:1");
        CPPUNIT_ASSERT(!stream->has_kernels());
        CPPUNIT_ASSERT(leaves_if_forked);
        const pid_t child = fork();
        if (child == 0) {
            alarm(300); // ends it otherwise
            work();
            std::exit(0);
        }
        int status = 1;
        const auto ended = waitpid(child, &status, 0);
        release(); // until then the stream cannot end
        CPPUNIT_ASSERT_EQUAL(child, ended);
        CPPUNIT_ASSERT_EQUAL(0, status);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_at_once);
