/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second through flowgraphs in which blocks follow one another on one device,
// in turns with those that they are set against.
#include "bench/programs/median_rate.h"
#include "bench/programs/spent.h"
#include "python/gpufft/bindings/flowgraph_ends.h"
#include <gnuradio/gpufft/expression.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/logger.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace po = boost::program_options;
using gpufft::testing::rate;
using gpufft::testing::rate_of;
using gpufft::testing::spent;

namespace {

const char HELP[] = R"(usage: gpufft bench --chain [options] [LENGTH]...

Run flowgraphs of several blocks on one device, and print the samples a second.

  one        host, fft_vcc, host
  eight      host, eight fft_vcc in a row, host
  resident   vector_source, fft_vcc, fft_vcc, null_sink, all on the device
  product    the same with an expression, x * h[n], between the two fft_vcc
  copied     as resident, but what each fft_vcc gives goes to the host as well
  spectrum   host, spectrum_c (means of 64 frames), host
  spectra    host, three spectrum_c on one source, host

Ends on the host touch no memory. All of a length are run in turns, a few rounds, and
medians are printed with the lowest and the highest; ratios are medians of those of each
round. Lengths are 256, 1024, 4096 and 16384 unless given.
)";

const char AFTER[] = R"(
Examples:
  gpufft bench --chain 4096
  gpufft bench --chain --device cuda:0 --rounds 5 --json

Exit status: 0 done, 1 bad arguments, 2 the device failed.
)";

struct options {
    std::string device;
    std::vector<int> lengths;
    std::vector<std::string> cases;
    double seconds = 1;
    int rounds = 5;
    std::size_t mib = 0;
    bool json = false;
};

//! A flowgraph, and how many samples of its source have gone through.
struct flowgraph {
    gr::top_block_sptr graph;
    std::function<double()> samples;
    std::string device;
};

std::size_t item_bytes(int length)
{
    return static_cast<std::size_t>(length) * sizeof(gr_complex);
}

gr::gpufft::fft_vcc::sptr make_fft(const options& o, int length)
{
    const auto result = gr::gpufft::fft_vcc::make(length, true, {}, false, 0, o.device);
    if (o.mib)
        result->set_min_output_buffer(
            static_cast<long>((o.mib << 20) / item_bytes(length)));
    return result;
}

flowgraph chain_of(const options& o, int length, int transforms)
{
    flowgraph result{ gr::make_top_block("chain"), {}, "" };
    gr::basic_block_sptr last =
        std::make_shared<gr::gpufft::noise_once_source>(item_bytes(length));
    for (int i = 0; i < transforms; ++i) {
        const auto next = make_fft(o, length);
        result.device = next->device_name();
        result.graph->connect(last, 0, next, 0);
        last = next;
    }
    const auto sink = std::make_shared<gr::gpufft::counting_sink>(item_bytes(length));
    result.graph->connect(last, 0, sink, 0);
    result.samples = [sink, length] {
        return static_cast<double>(sink->last_arrival().first) * length;
    };
    return result;
}

std::vector<gr_complex> noise(std::size_t samples)
{
    std::minstd_rand random;
    std::uniform_real_distribution<float> level(-1, 1);
    std::vector<gr_complex> all(samples);
    for (auto& each : all)
        each = { level(random), level(random) };
    return all;
}

enum class between { nothing, expression, copies };

flowgraph resident_of(const options& o, int length, between extra)
{
    flowgraph result{ gr::make_top_block("resident"), {}, "" };
    const auto source = gr::gpufft::vector_source_c::make(
        noise(static_cast<std::size_t>(length) * 16), true, length, o.device);
    if (o.mib)
        source->set_min_output_buffer(
            static_cast<long>((o.mib << 20) / item_bytes(length)));
    const auto one = make_fft(o, length), two = make_fft(o, length);
    const auto sink = gr::gpufft::null_sink::make(item_bytes(length));
    result.device = one->device_name();
    result.graph->connect(source, 0, one, 0);
    if (extra == between::expression) {
        const auto product = gr::gpufft::expression::make(
            "x * h[n]", "c", "c", length, {}, { { "h", noise(length) } });
        result.graph->connect(one, 0, product, 0);
        result.graph->connect(product, 0, two, 0);
    } else {
        result.graph->connect(one, 0, two, 0);
    }
    result.graph->connect(two, 0, sink, 0);
    if (extra == between::copies)
        for (const auto& each : { one, two })
            result.graph->connect(
                each,
                0,
                std::make_shared<gr::gpufft::counting_sink>(item_bytes(length)),
                0);
    result.samples = [sink, length] {
        return static_cast<double>(sink->nitems_read(0)) * length;
    };
    return result;
}

