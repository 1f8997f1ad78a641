/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/text/computation.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_histogram.h"
#include "reference/interpreter/checked_array.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

using std::uint32_t;
using std::uint64_t;
using work = std::function<void()>;

//! Which level a power counts to, and where.
struct level_map {
    uint64_t bins, levels;
    uint32_t rotation;
    float slope, offset;

    uint64_t place(uint64_t bin, float power) const
    {
        const double height = std::log2(static_cast<double>(power)) * slope + offset;
        const auto level = std::clamp(height, 0.0, static_cast<double>(levels - 1));
        return static_cast<uint64_t>(level) * bins + (bin + bins - rotation) % bins;
    }

    template <class number>
    void count(const memory_view& in, const memory_view& out, uint64_t frames) const
    {
        const checked_array<float> powers("the powers", in);
        const checked_array<number> counts("the counts", out);
        for (uint64_t i = 0; i < frames * bins; ++i) {
            if (!std::isfinite(powers[i]))
                continue;
            const auto at = place(i % bins, powers[i]);
            counts.set(at, counts[at] + 1);
        }
    }
};

level_map next_map(argument_reader& a, const histogram_shape& s)
{
    level_map m = {};
    m.bins = static_cast<uint64_t>(s.bins);
    m.levels = static_cast<uint64_t>(s.levels);
    m.rotation = a.next<uint32_t>();
    m.slope = a.next<float>();
    m.offset = a.next<float>();
    if (m.rotation >= m.bins)
        a.refuse(fmt::format("{} bins rotated by {}", m.bins, m.rotation));
    return m;
}

void check_groups(const argument_reader& a, uint64_t groups, uint64_t needs)
{
    if (groups != needs)
        a.refuse(fmt::format("{} workgroups, needs {}", groups, needs));
}

void check_apart(const argument_reader& a, const memory_view& in, const memory_view& out)
{
    if (in.data == out.data)
        a.refuse("what is read and what is written are one buffer");
}

//! state_out = keep * state_in, which is not read where keep is 0.
void fade(const memory_view& in, const memory_view& out, float keep, uint64_t places)
{
    const checked_array<float> from("the state", in), to("the next state", out);
    for (uint64_t i = 0; i < places; ++i)
        to.set(i, keep > 0 ? keep * from[i] : 0);
}

//! Where a bin's level is counted: bins in blocks, one level more than there are.
uint64_t
block_place(const histogram_shape& s, uint64_t lanes, uint64_t bin, uint64_t level)
{
    const auto bins = static_cast<uint64_t>(s.bins);
    const auto block = bin / lanes;
    const auto first = std::min(block * lanes, bins - lanes);
    return (block * (static_cast<uint64_t>(s.levels) + 1) + level) * lanes + bin - first;
}

uint64_t blocks_of(const kernel_source& what)
{
    const auto lanes = what.computes->histogram_lanes;
    return static_cast<uint64_t>((what.computes->histogram.bins + lanes - 1) / lanes);
}

bool is_of_decibels(const kernel_source& what)
{
    return what.name.find("decibels") != std::string::npos;
}

work prepare_columns(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto shape = what.computes->histogram;
    const auto lanes = static_cast<uint64_t>(what.computes->histogram_lanes);
    const auto shown = a.next_memory();
    const auto counted = a.next_memory();
    const auto flags = a.next_memory();
    const auto goes_on = a.next<uint32_t>();
    const auto slope = a.next<float>();
    const auto offset = a.next<float>();
    const auto frames = a.next<uint32_t>();
    const auto blocks = blocks_of(what);
    const bool decibels = is_of_decibels(what);
    const auto together =
        histogram_blocks_together({ shape, static_cast<std::int64_t>(lanes) });
    check_groups(a, groups, blocks / static_cast<uint64_t>(together));
    check_apart(a, shown, counted);
    return [=] {
        const checked_array<float> values("the powers", shown);
        const checked_array<uint32_t> counts("the counts", counted);
        const checked_array<uint32_t> done("the blocks that are done", flags);
        const auto levels = static_cast<uint64_t>(shape.levels);
        if (!goes_on)
            for (uint64_t i = 0; i < blocks * (levels + 1) * lanes; ++i)
                counts.set(i, 0);
        const auto bins = static_cast<uint64_t>(shape.bins);
        for (uint64_t i = 0; i < frames * bins; ++i) {
            if (!(values[i] <= std::numeric_limits<float>::max()))
                continue;
            const float height =
                std::fma(decibels ? values[i] : std::log2(values[i]), slope, offset);
            const auto level = static_cast<uint64_t>(
                std::clamp(height, 0.0F, static_cast<float>(levels - 1)));
            const auto at = block_place(shape, lanes, i % bins, level);
            counts.set(at, counts[at] + 1);
        }
        for (uint64_t i = 0; i < blocks; ++i)
            done.set(i, 1);
    };
}

