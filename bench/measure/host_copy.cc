/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/host_copy.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

namespace gpufft::app {

namespace {

// As large as the inputs of the suite, and some more on machines with many threads.
constexpr std::size_t BYTES = std::size_t(1) << 25, BYTES_A_THREAD = std::size_t(1) << 22;
// Copies in a round, so that starting threads costs little of it.
constexpr int COPIES = 8, ROUNDS = 5;

} // namespace

double host_copy_rate(int threads)
{
    const auto count = static_cast<std::size_t>(threads);
    const auto share = std::max(BYTES / count, BYTES_A_THREAD);
    std::vector<char> from(share * count, 1), to(share * count);
    double best = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        std::vector<std::thread> copying;
        for (std::size_t i = 0; i < count; ++i)
            copying.emplace_back([&, at = i * share] {
                for (int copy = 0; copy < COPIES; ++copy)
                    std::memcpy(to.data() + at, from.data() + at, share);
            });
        for (auto& each : copying)
            each.join();
        const std::chrono::duration<double> spent =
            std::chrono::steady_clock::now() - begin;
        best = std::max(best,
                        2. * COPIES * static_cast<double>(from.size()) / spent.count());
    }
    return best;
}

} // namespace gpufft::app
