/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/reduced_part.h"
#include "survey/read/row_reader.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();
//! Below every power that float samples can reach, and its square: digital silence.
constexpr double SILENCE = 1e-60;

//! How rows, and then bins, become one.
struct reduction {
    bool is_lowest = false, is_highest = false, takes_decibels = false, is_power = false;

    double linear(float value) const
    {
        return takes_decibels ? std::pow(10.0, 0.1 * static_cast<double>(value)) : value;
    }
    float shown(double value) const
    {
        return static_cast<float>(is_power ? 10 * std::log10(std::max(value, SILENCE))
                                           : value);
    }
    double of_bins(double a, double b) const
    {
        return is_lowest ? std::fmin(a, b) : std::fmax(a, b);
    }
};

reduction reduction_of(const stored_product& p)
{
    reduction r;
    r.is_lowest = p.array.name == "min";
    r.is_highest = p.array.name == "max";
    r.takes_decibels = is_in_decibels(p);
    r.is_power = is_power(p);
    return r;
}

//! Bins of a column under way, and the frames that they are of.
class column_sum
{
public:
    column_sum(const reduction& by, std::size_t bins) : d_by(by), d_sums(bins) {}

    void add(const float* values, double frames)
    {
        for (std::size_t i = 0; i < d_sums.size(); ++i) {
            const double value = d_by.linear(values[i]);
            auto& s = d_sums[i];
            if (d_by.is_lowest || d_by.is_highest)
                s = d_frames == 0    ? value
                    : d_by.is_lowest ? std::fmin(s, value)
                                     : std::fmax(s, value);
            else
                s += frames * value;
        }
        d_frames += frames;
    }

    //! Bins first * n / count .. of the column as \p rows values.
    std::vector<float> reduced(std::size_t rows) const
    {
        std::vector<float> all;
        const bool is_mean = !d_by.is_lowest && !d_by.is_highest;
        for (std::size_t r = 0; r < rows; ++r) {
            const auto first = r * d_sums.size() / rows;
            const auto behind = (r + 1) * d_sums.size() / rows;
            double value = NOT_A_NUMBER;
            for (auto bin = first; bin < behind; ++bin)
                value = d_by.of_bins(value, d_sums[bin]);
            all.push_back(d_by.shown(is_mean ? value / d_frames : value));
        }
        return all;
    }
    bool is_empty() const { return d_frames == 0; }

private:
    const reduction& d_by;
    std::vector<double> d_sums;
    double d_frames = 0;
};

double begin_of(const stored_group& g, std::size_t row)
{
    return g.seconds()[row] - 0.5 * g.row_seconds()[row];
}

double end_of(const stored_group& g, std::size_t row)
{
    return g.seconds()[row] + 0.5 * g.row_seconds()[row];
}

//! Which rows each column is of.
std::vector<std::vector<std::size_t>> columns_of(const stored_group& g,
                                                 const std::vector<std::size_t>& rows,
                                                 const reduced_part& into)
{
    std::vector<std::vector<std::size_t>> columns(into.columns);
    const double each = (into.to_s - into.from_s) / static_cast<double>(into.columns);
    const auto all = static_cast<double>(into.columns);
    // Within the columns whatever the times are, NaN too.
    const auto number = [&](double at, double most) {
        const double column = (at - into.from_s) / each;
        return column > 0 ? std::min(column, most) : 0;
    };
    for (const auto row : rows) {
        const auto own = static_cast<std::size_t>(number(g.seconds()[row], all - 1));
        const auto first =
            static_cast<std::size_t>(std::lround(number(begin_of(g, row), all - 1)));
        const auto behind =
            static_cast<std::size_t>(std::lround(number(end_of(g, row), all)));
        columns[own].push_back(row);
        for (auto c = first; c < behind; ++c)
            if (c != own)
                columns[c].push_back(row);
    }
    return columns;
}

//! As many columns as rows of the survey, where those follow each other.
std::size_t columns_for(const stored_group& g,
                        const std::vector<std::size_t>& rows,
                        const reduced_part& into,
                        std::size_t most)
{
    double longest = 0;
    for (const auto row : rows)
        longest = std::max(longest, g.row_seconds()[row]);
    const double wanted = std::ceil((into.to_s - into.from_s) / longest - 1e-6);
    return static_cast<std::size_t>(
        std::clamp(wanted, 1.0, static_cast<double>(std::max<std::size_t>(1, most))));
}

void lay_out(reduced_part& to,
             const stored_group& g,
             const std::vector<std::size_t>& rows,
             const bins_of_part& bins)
{
    const double bin_hz = g.number("sample_rate_hz") / std::max(1.0, g.number("length"));
    to.low_hz = g.frequencies_hz()[bins.first] - 0.5 * bin_hz;
    to.high_hz = g.frequencies_hz()[bins.behind - 1] + 0.5 * bin_hz;
    to.from_s = begin_of(g, rows.front());
    to.to_s = end_of(g, rows.front());
    for (const auto row : rows) { // clocks may have been set back
        to.from_s = std::min(to.from_s, begin_of(g, row));
        to.to_s = std::max(to.to_s, end_of(g, row));
    }
}

} // namespace

bool is_in_decibels(const stored_product& of) { return of.units().rfind("dB", 0) == 0; }

bool is_power(const stored_product& of)
{
    const auto& name = of.array.name;
    return name == "mean" || name == "max" || name == "min" || name == "variance" ||
           is_in_decibels(of);
}

reduced_part reduced(const stored_group& group,
                     const stored_product& product,
                     const survey_part& part,
                     std::size_t most_columns,
                     std::size_t most_rows)
{
    const auto bins = bins_in(group, part);
    const auto rows = rows_in(group, part);
    const auto by = reduction_of(product);
    reduced_part to;
    lay_out(to, group, rows, bins);
    to.columns = columns_for(group, rows, to, most_columns);
    to.rows = std::clamp<std::size_t>(bins.size(), 1, most_rows);
    to.bins_each = static_cast<double>(bins.size()) / static_cast<double>(to.rows);
    to.bins_by = by.is_lowest ? "smallest" : "largest";
    to.values.assign(to.rows * to.columns, static_cast<float>(NOT_A_NUMBER));
    row_reader<float> reader(group, product, &stored_group::chunk);
    const auto columns = columns_of(group, rows, to);
    for (std::size_t c = 0; c < to.columns; ++c) {
        column_sum sum(by, bins.size());
        for (const auto row : columns[c])
            if (const auto* values = reader.row(row))
                sum.add(values + bins.first, group.frames()[row]);
        to.rows_each =
            std::max(to.rows_each, static_cast<std::int64_t>(columns[c].size()));
        if (sum.is_empty())
            continue;
        const auto column = sum.reduced(to.rows);
        for (std::size_t r = 0; r < to.rows; ++r)
            to.values[r * to.columns + c] = column[r];
    }
    return to;
}

} // namespace gpufft
