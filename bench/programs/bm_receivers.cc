/* SPDX-License-Identifier: GPL-3.0-or-later */
// The block channels without Python: receivers of one wide stream as PDUs, which nobody
// looks at. Samples come from the host, or are on the device already.
//
//   bm_receivers [--device cuda:0] [--samp-rate 20e6] [--channels 100] [--rate 12500]
//                [--block-time 0.02] [--overlap 5] [--rounds 3] [--seconds 2]
//
// Without --samp-rate and --channels it measures 100 channels out of 20 MS/s and 1000 out
// of 100. It prints samples a second that go in, in 10^6, by the clock, how many times
// real time that is, and samples of a second that the processors have computed.
#include "bench/programs/median_rate.h"
#include "bench/programs/spent.h"
#include "python/gpufft/bindings/flowgraph_ends.h"
#include <gnuradio/gpufft/channels.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <boost/program_options.hpp>
#include <chrono>
#include <complex>
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace po = boost::program_options;
using namespace gpufft::testing;

namespace {

struct options {
    std::string device;
    double samp_rate = 0; //!< 0: those above
    int channels = 0;
    double rate = 0;
    double block_time = 0;
    int overlap = 0;
    int rounds = 0;
    double seconds = 0;
};

//! Takes PDUs and lets them go.
class pdu_drop : public gr::block
{
public:
    pdu_drop()
        : gr::block("pdu_drop",
                    gr::io_signature::make(0, 0, 0),
                    gr::io_signature::make(0, 0, 0))
    {
        message_port_register_in(pmt::intern("pdus"));
        set_msg_handler(pmt::intern("pdus"), [](const pmt::pmt_t&) {});
    }
};

std::vector<gr_complex> noise(std::size_t samples)
{
    std::minstd_rand random;
    std::uniform_real_distribution<float> level(-1, 1);
    std::vector<gr_complex> all(samples);
    for (auto& each : all)
        each = { level(random), level(random) };
    return all;
}

gr::gpufft::channels::sptr receivers(const options& o)
{
    const auto block = gr::gpufft::channels::make(
        o.samp_rate, 0, o.channels, 0, { o.rate }, o.block_time, o.overlap, o.device);
    // Anywhere between bins, so that each has an oscillator of its own.
    const double room = o.samp_rate - o.rate;
    for (int i = 0; i < o.channels; ++i)
        block->add_channel(
            fmt::format("{}", i), room * ((i + 1.0) / (o.channels + 1.0) - 0.5), o.rate);
    return block;
}

void sleep_for(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

//! Samples a second by the clock, and a second of the processors' time.
std::pair<double, double> run(const options& o, bool is_on_device)
{
    const auto block = receivers(o);
    const auto graph = gr::make_top_block("bm_receivers");
    gr::basic_block_sptr source;
    if (is_on_device)
        source = gr::gpufft::vector_source_c::make(noise(1 << 16), true, 1, o.device);
    else
        source = std::make_shared<gr::gpufft::noise_once_source>(sizeof(gr_complex));
    graph->connect(source, 0, block, 0);
    graph->msg_connect(block, "pdus", gnuradio::make_block_sptr<pdu_drop>(), "pdus");
    graph->start();
    sleep_for(0.5);
    const auto first = block->nitems_read(0);
    const spent begin;
    sleep_for(o.seconds);
    const double samples = static_cast<double>(block->nitems_read(0) - first);
    const double by_clock = samples / begin.seconds();
    const double by_core = samples / begin.cpu_seconds();
    graph->stop();
    graph->wait();
    return { by_clock, by_core };
}

void measure(const options& o)
{
    for (const bool is_on_device : { false, true }) {
        std::vector<double> by_clock, by_core;
        for (int i = 0; i < o.rounds; ++i) {
            const auto one = run(o, is_on_device);
            by_clock.push_back(one.first);
            by_core.push_back(one.second);
        }
        const auto r = rate_of(by_clock);
        fmt::print(
            "{} channels of {:g} Hz out of {:g} MS/s, samples on the {}: {:.1f} MS/s "
            "({:.1f} .. {:.1f}), {:.1f} times real time, {:.1f} MS/s of a core\n",
            o.channels,
            o.rate,
            o.samp_rate / 1e6,
            is_on_device ? "device" : "host",
            r.median / 1e6,
            r.lowest / 1e6,
            r.highest / 1e6,
            r.median / o.samp_rate,
            rate_of(by_core).median / 1e6);
        std::fflush(stdout);
    }
}

options parse(int argc, char** argv)
{
    options o;
    po::options_description named;
    named.add_options()("device", po::value(&o.device)->default_value("auto"))(
        "samp-rate", po::value(&o.samp_rate)->default_value(0))(
        "channels", po::value(&o.channels)->default_value(0))(
        "rate", po::value(&o.rate)->default_value(12500))(
        "block-time", po::value(&o.block_time)->default_value(0.02))(
        "overlap", po::value(&o.overlap)->default_value(5))(
        "rounds", po::value(&o.rounds)->default_value(3))(
        "seconds", po::value(&o.seconds)->default_value(2));
    po::variables_map found;
    po::store(po::command_line_parser(argc, argv).options(named).run(), found);
    po::notify(found);
    return o;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        auto o = parse(argc, argv);
        if (o.samp_rate > 0 || o.channels > 0) {
            measure(o);
            return 0;
        }
        o.samp_rate = 20e6;
        o.channels = 100;
        measure(o);
        o.samp_rate = 100e6;
        o.channels = 1000;
        measure(o);
    } catch (const std::exception& e) {
        fmt::print(stderr, "bm_receivers: {}\n", e.what());
        return 1;
    }
    return 0;
}
