/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/cpu_cases.h"
#include <fmt/format.h>

namespace gpufft::app {

namespace {

const int SMOOTH[] = { 12,   15,   60,   100,  192,  432,   480,
                       1000, 1536, 2000, 3000, 6000, 10000, 48000 };
const int PRIMES[] = { 17, 61, 127, 251, 509, 1021, 4093, 65537 };

//! Means that are aimed at: beyond the caches, and within.
struct class_target {
    const char* group;
    double many, few;
    double many_of_mkl;
};

const class_target TARGETS[] = {
    { "powers", 2.3, 1.2, 1.5 }, { "smooth", 2, 1, 1.3 },  { "primes", 1.5, 1, 1.3 },
    { "real", 1.8, 1, 1.3 },     { "2d-3d", 1.8, 1, 1.3 }, { "dct", 2, 1, 0 },
};
constexpr double FEW_OF_MKL = 1;

} // namespace

std::vector<bench_case> cpu_cases()
{
    std::vector<bench_case> result;
    const auto add =
        [&](const char* group, transform_kind kind, const std::string& size) {
            result.push_back({ group, kind, size, 1 });
        };
    using kind = transform_kind;
    constexpr int LEAST_LOG = 4, MOST_LOG = 20;
    for (int log = LEAST_LOG; log <= MOST_LOG; ++log)
        add("powers", kind::c2c, std::to_string(1 << log));
    for (const int length : SMOOTH)
        add("smooth", kind::c2c, std::to_string(length));
    for (const int length : PRIMES)
        add("primes", kind::c2c, std::to_string(length));
    for (int log = LEAST_LOG; log <= MOST_LOG; ++log)
        add("real", kind::r2c, std::to_string(1 << log));
    for (int length = 16; length <= 1024; length *= 2)
        add("2d-3d", kind::c2c, fmt::format("{0}x{0}", length));
    for (int length = 16; length <= 128; length *= 2)
        add("2d-3d", kind::c2c, fmt::format("{0}x{0}x{0}", length));
    for (int length = 8; length <= 4096; length *= 2)
        add("dct", kind::dct2, std::to_string(length));
    for (const int length : { 8, 64, 512 })
        add("dct", kind::dct2, fmt::format("{0}x{0}", length));
    return result;
}

double cpu_target(const std::string& group, std::int64_t points, fftw_maker peer)
{
    const bool is_mkl = peer == fftw_maker::mkl;
    for (const auto& target : TARGETS) {
        if (group != target.group)
            continue;
        if (points == CPU_MANY_POINTS)
            return is_mkl ? target.many_of_mkl : target.many;
        if (points == CPU_FEW_POINTS)
            return is_mkl ? FEW_OF_MKL : target.few;
    }
    return 0;
}

} // namespace gpufft::app
