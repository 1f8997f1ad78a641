/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms whose roundings are too few to average: DCTs and DSTs of 1 to 16 points,
// FFTs of 2 to 64, all normalizations and precisions, by plans of a CPU device with and
// without vectors and of a GPU. Many rows together keep four fifths of the bound, and
// each row alone its own.
//
//     qa_exec_short_rows COUNT   that many of all cases; GPUFFT_TEST_SEED
//     repeats qa_exec_short_rows all
#include "device/interface/registry.h"
#include "plan/text/plan_summary.h"
#include "support/faults/run_guarded.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t ROWS = 2000;

//! What many rows keep of tolerance(t), which tolerance(t, 1) builds on. Of a DCT or DST
//! of up to 4 points the few constants round the same for every row, and nothing
//! averages.
double most_of_many(const transform& t)
{
    return is_trigonometric(t.kind) && t.points() <= 4 ? 1.0 : 0.8;
}

struct short_case {
    transform request;
    int limits; // 0: those of the device, 1: without vectors, 2: of a GPU
};

void add_cases(std::vector<short_case>& all, transform t)
{
    for (const auto number : { precision::float32, precision::float64 })
        for (const bool orthogonalize : { false, true }) {
            if (orthogonalize && !is_trigonometric(t.kind))
                continue;
            for (const auto norm : { normalization::none,
                                     normalization::by_length,
                                     normalization::orthonormal })
                for (const int limits : { 0, 1, 2 }) {
                    t.number = number;
                    t.orthogonalize = orthogonalize;
                    t.norm = norm;
                    all.push_back({ t, limits });
                }
        }
}

void add_ffts(std::vector<short_case>& all)
{
    // Transforms of 13 points have the largest error.
    for (const std::int64_t length :
         { 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 18, 22, 26, 33, 39, 52, 64 }) {
        transform t(length);
        add_cases(all, t);
        t.dir = direction::inverse;
        add_cases(all, t);
        t.kind = transform_kind::c2r;
        add_cases(all, t);
        t.kind = transform_kind::r2c;
        t.dir = direction::forward;
        add_cases(all, t);
    }
}

//! An inverse differs from a forward one by its type alone, unless it divides.
void add_trigonometric(std::vector<short_case>& all)
{
    using kind = transform_kind;
    for (std::int64_t length = 1; length <= 16; ++length)
        for (const auto k : { kind::dct1,
                              kind::dct2,
                              kind::dct3,
                              kind::dct4,
                              kind::dst1,
                              kind::dst2,
                              kind::dst3,
                              kind::dst4 })
            for (const auto dir : { direction::forward, direction::inverse }) {
                transform t(length);
                t.kind = k;
                t.dir = dir;
                if (k != kind::dct1 || length > 1)
                    add_cases(all, t);
            }
}

device_limits limits_of(const device& real, int which)
{
    auto limits = real.info().limits;
    if (which == 1)
        limits.vector_width = 1;
    if (which == 2) {
        limits = LIMITS[3].limits;
        limits.has_float64 = real.info().limits.has_float64;
    }
    return limits;
}

//! The largest error of a row, over its bound.
double worst_row(const host_rows& data)
{
    const auto got = data.outputs(), expected = data.expected();
    const auto length = static_cast<std::ptrdiff_t>(got.size() / data.rows());
    double worst = 0;
    for (auto g = got.begin(), e = expected.begin(); g != got.end();
         g += length, e += length)
        worst = std::max(worst,
                         relative_error(std::vector<wide>(g, g + length),
                                        std::vector<wide>(e, e + length)));
    return worst / tolerance(data.request(), 1);
}

//! \return empty, or what is wrong
std::string
fault_of(const short_case& c, const std::shared_ptr<device>& real, unsigned seed)
{
    const auto limits = limits_of(*real, c.limits);
    const auto e = std::make_shared<executor>(
        c.request, std::make_shared<guarded_device>(real, limits));
    std::mt19937 random(seed);
    host_rows data(e->made_plan().request, ROWS);
    data.fill(random);
    run_on(e, data);
    const auto all = judge(data).error / tolerance(data.request());
    const auto one = worst_row(data);
    const auto most = most_of_many(c.request);
    if (all <= most && one <= 1)
        return "";
    return fmt::format("{}: {:.3f} of the bound, at most {}; a row {:.3f} of its own\n",
                       to_string(e->made_plan()),
                       all,
                       most,
                       one);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: qa_exec_short_rows COUNT | all\n");
        return 1;
    }
    std::mt19937 random(run_seed("exec.short_rows"));
    const auto on = open_device("auto");
    std::vector<short_case> cases;
    add_ffts(cases);
    add_trigonometric(cases);
    std::shuffle(cases.begin(), cases.end(), random);
    if (std::strcmp(argv[1], "all") != 0)
        cases.resize(
            std::min<std::size_t>(cases.size(), std::strtoul(argv[1], nullptr, 10)));
    int failed = 0;
    for (const auto& each : cases) {
        if (each.request.number == precision::float64 && !on->info().limits.has_float64)
            continue;
        const auto fault = fault_of(each, on, static_cast<unsigned>(random()));
        fmt::print("{}", fault);
        std::fflush(stdout); // before the next one can crash
        failed += !fault.empty();
    }
    fmt::print(
        "{} transforms on {}, {} failed\n", cases.size(), on->info().product, failed);
    return failed != 0;
}
