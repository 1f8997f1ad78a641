/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/noise.h"
#include <algorithm>
#include <random>

namespace gpufft::app {

namespace {

// A prime, so that no two rows of a transform are the same; beyond that it is 32 MiB.
constexpr std::size_t VALUES = 8388593;

} // namespace

noise::noise() : d_values(VALUES)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-1, 1);
    for (auto& value : d_values)
        value = any(random);
}

void noise::fill(buffer& to, queue& q) const
{
    const auto size = d_values.size() * sizeof(float);
    for (std::size_t at = 0; at < to.bytes(); at += size)
        q.upload(to, at, d_values.data(), std::min(size, to.bytes() - at));
    q.wait_all();
}

} // namespace gpufft::app
