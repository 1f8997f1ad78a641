/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/spectrum_settings.h"
#include "math/window.h"
#include "plan/ir/histogram.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::average;
using ::gpufft::named_values;
using ::gpufft::refuse;
using ::gpufft::sample_kind;
using ::gpufft::SPECTRUM_UNITS;
using ::gpufft::value_of;
using ::gpufft::word_for;
using ::gpufft::words_of;

const auto& AVERAGES =
    *new named_values<average>{ { "mean", average::mean },
                                { "exponential", average::exponential },
                                { "max", average::highest },
                                { "min", average::lowest } };

template <typename value>
value parse(const char* subject,
            const named_values<value>& known,
            const std::string& word)
{
    if (const auto found = value_of(known, word))
        return *found;
    refuse("{} \"{}\" is not one of {}", subject, word, words_of(known));
}

bool is_extreme(average a) { return a == average::highest || a == average::lowest; }

std::int64_t all_bins(const spectrum_settings& s)
{
    return ::gpufft::power_request{ s.length, s.hop, s.samples }.bins();
}

void check_not_negative(const char* name, double value, const char* zero_means)
{
    if (!(value >= 0) || std::isinf(value))
        refuse("{} must be 0 ({}) or more, got {}", name, zero_means, value);
}

double window_gain(const spectrum_settings& s)
{
    return ::gpufft::window_gain(*s.window, s.unit);
}

void check_window(const spectrum_settings& s)
{
    const auto& taps = *s.window;
    if (taps.size() != static_cast<std::size_t>(s.frame_samples()))
        refuse("window has {} taps and length is {}{}; give {} taps, or none for {}",
               taps.size(),
               s.length,
               s.taps_per_branch > 1
                   ? fmt::format(" with {} taps a branch", s.taps_per_branch)
                   : "",
               s.frame_samples(),
               s.taps_per_branch > 1 ? "polyphase_window()" : "no window");
    const auto bad = std::find_if_not(
        taps.begin(), taps.end(), [](float tap) { return std::isfinite(tap); });
    if (bad != taps.end())
        refuse("tap {} of window is {}; all must be finite", bad - taps.begin(), *bad);
    if (window_gain(s) > 0)
        return;
    if (is_per_hz(s.unit))
        refuse("all taps of window are 0, and nothing would come out");
    refuse("the taps of window sum to 0, so a tone has no level in {}; power_per_hz and "
           "dbfs_per_hz work",
           word_of(s.unit));
}

//! Devices have the factor in single precision.
void check_factor(const spectrum_settings& s)
{
    const double factor = power_factor(s);
    if (!(factor >= std::numeric_limits<float>::min() &&
          factor <= std::numeric_limits<float>::max()))
        refuse("levels in {} at samp_rate {} Hz are beyond single precision; a samp_rate "
               "between 1e-6 and 1e15 works",
               word_of(s.unit),
               s.samp_rate_hz);
}

void check_averaging(const spectrum_settings& s)
{
    if (s.frames < (is_extreme(s.how) ? 0 : 1)) {
        refuse("frames must be at least 1{}, got {}",
               is_extreme(s.how) ? ", or 0 for all since the last reset"
                                 : "; 0 is for max and min",
               s.frames);
    }
    check_not_negative("seconds", s.seconds, "no averaging");
    check_not_negative("rate", s.rate_hz, "an output for every `frames` frames");
    check_not_negative("max_latency_ms", s.max_latency_ms, "no bound");
}

void check_bins(const spectrum_settings& s)
{
    if (s.bins < 0 || s.bins > all_bins(s))
        refuse("bins must be 1 .. {}, or 0 for all of them, got {}", all_bins(s), s.bins);
}

void check_histogram(const spectrum_settings& s)
{
    const auto& h = *s.histogram;
    if (h.levels < 2 || h.levels > ::gpufft::MOST_LEVELS)
        refuse("levels must be 2 .. {}, got {}; 256 is usual",
               ::gpufft::MOST_LEVELS,
               h.levels);
    // GNU Radio counts the bytes of an item in 32 bits.
    const auto most = std::numeric_limits<int>::max() / 4 / s.length;
    if (h.levels > most)
        refuse("levels times length must be below 2^29, got {} times {}; {}",
               h.levels,
               s.length,
               most < 2 ? "a shorter length works" : fmt::format("{} levels work", most));
    if (!std::isfinite(h.lowest_db) || !std::isfinite(h.highest_db) ||
        h.highest_db <= h.lowest_db)
        refuse("highest_db must be above lowest_db, got {} and {}",
               h.highest_db,
               h.lowest_db);
    check_not_negative("decay_seconds", h.decay_seconds, "no decay");
    if (s.unit != spectrum_unit::dbfs && s.unit != spectrum_unit::dbfs_per_hz)
        refuse("output \"{}\" is not one of dbfs, dbfs_per_hz: levels are in decibels",
               word_of(s.unit));
}

} // namespace

