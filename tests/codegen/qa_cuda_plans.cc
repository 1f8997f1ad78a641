/* SPDX-License-Identifier: GPL-3.0-or-later */
// What NVRTC makes of the plans that GPUs get: registers, spills and local memory,
// against what the plan counted on, of a random half of them (support/some_of.h); then
// what it makes of the builtin plans of an architecture. Needs no GPU.
// Usage: qa_cuda_plans [ARCHITECTURE]..., e.g. sm_90; without, each plan for one of them.
#include "codegen/generate/generate.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/devices/nvrtc.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <mutex>
#include <regex>
#include <string>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int REGISTERS_OF_A_WORKGROUP = 65536;
constexpr int REGISTERS_COME_IN = 8;
// Few bytes, moved to fit one more workgroup in, are ptxas' own choice.
constexpr int MOST_SPILLED = 64;

//! Limits as lib/device/cuda/limits.cc takes them from the driver.
struct gpu {
    std::string architecture;
    device_limits limits;
};

gpu make_gpu(const std::string& architecture)
{
    // Local memory of a workgroup on an A100, an H200, and GeForces since 2020.
    const std::int64_t local_bytes = architecture == "sm_80"   ? 166912
                                     : architecture == "sm_90" ? 232448
                                                               : 101376;
    auto limits = make_limits(false, 0, 1024, 128);
    limits.local_memory_bytes = local_bytes;
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(20) << 30;
    limits.workgroup_registers = REGISTERS_OF_A_WORKGROUP;
    limits.max_cluster = architecture == "sm_80" ? 0 : architecture == "sm_90" ? 16 : 8;
    limits.subgroup = 32;
    limits.compute_units = 100;
    limits.has_float64 = true;
    limits.architecture = architecture;
    return { architecture, limits };
}

std::string newest_architecture()
{
    return fmt::format("sm_{}", nvrtc()->architectures().back());
}

//! Every family, with the lengths at which its plans change.
std::vector<transform> wanted_transforms()
{
    std::vector<transform> all;
    for (const char* text : {
             "c2c forward 2",
             "c2c forward 7",
             "c2c forward 13",
             "c2c forward 31",
             "c2c forward 60",
             "c2c inverse 64",
             "c2c forward 100",
             "c2c forward 127",
             "c2c forward 243",
             "c2c forward 512",
             "c2c forward 625",
             "c2c forward 1000",
             "c2c forward 1021",
             "c2c forward 1024",
             "c2c inverse 1536",
             "c2c forward 2039",
             "c2c forward 2048",
             "c2c forward 2401",
             "c2c forward 4093",
             "c2c forward 4096",
             "c2c forward 6000",
             "c2c forward 8192",
             "c2c forward 10000",
             "c2c forward 16384",
             "c2c forward 30000",
             "c2c forward 32768",
             "c2c forward 48000",
             "c2c forward 65536",
             "c2c forward 65537",
             "c2c forward 131072",
             "c2c forward 262144",
             "c2c forward 1000000",
             "c2c forward 1048576",
             "c2c forward 16777216",
             "c2c forward 4096, convolved",
             "c2c forward 8192, convolved, outputs from 1023, input distance 7168",
             "c2c forward 262144, convolved",
             "c2c forward 16x16",
             "c2c forward 64x64",
             "c2c forward 128x128",
             "c2c forward 256x256",
             "c2c forward 1024x1024",
             "c2c forward 1000x1000",
             "c2c forward 16x16x16",
             "c2c forward 32x32x32",
             "c2c forward 128x128x128",
             "r2c forward 64",
             "r2c forward 1024",
             "r2c forward 4096",
             "r2c forward 16384",
             "r2c forward 65536",
             "c2r inverse 1000",
             "c2r inverse 4096",
             "dct2 forward 64",
             "dct2 forward 1024",
             "dct2 forward 4096",
             "dct3 inverse 1024",
             "dct4 forward 1000",
             "dst2 forward 256",
             "dst2 forward 1024",
             "c2c inverse 1048576, windowed",
             "dct2 forward 8x8",
             "dct2 forward 64x64",
             "dct2 forward 512x512",
             "c2c forward 1024, float64",
             "c2c forward 4096, float64",
             "c2c forward 4096, float16",
             "r2c forward 2048, windowed",
             "c2c forward 4096, planar input, planar output",
         })
        all.push_back(parse_transform(text));
    return all;
}

