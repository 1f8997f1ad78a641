/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms that nobody thought of, other ones in every run, by the kernels of a CPU
// device, each array between unreadable pages: a read or write outside is a fault, which
// ends the process and says what it was doing.
//
//     qa_exec_guarded COUNT [SEED [FIRST]]   trials FIRST, FIRST + 1 ... (from 0) of SEED
//     qa_exec_guarded planted                kernels that read or write outside all die
//
// Plans are those of the device, of one without vectors and of GPUs: PoCL runs them all.
// Exit status 77: there is no such device.
#include "plan/text/plan_summary.h"
#include "support/devices/cpu_device.h"
#include "support/faults/fault_line.h"
#include "support/faults/planted_faults.h"
#include "support/faults/run_guarded.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <set>
#include <string>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int SKIPPED = 77;

//! Half of the plans are those of the device itself.
device_limits any_limits(std::mt19937& random, const device_limits& real)
{
    auto limits = real;
    if (random() % 4 == 0) {
        limits.vector_width = 1;
    } else if (random() % 3 == 0) {
        limits = LIMITS[2 + random() % (std::size(LIMITS) - 2)].limits;
        limits.has_float64 = real.has_float64;
    }
    return limits;
}

//! Mostly short lengths: the compiler takes a tenth of a second for one of 50 points, a
//! whole one for one of 1000.
random_choice any_choice(std::mt19937& random, const device_limits& limits)
{
    random_choice choice;
    choice.has_float64 = limits.has_float64;
    choice.most_points = random() % 16 == 0 ? 2000 : random() % 4 == 0 ? 300 : 50;
    return choice;
}

//! One submission at each end of its arrays. \return empty, or what is wrong
std::string
fault_of_rows(const std::shared_ptr<executor>& e, std::size_t rows, unsigned seed)
{
    const auto what = fmt::format(
        "{} rows of {}", rows, to_string(e->made_plan(static_cast<std::uint32_t>(rows))));
    for (const auto end : { guarded_end::upper, guarded_end::lower }) {
        set_fault_line(what +
                       (end == guarded_end::upper ? ", upper end" : ", lower end"));
        std::mt19937 values(seed);
        host_rows data(e->made_plan().request, rows);
        data.fill(values);
        run_guarded(e, data, end);
        if (const auto v = judge(data); !v.is_good())
            return what + ": " + text_of(v);
    }
    return "";
}

//! Each plan is compiled once, and run with as many rows as its layout has room for, and
//! fewer.
std::string any_fault(const std::shared_ptr<device>& real, std::mt19937& random)
{
    const auto limits = any_limits(random, real->info().limits);
    const auto on = std::make_shared<guarded_device>(real, limits);
    const std::size_t most = 1 + random() % (random() % 2 == 0 ? 40 : 5);
    const auto t = random_transform(random, any_choice(random, limits), most);
    set_fault_line(to_string(t));
    const auto e = guarded_executor(t, on);
    const std::set<std::size_t> counts = { 1, 1 + random() % most, most };
    for (const auto rows : counts)
        if (auto fault = fault_of_rows(e, rows, static_cast<unsigned>(random()));
            !fault.empty())
            return fault;
    return "";
}

int run(const std::shared_ptr<device>& on, int count, unsigned seed, unsigned first)
{
    int failed = 0;
    for (int i = 0; i < count; ++i) {
        const auto number = first + static_cast<unsigned>(i);
        std::seed_seq words{ seed, number };
        std::mt19937 random(words);
        std::string fault;
        try {
            fault = any_fault(on, random);
        } catch (const std::exception& e) {
            fault = e.what();
        }
        if (fault.empty())
            continue;
        ++failed;
        fmt::print("qa_exec_guarded 1 {} {}: {}\n", seed, number, fault);
        std::fflush(stdout); // before the next one can crash
    }
    fmt::print("{} transforms on {}, {} buffers between unreadable pages, {} failed\n",
               count,
               on->info().product,
               guarded_buffers::made(),
               failed);
    return failed != 0 || (count > 0 && guarded_buffers::made() == 0);
}

unsigned number_of(const char* text)
{
    return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr,
                     "usage: qa_exec_guarded COUNT [SEED [FIRST]]\n"
                     "       qa_exec_guarded planted [NAME]\n");
        return 1;
    }
    const auto on = cpu_device();
    if (!on) {
        std::printf("skipped: no CPU device runs kernels in this process\n");
        return SKIPPED;
    }
    print_line_of_faults();
    if (std::strcmp(argv[1], "planted") == 0)
        return argc > 2 ? plant_fault(on, argv[2]) : all_planted_faults_die(argv[0]);
    return run(on,
               std::atoi(argv[1]),
               argc > 2 ? number_of(argv[2]) : run_seed("exec.guarded"),
               argc > 3 ? number_of(argv[3]) : 0);
}
