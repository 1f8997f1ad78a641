/* SPDX-License-Identifier: GPL-3.0-or-later */
// What may be called from other threads while submissions run, all at once, and
// executors side by side on one device. For the thread sanitizer above all: values show
// the worst, the sanitizer the rest (script/test --thread -R exec.threads).
#include "device/interface/registry.h"
#include "exec/rows/stream_executor.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include "support/judges/spectrum_reference.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::int64_t LENGTH = 16;

//! "fake:0" is a GPU, "fake:1" a CPU device.
std::shared_ptr<fake_control> control()
{
    static const auto made = add_fake_devices({ fake_gpu(), fake_cpu() });
    return made;
}

//! Threads that do something over and over until this goes.
class busy_threads
{
public:
    explicit busy_threads(const std::vector<std::function<void(int turn)>>& all)
    {
        for (const auto& does : all) {
            d_threads.emplace_back([this, does] {
                for (int turn = 0; !d_is_over; ++turn)
                    does(turn);
            });
        }
    }
    ~busy_threads()
    {
        d_is_over = true;
        for (auto& t : d_threads)
            t.join();
    }
    busy_threads(const busy_threads&) = delete;
    busy_threads& operator=(const busy_threads&) = delete;

private:
    std::atomic<bool> d_is_over{ false };
    std::vector<std::thread> d_threads;
};

//! Windows that are one number all along, which outputs show.
std::vector<float> flat(float height) { return std::vector<float>(LENGTH, height); }

// All kinds of averages, so that the first submission of each comes after its kernels
// were built.
constexpr average KINDS[] = {
    average::mean, average::exponential, average::highest, average::lowest
};

} // namespace

class qa_threads : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_threads);
    CPPUNIT_TEST(a_stream_is_looked_at_and_changed_while_it_runs);
    CPPUNIT_TEST(spectra_are_looked_at_and_changed_while_they_run);
    CPPUNIT_TEST(streams_and_spectra_share_a_device);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        control()->calls.clear();
        control()->work_delay_us = 20;
    }

private:
    //! Rows of one: the first bin is LENGTH times the window.
    static void expect_flat_rows(const std::vector<complex32>& y)
    {
        for (std::size_t i = 0; i < y.size(); i += LENGTH) {
            const auto height = y[i].real() / LENGTH;
            const bool is_window = height == 1 || height == 2 || height == 3;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("row {}: {}", i / LENGTH, height),
                                   is_window);
            CPPUNIT_ASSERT_EQUAL(y[0], y[i]); // of one submission
        }
    }

    static void send_ones(stream_executor& stream, int submissions)
    {
        const std::vector<complex32> ones(4 * LENGTH, 1.0F);
        std::vector<std::vector<complex32>> out(stream.depth(), ones);
        int done = 0;
        for (int sent = 0; done < submissions;) {
            if (sent < submissions && stream.can_submit()) {
                stream.submit(ones.data(), out[sent % out.size()].data(), 4);
                ++sent;
                continue;
            }
            CPPUNIT_ASSERT_EQUAL(std::size_t(4), stream.wait_oldest());
            expect_flat_rows(out[done % out.size()]);
            ++done;
        }
    }

    void a_stream_is_looked_at_and_changed_while_it_runs()
    {
        for (const char* device : { "fake:0", "fake:1" }) {
            stream_executor stream(transform(LENGTH), device, 3);
            std::atomic<std::size_t> looked{ 0 };
            const auto change = [&](int turn) {
                stream.set_window(turn % 3 ? flat(1.0F + turn % 3) : flat(1));
            };
            const busy_threads busy({
                change,
                change,
                [&](int turn) { stream.set_window(turn % 2 ? flat(3) : flat(2)); },
                [&](int) {
                    looked += stream.plan_line().size() + stream.device_name().size() +
                              stream.workspace_bytes(5);
                },
            });
            send_ones(stream, 400);
        }
    }

    //! Frames of one: the first bin is the square of LENGTH times the window, whatever
    //! the average is, since each is of one frame.
    static void send_frames(spectrum_executor& spectra, int submissions)
    {
        constexpr std::uint32_t FRAMES = 4;
        const std::vector<complex32> ones(FRAMES * LENGTH, 1.0F);
        spectrum_batch batch;
        batch.samples = ones.data();
        batch.frames = FRAMES;
        batch.keep = 0;
        batch.ends = { 1, 2, 3, 4 };
        batch.counts = { 1, 1, 1, 1 };
        std::vector<std::vector<float>> out(spectra.depth(),
                                            std::vector<float>(FRAMES * LENGTH, -1.0F));
        int done = 0;
        for (int sent = 0; done < submissions;) {
            if (sent < submissions && spectra.can_submit()) {
                batch.how = KINDS[sent % std::size(KINDS)];
                batch.restarts = batch.how != average::exponential;
                batch.is_fresh = true;
                batch.out = out[sent % out.size()].data();
                spectra.submit(batch);
                ++sent;
                continue;
            }
            CPPUNIT_ASSERT_EQUAL(std::size_t(FRAMES), spectra.wait_oldest().frames);
            const auto& y = out[done % out.size()];
            for (std::size_t i = 0; i < y.size(); i += LENGTH) {
                const float height = std::sqrt(y[i]) / LENGTH;
                CPPUNIT_ASSERT_MESSAGE(fmt::format("spectrum {}: {}", done, height),
                                       height == 1 || height == 2 || height == 3);
            }
            ++done;
        }
    }

    static spectrum_executor make_spectra(const char* device)
    {
        spectrum_request request;
        request.length = request.hop = LENGTH;
        return { request, flat(1), average::mean, device, 3 };
    }

    void spectra_are_looked_at_and_changed_while_they_run()
    {
        for (const char* device : { "fake:0", "fake:1", "fake:0" }) {
            auto spectra = make_spectra(device);
            std::atomic<std::size_t> looked{ 0 };
            const auto build = [&](int turn) {
                spectra.prepare(KINDS[turn % std::size(KINDS)]);
            };
            const busy_threads busy({
                build,
                build,
                [&](int turn) { spectra.set_window(turn % 2 ? flat(3) : flat(2)); },
                [&](int turn) { spectra.set_window(turn % 2 ? flat(1) : flat(2)); },
                [&](int) {
                    looked += spectra.plan_line().size() + spectra.device_name().size();
                },
            });
            send_frames(spectra, 200);
        }
    }

    void streams_and_spectra_share_a_device()
    {
        const int live = control()->live_buffers;
        {
            std::atomic<int> made{ 0 };
            const auto make_streams = [&](const char* device) {
                return [&made, device](int) {
                    stream_executor stream(transform(LENGTH), device, 2);
                    send_ones(stream, 3);
                    ++made;
                };
            };
            const auto make_some_spectra = [&](const char* device) {
                return [&made, device](int) {
                    auto spectra = make_spectra(device);
                    send_frames(spectra, 5);
                    ++made;
                };
            };
            const busy_threads busy({ make_streams("fake:0"),
                                      make_streams("fake:1"),
                                      make_some_spectra("fake:0"),
                                      make_some_spectra("fake:1") });
            while (made < 40)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        CPPUNIT_ASSERT_EQUAL(live, control()->live_buffers.load());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_threads);
