/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/time_tag.h"
#include "blocks/receivers/time_base.h"
#include <algorithm>
#include <cmath>

namespace gr {
namespace gpufft {

pmt::pmt_t time_base::moment::tuple() const
{
    if (seconds < 0) // which no such tag can say
        return tag_time().value();
    return tag_time{ static_cast<std::uint64_t>(seconds), fraction }.value();
}

void time_base::add(std::uint64_t offset, const pmt::pmt_t& value)
{
    if (const auto time = time_of(value))
        d_known.push_back(
            { offset, static_cast<std::int64_t>(time->seconds), time->fraction });
}

time_base::moment time_base::at(double sample) const
{
    known from{ 0, 0, 0 };
    if (!d_known.empty())
        from = d_known.front();
    for (const auto& each : d_known)
        if (static_cast<double>(each.offset) <= sample)
            from = each;
    // Whole seconds apart from the rest, so that no digit of years goes into it.
    const double since =
        (sample - static_cast<double>(from.offset)) / d_samp_rate + from.fraction;
    moment m;
    m.seconds = from.seconds + static_cast<std::int64_t>(std::floor(since));
    m.fraction = since - std::floor(since);
    m.has_been_told = !d_known.empty();
    return m;
}

void time_base::forget_before(double sample)
{
    while (d_known.size() > 1 && static_cast<double>(d_known[1].offset) <= sample)
        d_known.pop_front();
}

} // namespace gpufft
} // namespace gr
