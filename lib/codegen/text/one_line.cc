/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/one_line.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

bool ends_with(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

//! A compiler joins such a line with the next. Some heed trigraphs, and some no spaces.
bool goes_on(std::string_view text)
{
    text = text.substr(0, text.find_last_not_of(' ') + 1);
    return ends_with(text, "\\") || ends_with(text, "?\?/");
}

} // namespace

void check_line(std::string_view text)
{
    const auto control = std::find_if(text.begin(), text.end(), is_control);
    if (control != text.end())
        throw plan_error(
            fmt::format("a line of a kernel holds the control character 0x{:02x}, so it "
                        "is not written; it begins with \"{}\"",
                        static_cast<unsigned char>(*control),
                        std::string_view(text.data(), control - text.begin())));
    if (text.find("//") != std::string_view::npos && goes_on(text))
        throw plan_error(fmt::format(
            "a comment of a kernel would hide the line after it: \"{}\"", text));
}

} // namespace gpufft
