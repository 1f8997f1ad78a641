/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/survey_arguments.h"
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <type_traits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace {

//! The value of that name, where there is one.
template <typename value, typename Use>
void use(const py::dict& given, const char* name, const Use& with)
{
    if (!given.contains(name) || given[name].is_none())
        return;
    const py::object found = given[name];
    std::optional<value> as_needed;
    try {
        as_needed = found.cast<value>();
    } catch (const py::cast_error&) {
        const bool is_whole = std::is_integral_v<value> && !std::is_same_v<value, bool>;
        throw py::value_error(
            fmt::format("{} {} {}",
                        name,
                        is_whole ? "must be an int, got" : "is of a wrong type:",
                        std::string(py::repr(found))));
    }
    with(std::move(*as_needed));
}

template <typename value>
void take(const py::dict& given, const char* name, value& to)
{
    use<value>(given, name, [&](value v) { to = std::move(v); });
}

template <typename value>
void take(const py::dict& given, const char* name, std::optional<value>& to)
{
    use<value>(given, name, [&](value v) { to = std::move(v); });
}

//! (centre, rate) or (centre, rate, width)
gpufft::voltage_band voltage_band_of(const std::string& name,
                                     const std::vector<double>& numbers)
{
    if (numbers.size() < 2 || numbers.size() > 3)
        throw py::value_error(fmt::format(
            "voltages[\"{}\"] must be (center, rate) or (center, rate, width) in Hz",
            name));
    gpufft::voltage_band b;
    b.name = name;
    b.centre_hz = numbers[0];
    b.rate_hz = numbers[1];
    b.width_hz = numbers.size() > 2 ? numbers[2] : 0;
    return b;
}

gpufft::recording_options reading_of(const py::dict& given)
{
    gpufft::recording_options r;
    take(given, "format", r.format);
    take(given, "samp_rate", r.samp_rate_hz);
    take(given, "center", r.centre_hz);
    take(given, "channel", r.channel);
    take(given, "iq_channels", r.iq_channels);
    take(given, "allow_damaged", r.allow_damaged);
    return r;
}

} // namespace

gpufft::survey_settings settings_of(const py::dict& given)
{
    gpufft::survey_settings s;
    take(given, "length", s.length);
    take(given, "hop", s.hop);
    take(given, "window", s.window);
    take(given, "average", s.frames);
    take(given, "seconds", s.seconds);
    use<std::string>(given, "statistics", [&](const std::string& words) {
        gpufft::take_statistics(s, words);
    });
    use<std::string>(given, "unit", [&](const std::string& word) {
        s.unit = gpufft::parse_spectrum_unit(word);
    });
    use<double>(given, "calibration", [&](double dbm) {
        s.calibration_db = dbm;
        s.is_calibrated = true;
    });
    use<std::string>(given, "compressor", [&](const std::string& word) {
        s.compressor = gpufft::parse_compression(word);
    });
    using edges = std::pair<double, double>;
    use<std::vector<std::pair<std::string, edges>>>(
        given, "bands", [&](const auto& bands) {
            for (const auto& [name, range] : bands)
                s.bands.push_back({ name, range.first, range.second });
        });
    take(given, "occupancy", s.occupancy_level);
    take(given, "peaks", s.peaks);
    take(given, "peak_height", s.peak_height_db);
    take(given, "pyramid", s.has_zoom_levels);
    take(given, "events", s.event_rate);
    take(given, "shaped_noise", s.has_shaped_noise);
    use<std::vector<std::pair<std::string, std::vector<double>>>>(
        given, "voltages", [&](const auto& bands) {
            for (const auto& [name, numbers] : bands)
                s.voltages.bands.push_back(voltage_band_of(name, numbers));
        });
    use<std::vector<std::int64_t>>(given, "filter_bank", [&](const auto& numbers) {
        s.voltages.channels = numbers.at(0);
        if (numbers.size() > 1)
            s.voltages.oversampling = numbers[1];
    });
    gpufft::add_needed_statistics(s);
    s.reading = reading_of(given);
    return s;
}
