/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/command.h"
#include "apps/grc_file.h"
#include "plan/known_plans.h"
#include "plan/validate.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace gpufft::app {

namespace {

struct grc_block {
    std::string name;
    std::string id;
    bool is_enabled = true;
    std::map<std::string, std::string> parameters;
};

//! What GRC writes: '1024', "a\tb" or plain.
std::string unquoted(const std::string& text)
{
    const bool is_quoted = text.size() > 1 && text.front() == text.back() &&
                           (text.front() == '\'' || text.front() == '"');
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

//! Blocks as GRC lays them out: fields are indented by 2, parameters by 4.
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

//! Whole numbers in Python's notation, by recursive descent.
class expression
{
public:
    using variables = std::map<std::string, std::string>;

    //! \param depth  of variables in variables, which may go round in circles
    expression(std::string text, const variables& known, int depth = 0)
        : d_text(std::move(text)), d_known(known), d_depth(depth)
    {
        if (depth > 20)
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
    const variables& d_known;
    int d_depth;
    std::size_t d_at = 0;
};

const std::map<std::string, const char*> LENGTHS = {
    { "gpufft_fft_vxx", "fft_size" },     { "gpufft_fftn_vcc", "shape" },
    { "gpufft_rfft_vfc", "length" },      { "gpufft_irfft_vcf", "length" },
    { "gpufft_dct_vff", "length" },       { "gpufft_dst_vff", "length" },
    { "gpufft_spectrum_x", "length" },    { "gpufft_persistence_c", "length" },
    { "gpufft_logpwrfft_x", "fft_size" },
};

transform transform_of(const grc_block& b, const expression::variables& known)
{
    const auto value = [&](const char* name) {
        const auto found = b.parameters.find(name);
        return expression(found == b.parameters.end() ? "" : found->second, known)
            .values();
    };
    transform what;
    what.shape.clear();
    for (const auto length : value(LENGTHS.at(b.id)))
        what.shape.push_back(dimension{ length });
    const auto type = b.parameters.find("type");
    const bool takes_reals = type != b.parameters.end() && type->second == "float";
    if (b.id == "gpufft_rfft_vfc" ||
        (takes_reals && (b.id == "gpufft_spectrum_x" || b.id == "gpufft_logpwrfft_x")))
        what.kind = transform_kind::r2c;
    else if (b.id == "gpufft_irfft_vcf") {
        what.kind = transform_kind::c2r;
        what.dir = direction::inverse;
    } else if (b.id == "gpufft_dct_vff" || b.id == "gpufft_dst_vff") {
        const auto number = value("type").at(0);
        if (number < 1 || number > 4)
            throw usage_error(fmt::format("there is no type {}", number));
        const auto first =
            b.id == "gpufft_dct_vff" ? transform_kind::dct1 : transform_kind::dst1;
        what.kind = static_cast<transform_kind>(static_cast<int>(first) +
                                                static_cast<int>(number) - 1);
        const auto inverse = b.parameters.find("inverse");
        if (inverse != b.parameters.end() && inverse->second == "True")
            what.dir = direction::inverse;
    }
    validate(what);
    return plain_transform(what);
}

} // namespace

flowgraph_transforms parse_flowgraph(const std::string& text)
{
    const auto blocks = blocks_of(text);
    expression::variables known;
    for (const auto& b : blocks) {
        const auto value = b.parameters.find("value");
        const bool is_variable = b.id.rfind("variable", 0) == 0 || b.id == "parameter";
        if (b.is_enabled && is_variable && value != b.parameters.end())
            known[b.name] = value->second;
    }
    flowgraph_transforms found;
    for (const auto& b : blocks) {
        if (!b.is_enabled || !LENGTHS.count(b.id))
            continue;
        try {
            const auto what = transform_of(b, known);
            const auto is_same = [&](const transform& other) {
                return to_string(other) == to_string(what);
            };
            if (std::none_of(found.transforms.begin(), found.transforms.end(), is_same))
                found.transforms.push_back(what);
        } catch (const std::invalid_argument& e) {
            found.unknown.push_back(fmt::format("{}: {}", b.name, e.what()));
        }
    }
    return found;
}

flowgraph_transforms read_flowgraph(const std::string& path)
{
    std::ifstream from(path);
    std::ostringstream text;
    text << from.rdbuf();
    if (!from)
        throw usage_error(fmt::format("cannot read {}", path));
    return parse_flowgraph(text.str());
}

} // namespace gpufft::app
