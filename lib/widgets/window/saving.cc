/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/window/display_widget.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

// What a display_widget saves.

namespace gpufft::display {

namespace {

std::string write(const std::string& path, const std::string& text)
{
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (file)
        return "";
    return fmt::format(
        "{} cannot be written: {}", path, std::strerror(errno ? errno : EIO));
}

} // namespace

std::string display_widget::save_png(const std::string& path)
{
    const auto image = picture(d_frame.isNull() ? sizeHint() : d_frame.size());
    if (image.save(QString::fromStdString(path), "PNG"))
        return "";
    return fmt::format(
        "{} cannot be written as a PNG: its folder must be there and writable", path);
}

std::string display_widget::save_csv(const std::string& path, trace_kind kind) const
{
    const auto levels = store().levels(kind);
    const auto axis = store().status().axis;
    if (levels.size() != axis.bins)
        return "the spectra have changed meanwhile; try again";
    const double offset_db = d_state.conversion.offset_db(axis.bin_hz);
    auto text = fmt::format(
        "frequency (Hz),{} ({})\n", trace_name(kind), d_state.conversion.to.name());
    for (std::size_t k = 0; k < levels.size(); ++k)
        text += fmt::format("{:.6f},{:.3f}\n",
                            axis.frequency(static_cast<double>(k)),
                            static_cast<double>(levels[k]) + offset_db);
    return write(path, text);
}

std::string display_widget::save_annotation(const std::string& path) const
{
    if (!d_state.selection)
        return "nothing is selected: drag over a band first";
    const auto status = store().status();
    const auto& axis = status.axis;
    // Samples are those of the recording, whatever part of their band was zoomed into.
    const bool is_part = status.whole.width_hz() > axis.span_hz();
    const double samp_rate_hz = is_part ? status.whole.width_hz() : axis.samp_rate_hz();
    // Samples from the first spectrum to the part of the waterfall that is seen.
    const double end_s = std::max(status.newest_s - d_state.scrolled_back_s, 0.0);
    const double begin_s = std::max(end_s - d_state.seconds, 0.0);
    const auto samples = [&](double s) { return std::llround(s * samp_rate_hz); };
    nlohmann::ordered_json capture = { { "core:sample_start", 0 } };
    if (!axis.is_one_sided) // real samples have no middle of the band
        capture["core:frequency"] =
            is_part ? status.whole.center_hz()
                    : axis.frequency(static_cast<double>(axis.bins / 2));
    const nlohmann::ordered_json meta = {
        { "global",
          { { "core:datatype", axis.is_one_sided ? "rf32_le" : "cf32_le" },
            { "core:version", "1.0.0" },
            { "core:sample_rate", samp_rate_hz } } },
        { "captures", nlohmann::ordered_json::array({ capture }) },
        { "annotations",
          { { { "core:sample_start", samples(begin_s) },
              { "core:sample_count", samples(end_s) - samples(begin_s) },
              { "core:freq_lower_edge", d_state.selection->low_hz },
              { "core:freq_upper_edge", d_state.selection->high_hz },
              { "core:label", "selection" } } } }
    };
    return write(path, meta.dump(4) + "\n");
}

} // namespace gpufft::display
