/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second through a flowgraph, beside what the link to the device can carry,
// what the engine does without GNU Radio, and GNU Radio's own block.
#include "bench/programs/bare_rate.h"
#include "bench/programs/copy_rate.h"
#include "bench/programs/flowgraph_check.h"
#include "bench/programs/flowgraph_rate.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "device/interface/thread_limit.h"
#include <gnuradio/fft/fft_v.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/logger.h>
#include <gnuradio/prefs.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <exception>
#include <iostream>
#include <map>
#include <optional>

using namespace gpufft;
using namespace gpufft::testing;
namespace po = boost::program_options;

namespace {

const char HELP[] = R"(usage: bm_flowgraph [options] [LENGTH]...

Run source, block and sink for each length, where neither source nor sink touches memory,
and print the samples a second. In the same run: the rate of the link to the device alone
(GPU), of the engine alone on the same batches (CPU device), and of GNU Radio's own block. These go in turns, a few rounds, and medians are printed: of ratios,
those of each round, so that what else the machine does matters less. Lengths are 1024
and 16384 unless given.

Columns: items that a call of the block gave; the rate by that of the link each way, of
spectrum_c (means of 64 frames, no overlap) by that of the link to the device alone; time,
and time of the process' threads, by those of the engine alone; the rate by that of GNU
Radio's block.
)";

// In an average of spectrum_c: so many that what comes out hardly loads the link.
constexpr int FRAMES = 64;

struct options {
    std::string device;
    std::vector<std::string> blocks;
    std::vector<int> lengths;
    std::vector<std::size_t> buffer_mib;
    double seconds;
    int rounds;
    std::uint64_t check_items;
    bool json;
    bool windowed; // with shift
    int threads;
};

// What the rates are set against.
struct yardsticks {
    std::shared_ptr<device> on;
    std::optional<copy_rates> link;

    bool is_cpu() const { return on->info().limits.is_cpu; }
};

measured_block make_block(const options& asked, const std::string& name, int length)
{
    const auto& device = asked.device;
    const auto taps = asked.windowed ? gr::gpufft::periodic_window("hann", length)
                                     : std::vector<float>();
    const auto bytes = static_cast<std::size_t>(length) * sizeof(gr_complex);
    if (name == "fft_vcc")
        return { gr::gpufft::fft_vcc::make(
                     length, true, taps, asked.windowed, asked.threads, device),
                 bytes,
                 bytes,
                 double(length) };
    if (name == "spectrum_c")
        return { gr::gpufft::spectrum_c::make(length,
                                              length,
                                              gr::gpufft::periodic_window("hann", length),
                                              1e9,
                                              "mean",
                                              FRAMES,
                                              0,
                                              "dbfs_per_hz",
                                              true,
                                              0,
                                              0,
                                              50,
                                              device),
                 sizeof(gr_complex),
                 static_cast<std::size_t>(length) * sizeof(float),
                 double(length) * FRAMES };
    return { gr::fft::fft_v<gr_complex, true>::make(
                 length, taps, asked.windowed, std::max(1, asked.threads)),
             bytes,
             bytes,
             double(length) };
}

//! \return name of the block's device, limited to as many threads as the block has
std::string bare_device(const options& asked)
{
    const auto whole = split_limit(asked.device);
    return asked.threads > 0 ? with_limit(whole.name, asked.threads) : asked.device;
}

void check_name(const std::string& block)
{
    if (block != "in-tree" && block != "fft_vcc" && block != "spectrum_c")
        throw po::error(
            fmt::format("no block {}; there are in-tree, fft_vcc and spectrum_c", block));
}

bool is_ours(const std::string& block) { return block != "in-tree"; }
bool is_fft(const std::string& block) { return block != "spectrum_c"; }

nlohmann::json spread(const rate& r)
{
    return { { "median", r.median }, { "lowest", r.lowest }, { "highest", r.highest } };
}

void print_line(const options& asked, const nlohmann::json& line, const std::string& text)
{
    std::cout << (asked.json ? line.dump() : text) << std::endl;
}

