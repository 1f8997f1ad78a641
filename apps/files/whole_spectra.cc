/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/picture_program.h"
#include "apps/files/survey_text.h"
#include "apps/files/whole_spectra.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft::app {

namespace {

//! Below every level that float samples can reach: digital silence.
constexpr double SILENCE = 1e-30;

//! Adds a row's powers of a statistic \p how.
void add(std::vector<double>& to, const float* of, statistic how, double frames)
{
    for (std::size_t bin = 0; bin < to.size(); ++bin) {
        const double power = of[bin];
        if (how == statistic::mean)
            to[bin] += frames * power;
        else if (how == statistic::highest)
            to[bin] = std::max(to[bin], power);
        else
            to[bin] = std::min(to[bin], power);
    }
}

double before_any(statistic how)
{
    return how == statistic::lowest ? std::numeric_limits<double>::infinity() : 0;
}

} // namespace

whole_spectra::whole_spectra(const recording_group& rows,
                             const survey_settings& asked,
                             const recording& of)
    : d_asked(asked),
      d_name(of.path.substr(of.path.rfind('/') + 1)),
      d_is_complex(of.is_complex),
      d_samp_rate_hz(of.samp_rate_hz)
{
    for (std::int64_t chunk = 0; chunk < rows.chunks(); ++chunk)
        for (std::size_t i = 0; i < asked.statistics.size(); ++i)
            add_chunk(rows, i, chunk);
    std::sort(d_centres.begin(), d_centres.end(), [](const auto& a, const auto& b) {
        return a.hz < b.hz;
    });
}

whole_spectra::centre& whole_spectra::centre_at(double hz)
{
    const auto found = std::find_if(d_centres.begin(),
                                    d_centres.end(),
                                    [hz](const auto& each) { return each.hz == hz; });
    if (found != d_centres.end())
        return *found;
    d_centres.emplace_back();
    d_centres.back().hz = hz;
    d_centres.back().powers.resize(d_asked.statistics.size());
    return d_centres.back();
}

void whole_spectra::add_chunk(const recording_group& rows,
                              std::size_t number,
                              std::int64_t chunk)
{
    const auto bytes = rows.read_chunk(number, chunk);
    const auto* values = reinterpret_cast<const float*>(bytes.data());
    const auto how = d_asked.statistics[number];
    for (std::int64_t row = 0; row < rows.rows_in(chunk); ++row) {
        const auto r = rows.rows().at(chunk * rows.chunk_rows() + row);
        auto& to = centre_at(rows.rows().segment_of(r).centre_hz.value_or(0));
        auto& powers = to.powers[number];
        if (powers.empty())
            powers.assign(static_cast<std::size_t>(rows.bins()), before_any(how));
        const auto frames = static_cast<double>(r.frames);
        add(powers, values + row * rows.bins(), how, frames);
        to.frames += number == 0 ? frames : 0;
    }
}

double whole_spectra::frequency_hz(const centre& c, std::size_t bin) const
{
    const auto dc = d_is_complex ? d_asked.length / 2 : 0;
    return (d_is_complex ? c.hz : 0) +
           static_cast<double>(static_cast<std::int64_t>(bin) - dc) * d_samp_rate_hz /
               static_cast<double>(d_asked.length);
}

double whole_spectra::power(const centre& c, std::size_t number, std::size_t bin) const
{
    const bool is_mean = d_asked.statistics[number] == statistic::mean;
    return c.powers[number][bin] / (is_mean ? c.frames : 1);
}

std::string whole_spectra::table() const
{
    std::string text = "frequency_hz";
    for (const auto each : d_asked.statistics)
        text += fmt::format(",{} ({})", word_of(each), d_asked.unit_text());
    text += "\n";
    for (const auto& c : d_centres) {
        for (std::size_t bin = 0; bin < c.powers[0].size(); ++bin) {
            text += fmt::format("{}", frequency_hz(c, bin));
            for (std::size_t i = 0; i < c.powers.size(); ++i) {
                const double p = power(c, i, bin);
                text += fmt::format(
                    ",{:.8g}", is_in_decibels(d_asked.unit) ? 10 * std::log10(p) : p);
            }
            text += "\n";
        }
    }
    return text;
}

std::string whole_spectra::subtitle() const
{
    double frames = 0;
    for (const auto& c : d_centres)
        frames += c.frames;
    const double bin_hz = d_samp_rate_hz / static_cast<double>(d_asked.length);
    return fmt::format("{:.0f} frames, length {}, hop {}, {}, RBW {}",
                       frames,
                       d_asked.length,
                       d_asked.actual_hop(),
                       d_asked.window,
                       hertz_text(rounded(d_asked.enbw_bins() * bin_hz)));
}

void whole_spectra::become_picture(const std::string& output) const
{
    const bool is_level = is_in_decibels(d_asked.unit);
    const auto rate = hertz_text(d_samp_rate_hz);
    nlohmann::ordered_json head;
    head["program"] = "gpufft psd";
    head["output"] = output;
    head["kind"] = "curves";
    head["title"] = d_name + " - " + rate.substr(0, rate.size() - 2) + "S/s";
    head["subtitle"] = subtitle();
    head["label"] = (is_level ? "" : "dB of ") + d_asked.unit_text();
    head["curves"] = nlohmann::ordered_json::array();
    std::vector<float> values;
    for (const auto& c : d_centres) {
        for (std::size_t i = 0; i < c.powers.size(); ++i) {
            head["curves"].push_back(
                { { "name", word_of(d_asked.statistics[i]) },
                  { "first_hz", frequency_hz(c, 0) },
                  { "step_hz", d_samp_rate_hz / static_cast<double>(d_asked.length) },
                  { "count", c.powers[i].size() } });
            for (std::size_t bin = 0; bin < c.powers[i].size(); ++bin)
                values.push_back(static_cast<float>(
                    10 * std::log10(std::max(power(c, i, bin), SILENCE))));
        }
    }
    app::become_picture(head, values);
}

} // namespace gpufft::app
