/* SPDX-License-Identifier: GPL-3.0-or-later */
// Accuracy of lengths that take a convolution, forward and inverse; prints the worst and
// the median ratio of error to bound for each algorithm and number of passes.
//
// usage: qa_exec_primes [--gpu | --local-bytes BYTES] FIRST LAST STEP [LENGTH...]
//
// Every STEP-th prime from FIRST to LAST, then the other lengths. With --local-bytes, as
// if the device had no more local memory: short lengths then take several passes. With
// --gpu, the plans of a large GPU, whose rows are staged.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "math/modular.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/plan.h"
#include "plan/text/plan_summary.h"
#include "support/judges/reference.h"
#include "support/transforms/limits.h"
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

transform c2c(std::int64_t length, direction dir)
{
    transform t(length);
    t.dir = dir;
    return t;
}

std::vector<complex32> run(const plan& p,
                           const std::shared_ptr<device>& on,
                           const std::vector<complex32>& x,
                           std::size_t rows)
{
    const executor e(p, on);
    auto in = upload_now(*on, x.data(), e.input_bytes(rows));
    auto out = on->make_buffer(e.output_bytes(rows));
    std::shared_ptr<buffer> workspace;
    if (e.workspace_bytes(rows))
        workspace = on->make_buffer(e.workspace_bytes(rows));
    executor_memory memory;
    memory.in[0] = in.get();
    memory.out[0] = out.get();
    memory.workspace = workspace.get();
    std::vector<complex32> y(x.size());
    auto q = on->make_queue();
    e.enqueue(*q, memory, static_cast<std::uint32_t>(rows));
    q->download(y.data(), *out, 0, e.output_bytes(rows));
    q->wait_all();
    return y;
}

class judge
{
public:
    judge(std::shared_ptr<device> on, const device_limits& limits)
        : d_on(std::move(on)), d_limits(limits)
    {
    }

    void operator()(std::int64_t length)
    {
        // Rows whose last workgroup is partly empty, whatever number of rows it takes.
        const auto rows =
            static_cast<std::size_t>(std::max<std::int64_t>(1, 10000 / length + 1));
        const auto x =
            noise(rows * static_cast<std::size_t>(length), static_cast<unsigned>(length));
        for (const auto dir : { direction::forward, direction::inverse }) {
            const auto t = c2c(length, dir);
            const auto made = choose_plan(t, d_limits);
            const double ratio =
                relative_error(run(made, d_on, x, rows), reference_rows(t, x)) /
                (3 * tolerance(length));
            d_ratios[fmt::format("{}, {}", made.strategy, made.passes.size())].push_back(
                ratio);
            if (!(ratio <= 1)) {
                fmt::print("{}: error is {:.2f} of the bound\n", to_string(made), ratio);
                ++d_failed;
            }
        }
    }

    //! \return how many lengths failed
    int report()
    {
        for (auto& [what, ratios] : d_ratios) {
            std::sort(ratios.begin(), ratios.end());
            fmt::print("{} on {}, {} passes: error over bound: median {:.2f}, worst "
                       "{:.2f}\n",
                       ratios.size(),
                       d_on->info().product,
                       what,
                       ratios[ratios.size() / 2],
                       ratios.back());
        }
        fmt::print("{} failed\n", d_failed);
        return d_failed;
    }

private:
    std::shared_ptr<device> d_on;
    device_limits d_limits;
    std::map<std::string, std::vector<double>> d_ratios;
    int d_failed = 0;
};

} // namespace

int main(int argc, char** argv)
{
    std::int64_t local_bytes = 0;
    const bool as_gpu = argc > 1 && std::strcmp(argv[1], "--gpu") == 0;
    if (as_gpu) {
        --argc;
        ++argv;
    }
    if (argc > 2 && std::strcmp(argv[1], "--local-bytes") == 0) {
        local_bytes = std::atoll(argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc < 4) {
        std::fprintf(
            stderr,
            "usage: qa_exec_primes [--gpu | --local-bytes BYTES] FIRST LAST STEP "
            "[LENGTH...]\n");
        return 1;
    }
    const auto on = open_device("auto");
    auto limits = on->info().limits;
    if (as_gpu)
        limits = make_limits(false, 227, 1024, 128);
    if (local_bytes)
        limits.local_memory_bytes = local_bytes;

    judge judges(on, limits);
    int number = 0;
    for (auto n = std::atoll(argv[1]); n <= std::atoll(argv[2]); ++n) {
        if (is_prime(n) && number++ % std::atoi(argv[3]) == 0)
            judges(n);
    }
    for (int i = 4; i < argc; ++i)
        judges(std::atoll(argv[i]));
    return judges.report() != 0;
}
