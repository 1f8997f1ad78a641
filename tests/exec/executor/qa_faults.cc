/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each allocation and each thread of what computes is missing once in turn, on fake
// devices: that is an error in words, or the result is right all the same; nothing is
// left over, and the next one works. $GPUFFT_EVERY_FAULT tries each, not a sample.
#include "exec/executor/build_thread.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include "exec/rows/stream_executor.h"
#include "support/devices/fake_devices.h"
#include "support/faults/fault_points.h"
#include "support/run_on.h"
#include "support/transforms/transforms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/fft.h>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

void expect_right(const transform& request,
                  const std::vector<complex32>& x,
                  const std::vector<complex32>& y,
                  const std::vector<float>& taps)
{
    const auto error = relative_error(y, reference_rows(request, x, taps));
    CPPUNIT_ASSERT_MESSAGE(fmt::format("error {:.2e}", error), error < 1e-6);
}

//! Makes a stream, changes its window and sends two batches through.
void nt_store_rows(std::int64_t length, const char* device, startup begins)
{
    const transform request(length);
    const auto taps = uneven_window(length);
    const auto x = noise(3 * length);
    std::vector<complex32> first(x.size()), second(x.size()); // outlive the stream
    stream_executor stream(request, device, 2, effort::estimate, begins);
    stream.set_window(taps);
    stream.submit(x.data(), first.data(), 3);
    stream.submit(x.data(), second.data(), 3);
    while (stream.wait_oldest()) {
    }
    expect_right(request, x, first, taps);
    expect_right(request, x, second, taps);
}

//! A mean of some frames.
void average_frames()
{
    spectrum_request request;
    request.length = 16;
    request.hop = 16;
    const std::vector<double> window(16, 1);
    const auto x = noise(8 * 16);
    std::vector<float> out(16);
    spectrum_executor with(request, window, average::mean, "fake:0");
    spectrum_batch batch;
    batch.samples = x.data();
    batch.frames = 8;
    batch.is_fresh = true;
    batch.ends = { 8 };
    batch.counts = { 8 };
    batch.out = out.data();
    with.submit(batch);
    CPPUNIT_ASSERT_EQUAL(std::size_t(8), with.wait_oldest().frames);
    double sum = 0, squares = 0;
    for (const float power : out)
        sum += power;
    for (const auto& each : x)
        squares += std::norm(each);
    CPPUNIT_ASSERT_DOUBLES_EQUAL(16 * squares / 8, sum, 1e-4 * sum);
}

} // namespace

class qa_faults : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_faults);
    CPPUNIT_TEST(memory_of_a_stream);
    CPPUNIT_TEST(threads_of_a_stream);
    CPPUNIT_TEST(memory_of_a_stream_that_begins_on_the_host);
    CPPUNIT_TEST(threads_of_a_stream_that_begins_on_the_host);
    CPPUNIT_TEST(memory_of_a_thread_that_builds);
    CPPUNIT_TEST(memory_of_spectra);
    CPPUNIT_TEST(threads_of_spectra);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override { forget_orders(*control()); }

    void memory_of_a_stream() { fail_in_turn(asked::memory, on_gpu); }
    void threads_of_a_stream() { fail_in_turn(asked::thread, on_gpu); }
    void memory_of_a_stream_that_begins_on_the_host()
    {
        fail_in_turn(asked::memory, on_host);
    }
    void threads_of_a_stream_that_begins_on_the_host()
    {
        fail_in_turn(asked::thread, on_host);
    }
    void memory_of_a_thread_that_builds()
    {
        fail_in_turn(asked::memory, [] { build_thread([] {}).wait(); });
    }
    void memory_of_spectra() { fail_in_turn(asked::memory, average_frames); }
    void threads_of_spectra() { fail_in_turn(asked::thread, average_frames); }

private:
    static void on_gpu() { nt_store_rows(37, "fake:0", startup::compiled); }
    static void on_host() { nt_store_rows(24, "fake:1", startup::host_fallback); }

    template <typename Work>
    static void fail_in_turn(asked request, const Work& work)
    {
        work(); // what is kept for good is there then
        const int live = control()->live_buffers;
        for (const auto how : { missing::once, missing::for_good }) {
            const auto met = each_fault(request, how, work, [&] {
                CPPUNIT_ASSERT_EQUAL(live, control()->live_buffers.load());
                work();
            });
            CPPUNIT_ASSERT(met > 1);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_faults);
