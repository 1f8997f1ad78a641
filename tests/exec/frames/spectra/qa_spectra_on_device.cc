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

} // namespace

int main(int arguments, char** values)
{
    bool is_good = true;
    if (arguments < 2) {
        for (const auto& d : CASES)
            is_good &= is_right(made(d), d.why, 1);
        return is_good ? 0 : 1;
    }
    for (unsigned seed = 1; seed <= std::strtoul(values[1], nullptr, 10); ++seed) {
        std::mt19937 random(seed);
        is_good &= is_right(random_case(random), fmt::format("seed {}", seed), seed);
    }
    return is_good ? 0 : 1;
}
