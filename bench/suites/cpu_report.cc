/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/cpu_cases.h"
#include "bench/measure/rounded.h"
#include "bench/suites/cpu_report.h"
#include "plan/ir/enum_names.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace gpufft::app {

using nlohmann::ordered_json;

namespace {

std::string points_text(std::int64_t points)
{
    if (points % (1 << 20) == 0)
        return fmt::format("{} Mi", points >> 20);
    if (points % (1 << 10) == 0)
        return fmt::format("{} Ki", points >> 10);
    return std::to_string(points);
}

//! Cases that are averaged.
struct mean_row {
    std::string group;
    std::int64_t points = 0;
    int threads = 0;
    int count = 0, below = 0;
    double logs = 0, least = INFINITY;
    std::string worst;
};

constexpr double LEAST_RATIO = 0.9; // that every case is to reach

std::string line_of(const mean_row& row, int most_threads, fftw_maker peer)
{
    const double mean = std::exp(row.logs / row.count);
    const double target =
        row.threads == most_threads ? cpu_target(row.group, row.points, peer) : 0;
    return fmt::format(
        "  {:8} {:>7} {:>8} {:>6} {:>7.2f} {:>7} {:>7.2f}  {:20} {:>5}{}\n",
        row.group,
        points_text(row.points),
        row.threads,
        row.count,
        mean,
        target > 0 ? fmt::format("{:.1f}", target) : "-",
        row.least,
        row.worst,
        row.below,
        target > mean ? "  below target" : "");
}

} // namespace

ordered_json
cpu_case_json(const bench_case& c, std::int64_t points, int threads, const cpu_result& r)
{
    ordered_json result = { { "class", c.group }, { "kind", name_of(c.kind) },
                            { "size", c.size },   { "batch", c.batch },
                            { "points", points }, { "threads", threads } };
    if (!r.failure.empty()) {
        result["failure"] = r.failure;
        return result;
    }
    result["ms"] = rounded(r.ms, 5);
    result["fftw_ms"] = rounded(r.fftw_ms, 5);
    result["ratio"] = rounded(r.fftw_ms / r.ms, 4);
    result["rounds"] = r.rounds;
    result["difference"] = r.difference;
    if (r.is_peer_off)
        result["fftw_off"] = true;
    result["fftw_planning_s"] = rounded(r.planning_s, 3);
    result["fftw_cut_short"] = r.is_cut_short;
    result["plan"] = r.plan;
    return result;
}

std::string cpu_table_head(fftw_maker peer)
{
    return fmt::format("{:>24} {:>7} {:>10} {:>10} {:>7}  {}\n",
                       "transform",
                       "threads",
                       "us",
                       fmt::format("{} us", name_of(peer)),
                       "faster",
                       "plan");
}

std::string cpu_table_line(const ordered_json& c)
{
    const auto name = fmt::format("{} {} x{}",
                                  c.at("kind").get<std::string>(),
                                  c.at("size").get<std::string>(),
                                  c.at("batch").get<int>());
    const auto head = fmt::format("{:>24} {:>7}", name, c.at("threads").get<int>());
    if (c.contains("failure"))
        return fmt::format("{} {}\n", head, c.at("failure").get<std::string>());
    const auto note = c.contains("fftw_off")
                          ? fmt::format("the peer's output is off by {:.1e}; ",
                                        c.at("difference").get<double>())
                          : "";
    return fmt::format("{} {:>10.1f} {:>10.1f} {:>6.2f}{}  {}{}\n",
                       head,
                       1e3 * c.at("ms").get<double>(),
                       1e3 * c.at("fftw_ms").get<double>(),
                       c.at("ratio").get<double>(),
                       c.at("fftw_cut_short").get<bool>() ? "?" : " ",
                       note,
                       c.at("plan").get<std::string>());
}

std::string cpu_table_means(const ordered_json& cases, fftw_maker peer)
{
    std::vector<mean_row> rows;
    int most_threads = 0;
    for (const auto& c : cases) {
        if (c.contains("failure"))
            continue;
        mean_row key;
        key.group = c.at("class").get<std::string>();
        key.points = c.at("points").get<std::int64_t>();
        key.threads = c.at("threads").get<int>();
        auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) {
            return std::tie(r.group, r.points, r.threads) ==
                   std::tie(key.group, key.points, key.threads);
        });
        if (row == rows.end())
            row = rows.insert(rows.end(), key);
        const auto ratio = c.at("ratio").get<double>();
        row->logs += std::log(ratio);
        ++row->count;
        row->below += ratio < LEAST_RATIO ? 1 : 0;
        if (ratio < row->least) {
            row->least = ratio;
            row->worst = fmt::format("{} {}",
                                     c.at("kind").get<std::string>(),
                                     c.at("size").get<std::string>());
        }
        most_threads = std::max(most_threads, key.threads);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::tie(b.threads, b.points) < std::tie(a.threads, a.points);
    });
    auto result = fmt::format("  {:8} {:>7} {:>8} {:>6} {:>7} {:>7} {:>7}  {:20} <{}\n",
                              "mean of",
                              "points",
                              "threads",
                              "cases",
                              "faster",
                              "target",
                              "least",
                              "which",
                              LEAST_RATIO);
    for (const auto& row : rows)
        result += line_of(row, most_threads, peer);
    return result;
}

} // namespace gpufft::app
