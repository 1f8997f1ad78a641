/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/frame_edits.h"
#include "plan/request/refuse.h"
#include <cmath>

namespace gr {
namespace gpufft {
namespace edits {

edit window(const std::vector<float>& taps, const spectrum_settings& of)
{
    return [window = filled_window(taps, of.length, of.taps_per_branch)](auto& s) {
        s.window = window;
    };
}

edit hop(int samples)
{
    return [=](auto& s) { s.hop = samples; };
}

edit samp_rate(double hz)
{
    return [=](auto& s) { s.samp_rate_hz = hz; };
}

edit freq(double hz)
{
    return [=](auto& s) {
        if (!std::isfinite(hz))
            ::gpufft::refuse("freq must be finite, got {}", hz);
        s.freq_hz = hz;
    };
}

edit average(const std::string& word)
{
    return [=](auto& s) { s.how = parse_average(word); };
}

edit frames(int count)
{
    return [=](auto& s) { s.frames = count; };
}

edit seconds(double seconds)
{
    return [=](auto& s) { s.seconds = seconds; };
}

edit rate(double hz)
{
    return [=](auto& s) { s.rate_hz = hz; };
}

edit output(const std::string& word)
{
    return [=](auto& s) { s.unit = parse_unit(word); };
}

edit centered(bool centered)
{
    return [=](auto& s) { s.centered = centered; };
}

edit bins(int bins)
{
    return [=](auto& s) { s.bins = bins; };
}

edit bin_reduction(const std::string& word)
{
    return [=](auto& s) { s.mean_bins = parse_mean_bins(word); };
}

edit max_latency_ms(double milliseconds)
{
    return [=](auto& s) { s.max_latency_ms = milliseconds; };
}

edit smoothing(double weight, double offset_db)
{
    return [=](auto& s) { s.smoothed = { weight, offset_db }; };
}

edit lowest_db(double db)
{
    return [=](auto& s) { s.histogram->lowest_db = db; };
}

edit highest_db(double db)
{
    return [=](auto& s) { s.histogram->highest_db = db; };
}

edit range_db(double lowest, double highest)
{
    return [=](auto& s) {
        s.histogram->lowest_db = lowest;
        s.histogram->highest_db = highest;
    };
}

edit decay_seconds(double seconds)
{
    return [=](auto& s) { s.histogram->decay_seconds = seconds; };
}

} // namespace edits
} // namespace gpufft
} // namespace gr
