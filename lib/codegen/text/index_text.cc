/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/index_text.h"
#include <fmt/format.h>

namespace gpufft {

index_sum& index_sum::add(const std::string& name, std::int64_t weight)
{
    if (!weight)
        return *this;
    if (!d_text.empty())
        d_text += " + ";
    d_text += weight == 1 ? name : fmt::format("{} * {}", weight, name);
    return *this;
}

index_sum& index_sum::add(const std::vector<atom>& atoms, std::int64_t atom::*weight)
{
    for (const auto& a : atoms)
        add(a.name, a.*weight);
    return *this;
}

std::string offset_from(const std::string& base, std::int64_t offset)
{
    if (offset < 0)
        return fmt::format("{} - {}", base, -offset);
    return offset ? fmt::format("{} + {}", base, offset) : base;
}

std::vector<std::string> split_number(const std::string& of,
                                      const std::vector<atom>& atoms)
{
    std::vector<std::string> lines;
    std::int64_t below = 1;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
        auto value = below == 1 ? of : fmt::format("{} / {}", of, below);
        if (i + 1 < atoms.size())
            value += fmt::format(" % {}", atoms[i].size);
        lines.push_back(fmt::format("const uint {} = {};", atoms[i].name, value));
        below *= atoms[i].size;
    }
    return lines;
}

} // namespace gpufft
