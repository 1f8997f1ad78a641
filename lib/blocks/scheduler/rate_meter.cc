/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/rate_meter.h"

namespace gr {
namespace gpufft {

namespace {

using seconds = std::chrono::duration<double>;
constexpr seconds WINDOW{ 1 };

} // namespace

void rate_meter::add(std::uint64_t samples, clock::time_point now)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const seconds elapsed = now - d_begin;
    if (d_begin == clock::time_point() || elapsed > 2 * WINDOW) {
        // The samples that begin a second took their time before it.
        d_begin = now;
        d_samples = 0;
        d_last = 0;
        return;
    }
    d_samples += samples;
    if (elapsed < WINDOW)
        return;
    d_last = static_cast<double>(d_samples) / elapsed.count();
    d_begin = now;
    d_samples = 0;
}

double rate_meter::samples_per_second(clock::time_point now) const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const seconds elapsed = now - d_begin;
    if (d_begin == clock::time_point() || elapsed > 2 * WINDOW)
        return 0;
    if (d_last > 0)
        return d_last;
    return elapsed.count() > 0 ? static_cast<double>(d_samples) / elapsed.count() : 0;
}

} // namespace gpufft
} // namespace gr
