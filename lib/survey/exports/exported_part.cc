/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/utc_time.h"
#include "survey/exports/exported_part.h"
#include "survey/read/row_reader.h"
#include <type_traits>
#include <cmath>
#include <limits>

namespace gpufft {

exported_part
exported(const stored_group& g, const stored_product& p, const survey_part& part)
{
    exported_part e;
    e.rows = rows_in(g, part);
    if (p.array.dimensions.at(1) == "frequency")
        e.columns = bins_in(g, part);
    else
        e.columns.behind = static_cast<std::size_t>(p.array.shape[1]);
    return e;
}

template <typename number>
void each_row(const stored_group& g,
              const stored_product& p,
              const exported_part& part,
              const std::function<void(const number* row)>& take)
{
    typename row_reader<number>::chunk_reader read = nullptr;
    if constexpr (std::is_same_v<number, float>)
        read = &stored_group::chunk;
    else
        read = &stored_group::numbers;
    row_reader<number> reader(g, p, read);
    const std::vector<number> none(part.columns.size(),
                                   std::numeric_limits<number>::quiet_NaN());
    for (const auto row : part.rows) {
        const auto* values = reader.row(row);
        take(values ? values + part.columns.first : none.data());
    }
}

template void each_row<float>(const stored_group&,
                              const stored_product&,
                              const exported_part&,
                              const std::function<void(const float*)>&);
template void each_row<double>(const stored_group&,
                               const stored_product&,
                               const exported_part&,
                               const std::function<void(const double*)>&);

std::int64_t utc_ns_of(const stored_group& g, std::size_t row)
{
    return *g.begin_utc_ns() +
           std::llround(static_cast<double>(NS_PER_SECOND) * g.seconds()[row]);
}

nlohmann::ordered_json
axes_of(const stored_group& g, const stored_product& p, const exported_part& part)
{
    nlohmann::ordered_json j;
    j["product"] = p.array.name;
    j["units"] = p.units();
    j["shape"] = { part.rows.size(), part.columns.size() };
    j["dimensions"] = p.array.dimensions;
    auto& times = j[g.begin_utc_ns() ? "time_utc" : "time_s"];
    times = nlohmann::ordered_json::array();
    for (const auto row : part.rows) {
        if (g.begin_utc_ns())
            times.push_back(utc_text(utc_ns_of(g, row)));
        else
            times.push_back(g.seconds()[row]);
    }
    if (p.array.dimensions.at(1) == "frequency") {
        const auto first = g.frequencies_hz().begin();
        j["frequency_hz"] =
            std::vector<double>(first + static_cast<std::ptrdiff_t>(part.columns.first),
                                first + static_cast<std::ptrdiff_t>(part.columns.behind));
        j["frequencies_are_relative_to_center"] = g.are_relative();
    } else {
        j[p.array.dimensions[1]] = g.names_along(p.array.dimensions[1]);
    }
    if (!g.centres_hz().empty()) {
        auto& centres = j["center_frequency_hz"];
        for (const auto row : part.rows)
            centres.push_back(g.centres_hz()[row]);
    }
    j["attributes"] = g.attributes();
    return j;
}

} // namespace gpufft
