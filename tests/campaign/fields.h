/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CAMPAIGN_FIELDS_H
#define INCLUDED_GPUFFT_TESTS_CAMPAIGN_FIELDS_H

#include <fmt/format.h>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpufft::testing {

/*!
 * \brief Words NAME=VALUE, then perhaps "of" and any text: how trials are printed
 *
 * Every function throws std::invalid_argument where a name is missing or its value is not
 * what is asked for.
 */
class fields
{
public:
    explicit fields(const std::string& text)
    {
        std::istringstream words(text);
        for (std::string word; words >> word;) {
            if (word == "of") {
                std::getline(words >> std::ws, d_rest);
                return;
            }
            const auto end = word.find('=');
            if (end == std::string::npos)
                throw std::invalid_argument(
                    fmt::format("\"{}\" is no NAME=VALUE in \"{}\"", word, text));
            d_values[word.substr(0, end)] = word.substr(end + 1);
        }
    }

    double real(const std::string& name) const { return number_of(value(name)); }
    std::int64_t number(const std::string& name) const
    {
        return static_cast<std::int64_t>(real(name));
    }
    std::vector<std::size_t> numbers(const std::string& name) const
    {
        std::vector<std::size_t> all;
        std::istringstream parts(value(name));
        for (std::string part; std::getline(parts, part, ',');)
            all.push_back(static_cast<std::size_t>(number_of(part)));
        return all;
    }
    bool has(const std::string& name) const { return d_values.count(name) != 0; }
    //! What stands behind "of".
    const std::string& rest() const { return d_rest; }

private:
    static double number_of(const std::string& text)
    {
        std::size_t used = 0;
        const double number = std::stod(text, &used);
        if (used != text.size())
            throw std::invalid_argument(fmt::format("\"{}\" is no number", text));
        return number;
    }
    const std::string& value(const std::string& name) const
    {
        const auto found = d_values.find(name);
        if (found == d_values.end())
            throw std::invalid_argument(fmt::format("\"{}=\" is missing", name));
        return found->second;
    }

    std::map<std::string, std::string> d_values;
    std::string d_rest;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CAMPAIGN_FIELDS_H */
