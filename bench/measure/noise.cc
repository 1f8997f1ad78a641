/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/noise.h"
#include "exec/host/number_format.h"
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

double noise::at(std::size_t i, precision as) const
{
    unsigned char bytes[sizeof(double)];
    write_number(as, bytes, at(i));
    return read_number(as, bytes);
}

void noise::fill(buffer& to, queue& q, precision as, std::size_t first) const
{
    const auto number = number_bytes(as);
    std::vector<unsigned char> values(d_values.size() * number);
    for (std::size_t i = 0; i < d_values.size(); ++i)
        write_number(as, &values[i * number], at(first + i));
    for (std::size_t place = 0; place < to.bytes(); place += values.size())
        q.upload(to, place, values.data(), std::min(values.size(), to.bytes() - place));
    q.wait_all();
}

} // namespace gpufft::app