work prepare_sum(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto shape = what.computes->histogram;
    const auto lanes = static_cast<uint64_t>(what.computes->histogram_lanes);
    const auto in = a.next_memory_if_any();
    const auto counted = a.next_memory();
    const auto out = a.next_memory();
    const auto rotation = a.next<uint32_t>();
    const auto keep = a.next<float>();
    check_groups(a, groups, static_cast<uint64_t>(shape.levels));
    check_apart(a, in, out);
    return [=] {
        fade(in, out, keep, static_cast<uint64_t>(shape.places()));
        const checked_array<uint32_t> counts("the counts", counted);
        const checked_array<float> to("the next state", out);
        const auto bins = static_cast<uint64_t>(shape.bins);
        for (uint64_t i = 0; i < static_cast<uint64_t>(shape.places()); ++i) {
            const auto bin = (i % bins + rotation) % bins;
            const auto count = counts[block_place(shape, lanes, bin, i / bins)];
            to.set(i, to[i] + static_cast<float>(count));
        }
    };
}

work prepare_count(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto powers = a.next_memory();
    const auto counts = a.next_memory();
    const auto map = next_map(a, what.computes->histogram);
    const auto frames = groups / groups_for(map.bins);
    check_groups(a, groups, groups_for(map.bins, frames));
    check_apart(a, powers, counts);
    return [=] { map.count<uint32_t>(powers, counts, frames); };
}

work prepare_fade(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto in = a.next_memory_if_any();
    const auto counted = a.next_memory();
    const auto out = a.next_memory();
    const auto keep = a.next<float>();
    const auto places = static_cast<uint64_t>(what.computes->histogram.places());
    check_groups(a, groups, groups_for(places));
    check_apart(a, in, out);
    return [=] {
        fade(in, out, keep, places);
        const checked_array<uint32_t> counts("the counts", counted);
        const checked_array<float> to("the next state", out);
        for (uint64_t i = 0; i < places; ++i) {
            to.set(i, to[i] + static_cast<float>(counts[i]));
            counts.set(i, 0);
        }
    };
}

} // namespace

bool is_histogram(const kernel_source& what)
{
    return what.computes->helper == helper_kernel::histogram_columns ||
           what.computes->helper == helper_kernel::histogram_sum ||
           what.computes->helper == helper_kernel::histogram_count ||
           what.computes->helper == helper_kernel::histogram_fade;
}

work prepare_histogram(const kernel_source& what,
                       std::uint64_t groups,
                       const std::vector<kernel_argument>& arguments)
{
    switch (what.computes->helper) {
    case helper_kernel::histogram_columns: {
        argument_reader reader(what, arguments, 7);
        return prepare_columns(what, reader, groups);
    }
    case helper_kernel::histogram_sum: {
        argument_reader reader(what, arguments, 5);
        return prepare_sum(what, reader, groups);
    }
    case helper_kernel::histogram_count: {
        argument_reader reader(what, arguments, 5);
        return prepare_count(what, reader, groups);
    }
    default: {
        argument_reader reader(what, arguments, 4);
        return prepare_fade(what, reader, groups);
    }
    }
}

} // namespace gpufft
