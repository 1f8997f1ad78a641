/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/survey_part.h"
#include <fmt/format.h>
#include <algorithm>
#include <limits>

namespace gpufft {

bins_of_part bins_in(const stored_group& g, const survey_part& part)
{
    const auto& all = g.frequencies_hz();
    bins_of_part r;
    const double infinite = std::numeric_limits<double>::infinity();
    r.first = std::lower_bound(all.begin(), all.end(), part.low_hz.value_or(-infinite)) -
              all.begin();
    r.behind = std::upper_bound(all.begin(), all.end(), part.high_hz.value_or(infinite)) -
               all.begin();
    if (r.first >= r.behind)
        throw survey_error(fmt::format("no bin lies in that range of frequency; there "
                                       "are bins from {} to {} Hz",
                                       all.empty() ? 0 : all.front(),
                                       all.empty() ? 0 : all.back()));
    return r;
}

std::vector<std::size_t> rows_in(const stored_group& g, const survey_part& part)
{
    const double infinite = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < g.seconds().size(); ++r)
        if (g.seconds()[r] >= part.from_s.value_or(-infinite) &&
            g.seconds()[r] < part.to_s.value_or(infinite))
            rows.push_back(r);
    if (rows.empty())
        throw survey_error(
            g.seconds().empty()
                ? std::string("the survey has no rows yet")
                : fmt::format("no row lies in that range of time; there are rows "
                              "from {:.9g} to {:.9g} s",
                              g.seconds().front(),
                              g.seconds().back()));
    return rows;
}

} // namespace gpufft
