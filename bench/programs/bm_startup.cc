/* SPDX-License-Identifier: GPL-3.0-or-later */
// How long a flowgraph takes to its first output.
#include "bench/programs/spent.h"
#include "blocks/running/running_blocks.h"
#include <gnuradio/fft/fft_v.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/gpufft/spectrum_c.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/logger.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/filesystem.hpp>
#include <boost/process/child.hpp>
#include <boost/process/io.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <thread>

using gpufft::testing::spent;
namespace fs = boost::filesystem;
namespace po = boost::program_options;

namespace {

const char HELP[] = R"(usage: bm_startup [options]

Run source, block and sink in processes of their own, first with empty caches, ours
and the driver's, then with what that left there, and print what passed: until the block is
made, from start() to the first item at the sink, both together, and from the beginning
until kernels compute, while the flowgraph runs as fast as it can. On CPU devices the host
computes until then. Beside an FFT block is the one in-tree: what that takes is GNU Radio's own.

The fastest of the rounds counts, by both together.
)";

constexpr double LONGEST_S = 60; // to wait for an item

//! What lies in the buffer is new, whatever it is.
class ready_source : public gr::sync_block
{
public:
    explicit ready_source(std::size_t item_bytes)
        : gr::sync_block("ready_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)))
    {
    }
    int work(int items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        return items;
    }
};

//! Knows when the first item came.
class first_item_sink : public gr::sync_block
{
public:
    explicit first_item_sink(std::size_t item_bytes)
        : gr::sync_block("first_item_sink",
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)),
                         gr::io_signature::make(0, 0, 0))
    {
    }
    int work(int items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        if (d_first_s < 0)
            d_first_s = d_since.seconds();
        return items;
    }
    //! Since this was made; negative: there was none.
    double first_s() const { return d_first_s; }
    double now_s() const { return d_since.seconds(); }

private:
    spent d_since;
    std::atomic<double> d_first_s{ -1 };
};

struct options {
    std::string device, block;
    int length = 0, rounds = 0;
    double cold_bound_ms = 0; // of make() and start() to output together; 0: none
    double warm_bound_ms = 0; // as cold_bound_ms, with filled caches
    bool alone = false;       // this process is one of the measured
};

constexpr double SAMP_RATE = 32e6;

gr::block_sptr make_block(const options& asked)
{
    const auto hop = std::max(1, asked.length / 2);
    if (asked.block == "spectrum_c")
        return gr::gpufft::spectrum_c::make(asked.length,
                                            hop,
                                            {},
                                            SAMP_RATE,
                                            "mean",
                                            16,
                                            0.1,
                                            "dbfs",
                                            true,
                                            0,
                                            0,
                                            0,
                                            asked.device);
    if (asked.block == "persistence_c")
        return gr::gpufft::persistence_c::make(asked.length,
                                               hop,
                                               {},
                                               SAMP_RATE,
                                               -120,
                                               0,
                                               256,
                                               0.5,
                                               "dbfs",
                                               true,
                                               25,
                                               0,
                                               asked.device);
    if (asked.block == "in-tree")
        return gr::fft::fft_v<gr_complex, true>::make(asked.length, {}, false, 1);
    return gr::gpufft::fft_vcc::make(asked.length, true, {}, false, 0, asked.device);
}

//! \return whether our block, the only one that runs, has its kernels; true without one
bool have_kernels()
{
    for (const auto& each : gr::gpufft::running_blocks::users())
        if (!each->has_kernels())
            return false;
    return true;
}

//! What the parent reads: a line of JSON.
void measure(const options& asked)
{
    gr::logging::singleton().set_default_level(gr::log_level::err); // not to stdout
    const spent result;
    const auto block = make_block(asked);
    const double make_s = result.seconds();

    auto graph = gr::make_top_block("bm_startup");
    const auto in_bytes = block->input_signature()->sizeof_stream_item(0);
    const auto out_bytes = block->output_signature()->sizeof_stream_item(0);
    auto sink = std::make_shared<first_item_sink>(out_bytes);
    graph->connect(std::make_shared<ready_source>(in_bytes), 0, block, 0);
    graph->connect(block, 0, sink, 0);
    const double begin_s = sink->now_s();
    graph->start();
    while (sink->first_s() < 0 && sink->now_s() < begin_s + LONGEST_S)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const double first_s = sink->first_s();
    while (!have_kernels() && sink->now_s() < begin_s + LONGEST_S)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const bool has_any = asked.block != "in-tree";
    const double kernels_s = has_any ? result.seconds() : 0;
    graph->stop();
    graph->wait();
    if (first_s < 0)
        throw std::runtime_error(fmt::format("no item came within {} s", LONGEST_S));
    const nlohmann::json line = { { "make_ms", 1e3 * make_s },
                                  { "first_ms", 1e3 * (first_s - begin_s) },
                                  { "kernels_ms", 1e3 * kernels_s } };
    std::cout << line.dump() << std::endl;
}

struct start_up {
    double make_ms = 0, first_ms = 0, kernels_ms = 0;
    double both_ms() const { return make_ms + first_ms; }
};

