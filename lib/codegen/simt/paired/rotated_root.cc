/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/paired/rotated_root.h"
#include "codegen/text/literal.h"
#include "math/roots.h"
#include <fmt/format.h>

namespace gpufft::simt {

std::string root_number(const pass& p, const rotated_root& r, std::int64_t k)
{
    return complex_literal(p, root_of_unity(-r.step * k, r.order));
}

std::string
rotated(const pass& p, const rotated_root& r, const std::string& name, std::int64_t k)
{
    const auto eighths = r.step * k % r.order * 8;
    if (eighths == 0)
        return name;
    if (eighths == 2 * r.order)
        return fmt::format("complex_of({0}.y, -{0}.x)", name);
    if (eighths == -2 * r.order)
        return fmt::format("complex_of(-{0}.y, {0}.x)", name);
    return fmt::format("cmul({}, {})", name, root_number(p, r, k));
}

} // namespace gpufft::simt
