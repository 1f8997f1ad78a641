/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/suites/suite_report.h"
#include "plan/ir/enum_names.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace gpufft::app {

namespace {

//! What the table says of a case, as numbers.
struct figures {
    double ours = 0; //!< fraction of copy
    std::optional<double> cufft, vkfft;
    std::optional<double> ratio;      //!< to the better peer, above 1: faster
    std::optional<double> wall_ratio; //!< as `ratio`, of wall times
};

figures figures_of(const suite_results& all, const case_result& r)
{
    figures result;
    result.ours = fraction_of_copy(r, r.ours->device_s, all.copy_rate);
    double best = 0;
    if (r.cufft) {
        result.cufft = fraction_of_copy(r, r.cufft->device_s, all.copy_rate);
        best = *result.cufft;
        if (r.ours->wall_s > 0)
            result.wall_ratio = r.cufft->wall_s / r.ours->wall_s;
    }
    if (all.has_vkfft && r.of->asked.vkfft > 0) {
        result.vkfft = r.of->asked.vkfft;
        best = std::max(best, *result.vkfft);
    }
    if (best > 0)
        result.ratio = result.ours / best;
    return result;
}

std::string text(const std::optional<double>& value, const char* format = "{:.3f}")
{
    return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

bool is_small(const suite_results& all) { return all.suite == "small"; }

//! Geometric means over cases.
class mean_of
{
public:
    void add(const std::optional<double>& value)
    {
        if (!value)
            return;
        d_logs += std::log(*value);
        d_least = d_count ? std::min(d_least, *value) : *value;
        ++d_count;
    }
    std::optional<double> mean() const
    {
        return d_count ? std::optional(std::exp(d_logs / d_count)) : std::nullopt;
    }
    std::optional<double> least() const
    {
        return d_count ? std::optional(d_least) : std::nullopt;
    }

private:
    double d_logs = 0, d_least = 0;
    int d_count = 0;
};

struct group_means {
    int cases = 0;
    mean_of ours, cufft, ratio, wall_ratio;
    void add(const figures& f)
    {
        ++cases;
        ours.add(f.ours);
        cufft.add(f.cufft);
        ratio.add(f.ratio);
        wall_ratio.add(f.wall_ratio);
    }
    std::string line(const std::string& name) const
    {
        return fmt::format("  {:10} {:5} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
                           name,
                           cases,
                           text(ours.mean()),
                           text(cufft.mean()),
                           text(ratio.mean()),
                           text(ratio.least()),
                           text(wall_ratio.mean()),
                           text(wall_ratio.least()));
    }
};

using nlohmann::ordered_json;

ordered_json number_or_null(const std::optional<double>& value, int digits)
{
    if (!value)
        return nullptr;
    const double unit = std::pow(10, digits);
    return std::round(*value * unit) / unit;
}

ordered_json json_of(const suite_results& all, const case_result& r)
{
    const auto& c = r.of->asked;
    ordered_json result = { { "group", c.group },
                            { "kind", name_of(c.kind) },
                            { "size", c.size },
                            { "form", c.form },
                            { "batch", c.batch } };
    if (!r.ours) {
        result["failure"] = r.failure;
        return result;
    }
    const auto f = figures_of(all, r);
    const auto target = c.target > 0 ? std::optional(c.target) : std::nullopt;
    result["ms"] = number_or_null(1e3 * r.ours->device_s, 6);
    result["fraction_of_copy"] = number_or_null(f.ours, 4);
    result["target"] = number_or_null(target, 4);
    result["cufft"] = number_or_null(f.cufft, 4);
    result["vkfft"] = number_or_null(f.vkfft, 4);
    result["ratio"] = number_or_null(f.ratio, 4);
    if (r.cufft)
        result["cufft_ms"] = number_or_null(1e3 * r.cufft->device_s, 6);
    if (r.ours->wall_s > 0)
        result["wall_ms"] = number_or_null(1e3 * r.ours->wall_s, 6);
    if (f.wall_ratio) {
        result["cufft_wall_ms"] = number_or_null(1e3 * r.cufft->wall_s, 6);
        result["wall_ratio"] = number_or_null(*f.wall_ratio, 4);
    }
    result["error"] = r.error;
    result["cold_ms"] = number_or_null(1e3 * r.of->cold_s, 2);
    result["warm_ms"] = number_or_null(1e3 * r.of->warm_s, 2);
    result["workspace_bytes"] = r.of->run->workspace_bytes(c.batch);
    result["plan"] = plan_text(r.of->run->made_plan(c.batch));
    return result;
}

} // namespace

double fraction_of_copy(const case_result& r, double seconds, double copy_rate)
{
    const auto& run = *r.of->run;
    const auto batch = r.of->asked.batch;
    const auto bytes =
        static_cast<double>(run.input_bytes(batch) + run.output_bytes(batch));
    return bytes / seconds / copy_rate;
}

std::string table_head(const std::string& suite)
{
    if (suite == "small")
        return fmt::format("{:>22} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7}  {}\n",
                           "transform",
                           "us",
                           "cuFFT",
                           "faster",
                           "wall us",
                           "cuFFT",
                           "faster",
                           "plan");
    return fmt::format("{:>25} {:>8} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6}  {}\n",
                       "transform",
                       "ms",
                       "of copy",
                       "target",
                       "cuFFT",
                       "VkFFT",
                       "faster",
                       "cold ms",
                       "warm",
                       "plan");
}

std::string table_line(const suite_results& all, const case_result& r)
{
    const auto& c = r.of->asked;
    const auto name = fmt::format("{} x{}", c.name(), c.batch);
    if (!r.ours)
        return fmt::format("{:>{}} {}\n", name, is_small(all) ? 22 : 25, r.failure);
    const auto f = figures_of(all, r);
    if (is_small(all))
        return fmt::format("{:>22} {:9.2f} {:>9} {:>7} {:9.2f} {:>9} {:>7}  {}\n",
                           name,
                           1e6 * r.ours->device_s,
                           r.cufft ? fmt::format("{:.2f}", 1e6 * r.cufft->device_s) : "-",
                           text(f.ratio, "{:.2f}"),
                           1e6 * r.ours->wall_s,
                           r.cufft ? fmt::format("{:.2f}", 1e6 * r.cufft->wall_s) : "-",
                           text(f.wall_ratio, "{:.2f}"),
                           plan_text(r.of->run->made_plan(c.batch)));
    return fmt::format(
        "{:>25} {:8.3f} {:7.3f} {:>6} {:>6} {:>6} {:>6} {:7.0f} {:6.1f}  {}\n",
        name,
        1e3 * r.ours->device_s,
        f.ours,
        c.target > 0 ? fmt::format("{:.3g}", c.target) : "-",
        text(f.cufft),
        text(f.vkfft, "{:.2f}"),
        text(f.ratio, "{:.2f}"),
        1e3 * r.of->cold_s,
        1e3 * r.of->warm_s,
        plan_text(r.of->run->made_plan(c.batch)));
}

std::string table_means(const suite_results& all)
{
    std::vector<std::string> order;
    std::map<std::string, group_means> groups;
    group_means whole;
    for (const auto& r : all.cases) {
        if (!r.ours)
            continue;
        const auto& group = r.of->asked.group;
        if (!groups.count(group))
            order.push_back(group);
        const auto f = figures_of(all, r);
        groups[group].add(f);
        whole.add(f);
    }
    auto result = fmt::format("  {:10} {:>5} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
                              "geometric",
                              "cases",
                              "of copy",
                              "cuFFT",
                              "faster",
                              "least",
                              "wall",
                              "least");
    for (const auto& group : order)
        result += groups[group].line(group);
    return result + whole.line("all");
}

std::string results_json(const suite_results& all)
{
    ordered_json result = {
        { "suite", all.suite },
        { "device", all.on.product },
        { "platform", all.on.platform },
        { "driver", all.on.driver },
        { "gpufft", GPUFFT_VERSION },
        { "clocks",
          { { "cores_mhz", all.clocks.cores_mhz },
            { "most_cores_mhz", all.clocks.most_cores_mhz },
            { "memory_mhz", all.clocks.memory_mhz } } },
        { "copy_gb_s", number_or_null(all.copy_rate / 1e9, 1) },
        { "cufft_version", all.cufft_version },
        { "vkfft_version", all.has_vkfft ? ordered_json("1.3.4") : ordered_json() },
        { "jobs", all.first_use.jobs },
        { "first_uses", all.first_use.times },
    };
    auto& cases = result["cases"] = ordered_json::array();
    for (const auto& r : all.cases)
        cases.push_back(json_of(all, r));
    // Drivers' texts need not be UTF-8.
    return result.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace gpufft::app
