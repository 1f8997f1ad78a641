/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms that nobody thought of, other ones in every run, on a real device.
// Usage: qa_exec_random_kernels COUNT; GPUFFT_TEST_SEED repeats a run.
#include "device/interface/registry.h"
#include "plan/text/plan_summary.h"
#include "support/run_on.h"
#include "support/transforms/random_transform.h"
#include <cstdio>
#include <cstdlib>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! Empty, or what went wrong.
std::string fault_of(const std::shared_ptr<device>& on, std::mt19937& random)
{
    random_choice choice;
    choice.has_float64 = on->info().limits.has_float64;
    if (random() % 4 == 0) {
        choice.most_points = 200000;
        choice.may_be_long = random() % 2;
    }
    const std::size_t rows = 1 + random() % 5;
    const auto seed = static_cast<unsigned>(random());
    const auto t = random_transform(random, choice, rows);
    auto what = fmt::format("{} rows of {}", rows, to_string(t));
    try {
        const auto e = std::make_shared<executor>(t, on);
        what = fmt::format("{} rows of {}", rows, to_string(e->made_plan()));
        const auto v = run_noise(e, rows, seed);
        return v.is_good() ? "" : what + ": " + text_of(v);
    } catch (const std::exception& e) {
        return what + ": " + e.what();
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: qa_exec_random_kernels COUNT\n");
        return 1;
    }
    std::mt19937 random(run_seed("exec.random_kernels"));
    const auto on = open_device("auto");
    int failed = 0;
    const int count = std::atoi(argv[1]);
    for (int i = 0; i < count; ++i) {
        if (const auto fault = fault_of(on, random); !fault.empty()) {
            fmt::print("{}\n", fault);
            ++failed;
        }
    }
    fmt::print("{} transforms on {}, {} failed\n", count, on->info().product, failed);
    return failed != 0;
}