flowgraph spectra_of(const options& o, int length, int blocks)
{
    constexpr int frames = 64;
    flowgraph result{ gr::make_top_block("spectra"), {}, "" };
    const auto source =
        std::make_shared<gr::gpufft::noise_once_source>(sizeof(gr_complex));
    std::vector<std::shared_ptr<gr::gpufft::counting_sink>> sinks;
    for (int i = 0; i < blocks; ++i) {
        const auto spectrum = gr::gpufft::spectrum_c::make(length,
                                                           length,
                                                           {},
                                                           1e9,
                                                           "mean",
                                                           frames,
                                                           0,
                                                           "dbfs_per_hz",
                                                           true,
                                                           0,
                                                           0,
                                                           50,
                                                           o.device);
        result.device = spectrum->device_name();
        sinks.push_back(std::make_shared<gr::gpufft::counting_sink>(
            static_cast<std::size_t>(length) * sizeof(float)));
        result.graph->connect(source, 0, spectrum, 0);
        result.graph->connect(spectrum, 0, sinks.back(), 0);
    }
    result.samples = [sinks, length] { // of the slowest
        double least = 1e300;
        for (const auto& each : sinks)
            least = std::min(
                least, static_cast<double>(each->last_arrival().first) * length * frames);
        return least;
    };
    return result;
}

struct bench_case {
    const char* name;
    const char* against; //!< whose rate the ratio is of; nullptr: nobody's
    flowgraph (*make)(const options&, int length);
};

const bench_case CASES[] = {
    { "one", nullptr, [](const options& o, int n) { return chain_of(o, n, 1); } },
    { "eight", "one", [](const options& o, int n) { return chain_of(o, n, 8); } },
    { "resident",
      nullptr,
      [](const options& o, int n) { return resident_of(o, n, between::nothing); } },
    { "product",
      "resident",
      [](const options& o, int n) { return resident_of(o, n, between::expression); } },
    { "copied",
      "resident",
      [](const options& o, int n) { return resident_of(o, n, between::copies); } },
    { "spectrum", nullptr, [](const options& o, int n) { return spectra_of(o, n, 1); } },
    { "spectra",
      "spectrum",
      [](const options& o, int n) { return spectra_of(o, n, 3); } },
};

constexpr std::size_t COUNT = std::size(CASES);

