/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/fold.h"
#include <fmt/format.h>
#include <algorithm>
#include <sstream>

namespace gpufft::testing {

namespace {

constexpr std::size_t MOST_LINES = 16; // of a group
constexpr std::size_t LEAST_GROUPS = 4;
constexpr std::size_t LEAST_SAVED = 2;
constexpr std::size_t MOST_DIGITS = 18; // of a number that is counted with

constexpr char NUMBER = '\1'; // in no kernel's text

//! A line taken apart: "x1 = slot[9];" is "x* = slot[*];", each * a NUMBER, and 1, 9.
struct parted {
    std::string text;
    std::vector<long long> numbers;
};

//! 0, or digits that a count prints again: no 007.
bool is_counted(const std::string& digits)
{
    return digits.size() <= MOST_DIGITS && (digits == "0" || digits[0] != '0');
}

parted part(const std::string& line)
{
    static const char* const DIGITS = "0123456789";
    parted made;
    for (std::size_t i = 0; i < line.size();) {
        const auto start = std::min(line.find_first_of(DIGITS, i), line.size());
        const auto end = std::min(line.find_first_not_of(DIGITS, start), line.size());
        const auto digits = line.substr(start, end - start);
        made.text += line.substr(i, start - i);
        if (!digits.empty() && is_counted(digits)) {
            made.text += NUMBER;
            made.numbers.push_back(std::stoll(digits));
        } else {
            made.text += digits;
        }
        i = end;
    }
    return made;
}

//! Whether \p third is as far from \p second as that is from \p first, in all numbers.
bool is_next(const parted& first, const parted& second, const parted& third)
{
    if (first.text != second.text || second.text != third.text)
        return false;
    for (std::size_t i = 0; i < first.numbers.size(); ++i)
        if (third.numbers[i] - second.numbers[i] != second.numbers[i] - first.numbers[i])
            return false;
    return true;
}

//! How many groups of \p size lines from \p begin on differ by equal steps.
std::size_t
groups_at(const std::vector<parted>& lines, std::size_t begin, std::size_t size)
{
    std::size_t end = begin + 2 * size;
    while (end < lines.size() &&
           is_next(lines[end - 2 * size], lines[end - size], lines[end]))
        ++end;
    return std::min(end, lines.size()) < begin + 2 * size ? 0 : (end - begin) / size;
}

struct run {
    std::size_t size = 1, groups = 1, saved = 0;
};

//! The run from \p begin on whose folding saves most.
run best_run(const std::vector<parted>& lines, std::size_t begin)
{
    run best;
    for (std::size_t size = 1; size <= MOST_LINES; ++size) {
        const auto groups = groups_at(lines, begin, size);
        if (groups < LEAST_GROUPS)
            continue;
        const auto saved = size * (groups - 2) - 1;
        if (saved >= LEAST_SAVED && saved > best.saved)
            best = { size, groups, saved };
    }
    return best;
}

std::string count_line(const run& r, const text_lines& lines, std::size_t begin)
{
    const auto& last = lines[begin + r.size * r.groups - 1];
    const auto indent = std::min(last.find_first_not_of(' '), last.size());
    return fmt::format("{}// ... {} more{}, up to: {}",
                       last.substr(0, indent),
                       r.groups - 2,
                       r.size > 1 ? fmt::format(" of these {} lines", r.size) : "",
                       last.substr(indent));
}

} // namespace

text_lines fold_runs(const text_lines& lines)
{
    std::vector<parted> all;
    for (const auto& line : lines)
        all.push_back(part(line));
    text_lines made;
    for (std::size_t i = 0; i < lines.size();) {
        const auto best = best_run(all, i);
        const auto shown = best.saved ? 2 * best.size : 1;
        made.insert(made.end(), lines.begin() + i, lines.begin() + i + shown);
        if (best.saved)
            made.push_back(count_line(best, lines, i));
        i += best.size * best.groups;
    }
    return made;
}

std::string folded(const std::string& text)
{
    text_lines lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);)
        lines.push_back(line);
    std::string made;
    for (const auto& line : fold_runs(fold_codelets(lines)))
        made += line + "\n";
    return made;
}

} // namespace gpufft::testing
