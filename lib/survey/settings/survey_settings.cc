/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/window.h"
#include "plan/request/refuse.h"
#include "survey/settings/survey_settings.h"
#include <fmt/format.h>
#include <gpufft/transform.h>
#include <boost/algorithm/string.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace gpufft {

namespace {

constexpr std::int64_t MOST_PEAKS = 10000;
constexpr double MOST_EVENT_RATE = 0.1;
constexpr char NO_STATISTICS[] = "none";

const auto& STATISTICS =
    *new named_values<statistic>{ { "mean", statistic::mean },
                                  { "max", statistic::highest },
                                  { "min", statistic::lowest },
                                  { "variance", statistic::variance },
                                  { "kurtosis", statistic::kurtosis } };

const auto& COMPRESSIONS =
    *new named_values<compression>{ { "blosc", compression::blosc },
                                    { "zlib", compression::zlib },
                                    { "none", compression::none } };

template <typename value>
value parse(const char* option_name,
            const named_values<value>& known,
            const std::string& word)
{
    if (const auto found = value_of(known, word))
        return *found;
    refuse("{} \"{}\" is not one of {}", option_name, word, words_of(known));
}

void check_bands(const survey_settings& s)
{
    std::set<std::string> names;
    for (const auto& b : s.bands) {
        if (!(b.low_hz < b.high_hz))
            refuse("band {} must end above its beginning, got {} to {} Hz",
                   b.name,
                   b.low_hz,
                   b.high_hz);
        if (!names.insert(b.name).second)
            refuse("two bands are called {}; give each a name of its own", b.name);
    }
}

bool is_polyphase(const survey_settings& s)
{
    return s.taps_per_branch > 1 && s.window == "polyphase";
}

void check_window(const survey_settings& s)
{
    if (s.window == "polyphase" && s.taps_per_branch == 1)
        refuse("--window polyphase is for --taps-per-branch 2 or more; 10 make bins that "
               "are flat, and 80 dB apart");
    if (!is_polyphase(s) && !periodic_taps(s.window, 1))
        refuse("--window \"{}\" is none of {}, or kaiser,BETA, tukey,SHARE, "
               "gaussian,DEVIATION",
               s.window,
               window_names());
    if (!(window_gain(s.taps(), s.unit) > 0))
        refuse(
            "the taps of --window {} at --length {} sum to 0, so levels cannot be told",
            s.window,
            s.length);
}

} // namespace

const char* word_of(statistic s) { return word_for(STATISTICS, s); }
const char* word_of(spectrum_unit u) { return word_for(SPECTRUM_UNITS, u); }
const char* word_of(compression c) { return word_for(COMPRESSIONS, c); }

namespace {

//! Adds what \p s follows from.
void add_planes(std::vector<accumulation>& planes, statistic s)
{
    switch (s) {
    case statistic::highest:
        planes.push_back(accumulation::highest);
        return;
    case statistic::lowest:
        planes.push_back(accumulation::lowest);
        return;
    case statistic::variance:
    case statistic::kurtosis:
        planes.push_back(accumulation::square);
        break;
    case statistic::mean:
        break;
    }
    planes.push_back(accumulation::sum);
}

} // namespace

bool survey_settings::has_products_of_means() const
{
    return !bands.empty() || occupancy_level || peaks > 0;
}

accumulations survey_settings::planes() const
{
    std::vector<accumulation> all;
    for (const auto each : statistics)
        add_planes(all, each);
    if (has_products_of_means() || all.empty())
        all.push_back(accumulation::sum);
    accumulations planes = all.at(0);
    for (const auto each : all)
        planes.add(each);
    return planes;
}

accumulations survey_settings::device_planes() const
{
    return percentiles.empty() ? planes() : accumulations(accumulation::sum);
}

std::int64_t survey_settings::plane_count() const
{
    return planes().count() + static_cast<std::int64_t>(percentiles.size());
}

std::size_t survey_settings::product_number(statistic s) const
{
    const auto found = std::find(statistics.begin(), statistics.end(), s);
    if (found == statistics.end())
        refuse("the survey has no {}; --statistics {} adds it", word_of(s), word_of(s));
    return static_cast<std::size_t>(found - statistics.begin());
}

bool survey_settings::takes_linear_powers() const
{
    return !percentiles.empty() || planes().has(accumulation::square) ||
           has_products_of_means();
}

std::int64_t survey_settings::actual_hop() const
{
    if (hop > 0)
        return hop;
    return taps_per_branch > 1 ? length : std::max<std::int64_t>(1, length / 2);
}

