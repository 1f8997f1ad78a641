/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the first use of a transform takes, in milliseconds: to open the device, to plan,
// to make the kernels' text, to compile and load them (`build`, with the tables of
// twiddles), and to check them. Cold with an empty folder $XDG_CACHE_HOME, warm when run
// again with the same one; for CUDA an empty $CUDA_CACHE_PATH, too, where NVRTC keeps
// what it made.
// Usage: bm_plan_cost DEVICE TRANSFORM..., e.g. bm_plan_cost cuda:0 4096 "dct2 forward
// 64"
#include "codegen/generate/generate.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "exec/self_test/self_test.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include <fmt/format.h>
#include <chrono>
#include <optional>
#include <string>

using namespace gpufft;

namespace {

//! Milliseconds that \p work takes.
template <typename Work>
double ms_of(Work work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    return spent.count();
}

transform asked_for(const std::string& text)
{
    const bool is_number = text.find_first_not_of("0123456789x") == std::string::npos;
    return parse_transform(is_number ? "c2c forward " + text : text);
}

void report(const std::shared_ptr<device>& on, const std::string& text)
{
    const auto request = asked_for(text);
    plan result;
    std::optional<executor> e;
    std::size_t passes = 0;
    const double planning =
        ms_of([&] { result = choose_plan(request, on->info().limits); });
    const double writing =
        ms_of([&] { passes = generate_kernels(result, on->kernel_dialect()).size(); });
    const double building = ms_of([&] { e.emplace(result, on); });
    const double checking = ms_of([&] { self_test(*e); });
    // The executor makes the text again, which the sum need not hold twice.
    fmt::print("{:>24} {:6} {:8.1f} {:8.1f} {:8.1f} {:8.1f} {:8.1f}\n",
               text,
               passes,
               planning,
               writing,
               building - writing,
               checking,
               planning + building + checking);
}

} // namespace

int main(int argc, char** argv)
try {
    if (argc < 3) {
        fmt::print(stderr, "usage: bm_plan_cost DEVICE TRANSFORM...\n");
        return 2;
    }
    std::shared_ptr<device> on;
    const double opening = ms_of([&] { on = open_device(argv[1]); });
    fmt::print("{}: opened in {:.1f} ms\n", label_of(on->info()), opening);
    fmt::print("{:>24} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
               "",
               "passes",
               "plan",
               "text",
               "build",
               "check",
               "sum, ms");
    for (int i = 2; i < argc; ++i)
        report(on, argv[i]);
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "bm_plan_cost: {}\n", e.what());
    return 1;
}
