/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/command.h"
#include "apps/options/whole_numbers.h"
#include <fmt/format.h>
#include <string_view>
#include <algorithm>
#include <cctype>

namespace gpufft::app {

namespace {

//! What is elsewhere may be less deep there.
struct too_deep : usage_error {
    using usage_error::usage_error;
};

} // namespace

//! By recursive descent.
class expression
{
public:
    //! \param depth  of what it is in
    expression(const std::string& text, whole_numbers& among, int depth)
        : d_text(text), d_among(among), d_begin(depth), d_depth(depth), d_deepest(depth)
    {
    }

    //! One number, or several between commas, in brackets or not; or what a variable is.
    std::vector<std::int64_t> values()
    {
        check_size();
        const auto name = word();
        if (is_variable(name) && rest().empty()) {
            const level one(*this);
            return variable(name);
        }
        d_at = 0;
        std::vector<std::int64_t> all;
        const bool is_list = at("(") || at("[");
        const auto begin = d_at;
        if (is_list) {
            ++d_at;
            while (!at(")") && !at("]")) {
                all.push_back(sum());
                if (!take(","))
                    break;
            }
            const bool is_closed = take(")") || take("]");
            if (is_closed && rest().empty() && !all.empty())
                return all;
            d_at = begin; // a product that begins with a bracket
            all.clear();
        }
        all.push_back(sum());
        if (!rest().empty())
            refuse();
        return all;
    }

    //! Brackets, powers and variables that what was read so far has in each other.
    int levels() const { return d_deepest - d_begin; }

private:
    [[noreturn]] void refuse() const
    {
        throw usage_error(
            fmt::format("\"{}\" is no whole number that can be told", d_text));
    }

    void check_size() const
    {
        if (d_text.size() > MOST_EXPRESSION)
            throw usage_error(fmt::format("\"{}...\" has {} characters, more than {}",
                                          d_text.substr(0, 20),
                                          d_text.size(),
                                          MOST_EXPRESSION));
    }

    //! One bracket, power or variable deeper, for as long as it lives.
    class level
    {
    public:
        explicit level(expression& in) : d_in(in) { d_in.reach(++d_in.d_depth); }
        level(const level&) = delete;
        ~level() { --d_in.d_depth; }

    private:
        expression& d_in;
    };

    void reach(int depth)
    {
        if (depth > MOST_EXPRESSION_DEPTH)
            throw too_deep(
                fmt::format("more than {} brackets, powers and variables in each other",
                            MOST_EXPRESSION_DEPTH));
        d_deepest = std::max(d_deepest, depth);
    }

    bool is_variable(const std::string& name) const
    {
        return d_among.d_known.count(name);
    }

    const std::vector<std::int64_t>& variable(const std::string& name)
    {
        const auto& found = d_among.variable(name, d_depth);
        reach(d_depth + found.levels);
        if (!found.failure.empty())
            throw usage_error(found.failure);
        return found.values;
    }

    std::string_view rest()
    {
        while (d_at < d_text.size() && d_text[d_at] == ' ')
            ++d_at;
        return std::string_view(d_text).substr(d_at);
    }
    bool at(std::string_view word) { return rest().substr(0, word.size()) == word; }
    bool take(std::string_view word)
    {
        if (!at(word))
            return false;
        d_at += word.size();
        return true;
    }

    std::int64_t bounded(double value) const
    {
        if (!(value >= -9e15 && value <= 9e15))
            refuse();
        return static_cast<std::int64_t>(value);
    }

    std::int64_t sum()
    {
        auto value = product();
        for (;;) {
            if (take("+"))
                value = bounded(double(value) + double(product()));
            else if (take("-"))
                value = bounded(double(value) - double(product()));
            else
                return value;
        }
    }

    std::int64_t product()
    {
        auto value = power();
        for (;;) {
            if (take("//")) {
                const auto by = power();
                if (by <= 0)
                    refuse();
                value /= by;
            } else if (!at("**") && take("*"))
                value = bounded(double(value) * double(power()));
            else
                return value;
        }
    }

    std::int64_t power()
    {
        const auto base = number();
        if (!take("**"))
            return base;
        const level one(*this);
        const auto exponent = power();
        if (exponent < 0 || exponent > 62)
            refuse();
        double value = 1;
        for (std::int64_t i = 0; i < exponent; ++i)
            value *= double(base);
        return bounded(value);
    }

    std::string word()
    {
        const auto is_part = [](unsigned char c) {
            return std::isalnum(c) || c == '_' || c == '.';
        };
        std::string read;
        for (rest(); d_at < d_text.size() && is_part(d_text[d_at]); ++d_at)
            read += d_text[d_at];
        return read;
    }

    std::int64_t number()
    {
        const level one(*this);
        if (take("(")) {
            const auto value = sum();
            if (!take(")"))
                refuse();
            return value;
        }
        const auto name = word();
        if (is_variable(name)) {
            const auto& all = variable(name);
            if (all.size() != 1)
                refuse();
            return all[0];
        }
        if (name == "int") // int(fft_size): GRC's own advice
            return number();
        if (name.empty() || name.size() > 15 ||
            name.find_first_not_of("0123456789") != std::string::npos)
            refuse();
        return std::stoll(name);
    }

    const std::string& d_text;
    whole_numbers& d_among;
    const int d_begin;
    int d_depth;
    int d_deepest;
    std::size_t d_at = 0;
};

std::vector<std::int64_t> whole_numbers::of(const std::string& text)
{
    return expression(text, *this, 0).values();
}

const whole_numbers::result& whole_numbers::variable(const std::string& name, int depth)
{
    const auto [found, is_new] = d_results.emplace(name, result());
    auto& r = found->second;
    if (!is_new) {
        if (!r.is_done)
            throw usage_error("variables that need each other");
        return r;
    }
    expression read(d_known.at(name), *this, depth);
    try {
        r.values = read.values();
    } catch (const too_deep&) {
        d_results.erase(found);
        throw;
    } catch (const usage_error& e) {
        r.failure = e.what();
    }
    r.levels = read.levels();
    r.is_done = true;
    return r;
}

} // namespace gpufft::app