std::int64_t survey_settings::frames_per_row(double samp_rate_hz) const
{
    if (frames > 0)
        return frames;
    const double wanted = seconds * samp_rate_hz / static_cast<double>(actual_hop());
    return static_cast<std::int64_t>(std::clamp(std::round(wanted), 1.0, 1e15));
}

std::vector<float> survey_settings::taps() const
{
    if (is_polyphase(*this)) {
        const auto filter = polyphase_taps(length, taps_per_branch);
        return { filter.begin(), filter.end() };
    }
    const auto exact = periodic_taps(window, frame_samples());
    return exact ? std::vector<float>(exact->begin(), exact->end())
                 : std::vector<float>();
}

std::string survey_settings::window_text() const
{
    return told_enbw_bins ? "unknown" : window;
}

double survey_settings::enbw_bins() const
{
    if (told_enbw_bins)
        return *told_enbw_bins;
    return enbw_of(taps()) / static_cast<double>(taps_per_branch);
}

std::string survey_settings::unit_text() const
{
    const std::string full = is_calibrated ? "m" : "FS";
    return is_in_decibels(unit) ? "dB" + full + (is_per_hz(unit) ? "/Hz" : "")
                                : power_text();
}

std::string survey_settings::band_unit_text() const
{
    if (is_in_decibels(unit))
        return is_calibrated ? "dBm" : "dBFS";
    return is_calibrated ? "mW" : "full scale^2";
}

std::vector<band> survey_settings::occupied_bands() const
{
    const double infinite = std::numeric_limits<double>::infinity();
    return bands.empty() ? std::vector<band>{ { "all", -infinite, infinite } } : bands;
}

std::string survey_settings::power_text() const
{
    const std::string full = is_calibrated ? "mW" : "full scale^2";
    return full + (is_per_hz(unit) ? "/Hz" : "");
}

void validate(const survey_settings& s)
{
    if (s.length < 1 || s.length > MAX_LENGTH)
        refuse("--length must be 1 .. {} (2^27), got {}", MAX_LENGTH, s.length);
    const auto most_taps = MAX_LENGTH / s.length;
    if (s.taps_per_branch < 1 || s.taps_per_branch > most_taps)
        refuse("--taps-per-branch must be 1 .. {} of --length {} (2^27 taps in all), got "
               "{}",
               most_taps,
               s.length,
               s.taps_per_branch);
    if (s.hop < 0 || s.hop > MAX_HOP)
        refuse("--hop must be 1 .. {} (2^30) samples, got {}", MAX_HOP, s.hop);
    if (s.frames < 0 || (s.frames == 0 && !(s.seconds > 0)))
        refuse("a row must be of 1 frame or more, got {}", s.frames);
    if (!std::isfinite(s.calibration_db) || std::abs(s.calibration_db) > 300)
        refuse("--calibration must be -300 .. 300 dBm, got {}", s.calibration_db);
    validate(s.voltages);
    if (s.statistics.empty() && s.percentiles.empty() && !s.voltages.are_wanted())
        refuse("no statistic is asked for; --statistics mean works, or none with "
               "--voltages or --filter-bank");
    check_bands(s);
    if (s.peaks < 0 || s.peaks > MOST_PEAKS)
        refuse("--peaks must be 0 .. {}, got {}", MOST_PEAKS, s.peaks);
    if (!(s.peak_height_db > 0 && s.peak_height_db <= 300))
        refuse("--peak-height must be above 0 dB, up to 300, got {}", s.peak_height_db);
    if (s.event_rate && !(*s.event_rate > 0 && *s.event_rate <= MOST_EVENT_RATE))
        refuse(
            "--events must be above 0, up to {}: how often a bin of a row may pass the "
            "threshold in noise, e.g. 1e-6, got {}",
            MOST_EVENT_RATE,
            *s.event_rate);
    if (s.has_shaped_noise && !s.event_rate)
        refuse("--shaped-noise is for events; give --events, too");
    if (!s.told_enbw_bins)
        check_window(s);
    else if (!(*s.told_enbw_bins > 0 && std::isfinite(*s.told_enbw_bins)))
        refuse("the noise bandwidth must be above 0 bins, got {}", *s.told_enbw_bins);
}

