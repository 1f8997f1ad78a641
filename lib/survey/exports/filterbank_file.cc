/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/utc_time.h"
#include "survey/exports/filterbank_file.h"
#include "survey/read/reduced_part.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace gpufft {

namespace {

constexpr double MHZ = 1e6, SECONDS_PER_DAY = 86400, MJD_OF_1970 = 40587;
// Rows of zeros, and bytes of these, that any file may have: one of few rows and a gap is
// no mistake.
constexpr std::int64_t FEW_ROWS = 100000, FEW_BYTES = std::int64_t(1) << 30;

//! \brief Keywords and values as SIGPROC has them, little endian
class filterbank_header
{
public:
    void word(const std::string& text)
    {
        number(static_cast<std::int32_t>(text.size()));
        d_bytes += text;
    }
    template <typename value>
    void add(const char* keyword, value v)
    {
        word(keyword);
        number(v);
    }
    void add(const char* keyword, const std::string& text)
    {
        word(keyword);
        // Readers have room for 80 letters.
        word(text.substr(0, 79));
    }
    const std::string& bytes() const { return d_bytes; }

private:
    template <typename value>
    void number(value v)
    {
        char bytes[sizeof(v)];
        std::memcpy(bytes, &v, sizeof(v));
        d_bytes.append(bytes, sizeof(v));
    }
    std::string d_bytes;
};

//! Seconds from the recording's first sample to the row's.
double begin_s(const stored_group& g, std::size_t row)
{
    return g.seconds()[row] - 0.5 * g.row_seconds()[row];
}

double seconds_per_row(const stored_group& g)
{
    return g.number("frames_per_row") * g.number("hop") / g.number("sample_rate_hz");
}

void check(const stored_group& g, const stored_product& p)
{
    if (p.array.dimensions.at(1) != "frequency" || !is_power(p) ||
        p.array.name == "variance")
        throw survey_error(fmt::format("{} is no power over frequency, which a "
                                       "filterbank is; mean, max and min work",
                                       p.array.name));
    if (!(seconds_per_row(g) > 0) || g.frequencies_hz().size() < 2)
        throw survey_error("a filterbank needs two bins, and rows of a known duration");
}

//! The frequency that those of the group are relative to; 0: they are relative to none.
double centre_of(const stored_group& g, const exported_part& part)
{
    if (!g.are_relative())
        return 0;
    const auto& all = g.centres_hz();
    const double centre = all[part.rows[0]];
    for (const auto row : part.rows)
        // No number, which is unlike itself: nobody knows it.
        if (!(all[row] == centre))
            throw survey_error(
                "a filterbank has one centre frequency, and these rows have "
                "several, or one that is not known; a part with one, by "
                "--start and --duration, works");
    return centre;
}

//! The place of each row in the file.
std::vector<std::int64_t> places_of(const stored_group& g, const exported_part& part)
{
    const double each = seconds_per_row(g), first = begin_s(g, part.rows[0]);
    std::vector<std::int64_t> places;
    for (const auto row : part.rows) {
        const auto nearest = std::llround((begin_s(g, row) - first) / each);
        // The last row of a segment may be shorter, and the next begin in its place.
        places.push_back(
            places.empty() ? 0 : std::max<std::int64_t>(nearest, places.back() + 1));
    }
    const auto rows = static_cast<std::int64_t>(places.size());
    const auto few = std::min(
        FEW_ROWS,
        FEW_BYTES / static_cast<std::int64_t>(part.columns.size() * sizeof(float)));
    if (places.back() >= 2 * rows + few)
        throw survey_error(
            fmt::format("gaps would make {} rows of {}; a part, by --start and "
                        "--duration, works",
                        places.back() + 1,
                        rows));
    return places;
}

std::string header_of(const stored_group& g, const exported_part& part)
{
    const auto& hz = g.frequencies_hz();
    // Neighbours' difference has few digits left.
    const double step_hz = (hz.back() - hz.front()) / static_cast<double>(hz.size() - 1);
    auto source = g.attributes().value("source", "");
    filterbank_header h;
    h.word("HEADER_START");
    h.add("source_name", g.name().empty() ? std::string("survey") : g.name());
    h.add("rawdatafile", source.substr(source.rfind('/') + 1));
    h.add("machine_id", std::int32_t(0));
    h.add("telescope_id", std::int32_t(0));
    h.add("data_type", std::int32_t(1)); // a filterbank
    h.add("fch1", (centre_of(g, part) + hz[part.columns.behind - 1]) / MHZ);
    h.add("foff", -step_hz / MHZ);
    h.add("nchans", static_cast<std::int32_t>(part.columns.size()));
    h.add("nbits", std::int32_t(32));
    h.add("nifs", std::int32_t(1));
    h.add("tsamp", seconds_per_row(g));
    const double mjd = g.begin_utc_ns()
                           ? MJD_OF_1970 + (static_cast<double>(*g.begin_utc_ns()) /
                                                static_cast<double>(NS_PER_SECOND) +
                                            begin_s(g, part.rows[0])) /
                                               SECONDS_PER_DAY
                           : 0;
    h.add("tstart", mjd);
    h.word("HEADER_END");
    return h.bytes();
}

} // namespace

void write_filterbank(const stored_group& g,
                      const stored_product& p,
                      const exported_part& part,
                      const byte_sink& to)
{
    check(g, p);
    const auto places = places_of(g, part);
    const auto header = header_of(g, part);
    to(header.data(), header.size());
    const bool in_decibels = is_in_decibels(p);
    std::vector<float> row(part.columns.size());
    std::size_t number = 0;
    std::int64_t written = 0;
    each_row<float>(g, p, part, [&](const float* values) {
        std::fill(row.begin(), row.end(), 0.0F);
        for (; written < places[number]; ++written)
            to(row.data(), row.size() * sizeof(float));
        for (std::size_t i = 0; i < row.size(); ++i) {
            const float value = values[row.size() - 1 - i];
            const double power = in_decibels ? std::pow(10.0, 0.1 * value) : value;
            row[i] = std::isnan(value) ? 0.0F : static_cast<float>(power);
        }
        to(row.data(), row.size() * sizeof(float));
        ++written;
        ++number;
    });
}

} // namespace gpufft
