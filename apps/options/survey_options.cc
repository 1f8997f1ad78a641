/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/survey_options.h"
#include <fmt/format.h>
#include <system_error>
#include <boost/algorithm/string.hpp>
#include <charconv>
#include <cmath>
#include <limits>

namespace gpufft::app {

const std::vector<option> AVERAGE_OPTIONS = {
    { "length,l", true },        { "hop", true },        { "window,w", true },
    { "taps-per-branch", true }, { "statistics", true }, { "unit", true },
    { "calibration", true },
};

const char AVERAGE_HELP[] =
    R"(  -l, --length N           samples of a frame, bins of a complex spectrum (default 4096)
      --hop N              samples from frame to frame (default half the length)
  -w, --window NAME        e.g. hann, flattop, boxcar or kaiser,8.6 (default
                           blackmanharris)
      --taps-per-branch N  frames are N times as long, and folded to the length: bins with
                           flat tops, 80 dB apart with 10 (default 1). The hop is then
                           the length, and the window polyphase
      --statistics LIST    of frames: mean, max, min, variance, kurtosis, and
                           percentiles such as p50 or p99.9 (default mean)
      --unit UNIT          dbfs_per_hz, dbfs, power_per_hz or power (default dbfs_per_hz)
      --calibration DBM    what full scale is; levels are then in dBm, or mW
)";

const std::vector<option> ROW_OPTIONS = {
    { "average,a", true },
    { "seconds", true },
    { "compressor", true },
};

const char ROW_HELP[] =
    R"(      --seconds S          of a row, as whole frames (default 0.1)
  -a, --average N          frames of a row, in place of --seconds
      --compressor NAME    blosc, zlib or none (default blosc)
)";

const std::vector<option> PRODUCT_OPTIONS = {
    { "bands", true },       { "occupancy", true }, { "peaks", true },
    { "peak-height", true }, { "events", true },    { "shaped-noise", false },
    { "pyramid", false },
};

const std::vector<option> VOLTAGE_OPTIONS = {
    { "voltages", true },
    { "filter-bank", true },
};

const char VOLTAGE_HELP[] =
    R"(      --voltages LIST      samples of bands, NAME=CENTER:RATE[:WIDTH] in Hz, mixed to 0
                           Hz, filtered and at a rate of their own, in pairs of SigMF,
                           e.g. fm=98.5M:240k:200k (WIDTH 0.8 RATE)
      --filter-bank N[:1]  samples of all N channels of a polyphase filter bank, twice (:1
                           once) as fast as channels are wide. With --statistics none
                           either comes without spectra
)";

const char PRODUCT_HELP[] =
    R"(      --bands LIST         power over time of NAME=LOW:HIGH, in Hz, e.g. fm=88M:108M,
                           a=118M:137M
      --occupancy LEVEL    share of each band's bins (without --bands: of all) over this
      --peaks N            the N highest of each row: frequency, level and bandwidth
      --peak-height DB     least, over the median of the row's bins (default 10)
      --events RATE        what stands out of noise, as SigMF annotations; noise alone
                           passes the threshold with this probability a bin of a row,
                           e.g. 1e-6
      --shaped-noise       noise of --events is not as high in all bins: what is there
                           throughout, and no narrow line, is noise
      --pyramid            also mean and max of 2, 4, 8 ... rows: zoom levels for viewers
)";

const std::vector<option> READING_OPTIONS = {
    { "samp-rate,s", true }, { "format,f", true },     { "center", true },
    { "channel", true },     { "iq-channels", false }, { "allow-damaged", false },
};

const char READING_HELP[] =
    R"(  -s, --samp-rate HZ       e.g. 2M or 48e3 (default what the recording says)
  -f, --format NAME        how raw samples are stored, e.g. ci16_le, cu8 or cf32
                           (default by the file's extension: .cu8 .cs16 .cf32 ...)
      --center HZ          that the receiver was tuned to, where no metadata say it
      --channel N          one channel of several, from 0 (default each)
      --iq-channels        real channels N and N + 1 are I and Q
      --allow-damaged      leave out a last sample that is cut off
)";

std::optional<double> real_number(const std::string& text)
{
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || !std::isfinite(value))
        return {};
    return value;
}

std::vector<std::string> split_words(const std::string& text)
{
    std::vector<std::string> words;
    boost::split(words, text, boost::is_any_of(","));
    return words;
}

double parse_hertz(const char* name, const std::string& text)
{
    static const std::string letters = "kMG";
    auto digits = text;
    double factor = 1;
    const auto letter = digits.empty() ? std::string::npos : letters.find(digits.back());
    if (letter != std::string::npos) {
        factor = std::pow(1000, static_cast<double>(letter + 1));
        digits.pop_back();
    }
    const auto value = real_number(digits);
    if (!value || !std::isfinite(*value * factor))
        throw usage_error(fmt::format(
            "--{} must be a number of Hz, e.g. 2M or 48e3, got {}", name, text));
    return *value * factor;
}

