/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "plan/wisdom/wisdom_file.h"
#include <sstream>

namespace gpufft {

std::vector<wisdom_record> parse_sent_lines(const std::string& text)
{
    std::vector<wisdom_record> all;
    std::istringstream from(text);
    std::string line;
    for (int number = 1; std::getline(from, line); ++number) {
        if (lines_of(line).empty())
            continue;
        try {
            all.push_back(parse_sent_wisdom(line));
        } catch (const plan_error& e) {
            refuse("line {}: {}", number, e.what());
        }
    }
    if (all.empty())
        refuse("there is nothing in it");
    return all;
}

wisdom_content wisdom_file::read() const { return read_records(d_lines, parse_wisdom); }

void wisdom_file::append(const std::vector<wisdom_record>& records) const
{
    std::vector<std::string> lines;
    for (const auto& r : records)
        lines.push_back(to_line(r));
    d_lines.append(lines);
}

std::size_t wisdom_file::keep(const std::function<bool(const wisdom_record&)>& keep) const
{
    return keep_records(d_lines, parse_wisdom, keep);
}

} // namespace gpufft
