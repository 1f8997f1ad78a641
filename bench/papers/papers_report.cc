/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/papers/papers_report.h"
#include <fmt/format.h>
#include <cstdint>

namespace gpufft::app {

namespace {

using nlohmann::ordered_json;

//! "13.2 us", or why there is no time.
std::string time_text(const ordered_json& t)
{
    if (t.contains("failure"))
        return t.at("failure").get<std::string>();
    return fmt::format("{:.1f} us", t.at("us").get<double>());
}

std::string joined(const ordered_json& numbers)
{
    std::string result;
    for (const auto& n : numbers)
        result += fmt::format("{}{}", result.empty() ? "" : ".", n.get<std::int64_t>());
    return result;
}

std::string choice_text(const ordered_json& c)
{
    const auto lost = c.contains("lost")
                          ? fmt::format("{:.1f} %", 100 * c.at("lost").get<double>())
                          : std::string("?");
    return fmt::format("model {}, best {} of {} plans, lost {}\n",
                       time_text(c.at("model")),
                       time_text(c.at("best")),
                       c.at("timed").get<int>(),
                       lost);
}

std::string orders_text(const ordered_json& c)
{
    std::string result = fmt::format("{} orders of radices\n", c.at("orders").size());
    for (const auto& order : c.at("orders"))
        result += fmt::format("    {:14} {:>14}, padded {}\n",
                              joined(order.at("radices")),
                              time_text(order.at("plain")),
                              order.contains("padded") ? time_text(order.at("padded"))
                                                       : "in no way");
    return result;
}

std::string passes_text(const ordered_json& c)
{
    std::string result = fmt::format("{} ways to cut it\n", c.at("plans").size());
    for (const auto& one : c.at("plans"))
        result += fmt::format("    {:24} {:10} {:>14}\n",
                              joined(one.at("split")),
                              one.at("form").get<std::string>(),
                              time_text(one));
    return result;
}

std::string groups_text(const ordered_json& c)
{
    std::string result = fmt::format("{} ways\n", c.at("ways").size());
    for (const auto& way : c.at("ways"))
        result +=
            fmt::format("    radix {:2}, {:2} points of {:4} work-items, {:8} {:>14}\n",
                        way.at("radix").get<int>(),
                        way.at("points").get<int>(),
                        way.at("work_items").get<int>(),
                        way.at("geometry").get<std::string>(),
                        time_text(way.at("time")));
    return result;
}

} // namespace

std::string paper_case_text(const ordered_json& c)
{
    const auto head = fmt::format("{:8} {} {}: ",
                                  c.at("paper").get<std::string>(),
                                  c.at("kind").get<std::string>(),
                                  c.at("size").get<std::string>());
    if (c.contains("failure"))
        return fmt::format("{}{}\n", head, c.at("failure").get<std::string>());
    if (c.contains("model"))
        return head + choice_text(c);
    if (c.contains("orders"))
        return head + orders_text(c);
    if (c.contains("plans"))
        return head + passes_text(c);
    return head + groups_text(c);
}

} // namespace gpufft::app
