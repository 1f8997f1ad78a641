/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second from a recording to a survey of averaged spectra, frames that touch
// and frames that overlap by half, in turns with the block fft_vcc between a source and a
// sink that touch no memory, and with reading the file alone.
#include "bench/programs/flowgraph_rate.h"
#include "bench/programs/median_rate.h"
#include "bench/programs/surveys/survey_rate.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/gpufft/spectrum_block.h>
#include <fmt/format.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <boost/program_options.hpp>
#include <iostream>

namespace po = boost::program_options;
namespace fs = boost::filesystem;

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct asked {
    survey_job job;
    std::vector<std::int64_t> lengths;
    double mebibytes = 0;
    int rounds = 0;
    double seconds = 0;
};

sample_rate run_once(const asked& a, std::int64_t length, std::int64_t hop)
{
    auto job = a.job;
    job.length = length;
    job.hop = hop;
    return run_survey_once(job);
}

sample_rate fft_rate(const asked& a, int length)
{
    const auto bytes = static_cast<std::size_t>(length) * sizeof(gr_complex);
    const measured_block block = {
        gr::gpufft::fft_vcc::make(length,
                                  true,
                                  gr::gpufft::periodic_window("blackmanharris", length),
                                  true,
                                  0,
                                  a.job.device),
        bytes,
        bytes,
        double(length)
    };
    return run_flowgraph(block, 0, a.seconds).speed;
}

//! Rates of one block or survey, a value a round.
struct measured {
    std::vector<double> rate, cpu_ns;
    void add(const sample_rate& one)
    {
        rate.push_back(one.samples_per_s / 1e6);
        cpu_ns.push_back(1e9 * one.cpu_s_per_sample);
    }
};

void report(const asked& a, std::int64_t length)
{
    measured fft, touching, halves;
    run_once(a, length, length); // compiles, and reads the file
    run_once(a, length, length / 2);
    for (int i = 0; i < a.rounds; ++i) {
        fft.add(fft_rate(a, static_cast<int>(length)));
        touching.add(run_once(a, length, length));
        halves.add(run_once(a, length, length / 2));
    }
    fmt::print("{:>6}", length);
    for (const auto* each : { &fft, &touching, &halves })
        fmt::print(" {:>10.0f} {:>7.2f}",
                   rate_of(each->rate).median,
                   rate_of(each->cpu_ns).median);
    fmt::print("\n");
    std::fflush(stdout);
}

asked parse(int argc, char** argv)
{
    asked a;
    po::options_description named("usage: bm_survey [options] LENGTH...");
    auto add = named.add_options();
    add("device,d", po::value(&a.job.device)->default_value("auto"), "as gpufft process");
    add("format,f",
        po::value(&a.job.format)->default_value("ci16_le"),
        "of the recording");
    add("mib", po::value(&a.mebibytes)->default_value(2048), "MiB of the recording");
    add("row", po::value(&a.job.row_seconds)->default_value(0.1), "seconds at 100 MS/s");
    add("statistics",
        po::value(&a.job.statistics)->multitoken()->default_value({ "mean" }, "mean"),
        "mean max min");
    add("folder",
        po::value(&a.job.folder)->default_value(fs::temp_directory_path().string()),
        "of recording and surveys");
    add("rounds,r", po::value(&a.rounds)->default_value(5), "of all measurements");
    add("seconds,s", po::value(&a.seconds)->default_value(0.5), "of each of fft_vcc");
    add("help,h", "print this and exit");
    po::options_description all;
    all.add(named).add_options()("length", po::value(&a.lengths));
    po::positional_options_description lengths;
    lengths.add("length", -1);
    po::variables_map values;
    po::store(po::command_line_parser(argc, argv).options(all).positional(lengths).run(),
              values);
    po::notify(values);
    if (values.count("help")) {
        std::cout << named;
        std::exit(0);
    }
    if (a.lengths.empty())
        a.lengths = { 1024, 2048, 4096, 8192, 16384 };
    return a;
}

} // namespace

int main(int argc, char** argv)
try {
    auto a = parse(argc, argv);
    auto& file = a.job.file;
    file = (fs::path(a.job.folder) / fs::unique_path("bm_survey_%%%%%%%%.raw")).string();
    make_recording(file, a.job.format, a.mebibytes);
    read_rate(file);
    fmt::print("{} of {} MiB; read() by one thread: {:.1f} GB/s\n"
               "MS/s, and ns of all cores a sample\n"
               "length            fft_vcc       hop = length         hop = half\n",
               a.job.format,
               a.mebibytes,
               read_rate(file) / 1e9);
    for (const auto length : a.lengths)
        report(a, length);
    ::unlink(file.c_str());
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_survey: {}\n", e.what());
    return 1;
}
