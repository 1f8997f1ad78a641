/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/command.h"
#include "apps/whole_numbers.h"
#include <fmt/format.h>
#include <cctype>

namespace gpufft::app {

namespace {

constexpr int MOST_DEPTH = 20; // of variables in variables, which may go round in circles

//! By recursive descent.
class expression
{
public:
    //! \param depth  of variables in variables
    expression(std::string text, const python_variables& known, int depth = 0)
        : d_text(std::move(text)), d_known(known), d_depth(depth)
    {
        if (depth > MOST_DEPTH)
            throw usage_error("variables that need each other");
    }

    //! One number, or several between commas, in brackets or not.
    std::vector<std::int64_t> values()
    {
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

private:
    [[noreturn]] void refuse() const
    {
        throw usage_error(
            fmt::format("\"{}\" is no whole number that can be told", d_text));
    }

    std::string rest()
    {
        while (d_at < d_text.size() && d_text[d_at] == ' ')
            ++d_at;
        return d_text.substr(d_at);
    }
    bool at(const char* word) { return rest().rfind(word, 0) == 0; }
    bool take(const std::string& word)
    {
        if (!at(word.c_str()))
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
        const auto exponent = power();
        if (exponent < 0 || exponent > 62)
            refuse();
        double value = 1;
        for (std::int64_t i = 0; i < exponent; ++i)
            value *= double(base);
        return bounded(value);
    }

    std::int64_t number()
    {
        if (take("(")) {
            const auto value = sum();
            if (!take(")"))
                refuse();
            return value;
        }
        std::string word;
        for (rest(); d_at < d_text.size() && (std::isalnum(d_text[d_at]) ||
                                              d_text[d_at] == '_' || d_text[d_at] == '.');
             ++d_at)
            word += d_text[d_at];
        if (const auto found = d_known.find(word); found != d_known.end())
            return expression(found->second, d_known, d_depth + 1).values().at(0);
        if (word == "int") // int(fft_size): GRC's own advice
            return number();
        if (word.empty() || word.size() > 15 ||
            word.find_first_not_of("0123456789") != std::string::npos)
            refuse();
        return std::stoll(word);
    }

    std::string d_text;
    const python_variables& d_known;
    int d_depth;
    std::size_t d_at = 0;
};

} // namespace

std::vector<std::int64_t> whole_numbers(const std::string& text,
                                        const python_variables& known)
{
    return expression(text, known).values();
}

} // namespace gpufft::app
