/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/wisdom_file.h"

namespace gpufft {

wisdom_content parse_wisdom_lines(const std::string& text)
{
    return parse_lines(lines_of(text), parse_wisdom);
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
