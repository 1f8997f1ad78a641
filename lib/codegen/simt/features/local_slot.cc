/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simt/features/local_slot.h"
#include <fmt/format.h>

namespace gpufft::simt {

std::string local_slot(const std::vector<atom>& digits,
                       std::size_t d,
                       const std::string& k,
                       std::int64_t atom::*weight,
                       std::int64_t count)
{
    std::string sum;
    for (const auto& a : digits) {
        if (a.dimension != static_cast<int>(d))
            continue;
        auto digit = a.*weight == 1 ? k : fmt::format("{} / {}", k, a.*weight);
        if (a.*weight * a.size < count)
            digit += fmt::format(" % {}", a.size);
        if (a.local_weight != 1)
            digit = fmt::format(
                "{} * {}", a.local_weight, digit == k ? k : "(" + digit + ")");
        sum += (sum.empty() ? "" : " + ") + digit;
    }
    return sum.empty() ? "0" : sum;
}

} // namespace gpufft::simt
