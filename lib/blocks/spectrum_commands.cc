/* SPDX-License-Identifier: GPL-3.0-or-later */
// The setters of the spectrum blocks, and the commands that call them.
#include "blocks/frame_commands.h"
#include "blocks/message_values.h"
#include "blocks/spectrum_base.h"
#include "plan/refuse.h"
#include <cmath>

namespace gr {
namespace gpufft {

spectrum_base::spectrum_base(const spectrum_settings& s, const std::string& device)
    : frame_block(s, device)
{
    take_commands();
}

void spectrum_base::set_window(const std::vector<float>& taps)
{
    const auto window = filled_window(taps, length());
    changes().change([&](auto& s) { s.window = window; });
}

void spectrum_base::set_hop(int samples)
{
    changes().change([&](auto& s) { s.hop = samples; });
}

void spectrum_base::set_samp_rate(double samp_rate)
{
    changes().change([&](auto& s) { s.samp_rate_hz = samp_rate; });
}

void spectrum_base::set_freq(double freq)
{
    if (!std::isfinite(freq))
        ::gpufft::refuse("freq must be finite, got {}", freq);
    changes().change([&](auto& s) { s.freq_hz = freq; });
}

void spectrum_base::set_average(const std::string& average)
{
    const auto how = parse_average(average);
    changes().change([&](auto& s) { s.how = how; });
}

void spectrum_base::set_frames(int frames)
{
    changes().change([&](auto& s) { s.frames = frames; });
}

void spectrum_base::set_seconds(double seconds)
{
    changes().change([&](auto& s) { s.seconds = seconds; });
}

void spectrum_base::set_rate(double rate)
{
    changes().change([&](auto& s) { s.rate_hz = rate; });
}

void spectrum_base::reset() { changes().reset(); }

void spectrum_base::skip(int samples)
{
    if (samples < 0)
        ::gpufft::refuse("samples to skip must be 0 or more, got {}", samples);
    changes().skip(samples);
}

void spectrum_base::set_output(const std::string& output)
{
    const auto unit = parse_unit(output);
    changes().change([&](auto& s) { s.unit = unit; });
}

void spectrum_base::set_centered(bool centered)
{
    changes().change([&](auto& s) { s.centered = centered; });
}

void spectrum_base::set_bins(int bins)
{
    changes().change([&](auto& s) { s.bins = bins; });
}

void spectrum_base::set_bin_reduction(const std::string& reduction)
{
    const bool is_mean = parse_mean_bins(reduction);
    changes().change([&](auto& s) { s.mean_bins = is_mean; });
}

std::string spectrum_base::bin_reduction() const
{
    return settings().mean_bins ? "mean" : "max";
}

void spectrum_base::set_max_latency_ms(double milliseconds)
{
    changes().change([&](auto& s) { s.max_latency_ms = milliseconds; });
}

void spectrum_base::take_commands()
{
    auto& m = messages();
    take_frame_commands(m, *this);
    m.on("average", [this](const auto& v) { set_average(word_of(v)); });
    m.on("frames", [this](const auto& v) { set_frames(whole_of(v)); });
    m.on("seconds", [this](const auto& v) { set_seconds(number_of(v)); });
    m.on("skip", [this](const auto& v) { skip(whole_of(v)); });
    m.on("bins", [this](const auto& v) { set_bins(whole_of(v)); });
    m.on("bin_reduction", [this](const auto& v) { set_bin_reduction(word_of(v)); });
}

} // namespace gpufft
} // namespace gr
