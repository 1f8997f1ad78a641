/* SPDX-License-Identifier: GPL-3.0-or-later */
// usage: bm_branch_sums DEVICE POINTS POINTS_A_BRANCH TAPS_A_BRANCH [MIB [PLAN]]
// Time of a synthesizer's samples out of MIB MiB of rows (256) that stay on the device:
// by one kernel, as it is chosen and as PLAN of inverse rows with workgroups of several
// sizes, by two kernels, and a copy of the rows.
#include "base/median.h"
#include "device/interface/registry.h"
#include "exec/channels/transposed_samples.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/device_branch_sums.h"
#include "exec/synthesizers/fused_branch_sums.h"
#include "plan/choice/choose_branch_plan.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

using namespace gpufft;

namespace {

constexpr int ROUNDS = 5;
constexpr int CALLS = 20;

//! Seconds of a call of \p work: the median of some rounds.
template <typename Work>
double seconds_of(queue& q, const Work& work)
{
    std::vector<double> all;
    for (int round = 0; round <= ROUNDS; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < CALLS; ++i)
            work();
        q.wait_all();
        const std::chrono::duration<double> took =
            std::chrono::steady_clock::now() - begin;
        if (round > 0)
            all.push_back(took.count() / CALLS);
    }
    return median(all);
}

class comparison
{
public:
    comparison(const std::shared_ptr<device>& on,
               std::int64_t points,
               std::int64_t points_a_branch,
               std::int64_t taps_a_branch,
               std::size_t bytes)
        : d_on(on),
          d_shape({ { 1 }, points / points_a_branch, points_a_branch > 1 }),
          d_how{ taps_a_branch, points_a_branch },
          d_taps(static_cast<std::size_t>(taps_a_branch * d_shape.channels), 0.01),
          d_queue(on->make_queue()),
          d_rows(bytes / sizeof(channel_sample) / static_cast<std::size_t>(points))
    {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<float> noise(bytes / sizeof(float));
        for (auto& value : noise)
            value = any(random);
        d_in = upload_now(*on, noise.data(), bytes);
        d_between = on->make_buffer(bytes);
        d_out = on->make_buffer(bytes);
    }

    void run(const std::string& line)
    {
        d_copy = seconds_of(*d_queue,
                            [&] { d_queue->copy(*d_out, 0, *d_in, 0, d_in->bytes()); });
        fmt::print("copy of the rows {:.1f} us\n", 1e6 * d_copy);
        time_two_kernels();
        if (const auto chosen =
                choose_branch_plan(d_shape.points, d_how, d_on->info().limits))
            time(*chosen, "chosen");
        if (!line.empty())
            time_tiles(parse_plan(line));
    }

private:
    void time_two_kernels()
    {
        const device_branch_sums sums(d_shape, d_taps, d_on);
        const executor transforms(transform_of(d_shape), d_on);
        executor_memory memory;
        memory.in[0] = d_in.get();
        memory.out[0] = d_between.get();
        const auto rows = static_cast<std::uint32_t>(d_rows);
        const auto first =
            seconds_of(*d_queue, [&] { transforms.enqueue(*d_queue, memory, rows); });
        const auto both = seconds_of(*d_queue, [&] {
            transforms.enqueue(*d_queue, memory, rows);
            sums.enqueue(*d_queue, *d_between, *d_out, d_rows, 0);
        });
        fmt::print("{:7.1f} us, the rows' transforms {:.1f}: two kernels, {:.3f} of a "
                   "copy\n",
                   1e6 * both,
                   1e6 * first,
                   d_copy / both);
    }

    //! \p rows, which transforms rows, with workgroups of several sizes.
    void time_tiles(const plan& rows)
    {
        for (const int of_item : { 2, 3, 4, 6, 8, 10, 12, 16 }) {
            const auto together = of_item * d_how.points_a_branch;
            for (auto count = together; count <= 128; count += together)
                if (const auto how = with_branch_sums(
                        rows, d_how, { count, of_item }, d_on->info().limits))
                    time(*how, fmt::format("{} rows, {} a work-item", count, of_item));
        }
    }

    void time(const plan& how, const std::string& label)
    {
        const fused_branch_sums one(d_shape, d_taps, how, d_on);
        test_branch_sums(one);
        executor_memory memory;
        memory.in[0] = d_in.get();
        const auto seconds = seconds_of(*d_queue, [&] {
            one.enqueue_untransformed(*d_queue, memory, *d_out, d_rows, 0);
        });
        const auto registers = one.built().resources().front().registers;
        fmt::print("{:7.1f} us, {:.3f} of a copy, {} registers: {}: {}\n",
                   1e6 * seconds,
                   d_copy / seconds,
                   registers,
                   label,
                   plan_text(how));
        std::fflush(stdout);
    }

    std::shared_ptr<device> d_on;
    synthesizer_shape d_shape;
    summed_branches d_how;
    std::vector<double> d_taps;
    std::shared_ptr<queue> d_queue;
    std::size_t d_rows;
    std::shared_ptr<buffer> d_in, d_between, d_out;
    double d_copy = 0;
};

} // namespace

int main(int argc, char** argv)
{
    if (argc < 5) {
        std::cerr << "usage: bm_branch_sums DEVICE POINTS POINTS_A_BRANCH TAPS_A_BRANCH "
                     "[MIB [PLAN]]\n";
        return 1;
    }
    try {
        const auto mib = static_cast<std::size_t>(argc > 5 ? std::atoi(argv[5]) : 256);
        comparison(open_device(argv[1]),
                   std::atoll(argv[2]),
                   std::atoll(argv[3]),
                   std::atoll(argv[4]),
                   mib << 20U)
            .run(argc > 6 ? argv[6] : "");
    } catch (const std::exception& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    return 0;
}
