/* SPDX-License-Identifier: GPL-3.0-or-later */
// Spectrum blocks begin before they have kernels and go on with them: each average is of
// the frames that it would have been of.
#include "blocks/running/running_blocks.h"
#include "reference/fake/fake_backend.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/vector_sink.h>
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <thread>

namespace {

constexpr int LENGTH = 24;
constexpr int HOP = 10; // so that frames share samples where kernels take over
constexpr int SAMPLES = 60000;
constexpr int SAMPLES_BEFORE = 20000;
constexpr int SAMPLES_AT_ONCE = 700;
constexpr int LEVELS = 16;
constexpr double SAMP_RATE = 1e4;
constexpr double LATENCY_MS = 100;

gpufft::fake_control& fake()
{
    static const auto control =
        gpufft::testing::add_fake_devices({ gpufft::testing::fake_cpu() });
    return *control;
}

//! Noise, the same each time. Where \p waits, kernels are built when a third of it has
//! gone by, and the rest comes when they are there.
class noise_source : public gr::sync_block
{
public:
    explicit noise_source(bool waits)
        : gr::sync_block("noise_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, sizeof(gr_complex))),
          d_waits(waits)
    {
    }

    int work(int items, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        if (d_sent >= SAMPLES)
            return WORK_DONE;
        if (d_waits && d_sent >= SAMPLES_BEFORE) {
            had_none = !have_kernels();
            fake().holds_builds = false;
            while (!have_kernels())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            d_waits = false;
        }
        const auto most = d_waits ? SAMPLES_BEFORE : SAMPLES;
        items = std::min({ items, most - d_sent, SAMPLES_AT_ONCE });
        auto* to = static_cast<gr_complex*>(out[0]);
        std::generate_n(to, items, [this] { return gr_complex(d_any(d_random), 1); });
        d_sent += items;
        return items;
    }

    bool had_none = false; //!< kernels, until the first third had been sent

private:
    static bool have_kernels()
    {
        const auto all = gr::gpufft::running_blocks::users();
        return !all.empty() && all.front()->has_kernels();
    }

    bool d_waits;
    int d_sent = 0;
    std::mt19937 d_random{ 1 };
    std::normal_distribution<float> d_any;
};

gr::block_sptr spectrum(const char* how, int frames)
{
    return gr::gpufft::spectrum_c::make(LENGTH,
                                        HOP,
                                        {},
                                        SAMP_RATE,
                                        how,
                                        frames,
                                        0.1,
                                        "power",
                                        true,
                                        0,
                                        0,
                                        LATENCY_MS,
                                        "fake:0");
}

gr::block_sptr persistence()
{
    return gr::gpufft::persistence_c::make(LENGTH,
                                           HOP,
                                           {},
                                           SAMP_RATE,
                                           -60,
                                           20,
                                           LEVELS,
                                           1.0,
                                           "dbfs",
                                           true,
                                           20,
                                           LATENCY_MS,
                                           "fake:0");
}

std::vector<float>
run(const std::function<gr::block_sptr()>& make, std::size_t item_floats, bool at_once)
{
    fake().holds_builds = at_once;
    setenv("GPUFFT_BEGIN", at_once ? "at_once" : "compiled", 1);
    const auto block = make();
    const auto source = std::make_shared<noise_source>(at_once);
    const auto sink = gr::blocks::vector_sink_f::make(item_floats);
    const auto graph = gr::make_top_block("qa_spectrum_at_once");
    graph->connect(source, 0, block, 0);
    graph->connect(block, 0, sink, 0);
    graph->run();
    CPPUNIT_ASSERT_EQUAL(at_once, source->had_none);
    return sink->data();
}

} // namespace

class qa_spectrum_at_once : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_spectrum_at_once);
    CPPUNIT_TEST(averages_are_the_same);
    CPPUNIT_TEST(so_are_histograms);
    CPPUNIT_TEST_SUITE_END();

public:
    void tearDown() override { fake().holds_builds = false; }

private:
    static void expect_same(const std::vector<float>& got,
                            const std::vector<float>& want,
                            float bound)
    {
        CPPUNIT_ASSERT(!want.empty());
        CPPUNIT_ASSERT_EQUAL(want.size(), got.size());
        for (std::size_t i = 0; i < want.size(); ++i)
            CPPUNIT_ASSERT(std::abs(got[i] - want[i]) <= bound * (1 + std::abs(want[i])));
    }

    void averages_are_the_same()
    {
        struct averaging {
            const char* how;
            int frames;
        };
        for (const auto a : { averaging{ "mean", 1 },
                              averaging{ "mean", 7 },
                              averaging{ "mean", 1000 },
                              averaging{ "max", 0 },
                              averaging{ "min", 50 },
                              averaging{ "exponential", 3 } }) {
            const auto make = [a] { return spectrum(a.how, a.frames); };
            expect_same(run(make, LENGTH, true), run(make, LENGTH, false), 1e-5F);
        }
    }

    void so_are_histograms()
    {
        expect_same(run(persistence, LENGTH * LEVELS, true),
                    run(persistence, LENGTH * LEVELS, false),
                    1e-5F);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_spectrum_at_once);
