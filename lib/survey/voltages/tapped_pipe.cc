/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/voltages/tapped_pipe.h"
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

// Samples that the second reader gets at once, at most.
constexpr std::int64_t PIECE_SAMPLES = std::int64_t(1) << 18;

} // namespace

tapped_pipe::tapped_pipe(std::unique_ptr<sample_source> pipe, receiver second)
    : d_pipe(std::move(pipe)),
      d_second(std::move(second)),
      d_samples(static_cast<std::size_t>(PIECE_SAMPLES) * sample_bytes(d_pipe->kind()))
{
}

std::int64_t tapped_pipe::wait_for(std::int64_t start, std::int64_t count)
{
    while (d_told < start + count) {
        const auto wanted = std::min(start + count - d_told, PIECE_SAMPLES);
        // A pipe forgets what is before the first sample that is waited for.
        const auto first = std::min(start, d_told);
        const auto behind = first + d_pipe->wait_for(first, d_told + wanted - first);
        const auto there = std::max<std::int64_t>(behind - d_told, 0);
        if (there > 0) {
            d_pipe->read(d_told, there, d_samples.data());
            d_second(d_samples.data(), there);
            d_told += there;
        }
        if (there < wanted)
            break;
    }
    return d_pipe->wait_for(start, count);
}

} // namespace gpufft
