/* SPDX-License-Identifier: GPL-3.0-or-later */
// The setters of the spectrum blocks, and the commands that call them.
#include "blocks/messages/message_values.h"
#include "blocks/spectra/frame_commands.h"
#include "blocks/spectra/spectrum_base.h"
#include "plan/request/refuse.h"

namespace gr {
namespace gpufft {

spectrum_base::spectrum_base(const spectrum_settings& s, const std::string& device)
    : frame_block(s, device)
{
    take_commands();
}

void spectrum_base::set_window(const std::vector<float>& taps)
{
    set(edits::window(taps, settings()));
}

void spectrum_base::set_hop(int samples) { set(edits::hop(samples)); }

void spectrum_base::set_samp_rate(double samp_rate) { set(edits::samp_rate(samp_rate)); }

void spectrum_base::set_freq(double freq) { set(edits::freq(freq)); }

void spectrum_base::set_average(const std::string& average)
{
    set(edits::average(average));
}

void spectrum_base::set_frames(int frames) { set(edits::frames(frames)); }

void spectrum_base::set_seconds(double seconds) { set(edits::seconds(seconds)); }

void spectrum_base::set_rate(double rate) { set(edits::rate(rate)); }

void spectrum_base::reset() { changes().reset(); }

void spectrum_base::skip(int samples)
{
    attempt([&] { skip_now(samples); });
}

void spectrum_base::set_output(const std::string& output) { set(edits::output(output)); }

void spectrum_base::set_centered(bool centered) { set(edits::centered(centered)); }

void spectrum_base::set_bins(int bins) { set(edits::bins(bins)); }

void spectrum_base::set_bin_reduction(const std::string& reduction)
{
    set(edits::bin_reduction(reduction));
}

std::string spectrum_base::bin_reduction() const
{
    return settings().mean_bins ? "mean" : "max";
}

void spectrum_base::show_smoothed(double weight, double offset_db)
{
    set(edits::smoothing(weight, offset_db));
}

void spectrum_base::set_max_latency_ms(double milliseconds)
{
    set(edits::max_latency_ms(milliseconds));
}

void spectrum_base::skip_now(int samples)
{
    if (samples < 0)
        ::gpufft::refuse("samples to skip must be 0 or more, got {}", samples);
    changes().skip(samples);
}

void spectrum_base::take_commands()
{
    auto& m = messages();
    take_frame_commands(m, changes(), settings());
    const auto on = [&](const char* name, auto make) {
        m.on(name, [this, make](const auto& v) { changes().change(make(v)); });
    };
    on("average", [](const auto& v) { return edits::average(word_of(v)); });
    on("frames", [](const auto& v) { return edits::frames(whole_of(v)); });
    on("seconds", [](const auto& v) { return edits::seconds(number_of(v)); });
    on("bins", [](const auto& v) { return edits::bins(whole_of(v)); });
    on("bin_reduction", [](const auto& v) { return edits::bin_reduction(word_of(v)); });
    m.on("skip", [this](const auto& v) { skip_now(whole_of(v)); });
}

} // namespace gpufft
} // namespace gr
