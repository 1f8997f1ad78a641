/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/command.h"
#include "bench/cases/bench_case.h"
#include "plan/ir/enum_names.h"
#include "plan/request/parse_transform.h"
#include <fmt/format.h>
#include <boost/algorithm/string.hpp>
#include <algorithm>

namespace gpufft::app {

namespace {

bool is_named(const bench_case& c, const std::string& word)
{
    const std::string kind = name_of(c.kind);
    return word == c.group || word == kind || word == c.size ||
           word == kind + ":" + c.size;
}

} // namespace

transform bench_case::request() const
{
    const std::string inverse = "inverse";
    const bool says_inverse = form.rfind(inverse, 0) == 0;
    auto others = says_inverse ? form.substr(inverse.size()) : form;
    if (!others.empty() && others[0] != ',')
        others = ", " + others;
    const bool is_inverse = says_inverse || kind == transform_kind::c2r;
    return packed(parse_transform(fmt::format(
        "{} {} {}{}", name_of(kind), is_inverse ? inverse : "forward", size, others)));
}

std::string bench_case::name() const
{
    return fmt::format("{} {}{}{}", name_of(kind), size, form.empty() ? "" : ", ", form);
}

std::vector<bench_case> small_cases()
{
    std::vector<std::pair<std::string, std::string>> sizes; // of a group
    for (int log = 4; log <= 24; ++log)
        sizes.emplace_back("1d", std::to_string(1 << log));
    for (int length = 64; length <= 4096; length *= 2)
        sizes.emplace_back("2d", fmt::format("{0}x{0}", length));
    for (int length = 32; length <= 256; length *= 2)
        sizes.emplace_back("3d", fmt::format("{0}x{0}x{0}", length));
    std::vector<bench_case> result;
    for (const auto& [group, size] : sizes)
        for (const std::uint32_t batch : { 1, 10, 100 })
            result.push_back({ group, transform_kind::c2c, size, batch });
    return result;
}

std::vector<bench_case> chosen_cases(const std::vector<bench_case>& all,
                                     const std::string& filter)
{
    std::vector<std::string> words;
    boost::split(words, filter, boost::is_any_of(","));
    for (const auto& word : words)
        if (std::none_of(
                all.begin(), all.end(), [&](const auto& c) { return is_named(c, word); }))
            throw usage_error(fmt::format(
                "--cases: \"{}\" is no group, kind, size or kind:size of the suite",
                word));
    std::vector<bench_case> chosen;
    for (const auto& c : all)
        if (std::any_of(words.begin(), words.end(), [&](const auto& word) {
                return is_named(c, word);
            }))
            chosen.push_back(c);
    return chosen;
}

} // namespace gpufft::app
