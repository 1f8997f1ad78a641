/* SPDX-License-Identifier: GPL-3.0-or-later */
// Streaming blocks in flowgraphs to which everything happens, for as long as is asked:
// soak_stream BLOCK SECONDS [SEED [verbose]]. BLOCK is fft, spectrum or all. Output is
// compared item by item; the process may not grow.
#include "soak/process_state.h"
#include "soak/soak_devices.h"
#include "soak/soak_round.h"
#include <gnuradio/logger.h>
#include <fmt/format.h>
#include <malloc.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point begin)
{
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

double median(std::vector<double> of)
{
    std::nth_element(of.begin(), of.begin() + of.size() / 2, of.end());
    return of[of.size() / 2];
}

//! What the process was like after each round.
class growth
{
public:
    void add() { d_states.push_back(state_of_process()); }
    const process_state& last() const { return d_states.back(); }

    //! "" or what grew. The first quarter of many rounds is for what grows once: arenas,
    //! drivers, compiled kernels, caches.
    std::string fault() const
    {
        const auto rounds = d_states.size();
        if (rounds < 60)
            return "";
        const auto middle = range(rounds / 4, rounds / 2);
        const auto end = range(3 * rounds / 4, rounds);
        if (end.resident_mib > middle.resident_mib * 1.05 + 4 ||
            end.threads > middle.threads || end.files > middle.files)
            return fmt::format("the process grows: {} at first, {} in the end",
                               to_string(middle),
                               to_string(end));
        return "";
    }

private:
    //! Medians: rounds differ.
    process_state range(std::size_t begin, std::size_t end) const
    {
        std::vector<double> mib, threads, files;
        for (auto i = begin; i < end; ++i) {
            mib.push_back(d_states[i].resident_mib);
            threads.push_back(static_cast<double>(d_states[i].threads));
            files.push_back(static_cast<double>(d_states[i].files));
        }
        return { median(mib),
                 static_cast<std::size_t>(median(threads)),
                 static_cast<std::size_t>(median(files)) };
    }

    std::vector<process_state> d_states;
};

const char USAGE[] = "usage: soak_stream fft|spectrum|all SECONDS [SEED [verbose]]\n";

std::unique_ptr<soak_round> make_round(const std::string& what, const round_context& with)
{
    const bool is_spectrum =
        what == "spectrum" || (what == "all" && with.random.below(2) == 1);
    return is_spectrum ? make_spectrum_round(with) : make_fft_round(with);
}

int soak(const std::string& what, double seconds, unsigned seed, bool is_verbose)
{
    // Arenas of threads that come and go look like a leak for a long time.
    mallopt(M_ARENA_MAX, 2);
    if (!is_verbose) // faults are meant
        gr::logging::singleton().set_default_level(gr::log_level::off);
    const auto devices = soak_devices::make();
    growth grown;
    const auto begin = clock_type::now();
    int rounds = 0;
    for (; seconds_since(begin) < seconds; ++rounds) {
        dice random(seed + static_cast<unsigned>(rounds));
        std::string did;
        auto fault = make_round(what, { devices, random, did })->run();
        if (fault.empty() && devices.fakes->live_buffers != 0)
            fault = fmt::format("{} buffers were not freed",
                                devices.fakes->live_buffers.load());
        if (!fault.empty()) {
            fmt::print(stderr,
                       "round {}: {}\n  {}\n  again: soak_stream {} 1 {} verbose\n",
                       rounds,
                       fault,
                       did,
                       what,
                       seed + static_cast<unsigned>(rounds));
            return 1;
        }
        malloc_trim(0);
        grown.add();
        if (rounds % 20 == 0)
            fmt::print("{:6.0f} s, {} rounds: {}\n",
                       seconds_since(begin),
                       rounds + 1,
                       to_string(grown.last()));
        std::fflush(stdout);
    }
    fmt::print("{} rounds: {}\n", rounds, to_string(grown.last()));
    if (const auto fault = grown.fault(); !fault.empty()) {
        fmt::print(stderr, "{}\n", fault);
        return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string what = argc > 1 ? argv[1] : "";
    if (argc < 3 || argc > 5 || (what != "fft" && what != "spectrum" && what != "all")) {
        fmt::print(stderr, USAGE);
        return 2;
    }
    const unsigned seed = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3]))
                                   : static_cast<unsigned>(time(nullptr));
    fmt::print("seed {}\n", seed);
    std::fflush(stdout);
    return soak(what, std::atof(argv[2]), seed, argc > 4);
}
