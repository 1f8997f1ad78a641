/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/threads/launch_parts.h"
#include <algorithm>

namespace gpufft {

namespace {

// A part costs a launch, and meeting a helper that is awake more: see measurements.md,
// "Parts of a launch".
constexpr double SHORTEST_PART = 4e-6;
constexpr double SHORTEST_SHARE = 4e-6;

// A helper that sleeps comes late after it is called, which itself takes some: see
// measurements.md, "Waking a helper".
constexpr double WORTH_WAKING = 30e-6;

// More of them balance better where a helper comes late or is disturbed.
constexpr int PARTS_PER_THREAD = 8;

} // namespace

launch_parts choose_parts(double seconds, std::uint64_t most, int threads)
{
    launch_parts chosen;
    const double known = seconds < 0 ? 1 : seconds; // perhaps long
    const int shares =
        static_cast<int>(std::min(known / SHORTEST_SHARE, static_cast<double>(threads)));
    if (shares < 2 || most < 2)
        return chosen;
    const double parts = std::min({ known / SHORTEST_PART,
                                    static_cast<double>(shares) * PARTS_PER_THREAD,
                                    static_cast<double>(most) });
    // As many for each, so that threads of one speed end at one time.
    chosen.count = static_cast<int>(parts);
    if (chosen.count > shares)
        chosen.count -= chosen.count % shares;
    chosen.helpers = std::min(shares, chosen.count) - 1;
    chosen.wakes = known >= WORTH_WAKING;
    return chosen;
}

void unit_time::add(double units, double seconds)
{
    if (units <= 0)
        return;
    if (!d_has_compiled.load(std::memory_order_relaxed) &&
        !d_has_compiled.exchange(true, std::memory_order_relaxed)) {
        d_seconds.store(-1, std::memory_order_relaxed);
        return;
    }
    const double found = seconds / units;
    const double old = d_seconds.load(std::memory_order_relaxed);
    // The faster of late: what disturbs a launch only makes it longer.
    const double next = old < 0 || found < old ? found : old + (found - old) / 16;
    d_seconds.store(next, std::memory_order_relaxed);
}

} // namespace gpufft
