/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/probe/cache_probe.h"
#include <sys/mman.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <new>
#include <numeric>
#include <random>

namespace gpufft {

namespace {

constexpr std::int64_t KIB = 1024;
constexpr std::int64_t HUGE_PAGE = 2048 * KIB;
constexpr std::int64_t LINE = 64;
// What processors have: half as much again, and twice as much.
constexpr std::int64_t SIZES_KIB[] = { 16,   24,   32,   48,   64,  96,   128,
                                       192,  256,  384,  512,  768, 1024, 1280,
                                       1536, 2048, 3072, 4096, 6144 };
constexpr std::int64_t LOADS = 1 << 15; // of a sample: 30 us in the first level
constexpr int SAMPLES_OF_SIZE = 5;

// A load from the next level takes three times as long or longer on every processor of
// the last ten years.
constexpr double NEXT_LEVEL = 1.8;
// The next level is seen alone from so many times this one on: of what is in use less is
// found in this one then. The third level may end at four times the second.
constexpr std::int64_t BEYOND = 3, STILL_NEXT = 4;
// Caches that a core has; others are an error of the measurement.
constexpr std::int64_t LEAST_L1 = 16 * KIB, MOST_L1 = 256 * KIB;

//! Memory in large pages where the system has them: the table of small ones is a cache,
//! too.
class large_pages
{
public:
    explicit large_pages(std::int64_t bytes)
        : d_memory(std::aligned_alloc(HUGE_PAGE,
                                      static_cast<std::size_t>((bytes + HUGE_PAGE - 1) /
                                                               HUGE_PAGE * HUGE_PAGE)),
                   std::free)
    {
        if (!d_memory)
            throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        ::madvise(d_memory.get(), static_cast<std::size_t>(bytes), MADV_HUGEPAGE);
#endif
    }

    //! The place of line \p i.
    void** line(std::int64_t i) const
    {
        return reinterpret_cast<void**>(static_cast<char*>(d_memory.get()) + i * LINE);
    }

private:
    std::unique_ptr<void, decltype(&std::free)> d_memory;
};

//! One way through the first \p lines lines of \p in, each once, in an order that no
//! prefetcher guesses.
void lay_way(const large_pages& in, std::int64_t lines)
{
    std::vector<std::uint32_t> order(static_cast<std::size_t>(lines));
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::minstd_rand(1));
    for (std::size_t i = 0; i < order.size(); ++i)
        *in.line(order[i]) = in.line(order[(i + 1) % order.size()]);
}

void** walk(void** at, std::int64_t steps)
{
    for (std::int64_t i = 0; i < steps; ++i)
        at = static_cast<void**>(*static_cast<void* volatile*>(at));
    return at;
}

//! The least of some samples: what else runs on the machine only makes them longer.
double ns_of_load(const large_pages& in, std::int64_t bytes)
{
    using clock = std::chrono::steady_clock;
    const auto lines = bytes / LINE;
    lay_way(in, lines);
    auto at = walk(in.line(0), lines);
    double least = 0;
    for (int i = 0; i < SAMPLES_OF_SIZE; ++i) {
        const auto began = clock::now();
        at = walk(at, LOADS);
        const std::chrono::duration<double, std::nano> took = clock::now() - began;
        if (i == 0 || took.count() < least)
            least = took.count();
    }
    return least / static_cast<double>(LOADS);
}

//! Where the level ends that the size number \p first is in; 0: the times do not tell.
std::int64_t end_of_level(const std::vector<load_time>& times, std::size_t first)
{
    if (first == times.size())
        return 0;
    const auto here = times[first].ns;
    auto i = first;
    while (i < times.size() && times[i].ns <= NEXT_LEVEL * here)
        ++i;
    if (i == first || i == times.size())
        return 0;
    double next = 0;
    const auto about = times[i - 1].bytes;
    for (const auto& each : times) {
        if (each.bytes >= BEYOND * about && each.bytes <= STILL_NEXT * about &&
            (next == 0 || each.ns < next))
            next = each.ns;
    }
    if (next <= NEXT_LEVEL * here)
        return 0;
    while (i < times.size() && times[i].ns <= (here + next) / 2)
        ++i;
    return times[i - 1].bytes;
}

std::size_t first_of(const std::vector<load_time>& times, std::int64_t bytes)
{
    const auto found = std::find_if(
        times.begin(), times.end(), [&](const load_time& t) { return t.bytes >= bytes; });
    return static_cast<std::size_t>(found - times.begin());
}

} // namespace

cache_sizes caches_by_times(const std::vector<load_time>& times)
{
    cache_sizes found;
    const auto l1 = end_of_level(times, 0);
    if (l1 < LEAST_L1 || l1 > MOST_L1)
        return found;
    found.l1_bytes = l1;
    found.l2_bytes = end_of_level(times, first_of(times, BEYOND * l1));
    return found;
}

cache_sizes probe_caches(const std::function<bool()>& is_over)
{
    const large_pages memory(KIB * *std::rbegin(SIZES_KIB));
    std::vector<load_time> times;
    for (const auto size : SIZES_KIB) {
        if (is_over())
            break;
        times.push_back({ KIB * size, ns_of_load(memory, KIB * size) });
    }
    return caches_by_times(times);
}

} // namespace gpufft