void sleep_for(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

//! Samples a second, after some time to warm up.
double run(const flowgraph& f, double seconds)
{
    f.graph->start();
    sleep_for(std::min(0.5, seconds));
    const double before = f.samples();
    const spent begin;
    sleep_for(seconds);
    const double result = (f.samples() - before) / begin.seconds();
    f.graph->stop();
    f.graph->wait();
    return result;
}

bool is_wanted(const options& o, const std::string& name)
{
    return o.cases.empty() ||
           std::find(o.cases.begin(), o.cases.end(), name) != o.cases.end();
}

nlohmann::json
line_of(const bench_case& c, int length, const std::vector<double> (&measured)[COUNT])
{
    const auto& own = measured[&c - CASES];
    const auto r = rate_of(own);
    nlohmann::json line = {
        { "chain", c.name },
        { "length", length },
        { "samples_per_s",
          { { "median", r.median }, { "lowest", r.lowest }, { "highest", r.highest } } }
    };
    for (std::size_t k = 0; k < COUNT; ++k) {
        if (!c.against || std::string(c.against) != CASES[k].name || measured[k].empty())
            continue;
        std::vector<double> ratios;
        for (std::size_t i = 0; i < own.size(); ++i)
            ratios.push_back(own[i] / measured[k][i]);
        line["against"] = c.against;
        line["ratio"] = rate_of(ratios).median;
    }
    return line;
}

void print(const options& o, const nlohmann::json& line)
{
    if (o.json) {
        std::cout << line.dump() << std::endl;
        return;
    }
    const auto& s = line["samples_per_s"];
    std::cout << fmt::format("{:>9} {:>7} {:>9.3f} {:>17}",
                             std::string(line["chain"]),
                             int(line["length"]),
                             double(s["median"]) / 1e9,
                             fmt::format("{:.3f} .. {:.3f}",
                                         double(s["lowest"]) / 1e9,
                                         double(s["highest"]) / 1e9));
    if (line.contains("ratio"))
        std::cout << fmt::format(
            "  {:.3f} of {}", double(line["ratio"]), std::string(line["against"]));
    std::cout << std::endl;
}

void run_length(const options& o, int length, bool is_first)
{
    std::vector<flowgraph> result(COUNT);
    for (std::size_t k = 0; k < COUNT; ++k)
        if (is_wanted(o, CASES[k].name))
            result[k] = CASES[k].make(o, length);
    if (is_first && !o.json)
        for (const auto& each : result)
            if (!each.device.empty()) {
                std::cout << fmt::format("{}\n{:>9} {:>7} {:>9} {:>17}\n",
                                         each.device,
                                         "chain",
                                         "length",
                                         "GS/s",
                                         "spread");
                break;
            }
    std::vector<double> measured[COUNT];
    for (int round = 0; round < o.rounds; ++round)
        for (std::size_t k = 0; k < COUNT; ++k)
            if (result[k].graph)
                measured[k].push_back(run(result[k], o.seconds));
    for (std::size_t k = 0; k < COUNT; ++k)
        if (result[k].graph)
            print(o, line_of(CASES[k], length, measured));
}

void check(const options& o)
{
    for (const auto& each : o.cases)
        if (std::none_of(std::begin(CASES), std::end(CASES), [&](const auto& c) {
                return each == c.name;
            }))
            throw po::error(fmt::format("--case {}: there are one, eight, resident, "
                                        "product, copied, spectrum and "
                                        "spectra",
                                        each));
    for (const int each : o.lengths)
        if (each < 1 || each > 1 << 20)
            throw po::error(fmt::format("a length of {}; 1 to 2^20 are measured", each));
    if (o.rounds < 1 || o.seconds <= 0)
        throw po::error("give a round or more, and some seconds");
}

//! \return false  the help was asked for
bool parse(int argc, char** argv, options& o)
{
    po::options_description named("Options", 90), all;
    named.add_options()("device,d",
                        po::value(&o.device)->default_value("auto"),
                        "auto, or a name that `gpufft devices` prints")(
        "case",
        po::value(&o.cases)->composing(),
        "just this one of the above; may be said again")(
        "seconds", po::value(&o.seconds)->default_value(1.0, "1"), "of a measurement")(
        "rounds", po::value(&o.rounds)->default_value(5), "of all that are compared")(
        "buffer-mib",
        po::value(&o.mib)->default_value(0),
        "of each ring, at least; 0: as large as the blocks ask for")(
        "json", po::bool_switch(&o.json), "one JSON object per line instead of a table")(
        "help,h", "print this and exit");
    po::options_description hidden;
    hidden.add_options()("length", po::value(&o.lengths))("chain", "");
    all.add(named).add(hidden);
    po::positional_options_description positional;
    positional.add("length", -1);
    po::variables_map found;
    po::store(
        po::command_line_parser(argc, argv).options(all).positional(positional).run(),
        found);
    if (found.count("help")) {
        std::cout << HELP << "\n" << named << AFTER;
        return false;
    }
    po::notify(found);
    if (o.lengths.empty())
        o.lengths = { 256, 1024, 4096, 16384 };
    check(o);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    options o;
    try {
        if (!parse(argc, argv, o))
            return 0;
    } catch (const std::exception& e) {
        std::cerr << "gpufft bench --chain: " << e.what() << "\n";
        return 1;
    }
    try {
        gr::logging::singleton().set_default_level(gr::log_level::warn); // not to stdout
        for (const int length : o.lengths)
            run_length(o, length, length == o.lengths.front());
    } catch (const std::exception& e) {
        std::cerr << "gpufft bench --chain: " << e.what() << "\n";
        return 2;
    }
    return 0;
}
