/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/element_bytes.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/simt/conflict_count.h"
#include "plan/simt/padding.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr auto UNKNOWN = std::numeric_limits<std::uint64_t>::max();

} // namespace

conflict_count::conflict_count(const pass& p, const device_limits& limits)
    : d_pass(p), d_maker(p), d_tile(d_maker.make())
{
    // Elements of 8 bytes are served half a subgroup at a time over half as many
    // banks, of 16 bytes a quarter.
    const auto parts = p.workgroup().parts == exchange::whole && !p.is_real() ? 2 : 1;
    const int words = static_cast<int>(parts * real_bytes(p) / 4);
    d_banks = std::max(1, limits.local_memory_banks / words);
    d_together = std::max(1, limits.subgroup / words);
    d_addresses.resize(d_together);
    d_words.resize(static_cast<std::size_t>(d_banks) * d_together);
    d_in_bank.resize(d_banks);
    for (std::size_t i = 0; i < d_tile.stages.size(); ++i)
        add_step(i);
}

double conflict_count::average(double most)
{
    double sum = 0;
    double left = d_accesses; // that take a cycle at least
    for (std::size_t i = 0; i < d_all.size(); ++i) {
        auto& a = d_all[i];
        const double times = a.times * d_pass.points_per_item(a.step);
        left -= times;
        sum += times * turns(a) / a.groups;
        if (sum + left > (most + 1e-6) * d_accesses) {
            std::swap(d_all[i], d_all[i / 2]); // what tells soon comes sooner next time
            break;
        }
    }
    return d_accesses > 0 ? (sum + left) / d_accesses : 1;
}

void conflict_count::add_step(std::size_t i)
{
    // A stage reads before and writes after its butterflies, at the same addresses;
    // the first only writes and the last only reads, unless staged.
    // At its turnaround step a pass that convolves goes on in registers.
    const auto& p = d_pass;
    const auto m = p.stages.size();
    const bool is_joined = has_joined_stages(p);
    const bool reads =
        i > 0 ? i != m && !(is_joined && i + 1 == m) : p.comes_by_exchange();
    const bool writes = i + 1 < d_tile.stages.size()
                            ? i + 1 != m && !(is_joined && i + 2 == m)
                            : p.leaves_by_exchange();
    if (p.workgroup().has_constant_geometry) { // which writes elsewhere
        if (reads)
            add(i, d_tile.stages[i].lanes, 1);
        if (writes)
            add(i, d_tile.stages[i].lanes, 1).places = i + 1;
        if (i + 1 == m && p.leaves_by_exchange()) // and leaves digits reversed
            add(i, d_tile.output_order, 1).places = m;
        return;
    }
    // Points that leave the group fall on the banks of another.
    const bool is_remote = p.leaves_group(i);
    if (writes && is_remote)
        add(i, d_tile.stages[i].lanes, 1).is_remote = true;
    const int times = reads + (writes && !is_remote);
    if (times)
        add(i, d_tile.stages[i].lanes, times);
}

conflict_count::access&
conflict_count::add(std::size_t i, const std::vector<atom>& lanes, int times)
{
    const int active = d_pass.active_items(i);
    access a;
    a.step = i;
    a.places = i;
    a.times = times;
    for (const auto& one : lanes)
        a.lanes.push_back({ &one });
    // The pattern repeats; four groups of lanes show it, or one where each begins
    // with the lowest values of the lanes it runs over.
    a.groups = has_whole_lanes(a) ? 1 : std::clamp(active / d_together, 1, 4);
    const int count = std::min(d_together, active);
    for (int g = 0; g < a.groups; ++g) {
        const int first = active / a.groups * g / d_together * d_together;
        int below = 1;
        for (const auto& l : a.lanes) {
            for (int t = first; t < first + count; ++t)
                a.values.push_back(t / below % l.of->size);
            below *= l.of->size;
        }
    }
    d_accesses += times * d_pass.points_per_item(i);
    d_all.push_back(std::move(a));
    return d_all.back();
}

