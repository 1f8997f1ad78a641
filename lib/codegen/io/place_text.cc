/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/place_text.h"
#include "codegen/text/index_text.h"
#include <fmt/format.h>

namespace gpufft {

std::string grouped(const std::string& expression)
{
    return expression.find(' ') == std::string::npos ? expression
                                                     : "(" + expression + ")";
}

std::string place_text::str() const
{
    if (falls)
        return fmt::format("{} - {}", constant, index);
    if (constant < 0)
        return fmt::format("{} - {}", index, -constant);
    return offset_from(index, constant);
}

element_text element_text::behind(std::string added)
{
    element_text result("");
    result.added = std::move(added);
    return result;
}

std::string element_text::of(const std::string& name) const
{
    return index.empty() ? "*" + grouped(name + added)
                         : fmt::format("{}[{}]", name, index);
}

std::string element_text::address(const std::string& name) const
{
    return index.empty() ? name + added : fmt::format("{} + {}", name, index);
}

std::string element_text::offset() const { return index.empty() ? "0" : index; }

std::string element_text::base(const std::string& name) const
{
    return index.empty() ? grouped(name + added) : name;
}

} // namespace gpufft
