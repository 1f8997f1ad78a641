/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/row_branches.h"
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace gpufft {

namespace {

bool is_in_a_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

std::vector<std::int64_t> row_branches(const std::string& text)
{
    // As emit_prefetches.cc, emit_vector_io.cc and transpose_blocks.cc write it.
    const std::string compared = "rows >";
    std::vector<std::int64_t> found;
    for (auto at = text.find(compared); at != std::string::npos;
         at = text.find(compared, at + 1)) {
        if (at > 0 && is_in_a_name(text[at - 1]))
            continue;
        const auto behind = at + compared.size();
        const bool is_included = text.compare(behind, 1, "=") == 0;
        const char* const number = text.c_str() + behind + (is_included ? 1 : 0);
        char* end = nullptr;
        const auto rows = std::strtoll(number, &end, 10);
        if (end != number)
            found.push_back(is_included ? rows : rows + 1);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace gpufft
