/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/request/loops.h"
#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace gpufft::fftw3 {

namespace {

//! Makes a loop that goes backwards in both input and output go forwards.
void turn_round(axis& loop, plain_loops& of)
{
    if (loop.input_stride >= 0 || loop.output_stride >= 0)
        return;
    of.input_offset += (loop.length - 1) * loop.input_stride;
    of.output_offset += (loop.length - 1) * loop.output_stride;
    loop.input_stride = -loop.input_stride;
    loop.output_stride = -loop.output_stride;
}

auto steps(const axis& loop)
{
    return std::make_tuple(std::abs(loop.output_stride), std::abs(loop.input_stride));
}

//! \p inner ends where the next iteration of \p outer begins.
bool is_one_loop(const axis& outer, const axis& inner)
{
    return outer.input_stride == inner.length * inner.input_stride &&
           outer.output_stride == inner.length * inner.output_stride;
}

} // namespace

plain_loops plain(std::vector<axis> loops)
{
    plain_loops result;
    std::sort(loops.begin(), loops.end(), [](const axis& a, const axis& b) {
        return steps(b) < steps(a);
    });
    for (auto& loop : loops) {
        if (loop.length == 1)
            continue;
        turn_round(loop, result);
        if (!result.loops.empty() && is_one_loop(result.loops.back(), loop))
            result.loops.back() = { result.loops.back().length * loop.length,
                                    loop.input_stride,
                                    loop.output_stride };
        else
            result.loops.push_back(loop);
    }
    return result;
}

} // namespace gpufft::fftw3