namespace {

double parse_level(const char* name, const options& given)
{
    const auto text = given.text(name, "");
    const auto value = real_number(text);
    if (!value)
        throw usage_error(fmt::format(
            "--{} must be a level in the unit of --unit, got {}", name, text));
    return *value;
}

//! "fm=88M:108M"; without a name, the frequencies are it.
band parse_band(const std::string& word)
{
    const auto equals = word.find('=');
    const auto range = equals == std::string::npos ? word : word.substr(equals + 1);
    const auto colon = range.find(':');
    if (equals == 0 || colon == std::string::npos)
        throw usage_error(fmt::format(
            "--bands must be NAME=LOW:HIGH, ..., e.g. fm=88M:108M, got {}", word));
    band b;
    b.name = word.substr(0, equals);
    b.low_hz = parse_hertz("bands", range.substr(0, colon));
    b.high_hz = parse_hertz("bands", range.substr(colon + 1));
    return b;
}

//! "fm=98.5M:240k:200k"
voltage_band parse_voltage_band(const std::string& word)
{
    const auto equals = word.find('=');
    std::vector<std::string> numbers;
    if (equals != std::string::npos)
        boost::split(numbers, word.substr(equals + 1), boost::is_any_of(":"));
    if (numbers.size() < 2 || numbers.size() > 3)
        throw usage_error(fmt::format("--voltages must be NAME=CENTER:RATE[:WIDTH], ..., "
                                      "e.g. fm=98.5M:240k:200k, got {}",
                                      word));
    voltage_band b;
    b.name = word.substr(0, equals);
    b.centre_hz = parse_hertz("voltages", numbers[0]);
    b.rate_hz = parse_hertz("voltages", numbers[1]);
    if (numbers.size() == 3) {
        b.width_hz = parse_hertz("voltages", numbers[2]);
        if (!(b.width_hz > 0))
            throw usage_error(
                fmt::format("--voltages: WIDTH must be above 0 Hz, got {}", numbers[2]));
    }
    return b;
}

std::optional<std::int64_t> whole_number(const std::string& text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && rest == end ? std::optional(value) : std::nullopt;
}

//! "1024" or "1024:1"
void take_filter_bank(voltage_settings& s, const std::string& text)
{
    const auto colon = text.find(':');
    const auto channels = whole_number(text.substr(0, colon));
    const auto times = colon == std::string::npos ? std::optional(s.oversampling)
                                                  : whole_number(text.substr(colon + 1));
    if (!channels || !times || *channels < 1)
        throw usage_error(fmt::format("--filter-bank must be a number of channels, e.g. "
                                      "1024 or 1024:1, got {}",
                                      text));
    s.channels = *channels;
    s.oversampling = *times;
}

} // namespace

recording_options parse_recording_options(const options& given)
{
    recording_options r;
    r.format = given.text("format", "");
    if (given.has("samp-rate")) {
        r.samp_rate_hz = parse_hertz("samp-rate", given.text("samp-rate", ""));
        if (!(*r.samp_rate_hz > 0))
            throw usage_error(fmt::format("--samp-rate must be above 0 Hz, got {}",
                                          given.text("samp-rate", "")));
    }
    if (given.has("center"))
        r.centre_hz = parse_hertz("center", given.text("center", ""));
    r.channel = given.number("channel", 0, std::numeric_limits<int>::max() - 1);
    r.iq_channels = given.has("iq-channels");
    r.allow_damaged = given.has("allow-damaged");
    return r;
}

survey_settings parse_survey_settings(const options& given)
{
    survey_settings s;
    constexpr auto MOST = std::numeric_limits<std::int64_t>::max();
    s.length = given.number("length").value_or(s.length);
    s.hop = given.number("hop", 1, MOST).value_or(0);
    s.taps_per_branch = given.number("taps-per-branch", 1, MOST).value_or(1);
    s.window = given.text("window", s.taps_per_branch > 1 ? "polyphase" : s.window);
    if (given.has("average") && given.has("seconds"))
        throw usage_error("--average and --seconds say the same; one is enough");
    s.frames = given.number("average", 1, std::int64_t(1) << 50).value_or(0);
    s.seconds = given.positive("seconds", 1e9).value_or(s.seconds);
    if (given.has("statistics"))
        take_statistics(s, given.text("statistics", ""));
    if (given.has("unit"))
        s.unit = parse_spectrum_unit(given.text("unit", ""));
    if (given.has("calibration")) {
        const auto value = real_number(given.text("calibration", ""));
        if (!value)
            throw usage_error(fmt::format("--calibration must be a number of dBm, got {}",
                                          given.text("calibration", "")));
        s.calibration_db = *value;
        s.is_calibrated = true;
    }
    if (given.has("compressor"))
        s.compressor = parse_compression(given.text("compressor", ""));
    if (given.has("bands"))
        for (const auto& word : split_words(given.text("bands", "")))
            s.bands.push_back(parse_band(word));
    if (given.has("occupancy"))
        s.occupancy_level = parse_level("occupancy", given);
    s.peaks = given.number("peaks", 1, 10000).value_or(0);
    s.peak_height_db = given.positive("peak-height", 300).value_or(s.peak_height_db);
    if (given.has("peak-height") && s.peaks == 0)
        throw usage_error("--peak-height is for peaks; give --peaks N, too");
    s.has_zoom_levels = given.has("pyramid");
    s.event_rate = given.positive("events", 1);
    s.has_shaped_noise = given.has("shaped-noise");
    if (given.has("voltages"))
        for (const auto& word : split_words(given.text("voltages", "")))
            s.voltages.bands.push_back(parse_voltage_band(word));
    if (given.has("filter-bank"))
        take_filter_bank(s.voltages, given.text("filter-bank", ""));
    add_needed_statistics(s);
    s.reading = parse_recording_options(given);
    validate(s);
    return s;
}

} // namespace gpufft::app