//! measure() in a process of its own whose caches are in \p folder.
start_up
measured_alone(const options& asked, const std::string& block, const fs::path& folder)
{
    setenv("XDG_CACHE_HOME", folder.c_str(), 1); // kernels of ours, and PoCL's
    setenv("CUDA_CACHE_PATH", folder.c_str(), 1);
    unsetenv("POCL_CACHE_DIR"); // would come before the first one
    unsetenv("GPUFFT_BEGIN");   // which tests set
    boost::process::ipstream out;
    boost::process::child child(boost::dll::program_location().string(),
                                "--alone",
                                "--device",
                                asked.device,
                                "--block",
                                block,
                                "--length",
                                std::to_string(asked.length),
                                boost::process::std_out > out);
    std::string line;
    std::getline(out, line);
    child.wait();
    if (child.exit_code() != 0)
        throw std::runtime_error(
            fmt::format("the process with {} ended with {}", block, child.exit_code()));
    const auto said = nlohmann::json::parse(line);
    return { said.at("make_ms"), said.at("first_ms"), said.at("kernels_ms") };
}

//! A folder that goes with this.
class temporary_folder
{
public:
    temporary_folder()
        : d_path(fs::temp_directory_path() / fs::unique_path("bm_startup-%%%%%%%%"))
    {
        fs::create_directories(d_path);
        fs::permissions(d_path, fs::owner_all);
    }
    ~temporary_folder()
    {
        boost::system::error_code ignored;
        fs::remove_all(d_path, ignored);
    }
    const fs::path& path() const { return d_path; }

private:
    fs::path d_path;
};

//! Prints the fastest and returns it.
start_up report(const char* subject, const std::vector<start_up>& rounds)
{
    const auto best =
        *std::min_element(rounds.begin(), rounds.end(), [](const auto& a, const auto& b) {
            return a.both_ms() < b.both_ms();
        });
    fmt::print("{:22} {:>9.1f} {:>19.1f} {:>9.1f} {:>9}\n",
               subject,
               best.make_ms,
               best.first_ms,
               best.both_ms(),
               best.kernels_ms > 0 ? fmt::format("{:.1f}", best.kernels_ms) : "");
    return best;
}

bool is_within(const char* subject, double ms, double bound_ms)
{
    if (bound_ms <= 0 || ms <= bound_ms)
        return true;
    fmt::print("{}: {:.1f} ms, above {:g}\n", subject, ms, bound_ms);
    return false;
}

bool run(const options& asked)
{
    std::vector<start_up> cold, warm, in_tree;
    for (int i = 0; i < asked.rounds; ++i) {
        const temporary_folder caches;
        cold.push_back(measured_alone(asked, asked.block, caches.path()));
        warm.push_back(measured_alone(asked, asked.block, caches.path()));
        if (asked.block == "fft_vcc")
            in_tree.push_back(measured_alone(asked, "in-tree", caches.path()));
    }
    fmt::print("{} of {} points on {}, milliseconds\n\n"
               "{:22} {:>9} {:>19} {:>9} {:>9}\n",
               asked.block,
               asked.length,
               asked.device,
               "",
               "make()",
               "start() to output",
               "both",
               "kernels");
    const auto without = report("kernel not in cache", cold);
    const auto with = report("kernel in cache", warm);
    if (!in_tree.empty())
        report("in-tree", in_tree);
    const bool cold_is_within =
        is_within("kernel not in cache", without.both_ms(), asked.cold_bound_ms);
    return is_within("kernel in cache", with.both_ms(), asked.warm_bound_ms) &&
           cold_is_within;
}

options parse(int argc, char** argv)
{
    options asked;
    po::options_description named("Options", 90);
    auto add = named.add_options();
    add("device,d",
        po::value(&asked.device)->default_value("auto"),
        "auto, or a name that `gpufft devices` prints");
    add("block,b",
        po::value(&asked.block)->default_value("fft_vcc"),
        "fft_vcc, spectrum_c (means of 16 frames that overlap by half, in dB), "
        "persistence_c (256 levels, 25 a second of 32 MS/s)");
    add("length,n", po::value(&asked.length)->default_value(4096), "points of an FFT");
    add("rounds,r", po::value(&asked.rounds)->default_value(5), "of all measurements");
    add("cold-bound",
        po::value(&asked.cold_bound_ms)->default_value(0),
        "milliseconds of both together that are allowed with an empty cache; 0: any");
    add("warm-bound",
        po::value(&asked.warm_bound_ms)->default_value(0),
        "likewise with the kernel in the cache");
    add("alone", po::bool_switch(&asked.alone), "measure in this very process, once");
    add("help,h", "print this and exit");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, named), values);
    po::notify(values);
    if (values.count("help")) {
        std::cout
            << HELP << '\n'
            << named
            << "\nExit status: 0 done, 1 bad arguments, 2 a device failed, 3 a bound "
               "is not held.\n";
        std::exit(0);
    }
    const bool is_block = asked.block == "fft_vcc" || asked.block == "spectrum_c" ||
                          asked.block == "persistence_c" ||
                          (asked.alone && asked.block == "in-tree");
    if (!is_block)
        throw po::error("--block is fft_vcc, spectrum_c or persistence_c");
    if (asked.length < 1 || asked.rounds < 1)
        throw po::error("--length and --rounds are at least 1");
    return asked;
}

} // namespace

int main(int argc, char** argv)
try {
    const auto asked = parse(argc, argv);
    if (!asked.alone)
        return run(asked) ? 0 : 3;
    measure(asked);
    return 0;
} catch (const po::error& e) {
    fmt::print(stderr, "bm_startup: {}; see bm_startup --help\n", e.what());
    return 1;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_startup: {}\n", e.what());
    return 2;
}
