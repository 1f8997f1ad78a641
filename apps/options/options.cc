/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/options.h"
#include <fmt/format.h>
#include <system_error>
#include <boost/program_options.hpp>
#include <charconv>

namespace po = boost::program_options;

namespace gpufft::app {

namespace {

bool is_negative_number(const std::string& text)
{
    return text.size() > 1 && text[0] == '-' && text[1] >= '0' && text[1] <= '9';
}

// Else "-5" would be refused as an option, and not as a length.
std::vector<po::option> take_negative_number(std::vector<std::string>& args)
{
    if (!is_negative_number(args.front()))
        return {};
    po::option taken;
    taken.value = { args.front() };
    taken.original_tokens = { args.front() };
    args.erase(args.begin());
    return { taken };
}

po::options_description describe(const std::vector<option>& known)
{
    po::options_description all;
    auto add = all.add_options();
    for (const auto& o : known) {
        if (o.takes_value)
            add(o.names, po::value<std::string>());
        else
            add(o.names, "");
    }
    add("help,h", "")("version", "");
    add("rest", po::value<arguments>());
    return all;
}

std::string complaint(const po::invalid_command_line_syntax& e)
{
    using syntax = po::invalid_command_line_syntax;
    const auto name = e.get_option_name();
    switch (e.kind()) {
    case syntax::missing_parameter:
    case syntax::empty_adjacent_parameter:
        return name + " needs a value";
    case syntax::extra_parameter:
        return name + " takes no value";
    default:
        return e.what();
    }
}

po::parsed_options parse(const arguments& args, const po::options_description& known)
{
    using namespace po::command_line_style;
    po::positional_options_description positions;
    positions.add("rest", -1);
    return po::command_line_parser(args)
        .options(known)
        .positional(positions)
        .style(unix_style & ~allow_guessing)
        .extra_style_parser(take_negative_number)
        .run();
}

} // namespace

options::options(const arguments& args, const std::vector<option>& known)
{
    try {
        const auto all = describe(known);
        const auto parsed = parse(args, all);
        for (const auto& each : parsed.options) {
            if (each.position_key >= 0)
                continue;
            if (each.string_key == "rest")
                throw usage_error("unknown option --rest");
            if (!each.value.empty() && each.value[0].empty())
                throw usage_error("--" + each.string_key + " needs a value");
        }
        po::store(parsed, d_values);
        if (d_values.count("rest"))
            d_rest = d_values["rest"].as<arguments>();
    } catch (const po::unknown_option& e) {
        throw usage_error("unknown option " + e.get_option_name());
    } catch (const po::invalid_command_line_syntax& e) {
        throw usage_error(complaint(e));
    } catch (const po::multiple_occurrences& e) {
        throw usage_error(e.get_option_name() + " is given twice; once is enough");
    } catch (const po::error& e) {
        throw usage_error(e.what());
    }
}

bool options::has(const char* name) const { return d_values.count(name) > 0; }

std::string options::text(const char* name, const std::string& otherwise) const
{
    return has(name) ? d_values[name].as<std::string>() : otherwise;
}

std::optional<std::int64_t>
options::number(const char* name, std::int64_t least, std::int64_t most) const
{
    if (!has(name))
        return {};
    const auto given = text(name, "");
    const auto value = whole_number(given);
    if (!value || *value < least || *value > most) {
        throw usage_error(fmt::format(
            "--{} must be a whole number, {} .. {}, got {}", name, least, most, given));
    }
    return value;
}

std::optional<std::int64_t> options::number(const char* name) const
{
    if (!has(name))
        return {};
    const auto value = whole_number(text(name, ""));
    if (!value) {
        throw usage_error(fmt::format(
            "--{} must be a whole number of 64 bits, got {}", name, text(name, "")));
    }
    return value;
}

std::optional<double> options::positive(const char* name, double most) const
{
    if (!has(name))
        return {};
    const auto given = text(name, "");
    double value = 0;
    const char* end = given.data() + given.size();
    const auto [rest, error] = std::from_chars(given.data(), end, value);
    if (error != std::errc() || rest != end || !(value > 0 && value <= most)) {
        throw usage_error(fmt::format(
            "--{} must be a number above 0, up to {}, got {}", name, most, given));
    }
    return value;
}

bool options::answer(const char* help) const
{
    if (has("help"))
        fmt::print("{}", help);
    else if (has("version"))
        fmt::print("gpufft {}\n", GPUFFT_VERSION);
    else
        return false;
    return true;
}

std::vector<std::string> names_given(const options& given,
                                     const std::vector<option>& some)
{
    std::vector<std::string> found;
    for (const auto& each : some) {
        const std::string names = each.names;
        const auto name = names.substr(0, names.find(','));
        if (given.has(name.c_str()))
            found.push_back(name);
    }
    return found;
}

bool is_whole_number(const std::string& text)
{
    const std::size_t first = !text.empty() && text[0] == '-';
    return first < text.size() &&
           text.find_first_not_of("0123456789", first) == std::string::npos;
}

std::optional<std::int64_t> whole_number(const std::string& text)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end)
        return {};
    return value;
}

} // namespace gpufft::app
