/* SPDX-License-Identifier: GPL-3.0-or-later */
// Samples a second through flowgraphs in which blocks follow one another on one device,
// in turns with those that they are set against.
#include "bench/chains/chain_rates.h"
#include <gnuradio/logger.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace po = boost::program_options;
using namespace gpufft::testing;

namespace {

const char HELP[] = R"(usage: gpufft bench --chain [options] [LENGTH]...

Run flowgraphs of several blocks on one device, and print the samples a second.

  one           host, fft_vcc, host
  eight         host, eight fft_vcc in a row, host
  resident      vector_source, fft_vcc, fft_vcc, null_sink, all on the device
  product       the same with an expression, x * h[n], between the two fft_vcc
  copied        as resident, but what each fft_vcc gives goes to the host as well
  filter        vector_source, fft_filter_ccc of 1023 taps, fft_filter_ccc of 1023 taps,
                null_sink, all on the device; LENGTH is of what the source repeats
  channelizer   vector_source, pfb_channelizer_vccf of LENGTH channels (2^16 at most), 12
                taps a branch, null_sink, all on the device
  rebuilt       the same with pfb_synthesizer_vccf of 12 taps a branch behind it
  streams       vector_source, pfb_channelizer_ccf of LENGTH channels (64 at most), 12 taps
                a branch, a null_sink for each channel, all on the device
  joined        the same with pfb_synthesizer_ccf of 12 taps a branch for all channels
  correlate     vector_source on the device, matched_filter with one reference of 1023
                samples, host; LENGTH as for filter
  correlations  the same with a null_sink on the device in place of the host
  spectrum      host, spectrum_c (means of 64 frames), host
  spectra       host, three spectrum_c on one source, host

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
    chain_settings settings;
    chain_rounds how;
    std::vector<int> lengths;
    std::vector<std::string> cases;
    bool json = false;
};

void print(const nlohmann::json& line)
{
    const auto& s = line["samples_per_s"];
    std::cout << fmt::format("{:>12} {:>7} {:>9.3f} {:>17}",
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
    const auto measured = measure_chains(o.settings, o.how, o.cases, length);
    if (is_first && !o.json)
        std::cout << fmt::format("{}\n{:>12} {:>7} {:>9} {:>17}\n",
                                 measured.device,
                                 "chain",
                                 "length",
                                 "GS/s",
                                 "spread");
    for (const auto& line : measured.lines) {
        if (o.json)
            std::cout << line.dump() << std::endl;
        else
            print(line);
    }
}

std::string names_of_cases()
{
    std::string all;
    for (const auto& each : chain_cases())
        all += (all.empty()                      ? ""
                : &each == &chain_cases().back() ? " and "
                                                 : ", ") +
               std::string(each.name);
    return all;
}

void check(const options& o)
{
    for (const auto& name : o.cases)
        if (std::none_of(chain_cases().begin(),
                         chain_cases().end(),
                         [&](const auto& each) { return name == each.name; }))
            throw po::error(
                fmt::format("--case {}: there are {}", name, names_of_cases()));
    for (const int each : o.lengths)
        if (each < 1 || each > 1 << 20)
            throw po::error(fmt::format("a length of {}; 1 to 2^20 are measured", each));
    if (o.how.rounds < 1 || o.how.seconds <= 0)
        throw po::error("give a round or more, and some seconds");
}

//! \return false  the help was asked for
bool parse(int argc, char** argv, options& o)
{
    po::options_description named("Options", 90), all;
    named.add_options()("device,d",
                        po::value(&o.settings.device)->default_value("auto"),
                        "auto, or a name that `gpufft devices` prints")(
        "case",
        po::value(&o.cases)->composing(),
        "just this one of the above; may be said again")(
        "seconds",
        po::value(&o.how.seconds)->default_value(1.0, "1"),
        "of a measurement")(
        "rounds", po::value(&o.how.rounds)->default_value(5), "of all that are compared")(
        "buffer-mib",
        po::value(&o.settings.mib)->default_value(0),
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
