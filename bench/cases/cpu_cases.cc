/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/cpu_cases.h"
#include <fmt/format.h>

namespace gpufft::app {

namespace {

const int SMOOTH[] = { 12,   15,   60,   100,  192,  432,   480,
                       1000, 1536, 2000, 3000, 6000, 10000, 48000 };
const int PRIMES[] = { 17, 61, 127, 251, 509, 1021, 4093, 65537 };

struct class_target {
    const char* group;
    double many, few;
};

const class_target TARGETS[] = {
    { "powers", 2.3, 1.2 }, { "smooth", 2, 1 },  { "primes", 1.5, 1 },
    { "real", 1.8, 1 },     { "2d-3d", 1.8, 1 }, { "dct", 2, 1 },
};

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

double cpu_target(const std::string& group, std::int64_t points)
{
    for (const auto& target : TARGETS)
        if (group == target.group)
            return points == CPU_MANY_POINTS  ? target.many
                   : points == CPU_FEW_POINTS ? target.few
                                              : 0;
    return 0;
}

} // namespace gpufft::app
