/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/stored_voltages.h"
#include "survey/store/json_file.h"
#include "survey/store/whole_file.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <complex>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

constexpr char VOLTAGE_META[] = ".sigmf-meta", VOLTAGE_DATA[] = ".sigmf-data";

double number_in(const nlohmann::ordered_json& j, const char* name)
{
    const auto found = j.is_object() ? j.find(name) : j.end();
    return j.is_object() && found != j.end() && found->is_number() ? found->get<double>()
                                                                   : 0;
}

stored_voltages read_voltages(const fs::path& meta, const std::string& name)
{
    const auto j = json_in(meta.string());
    const auto nothing = nlohmann::ordered_json();
    const auto captures = j.value("captures", nothing);
    stored_voltages v;
    v.name = name;
    v.samp_rate_hz = number_in(j.value("global", nothing), "core:sample_rate");
    if (!(v.samp_rate_hz > 0) || !captures.is_array() || captures.empty())
        throw survey_error(
            fmt::format("{} is damaged: it has no rate, or no capture", meta.string()));
    v.centre_hz = number_in(captures[0], "core:frequency");
    auto data = meta;
    boost::system::error_code error;
    const auto bytes = fs::file_size(data.replace_extension(VOLTAGE_DATA), error);
    v.samples =
        error ? 0 : static_cast<std::int64_t>(bytes / sizeof(std::complex<float>));
    return v;
}

} // namespace

std::vector<stored_voltages> voltages_in(const std::string& folder)
{
    std::vector<stored_voltages> all;
    for (const auto* kind : { "voltages", "channels" }) {
        boost::system::error_code error;
        for (fs::directory_iterator each(fs::path(folder) / kind, error), end;
             !error && each != end;
             each.increment(error))
            if (each->path().extension() == VOLTAGE_META)
                all.push_back(read_voltages(each->path(),
                                            kind + ("/" + each->path().stem().string())));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.name < b.name;
    });
    return all;
}

} // namespace gpufft