void report_link(const options& asked, const yardsticks& by)
{
    const auto& info = by.on->info();
    nlohmann::json line = { { "device", label_of(info) }, { "driver", info.driver } };
    auto text = fmt::format("{}, driver {}", label_of(info), info.driver);
    if (by.link) {
        const auto giga = [](const rate& r) {
            return fmt::format("{:.1f} GB/s ({:.2f} GS/s complex)",
                               r.median / 1e9,
                               r.median / sizeof(gr_complex) / 1e9);
        };
        line["link"] = { { "up_bytes_per_s", spread(by.link->up) },
                         { "down_bytes_per_s", spread(by.link->down) },
                         { "each_way_bytes_per_s", spread(by.link->each_way) },
                         { "queues", by.link->beside ? "each way" : "each chunk" } };
        text += fmt::format("\nlink: up {}, down {},\n      each way while both are "
                            "busy {}",
                            giga(by.link->up),
                            giga(by.link->down),
                            giga(by.link->each_way));
    }
    text +=
        fmt::format("\n\n{:>10} {:>8} {:>10} {:>9} {:>15} {:>9} {:>6} {:>6} {:>6} {:>8}",
                    "block",
                    "length",
                    "buffer",
                    "MS/s",
                    "spread",
                    "per call",
                    "link",
                    "bare",
                    "CPU",
                    "in-tree");
    print_line(asked, line, text);
}

std::string share(const nlohmann::json& line, const char* name, const char* format)
{
    return line.contains(name)
               ? fmt::format(fmt::runtime(format), double(line[name]["median"]))
               : "-";
}

void report_rate(const options& asked, const nlohmann::json& line)
{
    const auto& samples = line["samples_per_s"];
    print_line(asked,
               line,
               fmt::format("{:>10} {:>8} {:>6.1f} MiB {:>9.1f} {:>15} {:>9.1f} {:>6} "
                           "{:>6} {:>6} {:>8}",
                           std::string(line["block"]),
                           int(line["length"]),
                           double(line["buffer_bytes"]) / (1 << 20),
                           double(samples["median"]) / 1e6,
                           fmt::format("{:.0f} .. {:.0f}",
                                       double(samples["lowest"]) / 1e6,
                                       double(samples["highest"]) / 1e6),
                           double(line["items_per_call"]),
                           share(line, "of_link", "{:.3f}"),
                           share(line, "time_of_bare", "{:.3f}"),
                           share(line, "cpu_time_of_bare", "{:.3f}"),
                           share(line, "of_in_tree", "{:.2f}x")));
}

//! A block's measurements, one a round.
struct series {
    measured_block block;
    std::vector<double> samples = {}, of_link = {}, of_in_tree = {};
    std::vector<double> bare = {}, of_bare = {}, cpu_of_bare = {};
    flowgraph_rate last = {};
};

void measure_round(const options& asked,
                   const yardsticks& by,
                   int length,
                   std::size_t buffer_bytes,
                   std::map<std::string, series>& blocks)
{
    for (auto& [name, s] : blocks) {
        s.last = run_flowgraph(s.block, buffer_bytes, asked.seconds);
        const auto& speed = s.last.speed;
        s.samples.push_back(speed.samples_per_s);
        if (!is_ours(name))
            continue;
        if (by.link)
            s.of_link.push_back(speed.samples_per_s * sizeof(gr_complex) /
                                (is_fft(name) ? by.link->each_way : by.link->up).median);
        if (by.is_cpu() && is_fft(name)) {
            const auto bare =
                run_bare(transform(length), bare_device(asked), s.last, asked.seconds);
            s.bare.push_back(bare.samples_per_s);
            s.of_bare.push_back(bare.samples_per_s / speed.samples_per_s);
            s.cpu_of_bare.push_back(speed.cpu_s_per_sample / bare.cpu_s_per_sample);
        }
    }
    const auto in_tree = blocks.find("in-tree");
    for (auto& [name, s] : blocks)
        if (is_ours(name) && is_fft(name) && in_tree != blocks.end())
            s.of_in_tree.push_back(s.samples.back() / in_tree->second.samples.back());
}

nlohmann::json line_of(const std::string& name, int length, const series& s)
{
    nlohmann::json line = {
        { "block", name },
        { "length", length },
        { "items_per_call", s.last.items_per_call },
        { "buffer_bytes", s.last.input_buffer * s.block.input_item_bytes },
        { "output_buffer_bytes", s.last.output_buffer * s.block.output_item_bytes }
    };
    const auto add = [&line](const char* subject, const std::vector<double>& measured) {
        if (!measured.empty())
            line[subject] = spread(rate_of(measured));
    };
    add("samples_per_s", s.samples);
    add("of_link", s.of_link);
    add("bare_samples_per_s", s.bare);
    add("time_of_bare", s.of_bare);
    add("cpu_time_of_bare", s.cpu_of_bare);
    add("of_in_tree", s.of_in_tree);
    return line;
}