//! Work-items that access together differ in some lanes alone, by all of their values
//! or a share of those of one: then other groups are the same ones further on.
bool conflict_count::has_whole_lanes(const access& a) const
{
    int below = 1;
    for (const auto& l : a.lanes) {
        if (below * l.of->size >= d_together)
            return d_together % below == 0 && l.of->size % (d_together / below) == 0;
        below *= l.of->size;
    }
    return true; // there is but one
}

//! \return turns of the banks that access \p a takes, summed over its groups of lanes
int conflict_count::turns(access& a)
{
    for (auto& l : a.lanes)
        l.weight = a.is_remote ? d_maker.remote_weight(*l.of, a.step)
                               : d_maker.local_weight(*l.of, a.places);
    const auto key = key_of(a);
    if (key == UNKNOWN)
        return counted_turns(a);
    for (const auto& one : a.known) {
        if (one.first == key)
            return one.second;
    }
    a.known.emplace_back(key, counted_turns(a));
    return a.known.back().second;
}

/*!
 * The weights modulo the number of banks alone decide the banks, and these the turns:
 * work-items have different points, whose places are different words, but for those in
 * other groups.
 */
std::uint64_t conflict_count::key_of(const access& a) const
{
    if (a.is_remote || (d_banks & (d_banks - 1)))
        return UNKNOWN;
    const auto banks = static_cast<std::uint64_t>(d_banks);
    std::uint64_t key = 0;
    for (const auto& l : a.lanes) {
        if (key >= (std::uint64_t(1) << 63) / banks)
            return UNKNOWN;
        key = key * banks + (static_cast<std::uint64_t>(l.weight) & (banks - 1));
    }
    return key;
}

int conflict_count::counted_turns(const access& a)
{
    const int count = std::min(d_together, d_pass.active_items(a.step));
    const auto* values = a.values.data();
    int sum = 0;
    for (int g = 0; g < a.groups; ++g) {
        sum += turns(a.lanes, values, count, a.is_remote);
        values += static_cast<std::size_t>(count) * a.lanes.size();
    }
    return sum;
}

//! The most different words that fall on a bank when \p count work-items access one
//! each. Words of one address, if work-items share any, are served together.
int conflict_count::turns(const std::vector<lane>& lanes,
                          const std::uint32_t* values,
                          int count,
                          bool are_shared)
{
    std::fill(d_in_bank.begin(), d_in_bank.end(), 0);
    auto* addresses = d_addresses.data();
    std::fill_n(addresses, count, 0);
    for (const auto& l : lanes) {
        const auto weight = static_cast<std::uint32_t>(l.weight);
        for (int t = 0; t < count; ++t)
            addresses[t] += values[t] * weight;
        values += count;
    }
    int most = 1;
    const auto banks = static_cast<std::uint32_t>(d_banks);
    if (!are_shared) {
        // Nearly always so, and many times faster.
        const bool is_power = (banks & (banks - 1)) == 0;
        for (int t = 0; t < count; ++t)
            addresses[t] = is_power ? addresses[t] & (banks - 1) : addresses[t] % banks;
        for (int t = 0; t < count; ++t)
            most = std::max(most, ++d_in_bank[addresses[t]]);
        return most;
    }
    for (int t = 0; t < count; ++t) {
        const auto word = addresses[t];
        const auto bank = word % banks;
        auto* words = &d_words[static_cast<std::size_t>(bank) * d_together];
        auto* end = words + d_in_bank[bank];
        if (std::find(words, end, word) != end)
            continue;
        *end = word;
        most = std::max(most, ++d_in_bank[bank]);
    }
    return most;
}

double bank_conflicts(const pass& p, const device_limits& limits)
{
    if (!limits.local_memory_banks || !p.uses_local_memory())
        return 1;
    return conflict_count(p, limits).average();
}

} // namespace gpufft
