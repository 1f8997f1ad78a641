/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/sample_times.h"
#include <pmt/pmt.h>
#include <cmath>
#include <iterator>

namespace gr {
namespace gpufft {

namespace {

//! \p from, so many samples later.
tag_time later(tag_time from, std::uint64_t samples, double rate_hz)
{
    const double seconds = static_cast<double>(samples) / rate_hz + from.fraction;
    const double whole = std::floor(seconds);
    return { from.seconds + static_cast<std::uint64_t>(whole), seconds - whole };
}

//! Nothing where \p value is no rate.
std::optional<double> rate_of(const pmt::pmt_t& value)
{
    double rate = 0;
    if (pmt::is_uint64(value)) // which to_double() does not take
        rate = static_cast<double>(pmt::to_uint64(value));
    else if (pmt::is_integer(value) || pmt::is_real(value))
        rate = pmt::to_double(value);
    return rate > 0 && std::isfinite(rate) ? std::make_optional(rate) : std::nullopt;
}

} // namespace

//! The entry that begins at \p sample, made of the one before where there is none.
sample_times::known& sample_times::entry_at(std::uint64_t sample, double samp_rate_hz)
{
    if (d_known.empty() || d_known.back().sample != sample) {
        known next;
        if (!d_known.empty()) {
            const auto& before = d_known.back();
            next.rate_hz = before.rate_hz;
            // Another rate counts from here on.
            const double rate = before.rate_hz > 0 ? before.rate_hz : samp_rate_hz;
            if (before.at && rate > 0)
                next.at = later(*before.at, sample - before.sample, rate);
        }
        next.sample = sample;
        d_known.push_back(next);
    }
    return d_known.back();
}

void sample_times::look_at(const std::vector<gr::tag_t>& tags, double samp_rate_hz)
{
    const auto rate_key = pmt::intern("rx_rate");
    for (const auto& tag : tags) {
        if (is_time_tag(tag)) {
            if (const auto time = time_of(tag.value))
                entry_at(tag.offset, samp_rate_hz).at = time;
        } else if (pmt::eq(tag.key, rate_key)) {
            if (const auto rate = rate_of(tag.value))
                entry_at(tag.offset, samp_rate_hz).rate_hz = *rate;
        }
    }
}

std::optional<tag_time> sample_times::of(std::uint64_t sample, double samp_rate_hz) const
{
    for (auto entry = d_known.rbegin(); entry != d_known.rend(); ++entry) {
        if (entry->sample > sample)
            continue;
        const double rate = entry->rate_hz > 0 ? entry->rate_hz : samp_rate_hz;
        if (!entry->at || !(rate > 0))
            return {};
        return later(*entry->at, sample - entry->sample, rate);
    }
    return {};
}

void sample_times::forget_before(std::uint64_t sample)
{
    while (d_known.size() > 1 && d_known[1].sample <= sample)
        d_known.pop_front();
}

} // namespace gpufft
} // namespace gr
