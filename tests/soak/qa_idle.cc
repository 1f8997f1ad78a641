/* SPDX-License-Identifier: GPL-3.0-or-later */
// A block that can do nothing costs nothing: behind a source that has nothing more,
// before a sink that takes nothing. And all that is there has come out by then, or will.
#include "soak/paced_ends.h"
#include "soak/process_state.h"
#include "soak/soak_devices.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/top_block.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cstring>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int LENGTH = 16;
constexpr double MOST_CPU = 0.03; // of the time; a thread that spins takes all of it

//! Items of zeros, then nothing, until it is told to end.
class drying_source : public gr::sync_block
{
public:
    drying_source(std::size_t item_bytes, int items)
        : gr::sync_block("drying_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes))),
          d_item_bytes(item_bytes),
          d_left(items)
    {
    }

    void end()
    {
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            d_has_ended = true;
        }
        d_changed.notify_one();
    }

    int work(int noutput_items,
             gr_vector_const_void_star&,
             gr_vector_void_star& output_items) override
    {
        if (d_left == 0) {
            std::unique_lock<std::mutex> guard(d_mutex);
            d_changed.wait(guard, [this] { return d_has_ended; });
            return WORK_DONE;
        }
        const int count = std::min(noutput_items, d_left);
        d_left -= count;
        std::memset(output_items[0], 0, static_cast<std::size_t>(count) * d_item_bytes);
        return count;
    }

private:
    const std::size_t d_item_bytes;
    int d_left;
    std::mutex d_mutex;
    std::condition_variable d_changed;
    bool d_has_ended = false;
};

struct situation {
    const char* why;
    int samples;          //!< that the source has, of whole items
    bool stalls;          //!< the sink
    int averages_at_once; //!< that a spectrum_c of this many samples gives while it idles
};

const situation SITUATIONS[] = {
    { "nothing came at all", 0, false, 0 },
    { "less than a frame came", LENGTH - 1, false, 0 },
    { "some frames came, and a part of one", 10 * LENGTH + 5, false, 10 },
    { "many frames came", 20000 * LENGTH, false, 20000 },
    { "the sink takes nothing", 200000 * LENGTH, true, 0 },
};

const soak_devices& devices()
{
    static const auto made = soak_devices::make();
    return made;
}

struct end_blocks {
    std::shared_ptr<drying_source> source;
    std::shared_ptr<stalling_sink> sink;
};

} // namespace

class qa_idle : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_idle);
    CPPUNIT_TEST(fft_vcc_costs_nothing);
    CPPUNIT_TEST(spectrum_c_costs_nothing);
    CPPUNIT_TEST_SUITE_END();

    static void check(const situation& s,
                      const std::string& device,
                      const gr::block_sptr& block,
                      const end_blocks& ends,
                      std::uint64_t items_at_once,
                      std::uint64_t items)
    {
        const auto what = fmt::format("{} on {}", s.why, device);
        auto graph = gr::make_top_block("qa_idle");
        graph->connect(ends.source, 0, block, 0);
        graph->connect(block, 0, ends.sink, 0);
        ends.sink->stall(s.stalls);
        graph->start();
        // Until it is idle, however slow the machine is: not while others leave it no
        // time.
        double cpu = 1;
        for (int i = 0; i < 600 && (cpu > MOST_CPU || ends.sink->items() < items_at_once);
             ++i) {
            const double before = cpu_seconds_of_process();
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            cpu = (cpu_seconds_of_process() - before) / 0.5;
        }
        const auto arrived = ends.sink->items();
        ends.sink->stall(false);
        ends.source->end();
        graph->wait();
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{}: {:.0f} % of a processor", what, 100 * cpu), cpu <= MOST_CPU);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, items_at_once, arrived);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, items, ends.sink->items());
    }

    static end_blocks make_ends(std::size_t item_bytes, int items, std::size_t out_bytes)
    {
        return { std::make_shared<drying_source>(item_bytes, items),
                 std::make_shared<stalling_sink>(
                     out_bytes, [](const void*) { return std::string(); }) };
    }

    void fft_vcc_costs_nothing()
    {
        for (const auto& device : { devices().names[0], std::string("fake:0") }) {
            for (const auto& s : SITUATIONS) {
                const auto bytes = LENGTH * sizeof(gr_complex);
                const int items = s.samples / LENGTH;
                const auto count = static_cast<std::uint64_t>(items);
                check(s,
                      device,
                      gr::gpufft::fft_vcc::make(LENGTH, true, {}, false, 0, device),
                      make_ends(bytes, items, bytes),
                      s.stalls ? 0 : count,
                      count);
            }
        }
    }

    void spectrum_c_costs_nothing()
    {
        for (const auto& device : { devices().names[0], std::string("fake:0") }) {
            for (const auto& s : SITUATIONS) {
                check(s,
                      device,
                      gr::gpufft::spectrum_c::make(LENGTH,
                                                   LENGTH,
                                                   {},
                                                   1e6,
                                                   "mean",
                                                   1,
                                                   0,
                                                   "power",
                                                   false,
                                                   0,
                                                   0,
                                                   50,
                                                   device),
                      make_ends(sizeof(gr_complex), s.samples, LENGTH * sizeof(float)),
                      static_cast<std::uint64_t>(s.averages_at_once),
                      static_cast<std::uint64_t>(s.samples / LENGTH));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_idle);
