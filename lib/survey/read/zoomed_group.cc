/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/read/zoomed_group.h"
#include "survey/settings/row_plan.h"
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! A product of that name is there, and done.
bool has_done(const stored_group& g, const std::string& product)
{
    const auto& all = g.products();
    return std::any_of(all.begin(), all.end(), [&](const stored_product& p) {
        return p.array.name == product && p.is_done();
    });
}

} // namespace

std::optional<zoomed_group> zoomed(const stored_group& g,
                                   const std::string& product,
                                   const survey_part& part,
                                   std::size_t columns)
{
    // Rows halve with each level, so no coarser one than this has enough.
    const auto rows = static_cast<double>(rows_in(g, part).size());
    const double halves = std::floor(std::log2(rows / static_cast<double>(columns)));
    const double most = std::min({ g.number("zoom_levels"), halves, 60.0 });
    for (int level = static_cast<int>(most); level > 0; --level) {
        const auto folder = g.folder() + "/" + zoom_folder(level);
        if (!boost::filesystem::exists(folder + "/.zmetadata"))
            continue;
        stored_group found(folder, g.name());
        if (has_done(found, product) && rows_in(found, part).size() >= columns)
            return zoomed_group{ level, std::move(found) };
    }
    return {};
}

} // namespace gpufft
