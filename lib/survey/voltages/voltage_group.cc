/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/trusted_file.h"
#include "recordings/files/utc_time.h"
#include "survey/store/json_file.h"
#include "survey/store/zarr_array.h"
#include "survey/voltages/voltage_group.h"
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cerrno>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

constexpr char SOURCE_SAMPLES[] = "gpufft:source_samples";

[[noreturn]] void fail(const std::string& path)
{
    throw survey_error(
        fmt::format("cannot write {}: {}", path, std::generic_category().message(errno)));
}

/*!
 * Writes \p count samples from sample \p at of a file on. Nothing is read of it: then
 * a network's file system sends the bytes that were written, and no page around them,
 * in which another host writes.
 */
void write_at(const std::string& path,
              std::int64_t at,
              const voltage* samples,
              std::int64_t count)
{
    const file_handle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (!file)
        fail(path);
    const auto* bytes = reinterpret_cast<const char*>(samples);
    auto left = static_cast<std::size_t>(count) * sizeof(voltage);
    auto place = static_cast<off_t>(at) * static_cast<off_t>(sizeof(voltage));
    while (left > 0) {
        const auto written = ::pwrite(file.get(), bytes, left, place);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            fail(path);
        bytes += written;
        left -= static_cast<std::size_t>(written);
        place += written;
    }
}

} // namespace

voltage_group::voltage_group(const std::string& folder,
                             const recording& of,
                             const survey_settings& settings,
                             voltage_plan plan)
    : d_folder(folder + "/" + plan.folder),
      d_source(of.path),
      d_is_calibrated(settings.is_calibrated),
      d_calibration_db(settings.calibration_db),
      d_plan(std::move(plan))
{
    d_parts_folder = fmt::format("{}/{}", all_parts_folder(), source_samples());
}

std::string voltage_group::data_path(std::size_t stream) const
{
    return d_folder + "/" + layout().streams()[stream].name + ".sigmf-data";
}

std::string voltage_group::meta_path(std::size_t stream) const
{
    return d_folder + "/" + layout().streams()[stream].name + ".sigmf-meta";
}

std::string voltage_group::part_path(std::int64_t chunk) const
{
    return fmt::format("{}/{}", d_parts_folder, chunk);
}

//! Metadata are written last, in order.
bool voltage_group::is_complete() const
{
    boost::system::error_code ignored;
    for (auto stream = layout().streams().size(); stream-- > 0;)
        if (layout().samples(stream) > 0)
            return fs::exists(meta_path(stream), ignored);
    return true;
}

bool voltage_group::is_done(std::int64_t chunk) const
{
    boost::system::error_code ignored;
    return fs::exists(part_path(chunk), ignored) || is_complete();
}

void voltage_group::write_chunk(const whole_files& with,
                                std::int64_t chunk,
                                const chunk_samples& samples) const
{
    make_folders(d_folder);
    const auto c = layout().at(chunk);
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (const auto count = layout().outputs_of(i, c); count > 0)
            write_at(data_path(i),
                     layout().begin_of(i, c.segment) +
                         c.first_step * layout().streams()[i].step_outputs,
                     samples[i].data(),
                     count);
    with.write(part_path(chunk), "");
    // Another process may have done it before, and all the rest by now.
    boost::system::error_code ignored;
    if (is_complete())
        fs::remove_all(all_parts_folder(), ignored);
}

//! A stream whose file of samples has another size than it should.
std::optional<std::size_t> voltage_group::cut_off() const
{
    for (std::size_t i = 0; i < layout().streams().size(); ++i) {
        const auto wanted =
            static_cast<std::uintmax_t>(layout().samples(i)) * sizeof(voltage);
        boost::system::error_code error;
        const auto bytes = wanted > 0 ? fs::file_size(data_path(i), error) : 0;
        if (error || bytes != wanted)
            return i;
    }
    return {};
}

std::int64_t voltage_group::source_samples() const
{
    std::int64_t all = 0;
    for (const auto& each : layout().segments())
        all += each.count;
    return all;
}

//! Samples that came after a recording had been surveyed change the last ones of each
//! stream, whose number may stay the same.
bool voltage_group::has_other_source() const
{
    try {
        for (std::size_t i = 0; i < layout().streams().size(); ++i)
            if (const auto text = contents_of(meta_path(i)))
                return json_of(meta_path(i), *text)
                           .at("global")
                           .value(SOURCE_SAMPLES, source_samples()) != source_samples();
    } catch (const std::exception&) {
        return true; // nobody can read them
    }
    return false;
}

void voltage_group::forget_if_outdated() const
{
    if (!is_complete() || (!cut_off() && !has_other_source()))
        return;
    boost::system::error_code ignored;
    for (std::size_t i = 0; i < layout().streams().size(); ++i)
        fs::remove(meta_path(i), ignored);
}

std::string voltage_group::metadata_of(std::size_t stream) const
{
    const auto& s = layout().streams()[stream];
    nlohmann::ordered_json j;
    auto& global = j["global"];
    global["core:datatype"] = "cf32_le";
    global["core:sample_rate"] = s.rate_hz;
    global["core:version"] = "1.0.0";
    global["core:recorder"] = "gpufft process";
    global["core:description"] =
        fmt::format("{} of {}, filtered to {} Hz; its first sample is of the time of the "
                    "first there",
                    s.name,
                    d_source,
                    s.passband_hz);
    global["core:extensions"] = nlohmann::ordered_json::array(
        { { { "name", "gpufft" }, { "version", "1.0.0" }, { "optional", true } } });
    global["gpufft:source"] = d_source;
    global[SOURCE_SAMPLES] = source_samples();
    global["gpufft:passband_hz"] = s.passband_hz;
    if (d_is_calibrated)
        global["gpufft:full_scale_dbm"] = d_calibration_db;
    j["captures"] = nlohmann::ordered_json::array();
    const auto& segments = layout().segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (layout().outputs_of(stream, i) == 0)
            continue;
        nlohmann::ordered_json capture;
        capture["core:sample_start"] = layout().begin_of(stream, i);
        capture["core:frequency"] = *s.centres_hz[i];
        if (segments[i].utc_ns)
            capture["core:datetime"] = utc_text(*segments[i].utc_ns);
        capture["gpufft:source_sample"] = segments[i].start;
        j["captures"].push_back(capture);
    }
    j["annotations"] = nlohmann::ordered_json::array();
    return zarr_text(j);
}

void voltage_group::finish(const whole_files& with) const
{
    boost::system::error_code ignored;
    if (!is_complete()) {
        for (std::int64_t chunk = 0; chunk < layout().chunks(); ++chunk)
            if (!fs::exists(part_path(chunk), ignored))
                return;
        if (const auto stream = cut_off()) {
            fs::remove_all(all_parts_folder(), ignored);
            throw survey_error(
                fmt::format("{} has not the {} samples that were written to it: it was "
                            "changed meanwhile; the same command makes it anew",
                            data_path(*stream),
                            layout().samples(*stream)));
        }
        for (std::size_t i = 0; i < layout().streams().size(); ++i)
            if (layout().samples(i) > 0)
                with.write(meta_path(i), metadata_of(i));
    }
    fs::remove_all(all_parts_folder(), ignored);
}

} // namespace gpufft
