/* SPDX-License-Identifier: GPL-3.0-or-later */
// Kernels side by side on one device: several threads, each with a queue, over the same
// transforms in calls of every size. PoCL 3.1 ends the process where launches of one
// kernel are of several sizes at once.
#include "device/interface/registry.h"
#include "plan/request/parse_transform.h"
#include "support/devices/fake_spectra.h"
#include "support/run_on.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <chrono>
#include <mutex>
#include <random>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int THREADS = 4;
constexpr std::chrono::seconds LENGTH_OF_TEST(2);
constexpr int FEWEST_TURNS = 10; // of each thread, however long they take

constexpr const char* TRANSFORMS[] = {
    "128", "1000", "17", "r2c forward 512", "dct2 forward 8x8"
};

// What one thread does, what several share, and what they are woken for.
constexpr std::size_t ROWS[] = { 1, 9, 64, 700 };

//! Calls work(number, is_over) in threads.
template <typename Work>
void at_once(Work&& work)
{
    const auto end = std::chrono::steady_clock::now() + LENGTH_OF_TEST;
    std::vector<std::thread> threads;
    for (int i = 0; i < THREADS; ++i)
        threads.emplace_back([&, i] {
            int turns = 0;
            work(i, [&] {
                return turns++ >= FEWEST_TURNS && std::chrono::steady_clock::now() > end;
            });
        });
    for (auto& each : threads)
        each.join();
}

struct shared_case {
    std::shared_ptr<executor> runs;
    host_rows data;
    std::vector<wide> outputs; //!< of a run alone, which was right
};

std::vector<shared_case> cases(const std::shared_ptr<device>& on)
{
    std::mt19937 random(1);
    std::vector<shared_case> all;
    for (const char* text : TRANSFORMS) {
        const auto what = parse_transform_or_shape(text);
        const auto runs = std::make_shared<executor>(what, on);
        for (const auto rows : ROWS) {
            shared_case one{ runs, host_rows(what, rows), {} };
            one.data.fill(random);
            run_on(runs, one.data);
            const auto v = judge(one.data);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{} x{}: {}", text, rows, text_of(v)),
                                   v.is_good());
            one.outputs = one.data.outputs();
            all.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace

class qa_side_by_side : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_side_by_side);
    CPPUNIT_TEST(transforms_of_every_size);
    CPPUNIT_TEST(averaged_spectra);
    CPPUNIT_TEST_SUITE_END();

public:
    void transforms_of_every_size()
    {
        const auto all = cases(open_device("auto"));
        std::mutex mutex;
        std::string wrong;
        at_once([&](int number, const auto& is_over) {
            std::mt19937 random(static_cast<unsigned>(number));
            auto own = all;
            while (!is_over()) {
                auto& one = own[random() % own.size()];
                run_on(one.runs, one.data);
                if (one.data.outputs() == one.outputs)
                    continue;
                const std::lock_guard guard(mutex);
                wrong =
                    fmt::format("{} x{}", to_string(one.data.request()), one.data.rows());
            }
        });
        CPPUNIT_ASSERT_EQUAL(std::string(), wrong);
    }

    void averaged_spectra()
    {
        spectrum_case c;
        c.request = { 1024, 512, sample_kind::complex_float };
        c.average.how = average::mean;
        c.average.frames = 10;
        c.window = uneven_taps(c.request.length);
        c.frames = 90;
        const auto samples = noise_for(c, 1);
        const auto expected = reference_averages(c, reference_powers(c, samples));
        double worst = 0;
        std::mutex mutex;
        at_once([&](int number, const auto& is_over) {
            std::mt19937 random(static_cast<unsigned>(number));
            spectrum_executor with(c.request, c.window, c.average.how, "auto");
            while (!is_over()) {
                average_schedule schedule;
                schedule.change(c.average);
                const auto got =
                    run_spectra(with, c, samples, schedule, 0, c.frames, [&] {
                        return gpufft::testing::number(random, 1, 40);
                    });
                const std::lock_guard guard(mutex);
                worst = std::max(worst, error_of(c, got, expected));
            }
        });
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{:.2e}", worst), worst < BOUND);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_side_by_side);
