/* SPDX-License-Identifier: GPL-3.0-or-later */
// Feeds readers with valid inputs that were changed at random.
//
//     fuzz_readers TARGET SECONDS [SEED [FILE]]
//     fuzz_readers TARGET repeat FILE
//
// TARGET: plan_lines, wisdom, timings, flowgraphs, kept_kernels, sigmf, archives,
// sounds, vdif or guppi_raw. FILE gets each input before it is read, so that it is there
// after a crash. An input that takes longer than LONGEST_S ends the process by a signal.
// Exit status: 0 no fault was found, 1 one was: the last line repeats it.
#include "fuzz/mutation.h"
#include "fuzz/target.h"
#include <fmt/format.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace gpufft::testing {

namespace {

constexpr unsigned LONGEST_S = 60;

const fuzz_target* const TARGETS[] = { &PLAN_LINES,   &WISDOM,   &TIMINGS,  &FLOWGRAPHS,
                                       &KEPT_KERNELS, &SIGMF,    &ARCHIVES, &SOUNDS,
                                       &VDIF,         &GUPPI_RAW };

const fuzz_target& target_of(const std::string& name)
{
    for (const auto* each : TARGETS)
        if (name == each->name)
            return *each;
    throw std::invalid_argument(fmt::format("\"{}\" is no target", name));
}

void write_file(const std::string& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

std::string read_file(const std::string& path)
{
    std::ifstream from(path, std::ios::binary);
    if (!from)
        throw std::runtime_error("cannot read " + path);
    return { std::istreambuf_iterator<char>(from), {} };
}

//! \return whether it was taken
bool feed(const fuzz_target& t, const std::string& input)
{
    alarm(LONGEST_S);
    const auto is_taken = t.feed(input);
    alarm(0);
    return is_taken;
}

int repeat(const fuzz_target& t, const std::string& file)
{
    fmt::print("{}\n", feed(t, read_file(file)) ? "taken" : "refused");
    return 0;
}

int run(const fuzz_target& t, double seconds, unsigned seed, const std::string& file)
{
    using clock = std::chrono::steady_clock;
    std::mt19937 random(seed);
    const auto seeds = t.seeds();
    const auto until = clock::now() + std::chrono::duration<double>(seconds);
    std::size_t inputs = 0, taken = 0;
    for (; clock::now() < until; ++inputs) {
        const auto input = mutated(seeds, random);
        write_file(file, input);
        try {
            taken += feed(t, input);
        } catch (const std::exception& e) {
            fmt::print("{} (input {}, seed {})\n  again: fuzz_readers {} repeat {}\n",
                       e.what(),
                       inputs,
                       seed,
                       t.name,
                       file);
            return 1;
        }
    }
    ::unlink(file.c_str());
    fmt::print("{}: {} inputs, {} taken, seed {}\n", t.name, inputs, taken, seed);
    return inputs > 0 && taken > 0 ? 0 : 1;
}

int dispatch(const std::vector<std::string>& words)
{
    const auto& target = target_of(words.at(0));
    if (words.at(1) == "repeat")
        return repeat(target, words.at(2));
    const auto seed = words.size() > 2 ? static_cast<unsigned>(std::stoul(words[2]))
                                       : std::random_device()();
    return run(target,
               std::stod(words[1]),
               seed,
               words.size() > 3 ? words[3] : fmt::format("fuzz_{}.input", target.name));
}

} // namespace

} // namespace gpufft::testing

int main(int argc, char** argv)
try {
    return gpufft::testing::dispatch({ argv + 1, argv + argc });
} catch (const std::exception& e) {
    fmt::print(stderr, "fuzz_readers: {}\n", e.what());
    return 1;
}
