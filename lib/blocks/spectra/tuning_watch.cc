/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/tuning_watch.h"
#include <algorithm>
#include <cmath>
#include <string>

namespace gr {
namespace gpufft {

namespace {

bool is_one_of(const pmt::pmt_t& key, const char* a, const char* b)
{
    if (!pmt::is_symbol(key))
        return false;
    const auto& name = pmt::symbol_to_string(key);
    return name == a || name == b;
}

bool is_freq(const pmt::pmt_t& key) { return is_one_of(key, "rx_freq", "freq"); }
bool is_samp_rate(const pmt::pmt_t& key)
{
    return is_one_of(key, "rx_rate", "samp_rate");
}

//! What a pmt that is a real number has; else nothing.
std::optional<double> value_of(const pmt::pmt_t& value)
{
    if (pmt::is_uint64(value))
        return static_cast<double>(pmt::to_uint64(value));
    if (pmt::is_real(value) || pmt::is_integer(value))
        return pmt::to_double(value);
    return {};
}

} // namespace

void tuning_watch::set_freq(double freq_hz)
{
    if (!has_next(&change::freq_hz))
        d_last_freq_hz = freq_hz;
}

void tuning_watch::set_samp_rate(double samp_rate_hz)
{
    if (!has_next(&change::samp_rate_hz))
        d_last_samp_rate_hz = samp_rate_hz;
}

void tuning_watch::look_at(const std::vector<gr::tag_t>& tags)
{
    for (const auto& tag : tags) {
        if (is_freq(tag.key))
            look_at(tag, &change::freq_hz, d_last_freq_hz);
        else if (is_samp_rate(tag.key))
            look_at(tag, &change::samp_rate_hz, d_last_samp_rate_hz);
    }
}

void tuning_watch::look_at(const gr::tag_t& tag, field which, std::optional<double>& last)
{
    const auto value = value_of(tag.value);
    if (!value || !std::isfinite(*value) || value == last)
        return;
    if (which == &change::samp_rate_hz && *value <= 0)
        return;
    last = value;
    if (d_changes.empty() || d_changes.back().sample != tag.offset)
        d_changes.push_back({ tag.offset, {}, {} });
    d_changes.back().*which = value;
}

bool tuning_watch::has_next(field which) const
{
    return std::any_of(d_changes.begin(), d_changes.end(), [&](const change& c) {
        return (c.*which).has_value();
    });
}

} // namespace gpufft
} // namespace gr
