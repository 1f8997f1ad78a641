/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/entry/services.h"
#include "fftw3/planner/planner.h"
#include "fftw3/planner/underneath.h"
#include <atomic>
#include <cstdlib>
#include <limits>

namespace gpufft::fftw3 {

namespace {

constexpr std::size_t ALIGNMENT = 64;

//! What a program said that has no library for FFTW's threads.
std::atomic<int>& said_threads(precision p)
{
    static std::atomic<int> single{ 1 }, twice{ 1 };
    return p == precision::float64 ? twice : single;
}

} // namespace

void cleanup(precision p) noexcept
{
    if (const auto* by = fftw_underneath(p)) {
        const planner_lock lock;
        by->cleanup();
    }
}

void set_timelimit(precision p, double seconds) noexcept { set_time_limit(p, seconds); }

int init_threads(precision p) noexcept
{
    const auto* by = fftw_threads_underneath(p);
    const planner_lock lock;
    return by ? by->init_threads() : 1;
}

void cleanup_threads(precision p) noexcept
{
    const auto* by = fftw_threads_underneath(p);
    const planner_lock lock;
    if (by)
        by->cleanup_threads();
    else
        cleanup(p);
}

void plan_with_nthreads(precision p, int threads) noexcept
{
    said_threads(p) = threads;
    const auto* by = fftw_threads_underneath(p);
    const planner_lock lock;
    if (by)
        by->plan_with_nthreads(threads);
}

int planner_nthreads(precision p) noexcept
{
    const auto* by = fftw_threads_underneath(p);
    return by && by->planner_nthreads ? by->planner_nthreads() : said_threads(p).load();
}

void make_planner_thread_safe(precision p) noexcept
{
    const auto* by = fftw_threads_underneath(p);
    if (by && by->make_planner_thread_safe)
        by->make_planner_thread_safe();
}

void threads_set_callback(precision p, parallel_loop loop, void* data) noexcept
{
    const auto* by = fftw_threads_underneath(p);
    if (by && by->threads_set_callback)
        by->threads_set_callback(loop, data);
}

void* allocate(std::size_t bytes) noexcept
{
    void* memory = nullptr;
    return posix_memalign(&memory, ALIGNMENT, bytes) == 0 ? memory : nullptr;
}

void* allocate(std::size_t count, std::size_t bytes) noexcept
{
    return count > std::numeric_limits<std::size_t>::max() / bytes
               ? nullptr
               : allocate(count * bytes);
}

void release(void* memory) noexcept { std::free(memory); }

int alignment_of(precision p, void* address) noexcept
{
    const auto* by = fftw_underneath(p);
    return by ? by->alignment_of(address) : 0;
}

} // namespace gpufft::fftw3