namespace {

void check_smoothing(const spectrum_settings& s)
{
    const auto& smoothed = *s.smoothed;
    if (!(smoothed.weight >= 0 && smoothed.weight <= 1))
        refuse("the weight of a new output must be 0 .. 1, got {}", smoothed.weight);
    if (!std::isfinite(smoothed.offset_db))
        refuse("offset_db must be a finite number, got {}", smoothed.offset_db);
    if (s.unit != spectrum_unit::power)
        refuse("outputs are smoothed as powers: set output to \"power\", it is \"{}\"",
               word_of(s.unit));
}

} // namespace

void validate(const spectrum_settings& s)
{
    if (s.length < 1 || s.length > ::gpufft::MAX_LENGTH)
        refuse("length must be 1 .. {} (2^27), got {}", ::gpufft::MAX_LENGTH, s.length);
    const auto most_taps = ::gpufft::MAX_LENGTH / s.length;
    if (s.taps_per_branch < 1 || s.taps_per_branch > most_taps)
        refuse("taps_per_branch must be 1 .. {} of length {} (2^27 taps in all), got {}",
               most_taps,
               s.length,
               s.taps_per_branch);
    if (s.hop < 1 || s.hop > ::gpufft::MAX_HOP) {
        refuse("hop must be 1 .. {} (2^30) samples, got {}; length ({}) for frames that "
               "do not overlap",
               ::gpufft::MAX_HOP,
               s.hop,
               s.length);
    }
    if (!(s.samp_rate_hz > 0) || std::isinf(s.samp_rate_hz))
        refuse("samp_rate must be above 0 Hz, got {}", s.samp_rate_hz);
    check_window(s);
    check_factor(s);
    check_averaging(s);
    check_bins(s);
    if (s.histogram)
        check_histogram(s);
    if (s.smoothed)
        check_smoothing(s);
}

std::int64_t output_bins(const spectrum_settings& s)
{
    if (s.histogram)
        return s.histogram->levels * all_bins(s);
    return s.bins > 0 ? s.bins : all_bins(s);
}

::gpufft::window_taps scaled_taps(const spectrum_settings& s)
{
    return ::gpufft::scaled_taps(*s.window);
}

double power_factor(const spectrum_settings& s)
{
    return ::gpufft::power_factor(*s.window, s.samples, s.samp_rate_hz, s.unit);
}

::gpufft::spectrum_output output_of(const spectrum_settings& s)
{
    ::gpufft::spectrum_output o;
    o.factor = power_factor(s);
    o.edge_factor = ::gpufft::edge_factor(s.samples, s.unit);
    o.decibels = is_in_decibels(s.unit);
    if (s.smoothed && s.smoothed->weight == 1) {
        o.decibels = true;
        o.factor *= std::pow(10, s.smoothed->offset_db / 10);
    }
    o.centered = s.centered && !is_real(s.samples);
    o.bins = s.bins;
    o.mean_bins = s.mean_bins;
    if (s.histogram) {
        const auto& h = *s.histogram;
        const double frame_seconds = static_cast<double>(s.hop) / s.samp_rate_hz;
        o.lowest_db = h.lowest_db;
        o.highest_db = h.highest_db;
        o.fade = h.decay_seconds > 0 ? std::exp(-frame_seconds / h.decay_seconds) : 1;
    }
    return o;
}

::gpufft::average_schedule::settings schedule_of(const spectrum_settings& s)
{
    return {
        s.how, s.frames, s.seconds, s.samp_rate_hz / static_cast<double>(s.hop), s.rate_hz
    };
}

average parse_average(const std::string& word)
{
    return parse("average", AVERAGES, word);
}

spectrum_unit parse_unit(const std::string& word)
{
    return parse("output", SPECTRUM_UNITS, word);
}

bool parse_mean_bins(const std::string& word)
{
    return parse<bool>("bin_reduction", { { "max", false }, { "mean", true } }, word);
}

sample_kind parse_byte_samples(const std::string& word)
{
    return parse<sample_kind>("sample_type",
                              { { "int8", sample_kind::complex_int8 },
                                { "uint8", sample_kind::complex_uint8 } },
                              word);
}

std::string word_of(average a) { return word_for(AVERAGES, a); }
std::string word_of(spectrum_unit u) { return word_for(SPECTRUM_UNITS, u); }

window_ptr filled_window(const std::vector<float>& taps,
                         std::int64_t length,
                         std::int64_t taps_per_branch)
{
    const bool is_length = length >= 1 && length <= ::gpufft::MAX_LENGTH &&
                           taps_per_branch >= 1 &&
                           taps_per_branch <= ::gpufft::MAX_LENGTH / length;
    if (!taps.empty() || !is_length) // what is not is refused later
        return std::make_shared<std::vector<float>>(taps);
    const auto filter = ::gpufft::polyphase_taps(length, taps_per_branch);
    return std::make_shared<std::vector<float>>(filter.begin(), filter.end());
}

} // namespace gpufft
} // namespace gr