struct kernel_made {
    std::string request; //!< plan and pass
    kernel_source source;
    std::string architecture;
};

//! Empty, or what is wrong with what NVRTC makes of it.
std::string fault_of(const kernel_made& k)
{
    const auto [status, log] = compile_with_nvrtc(k.source, k.architecture);
    if (status != cuda::NVRTC_SUCCESS)
        return fmt::format("status {}: {}", static_cast<int>(status), log);

    const auto number = [&log = log](const char* pattern) {
        std::smatch found;
        return std::regex_search(log, found, std::regex(pattern)) ? std::stoi(found[1])
                                                                  : -1;
    };
    const int spilled = number("(\\d+) bytes spill stores");
    const int registers = number("Used (\\d+) registers");
    const int fixed_local = std::max(0, number("(\\d+) bytes smem"));
    if (spilled < 0 || registers < 0)
        return "no numbers in " + log;
    const int taken =
        (registers + REGISTERS_COME_IN - 1) / REGISTERS_COME_IN * REGISTERS_COME_IN;
    if (spilled > MOST_SPILLED)
        return fmt::format(
            "{} bytes of registers are spilled, {} are kept, {} work-items",
            spilled,
            registers,
            k.source.launch.work_items);
    if (taken * k.source.launch.work_items > REGISTERS_OF_A_WORKGROUP)
        return fmt::format("{} work-items of {} registers fit no multiprocessor",
                           k.source.launch.work_items,
                           registers);
    // All is asked for at the launch: 0, or little that the compiler itself wants.
    if (fixed_local > 1024)
        return fmt::format("{} bytes of local memory that no plan knows of", fixed_local);
    return "";
}

//! \return how many are at fault; says which, and why
int check(const std::vector<kernel_made>& kernels)
{
    std::atomic<std::size_t> next{ 0 };
    std::atomic<int> faults{ 0 };
    std::mutex printing;
    std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
    for (auto& each : threads)
        each = std::thread([&] {
            for (std::size_t i; (i = next++) < kernels.size();) {
                const auto fault = fault_of(kernels[i]);
                if (fault.empty())
                    continue;
                ++faults;
                const std::lock_guard guard(printing);
                fmt::print("{} for {}: {}\n{}\n",
                           kernels[i].source.name,
                           kernels[i].architecture,
                           fault,
                           kernels[i].request);
            }
        });
    for (auto& each : threads)
        each.join();
    return faults;
}

} // namespace

int main(int argc, char** argv)
try {
    const std::vector<std::string> asked(argv + 1, argv + argc);
    std::vector<gpu> gpus;
    for (const auto& each :
         asked.empty()
             ? std::vector<std::string>{ "sm_80", "sm_90", newest_architecture() }
             : asked)
        gpus.push_back(make_gpu(each == "newest" ? newest_architecture() : each));

    std::vector<kernel_made> kernels;
    const auto add = [&](const plan& p, const gpu& for_one) {
        for (auto& source : generate_kernels(p, cuda_dialect()))
            kernels.push_back({ to_string(p), std::move(source), for_one.architecture });
    };
    // What a search found runs as it stands.
    for (const auto& each : gpus)
        for (const auto& line : builtin_plan_lines(each.architecture))
            add(parse_plan(line), each);
    std::size_t turn = 0;
    for (const auto& t : some_of(wanted_transforms())) {
        for (std::size_t g = 0; g < gpus.size(); ++g) {
            if (asked.empty() && g != turn % gpus.size())
                continue;
            add(choose_plan(t, gpus[g].limits), gpus[g]);
        }
        ++turn;
    }
    const int faults = check(kernels);
    fmt::print("{} kernels, {} at fault\n", kernels.size(), faults);
    return faults ? 1 : 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "qa_cuda_plans: {}\n", e.what());
    return 1;
}
