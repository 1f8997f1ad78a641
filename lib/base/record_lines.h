/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_RECORD_LINES_H
#define INCLUDED_GPUFFT_LIB_BASE_RECORD_LINES_H

#include "base/line_file.h"
#include <gpufft/error.h>
#include <cstddef>
#include <string>
#include <vector>

//! Files whose lines are a record each; parsers throw plan_error where a line is none.
namespace gpufft {

//! What lines hold.
template <typename Record>
struct record_lines {
    std::vector<Record> records; //!< in order of the lines
    std::size_t skipped = 0;     //!< lines that are no record
    std::string why;             //!< of the first of them
};

template <typename Parse>
auto parse_lines(const std::vector<std::string>& lines, Parse parse)
{
    record_lines<decltype(parse(lines[0]))> content;
    for (const auto& line : lines) {
        try {
            content.records.push_back(parse(line));
        } catch (const plan_error& e) {
            if (content.skipped++ == 0)
                content.why = e.what();
        }
    }
    return content;
}

//! What is damaged or foreign is skipped, with a warning, once in a process for each
//! file.
template <typename Parse>
auto read_records(const line_file& file, Parse parse)
{
    auto content = parse_lines(file.read(), parse);
    if (content.skipped)
        file.warn_of_skipped(content.skipped, content.why);
    return content;
}

//! Leaves those that \p keep says, and lines of other versions.
//! \return how many were left out
template <typename Parse, typename Keep>
std::size_t keep_records(const line_file& file, Parse parse, Keep keep)
{
    std::size_t left_out = 0;
    file.keep([&](const std::string& line) {
        try {
            const bool stays = keep(parse(line));
            left_out += !stays;
            return stays;
        } catch (const plan_error&) {
            // Not ours to throw away, unless it was cut short.
            return line.back() == '}';
        }
    });
    return left_out;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_RECORD_LINES_H */
