/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/grc_blocks.h"
#include <sstream>

namespace gpufft::app {

namespace {

//! What GRC writes: '1024', "a\tb" or plain.
std::string unquoted(const std::string& text)
{
    const bool is_quoted = text.size() > 1 && text.front() == text.back() &&
                           (text.front() == '\'' || text.front() == '"');
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

} // namespace

std::vector<grc_block> blocks_of(const std::string& text)
{
    std::vector<grc_block> all;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);) {
        const auto colon = line.find(": ");
        const auto value =
            colon == std::string::npos ? std::string() : unquoted(line.substr(colon + 2));
        const auto begins = [&](const char* with) { return line.rfind(with, 0) == 0; };
        if (begins("- name: "))
            all.push_back({ value, "", true, {} });
        else if (all.empty())
            continue;
        else if (begins("  id: "))
            all.back().id = value;
        else if (begins("    state: "))
            all.back().is_enabled = value == "enabled" || value == "true";
        else if (begins("    ") && colon != std::string::npos && line[4] != ' ')
            all.back().parameters[line.substr(4, colon - 4)] = value;
    }
    return all;
}

} // namespace gpufft::app
