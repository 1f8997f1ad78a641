/* SPDX-License-Identifier: GPL-3.0-or-later */
// Averaged spectra on the best device there is, PoCL where nothing else: a case for each
// kind of sample, average and length. With an argument, that many random cases instead.
#include "support/devices/fake_spectra.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct device_case {
    const char* why;
    spectrum_request request;
    average how;
    std::int64_t frames;
    double seconds; // of a frame each
    std::int64_t bins;
    bool centered, decibels;
};

const device_case CASES[] = {
    { "vectors on a CPU, dB",
      { 1024, 1024, sample_kind::complex_float },
      average::mean,
      10,
      0,
      0,
      true,
      true },
    { "whole numbers that overlap, fewer bins",
      { 480, 120, sample_kind::complex_int16 },
      average::exponential,
      3,
      8,
      100,
      true,
      false },
    { "real samples, no hop of whole vectors",
      { 1000, 301, sample_kind::real_float },
      average::highest,
      7,
      0,
      0,
      false,
      false },
    { "a prime, until reset",
      { 509, 600, sample_kind::complex_uint8 },
      average::lowest,
      0,
      0,
      13,
      false,
      true },
    { "single frames, centered, dB",
      { 1024, 1024, sample_kind::complex_float, {}, 1, true },
      average::mean,
      1,
      0,
      0,
      true,
      true },
    { "single frames of whole numbers, in rising order",
      { 480, 120, sample_kind::complex_int16, {}, 1, false },
      average::mean,
      1,
      0,
      0,
      false,
      false },
    { "single frames of real samples, whose edges count half",
      { 1024, 512, sample_kind::real_float, {}, 1, false },
      average::mean,
      1,
      0,
      0,
      false,
      true },
    { "single frames of an odd length, in an order of no whole vectors",
      { 1125, 600, sample_kind::complex_float, {}, 1, true },
      average::mean,
      1,
      0,
      0,
      true,
      true },
};

spectrum_case made(const device_case& d)
{
    spectrum_case c;
    c.request = d.request;
    c.average.how = d.how;
    c.average.frames = d.frames;
    c.average.seconds = d.seconds;
    c.output.bins = d.bins;
    c.output.centered = d.centered;
    c.output.decibels = d.decibels;
    c.output.factor = 1e-3;
    c.output.edge_factor = 0.5;
    c.window = uneven_taps(c.request.length);
    c.frames = 90;
    return c;
}

//! Frames go in pieces of random sizes, twice: what is in flight differs, the result does
//! not.
bool is_right(const spectrum_case& c, const std::string& why, unsigned seed)
{
    const auto samples = noise_for(c, seed);
    const auto expected = reference_averages(c, reference_powers(c, samples));
    std::mt19937 random(seed);
    spectrum_executor with(c.request, c.window, c.average.how, "auto");
    bool is_good = true;
    for (int i = 0; i < 2; ++i) {
        average_schedule schedule;
        schedule.change(c.average);
        const auto got = run_spectra(with, c, samples, schedule, 0, c.frames, [&] {
            return number(random, 1, 40);
        });
        const auto error = error_of(c, got, expected);
        is_good &= error < (c.output.decibels ? DECIBEL_BOUND : BOUND);
        std::printf("%s%s: %s: error %.2e\n",
                    is_good ? "" : "FAILED ",
                    why.c_str(),
                    c.text().c_str(),
                    error);
    }
    return is_good;
}

//! Averages of three frames, then, from the middle of one on, each frame by itself, then
//! averages again: as kernels that know nothing of single frames compute it.
bool goes_on_after_changes()
{
    auto c = made(CASES[0]);
    c.output.decibels = false;
    const auto samples = noise_for(c, 1);
    std::vector<std::vector<float>> all;
    for (const bool expects_singles : { true, false }) {
        auto request = c.request;
        if (expects_singles)
            request.single_frames_centered = c.output.centered;
        spectrum_executor with(request, c.window, average::mean, "auto");
        average_schedule schedule;
        std::vector<float> outputs;
        std::size_t first = 0;
        for (const auto& [frames, behind] :
             { std::pair(3, 20U), std::pair(1, 50U), std::pair(3, 90U) }) {
            c.average.frames = frames;
            schedule.change(c.average);
            const auto some =
                run_spectra(with, c, samples, schedule, first, behind, [] { return 7; });
            outputs.insert(outputs.end(), some.begin(), some.end());
            first = behind;
        }
        all.push_back(std::move(outputs));
    }
    const std::vector<double> expected(all[1].begin(), all[1].end());
    const auto error = error_of(c, all[0], expected);
    const bool is_good = all[0].size() == all[1].size() && error < BOUND;
    std::printf("%sother numbers of frames: %zu values, error %.2e\n",
                is_good ? "" : "FAILED ",
                all[0].size(),
                error);
    return is_good;
}

} // namespace

int main(int arguments, char** values)
{
    bool is_good = true;
    if (arguments < 2) {
        for (const auto& d : CASES)
            is_good &= is_right(made(d), d.why, 1);
        is_good &= goes_on_after_changes();
        return is_good ? 0 : 1;
    }
    for (unsigned seed = 1; seed <= std::strtoul(values[1], nullptr, 10); ++seed) {
        std::mt19937 random(seed);
        is_good &= is_right(random_case(random), fmt::format("seed {}", seed), seed);
    }
    return is_good ? 0 : 1;
}