namespace {

//! 99.9 of "p99.9"; nothing where the word is none of a percentile.
std::optional<double> percentile_of(const std::string& word)
{
    if (word.size() < 2 || word[0] != 'p' ||
        word.find_first_not_of("0123456789.", 1) != std::string::npos)
        return {};
    double value = 0;
    const char* end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data() + 1, end, value);
    return error == std::errc() && rest == end ? std::optional<double>(value)
                                               : std::nullopt;
}

template <typename value>
void add_once(std::vector<value>& to, value one, const std::string& name)
{
    if (std::find(to.begin(), to.end(), one) != to.end())
        refuse("statistic \"{}\" is asked for twice; once is enough", name);
    to.push_back(one);
}

} // namespace

std::vector<statistic> take_statistics(survey_settings& s, const std::string& text)
{
    std::vector<std::string> names;
    boost::split(names, text, boost::is_any_of(","));
    s.statistics.clear();
    s.percentiles.clear();
    if (text == NO_STATISTICS)
        return {};
    for (const auto& name : names) {
        if (const auto percentile = percentile_of(name)) {
            if (*percentile > 100)
                refuse("statistic \"{}\" is no percentile: p0 to p100 are, e.g. p50 or "
                       "p99.9",
                       name);
            add_once(s.percentiles, *percentile, name);
        } else {
            const auto one = value_of(STATISTICS, name);
            if (!one)
                refuse("statistic \"{}\" is not one of {}, or a percentile, e.g. p50",
                       name,
                       words_of(STATISTICS));
            add_once(s.statistics, *one, name);
        }
    }
    // In one order, so that another order makes the same survey.
    auto as_named = s.statistics;
    std::sort(s.statistics.begin(), s.statistics.end());
    std::sort(s.percentiles.begin(), s.percentiles.end());
    return as_named;
}

std::string percentile_word(double percentile) { return fmt::format("p{}", percentile); }

void add_needed_statistics(survey_settings& s)
{
    const auto need = [&s](statistic one) {
        if (std::find(s.statistics.begin(), s.statistics.end(), one) ==
            s.statistics.end())
            s.statistics.push_back(one);
    };
    if (s.has_zoom_levels || s.event_rate)
        need(statistic::mean);
    if (s.has_zoom_levels)
        need(statistic::highest);
    std::sort(s.statistics.begin(), s.statistics.end());
}

spectrum_unit parse_spectrum_unit(const std::string& word)
{
    return parse("unit", SPECTRUM_UNITS, word);
}

compression parse_compression(const std::string& word)
{
    return parse("compressor", COMPRESSIONS, word);
}

nlohmann::ordered_json to_json(const survey_settings& s)
{
    nlohmann::ordered_json j;
    j["length"] = s.length;
    if (s.taps_per_branch > 1)
        j["taps-per-branch"] = s.taps_per_branch;
    j["hop"] = s.actual_hop();
    j["window"] = s.window_text();
    if (s.told_enbw_bins)
        j["enbw"] = *s.told_enbw_bins;
    if (s.frames > 0)
        j["average"] = s.frames;
    else
        j["seconds"] = s.seconds;
    j["statistics"] = nlohmann::ordered_json::array();
    for (const auto each : s.statistics)
        j["statistics"].push_back(word_of(each));
    for (const auto each : s.percentiles)
        j["statistics"].push_back(percentile_word(each));
    if (s.has_zoom_levels)
        j["pyramid"] = true;
    if (s.event_rate)
        j["events"] = *s.event_rate;
    if (s.has_shaped_noise)
        j["shaped-noise"] = true;
    for (const auto& b : s.bands)
        j["bands"].push_back(fmt::format("{}={}:{}", b.name, b.low_hz, b.high_hz));
    if (s.occupancy_level)
        j["occupancy"] = *s.occupancy_level;
    if (s.peaks > 0) {
        j["peaks"] = s.peaks;
        j["peak-height"] = s.peak_height_db;
    }
    add_to_json(j, s.voltages);
    j["unit"] = word_of(s.unit);
    if (s.is_calibrated)
        j["calibration"] = s.calibration_db;
    j["compressor"] = word_of(s.compressor);
    const auto& r = s.reading;
    if (!r.format.empty())
        j["format"] = r.format;
    if (r.samp_rate_hz)
        j["samp-rate"] = *r.samp_rate_hz;
    if (r.centre_hz)
        j["center"] = *r.centre_hz;
    if (r.channel)
        j["channel"] = *r.channel;
    if (r.iq_channels)
        j["iq-channels"] = true;
    if (r.allow_damaged)
        j["allow-damaged"] = true;
    return j;
}

} // namespace gpufft
