/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/store/recording_group.h"
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <limits>

namespace gpufft {

namespace {

//! Rows like these that have no end.
row_plan endless(const row_plan& like)
{
    segment all;
    all.count = sample_source::UNKNOWN;
    return { { all }, like.length(), like.hop(), like.frames_per_row() };
}

} // namespace

recording_group::recording_group(std::string folder,
                                 const recording& of,
                                 const channel_choice& channel,
                                 const survey_settings& settings,
                                 row_origin origin)
    : d_folder(std::move(folder)),
      d_path(of.path),
      d_identity(of.identity),
      d_format_name(of.format_name),
      d_samp_rate_hz(of.samp_rate_hz),
      d_is_complex(of.is_complex),
      d_channel(channel),
      d_settings(settings),
      d_grows(origin == row_origin::more_samples),
      d_rows(of.segments_of(channel),
             settings.frame_samples(),
             settings.actual_hop(),
             settings.frames_per_row(of.samp_rate_hz)),
      d_bins(of.is_complex ? settings.length : settings.length / 2 + 1),
      d_chunk_rows(rows_of_chunk(
          d_grows ? endless(d_rows) : d_rows, d_bins, origin != row_origin::rows))
{
    lay_out_products();
}

void recording_group::lay_out_products()
{
    for (auto& each : products_of(d_settings, d_bins)) {
        auto array = array_of(each);
        d_products.push_back({ std::move(each), std::move(array) });
    }
}

zarr_array recording_group::array_of(const survey_product& p) const
{
    zarr_array a;
    a.name = p.name;
    a.dtype = p.fill ? "<f4" : "<f8";
    a.shape = { d_rows.has_end() ? d_rows.rows() : 0, p.size };
    a.chunks = { d_chunk_rows, p.size };
    a.dimensions = { "time", p.dimension };
    a.compressor = d_settings.compressor;
    a.fill_value = "NaN";
    a.attributes["long_name"] = p.long_name;
    a.attributes["units"] = p.units;
    a.attributes["coordinates"] =
        d_rows.segments().empty() || !d_rows.segments()[0].centre_hz
            ? "sample frames"
            : "sample frames center_frequency";
    return a;
}

std::int64_t recording_group::chunks() const
{
    return d_rows.has_end() ? (d_rows.rows() + d_chunk_rows - 1) / d_chunk_rows
                            : std::numeric_limits<std::int64_t>::max();
}

std::int64_t recording_group::rows_in(std::int64_t chunk) const
{
    return std::min(d_chunk_rows, d_rows.rows() - chunk * d_chunk_rows);
}

std::string recording_group::chunk_path(const zarr_array& a, std::int64_t chunk) const
{
    return fmt::format("{}/{}/{}", d_folder, a.name, a.chunk_name(chunk));
}

bool recording_group::is_done(std::int64_t chunk) const
{
    return std::all_of(d_products.begin(), d_products.end(), [&](const product& p) {
        return is_whole_chunk(p.array, chunk_path(p.array, chunk));
    });
}

void recording_group::forget_chunk(std::int64_t chunk) const
{
    for (const auto& p : d_products) {
        const auto path = chunk_path(p.array, chunk);
        if (::unlink(path.c_str()) != 0 && errno != ENOENT)
            throw survey_error(fmt::format(
                "cannot remove {}: {}", path, std::generic_category().message(errno)));
    }
}

namespace {

//! A product of all rows of a chunk; what lies behind the last is of none, NaN.
template <typename number, typename Fill>
std::vector<number> rows_of(const chunk_powers& powers,
                            std::int64_t count,
                            std::int64_t size,
                            const Fill& fill)
{
    std::vector<number> all(static_cast<std::size_t>(count),
                            std::numeric_limits<number>::quiet_NaN());
    for (std::int64_t row = 0; row < powers.rows(); ++row)
        fill(powers, row, all.data() + row * size);
    return all;
}

} // namespace

chunk_powers recording_group::powers_in(std::int64_t chunk, const float* values) const
{
    chunk_powers powers;
    powers.values = values;
    powers.are_levels =
        is_in_decibels(d_settings.unit) && !d_settings.takes_linear_powers();
    powers.planes = d_settings.planes().planes();
    powers.percentiles = static_cast<std::int64_t>(d_settings.percentiles.size());
    powers.bins = d_bins;
    for (std::int64_t row = 0; row < rows_in(chunk); ++row) {
        const auto r = d_rows.at(chunk * d_chunk_rows + row);
        powers.frames.push_back(r.frames);
        const auto centre = d_rows.segment_of(r).centre_hz;
        powers.centres_hz.push_back(d_is_complex ? centre.value_or(0) : 0);
    }
    powers.bin_hz = d_samp_rate_hz / static_cast<double>(d_settings.length);
    powers.dc = d_is_complex ? d_settings.length / 2 : 0;
    if (!d_is_complex) {
        // The host has squared powers that have the factor.
        if (d_settings.percentiles.empty())
            powers.edge_factor = edge_factor(sample_kind::real_float, d_settings.unit);
        powers.has_last_edge = d_settings.length % 2 == 0;
    }
    return powers;
}

void recording_group::write_chunk(const whole_files& with,
                                  std::int64_t chunk,
                                  const chunk_powers& powers) const
{
    for (const auto& p : d_products) {
        const auto write = [&](const void* all) {
            with.write(chunk_path(p.array, chunk),
                       compressed(p.array, all, p.array.chunk_bytes()));
        };
        if (p.of.fill)
            write(rows_of<float>(powers, d_chunk_rows * p.of.size, p.of.size, p.of.fill)
                      .data());
        else
            write(rows_of<double>(
                      powers, d_chunk_rows * p.of.size, p.of.size, p.of.fill_wide)
                      .data());
    }
}

std::vector<char> recording_group::read_chunk(std::size_t product,
                                              std::int64_t chunk) const
{
    const auto& a = d_products[product].array;
    const auto path = chunk_path(a, chunk);
    const auto file = contents_of(path);
    if (!file)
        throw survey_error(fmt::format("{} is not there: the survey is not done", path));
    return uncompressed(a, *file);
}

void recording_group::end_after(std::int64_t samples)
{
    auto segments = d_rows.segments();
    if (!segments.empty())
        segments.back().count = samples - segments.back().start;
    set_segments(std::move(segments));
}

void recording_group::set_segments(std::vector<segment> segments)
{
    d_rows = row_plan(
        std::move(segments), d_rows.length(), d_rows.hop(), d_rows.frames_per_row());
    for (auto& each : d_products)
        each.array.shape[0] = d_rows.rows();
}

void recording_group::check_identity() const
{
    const auto there = contents_of(d_folder + "/.zattrs");
    if (!there)
        return;
    const auto found = nlohmann::ordered_json::parse(*there, nullptr, false);
    if (found.is_object() && found.value("identity", "") == d_identity &&
        !d_identity.empty())
        return;
    if (d_identity.empty())
        throw survey_error(fmt::format("{} has samples of a pipe, which are gone; give "
                                       "another --out",
                                       d_folder));
    throw survey_error(
        fmt::format("{} is another recording than the one that {} was begun "
                    "with",
                    d_path,
                    d_folder));
}

} // namespace gpufft
