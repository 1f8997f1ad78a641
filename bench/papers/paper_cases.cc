/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/papers/paper_cases.h"
#include <fmt/format.h>

namespace gpufft::app {

namespace {

constexpr int MOST_LENGTH_2D = 256;

// Products of 2, 3, 5 and 7 of every mix, a long one, several dimensions, primes.
const char* const MPFFT[] = { "60",   "100",     "243",   "625",     "1000",
                              "2187", "3600",    "5040",  "10000",   "48000",
                              "1021", "100x100", "96x60", "30x30x30" };

const char* const GU[] = { "16384",     "65536",    "262144",   "1048576",
                           "4194304",   "128x128",  "512x512",  "1024x1024",
                           "2048x2048", "32x32x32", "64x64x64", "128x128x128" };

} // namespace

std::vector<bench_case> paper_cases()
{
    std::vector<bench_case> all;
    const auto add = [&](const char* paper, transform_kind kind, std::string size) {
        bench_case c;
        c.group = paper;
        c.kind = kind;
        c.size = std::move(size);
        c.batch = 1;
        all.push_back(std::move(c));
    };
    for (const auto kind : { transform_kind::c2c, transform_kind::dct2 }) {
        for (int length = 4; length <= 4096; length *= 2)
            add("hbpl", kind, std::to_string(length));
    }
    for (const auto kind : { transform_kind::c2c, transform_kind::dct2 }) {
        for (int length = 4; length <= MOST_LENGTH_2D; length *= 2)
            add("hbpl", kind, fmt::format("{0}x{0}", length));
    }
    for (const char* size : { "192", "480" })
        add("nukada", transform_kind::c2c, size);
    for (const char* size : MPFFT)
        add("mpfft", transform_kind::c2c, size);
    for (const char* size : GU)
        add("gu", transform_kind::c2c, size);
    for (const char* size : { "256", "1024", "4096" })
        add("ambuluri", transform_kind::c2c, size);
    return all;
}

} // namespace gpufft::app
