/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/tokens.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

// The C library's functions depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_of_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

//! Characters from \p at on that are digits.
std::size_t behind_digits(const std::string& text, std::size_t at)
{
    while (at < text.size() && is_digit(text[at]))
        ++at;
    return at;
}

//! Behind the number at \p at: digits, a point, digits, an exponent.
std::size_t behind_number(const std::string& text, std::size_t at)
{
    at = behind_digits(text, at);
    if (at < text.size() && text[at] == '.')
        at = behind_digits(text, at + 1);
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        auto digits = at + 1;
        if (digits < text.size() && (text[digits] == '+' || text[digits] == '-'))
            ++digits;
        if (digits < text.size() && is_digit(text[digits]))
            at = behind_digits(text, digits);
    }
    return at;
}

//! Messages are one line of characters that any terminal shows.
std::string printable(std::string text)
{
    for (auto& c : text)
        if (c < ' ' || c > '~')
            c = '?';
    return text;
}

} // namespace

std::string word_before_expression(const std::string& kind)
{
    return kind.empty() ? "" : kind + " ";
}

bool is_name(const std::string& name)
{
    return !name.empty() && is_letter(name.front()) &&
           std::all_of(name.begin(), name.end(), is_of_name);
}

token_reader::token_reader(const std::string& text, const std::string& kind)
    : d_text(text), d_kind(kind)
{
    d_next = read();
}

token token_reader::read()
{
    while (d_at < d_text.size() && d_text[d_at] == ' ')
        ++d_at;
    const auto begin = d_at;
    if (begin == d_text.size())
        return { token::kind::end, "", begin };
    const char c = d_text[begin];
    auto is = token::kind::sign;
    if (is_letter(c)) {
        is = token::kind::name;
        while (d_at < d_text.size() && is_of_name(d_text[d_at]))
            ++d_at;
    } else if (is_digit(c) ||
               (c == '.' && begin + 1 < d_text.size() && is_digit(d_text[begin + 1]))) {
        is = token::kind::number;
        d_at = behind_number(d_text, begin);
        if (d_at < d_text.size() && is_of_name(d_text[d_at]))
            fail(d_at, "a sign is missing between the number and what follows, e.g. *");
    } else if (std::string("+-*/%(),[]<>=!").find(c) != std::string::npos) {
        ++d_at;
        if (std::string("<>=!").find(c) != std::string::npos && d_at < d_text.size() &&
            d_text[d_at] == '=')
            ++d_at;
    } else {
        fail(begin, "this character is in no expression");
    }
    return { is, d_text.substr(begin, d_at - begin), begin };
}

bool token_reader::takes(const char* sign)
{
    if (d_next.is != token::kind::sign || d_next.text != sign)
        return false;
    d_next = read();
    return true;
}

token token_reader::take()
{
    auto taken = d_next;
    d_next = read();
    return taken;
}

void token_reader::fail(std::size_t at, const std::string& problem) const
{
    fail_expression(d_kind, d_text, at, problem);
}

void fail_expression(const std::string& kind,
                     const std::string& text,
                     std::size_t at,
                     const std::string& problem)
{
    const auto line = printable(text);
    const auto rest =
        at < line.size() ? "\"" + line.substr(at) + "\"" : std::string("its end");
    throw expression_error(
        fmt::format("the {}expression \"{}\" is wrong at column {}, {}: {}",
                    word_before_expression(kind),
                    line,
                    at + 1,
                    rest,
                    problem));
}

} // namespace gpufft