//! \return whether all items arrived and were right
bool check(const options& asked,
           const std::string& name,
           int length,
           std::size_t buffer_bytes)
{
    const auto seen = check_flowgraph(make_block(asked, name, length),
                                      length,
                                      asked.device,
                                      buffer_bytes,
                                      asked.check_items);
    const bool is_right = seen.arrived == seen.sent && seen.wrong == 0;
    print_line(asked,
               { { "check", name },
                 { "length", length },
                 { "sent", seen.sent },
                 { "arrived", seen.arrived },
                 { "wrong", seen.wrong },
                 { "first_wrong", seen.first_wrong } },
               is_right ? fmt::format("         checked: {} items, each as the engine "
                                      "alone computes it",
                                      seen.arrived)
                        : fmt::format("         WRONG: {} sent, {} arrived, {} wrong "
                                      "from item {} on",
                                      seen.sent,
                                      seen.arrived,
                                      seen.wrong,
                                      seen.first_wrong));
    return is_right;
}

bool run_case(const options& asked,
              const yardsticks& by,
              int length,
              std::size_t buffer_bytes)
{
    std::map<std::string, series> blocks;
    for (const auto& name : asked.blocks)
        blocks.emplace(name, series{ make_block(asked, name, length) });
    for (int i = 0; i < asked.rounds; ++i)
        measure_round(asked, by, length, buffer_bytes, blocks);
    bool all_right = true;
    for (const auto& name : asked.blocks) {
        report_rate(asked, line_of(name, length, blocks.at(name)));
        if (is_ours(name) && is_fft(name) && asked.check_items)
            all_right = check(asked, name, length, buffer_bytes) && all_right;
    }
    return all_right;
}

bool run(const options& asked)
{
    gr::prefs::singleton()->set_bool("PerfCounters", "on", true); // for items a call
    if (asked.json)
        gr::logging::singleton().set_default_level(gr::log_level::warn); // not to stdout
    yardsticks by{ open_device(asked.device), {} };
    if (!by.is_cpu())
        by.link = measure_copy_rates(*by.on, asked.seconds);
    report_link(asked, by);
    bool all_right = true;
    for (const int length : asked.lengths)
        for (const auto mib : asked.buffer_mib)
            all_right = run_case(asked, by, length, mib << 20) && all_right;
    return all_right;
}

options parse(int argc, char** argv)
{
    options asked;
    po::options_description named("Options", 90);
    auto add = named.add_options();
    add("device,d",
        po::value(&asked.device)->default_value("auto"),
        "auto, or a name that `gpufft devices` prints");
    add("blocks,b",
        po::value(&asked.blocks)
            ->multitoken()
            ->default_value({ "in-tree", "fft_vcc", "spectrum_c" },
                            "in-tree fft_vcc spectrum_c"),
        "blocks to run: in-tree (GNU Radio's fft_vcc), fft_vcc, spectrum_c");
    add("seconds,s",
        po::value(&asked.seconds)->default_value(0.5),
        "of each measurement, after a warm-up");
    add("rounds,r", po::value(&asked.rounds)->default_value(5), "of all measurements");
    add("buffers",
        po::value(&asked.buffer_mib)->multitoken()->default_value({ 0 }, "0"),
        "MiB that each buffer has at least; 0: what GNU Radio and the blocks choose");
    add("check",
        po::value(&asked.check_items)->default_value(0),
        "also send that many items of noise through, and compare each that comes out");
    add("windowed,w",
        po::bool_switch(&asked.windowed),
        "both FFT blocks with a window and shift; the engine alone and --check are "
        "without");
    add("threads,t",
        po::value(&asked.threads)->default_value(0),
        "nthreads of both FFT blocks, and threads of the engine alone; "
        "0: 1 in-tree, ours as it chooses");
    add("json", po::bool_switch(&asked.json), "one JSON object per line, no table");
    add("help,h", "print this and exit");
    po::options_description all;
    all.add(named).add_options()("length", po::value(&asked.lengths));
    po::positional_options_description lengths;
    lengths.add("length", -1);

    po::variables_map values;
    po::store(po::command_line_parser(argc, argv).options(all).positional(lengths).run(),
              values);
    po::notify(values);
    for (const auto& block : asked.blocks)
        check_name(block);
    if (values.count("help")) {
        std::cout << HELP << '\n'
                  << named
                  << "\nExit status: 0 done, 1 bad arguments, 2 a device failed or an "
                     "item was wrong.\n";
        std::exit(0);
    }
    if (asked.windowed && asked.check_items)
        throw po::error("--check compares with the engine alone, without --windowed");
    if (asked.lengths.empty())
        asked.lengths = { 1024, 16384 };
    return asked;
}

} // namespace

int main(int argc, char** argv)
try {
    return run(parse(argc, argv)) ? 0 : 2;
} catch (const po::error& e) {
    fmt::print(stderr, "bm_flowgraph: {}; see bm_flowgraph --help\n", e.what());
    return 1;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_flowgraph: {}\n", e.what());
    return 2;
}
