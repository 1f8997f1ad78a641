/* SPDX-License-Identifier: GPL-3.0-or-later */
// Sends commands to running blocks, some of them valid and most of them not, on fake
// devices: a block logs what it refuses, and goes on.
//
//     fuzz_messages SECONDS [SEED]
//
// After each message the block must say its status. A block that does not, or a stop that
// takes longer than LONGEST_S, ends the process. Exit status: 0 no fault was found.
#include "fuzz/any_message.h"
#include "support/devices/fake_devices.h"
#include <gnuradio/blocks/null_sink.h>
#include <gnuradio/blocks/null_source.h>
#include <gnuradio/blocks/throttle.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/gpufft/rfft_vfc.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/spectrum_f.h>
#include <gnuradio/logger.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using gpufft::testing::any_message;

constexpr int LENGTH = 16;
constexpr int LEVELS = 8;
constexpr double SAMP_RATE = 1e4;
constexpr unsigned LONGEST_S = 60;
constexpr int MESSAGES_A_RUN = 200; // then new blocks: a hop of 2^30 samples never ends

const pmt::pmt_t& command()
{
    static const auto name = pmt::intern("command");
    return name;
}

//! Counts what a block says.
class listener : public gr::block
{
public:
    listener()
        : gr::block("listener",
                    gr::io_signature::make(0, 0, 0),
                    gr::io_signature::make(0, 0, 0))
    {
        message_port_register_in(pmt::intern("in"));
        set_msg_handler(pmt::intern("in"), [this](const pmt::pmt_t& message) {
            const auto event =
                pmt::dict_ref(message, pmt::intern("event"), pmt::intern("none"));
            if (pmt::eqv(event, pmt::intern("failed")) ||
                pmt::eqv(event, pmt::intern("fallback")))
                d_has_failed = true;
            if (pmt::eqv(event, pmt::intern("status")))
                ++d_statuses;
        });
    }
    int statuses() const { return d_statuses; }
    //! No device does here, so what it was asked for was no good.
    bool has_failed() const { return d_has_failed; }

private:
    std::atomic<bool> d_has_failed{ false };
    std::atomic<int> d_statuses{ 0 };
};

//! A block with its listener.
struct heard_block {
    gr::block_sptr block;
    std::shared_ptr<listener> by = std::make_shared<listener>();

    //! Sends \p message. \return what is wrong afterwards; "": nothing
    std::string fault_after(const pmt::pmt_t& message) const
    {
        const int before = by->statuses();
        block->_post(command(), message);
        block->_post(command(), pmt::intern("status"));
        const auto until = clock_type::now() + std::chrono::seconds(LONGEST_S / 2);
        while (by->statuses() == before && clock_type::now() < until)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (by->statuses() == before)
            return "says nothing";
        return by->has_failed() ? "has failed" : "";
    }
};

std::vector<gr::block_sptr> all_blocks()
{
    namespace ours = gr::gpufft;
    return {
        ours::fft_vcc::make(LENGTH, true, {}, false, 0, "fake:0"),
        ours::rfft_vfc::make(LENGTH, {}, "none", "fake:0"),
        ours::spectrum_c::make(
            LENGTH, 12, {}, SAMP_RATE, "mean", 3, 0, "power", true, 0, 0, 5, "fake:0"),
        ours::spectrum_f::make(
            LENGTH, 12, {}, SAMP_RATE, "max", 3, 0, "dbfs", false, 0, 0, 5, "fake:0"),
        ours::persistence_c::make(LENGTH,
                                  12,
                                  {},
                                  SAMP_RATE,
                                  -30,
                                  20,
                                  LEVELS,
                                  0.1,
                                  "dbfs",
                                  true,
                                  20,
                                  5,
                                  "fake:0")
    };
}

//! A flowgraph that runs as long as this lives.
class running
{
public:
    running()
    {
        for (const auto& each : all_blocks()) {
            d_heard.push_back({ each });
            const auto& b = d_heard.back();
            const auto in = each->input_signature()->sizeof_stream_item(0);
            const auto out = each->output_signature()->sizeof_stream_item(0);
            auto paced = gr::blocks::throttle::make(in, SAMP_RATE);
            d_graph->connect(gr::blocks::null_source::make(in), 0, paced, 0);
            d_graph->connect(paced, 0, each, 0);
            d_graph->connect(each, 0, gr::blocks::null_sink::make(out), 0);
            d_graph->msg_connect(each, "status", b.by, "in");
        }
        d_graph->start();
    }
    ~running()
    {
        d_graph->stop();
        d_graph->wait();
    }
    running(const running&) = delete;
    running& operator=(const running&) = delete;

    const heard_block& any(std::mt19937& random) const
    {
        return d_heard[random() % d_heard.size()];
    }

private:
    gr::top_block_sptr d_graph = gr::make_top_block("fuzz_messages");
    std::vector<heard_block> d_heard;
};

std::string text_of(const pmt::pmt_t& message)
{
    try {
        return pmt::write_string(message).substr(0, 2000);
    } catch (const std::exception& e) {
        return fmt::format("(no text: {})", e.what());
    }
}

//! \return messages that were sent
int run(double seconds, unsigned seed)
{
    std::mt19937 random(seed);
    const auto until = clock_type::now() + std::chrono::duration<double>(seconds);
    int sent = 0;
    while (clock_type::now() < until) {
        alarm(LONGEST_S);
        const running flowgraph;
        for (int i = 0; i < MESSAGES_A_RUN && clock_type::now() < until; ++i, ++sent) {
            alarm(LONGEST_S);
            const auto& to = flowgraph.any(random);
            const auto message = any_message(random, LENGTH);
            const auto fault = to.fault_after(message);
            if (!fault.empty())
                throw std::runtime_error(fmt::format(
                    "{} {} after {}", to.block->name(), fault, text_of(message)));
        }
    }
    return sent;
}

} // namespace

int main(int argc, char** argv)
try {
    if (argc < 2 || argc > 3)
        throw std::invalid_argument("fuzz_messages SECONDS [SEED]");
    const auto seed =
        argc > 2 ? static_cast<unsigned>(std::stoul(argv[2])) : std::random_device()();
    fmt::print("seed {}\n", seed);
    std::fflush(stdout);
    gr::logging::singleton().set_default_level(gr::log_level::off);
    gpufft::testing::add_fake_devices({ gpufft::testing::fake_gpu() });
    fmt::print("messages: {} sent, seed {}\n", run(std::stod(argv[1]), seed), seed);
    return 0;
} catch (const std::exception& e) {
    fmt::print("{}\n", e.what());
    std::fflush(stdout);
    ::_exit(1); // its threads may be stuck
}
