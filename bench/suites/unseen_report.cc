/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure/rounded.h"
#include "bench/suites/unseen_report.h"
#include "plan/ir/enum_names.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace gpufft::app {

using nlohmann::ordered_json;

namespace {

ordered_json seconds_as_ms(const std::optional<double>& seconds)
{
    return seconds ? ordered_json(rounded(1e3 * *seconds, 6)) : ordered_json();
}

std::string shown(const ordered_json& value, const char* format)
{
    return value.is_null() ? "-" : fmt::format(fmt::runtime(format), value.get<double>());
}

//! Field \p name of those that have one, in ascending order.
std::vector<double> sorted(const ordered_json& cases, const char* name)
{
    std::vector<double> all;
    for (const auto& c : cases)
        if (c.contains(name) && !c.at(name).is_null())
            all.push_back(c.at(name).get<double>());
    std::sort(all.begin(), all.end());
    return all;
}

//! The value that \p part of all are at most.
double quantile(const std::vector<double>& ascending, double part)
{
    const auto count = static_cast<double>(ascending.size());
    const auto place = static_cast<std::size_t>(std::ceil(part * count));
    return ascending[std::max<std::size_t>(place, 1) - 1];
}

double geometric_mean(const std::vector<double>& all)
{
    double logs = 0;
    for (const auto value : all)
        logs += std::log(value);
    return std::exp(logs / static_cast<double>(all.size()));
}

ordered_json spread_of(const std::vector<double>& ascending)
{
    if (ascending.empty())
        return nullptr;
    return { { "cases", ascending.size() },
             { "median", rounded(quantile(ascending, 0.5), 4) },
             { "nine_of_ten", rounded(quantile(ascending, 0.9), 4) },
             { "most", rounded(ascending.back(), 4) } };
}

} // namespace

ordered_json unseen_case_json(const unseen_result& r)
{
    const auto& c = r.asked;
    ordered_json result = { { "group", c.group },
                            { "kind", name_of(c.kind) },
                            { "size", c.size },
                            { "form", c.form },
                            { "batch", c.batch } };
    if (!r.failure.empty()) {
        result["failure"] = r.failure;
        return result;
    }
    result["ms"] = rounded(1e3 * r.ours_s, 6);
    result["fraction_of_copy"] = rounded(r.of_copy, 4);
    result["peer_ms"] = seconds_as_ms(r.peer_s);
    result["times_peer"] =
        r.peer_s ? ordered_json(rounded(*r.peer_s / r.ours_s, 4)) : ordered_json();
    if (!r.why_no_peer.empty())
        result["no_peer"] = r.why_no_peer;
    result["found_ms"] = seconds_as_ms(r.found_s);
    result["behind"] =
        r.found_s ? ordered_json(rounded(r.ours_s / *r.found_s - 1, 4)) : ordered_json();
    result["plan_ms"] = rounded(1e3 * r.plan_s, 3);
    result["error"] = r.error;
    result["plan"] = r.plan;
    result["from"] = r.from;
    result["found_plan"] = r.found_plan;
    return result;
}

std::string unseen_table_head()
{
    return fmt::format("{:>46} {:>10} {:>7} {:>7} {:>7} {:>8}  {}\n",
                       "transform",
                       "us",
                       "of copy",
                       "x peer",
                       "behind",
                       "plan ms",
                       "plan");
}

std::string unseen_table_line(const ordered_json& c)
{
    const auto form = c.at("form").get<std::string>();
    const auto name = fmt::format("{} {}{}{} x{}",
                                  c.at("kind").get<std::string>(),
                                  c.at("size").get<std::string>(),
                                  form.empty() ? "" : ", ",
                                  form,
                                  c.at("batch").get<std::uint32_t>());
    if (c.contains("failure"))
        return fmt::format("{:>46} {}\n", name, c.at("failure").get<std::string>());
    return fmt::format("{:>46} {:10.2f} {:7.3f} {:>7} {:>7} {:8.2f}  {}\n",
                       name,
                       1e3 * c.at("ms").get<double>(),
                       c.at("fraction_of_copy").get<double>(),
                       shown(c.at("times_peer"), "{:.2f}"),
                       shown(c.at("behind"), "{:+.3f}"),
                       c.at("plan_ms").get<double>(),
                       c.at("plan").get<std::string>());
}

ordered_json unseen_summary(const ordered_json& cases)
{
    const auto ratios = sorted(cases, "times_peer");
    ordered_json result;
    result["times_peer"] =
        ratios.empty() ? ordered_json()
                       : ordered_json{ { "cases", ratios.size() },
                                       { "mean", rounded(geometric_mean(ratios), 4) },
                                       { "least", rounded(ratios.front(), 4) } };
    result["behind"] = spread_of(sorted(cases, "behind"));
    result["plan_ms"] = spread_of(sorted(cases, "plan_ms"));
    return result;
}

std::string unseen_summary_text(const ordered_json& summary)
{
    std::string result;
    const auto& ratio = summary.at("times_peer");
    if (!ratio.is_null())
        result += fmt::format("  times as fast as the peer, {} cases: mean {:.3f}, least "
                              "{:.3f}\n",
                              ratio.at("cases").get<int>(),
                              ratio.at("mean").get<double>(),
                              ratio.at("least").get<double>());
    const auto add = [&](const char* field, const char* title, double unit) {
        const auto& spread = summary.at(field);
        if (!spread.is_null())
            result +=
                fmt::format("  {}, {} cases: median {:.2f}, nine in ten {:.2f}, most "
                            "{:.2f}\n",
                            title,
                            spread.at("cases").get<int>(),
                            unit * spread.at("median").get<double>(),
                            unit * spread.at("nine_of_ten").get<double>(),
                            unit * spread.at("most").get<double>());
    };
    add("behind", "slower than what a search found, per cent", 100);
    add("plan_ms", "to plan, ms", 1);
    return result;
}

} // namespace gpufft::app
