/* SPDX-License-Identifier: GPL-3.0-or-later */
// Time of plans beside each other, data staying on the device: all are built at once,
// checked, and timed alternately with a copy of the same bytes. Best first for each
// transform. Usage: bm_plans DEVICE FILE [--points N] [--rounds N] [--json FILE] FILE
// holds a line each: a transform ("4096", "64x64", "r2c forward 1024"), for which the
// planner's choices are taken, or a plan as `gpufft plan --full` prints it. The planner
// chooses thrice: with the library's files for the architecture, with what probing found
// in their place, and with neither.
#include "base/median.h"
#include "bench/programs/plan_lines.h"
#include "device/interface/registry.h"
#include "plan/choice/probed_limits.h"
#include "plan/text/plan_text.h"
#include "tune/probe/probe.h"
#include "tune/timing/build_plans.h"
#include "tune/timing/stopwatch.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <boost/program_options.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>

using namespace gpufft;
using namespace gpufft::testing;
namespace po = boost::program_options;

namespace {

constexpr double SAMPLE_SECONDS = 4e-3; // far above the host's part in it

struct contestant {
    std::string line; // as it was asked for
    std::string transform;
    std::vector<std::string> known; // what the planner knew that chose it, if one did
    plan asked;
    std::string failure;
    std::shared_ptr<executor> result;
    int calls = 1;
    std::vector<double> seconds;
    std::vector<double> copy_seconds;
};

contestant read_line(const std::string& line, const device_limits& limits)
{
    contestant c;
    c.line = c.transform = line;
    try {
        c.asked = plan_of(line, limits);
        c.transform = to_string(c.asked.request);
    } catch (const std::exception& e) {
        c.failure = e.what();
    }
    return c;
}

//! What a planner may know of a device.
struct knowledge {
    std::string of;
    device_limits limits;
};

std::vector<knowledge> all_knowledge(const std::shared_ptr<device>& on)
{
    const auto& with_files = on->info().limits;
    auto neither = with_files;
    neither.architecture.clear();
    const device_key key;
    wisdom_index found;
    found.add(probe_record{ key, probe(on), 1 });
    return { { "files", with_files },
             { "probed", probed_limits(neither, key, found) },
             { "neither", neither } };
}

//! A plan that several kinds of knowledge lead to stands there once.
std::vector<contestant> read_lines(const std::string& file,
                                   const std::vector<knowledge>& each)
{
    std::vector<contestant> all;
    for (const auto& line : testing::lines_of(file)) {
        if (line.find('|') != std::string::npos) {
            all.push_back(read_line(line, each.front().limits));
            continue;
        }
        const auto first = static_cast<std::ptrdiff_t>(all.size());
        for (const auto& known : each) {
            auto c = read_line(line, known.limits);
            const auto equal =
                std::find_if(all.begin() + first, all.end(), [&](const auto& other) {
                    return plan_text(other.asked) == plan_text(c.asked);
                });
            (equal == all.end() ? c : *equal).known.push_back(known.of);
            if (equal == all.end())
                all.push_back(std::move(c));
        }
    }
    return all;
}

void build(std::vector<contestant>& all, const std::shared_ptr<device>& on)
{
    std::vector<plan> plans;
    std::vector<contestant*> good;
    for (auto& c : all) {
        if (c.failure.empty()) {
            plans.push_back(c.asked);
            good.push_back(&c);
        }
    }
    auto built = build_plans(plans, on, true);
    for (std::size_t i = 0; i < good.size(); ++i) {
        good[i]->result = built[i].result;
        good[i]->failure = built[i].failure;
    }
}

//! Times the plans of one transform alternately, so that a drift affects all alike.
void time(std::vector<contestant*>& group, stopwatch& watch, int rounds)
{
    for (auto* c : group) {
        if (!c->result)
            continue;
        try {
            const double once = std::max(watch.time(*c->result, 2), 1e-6);
            c->calls = std::clamp(static_cast<int>(SAMPLE_SECONDS / once), 1, 100);
        } catch (const std::exception& e) {
            c->failure = e.what();
            c->result.reset();
        }
    }
    for (int r = 0; r < rounds; ++r) {
        for (auto* c : group) {
            if (!c->result)
                continue;
            c->seconds.push_back(watch.time(*c->result, c->calls));
            c->copy_seconds.push_back(
                watch.time_copy(watch.bytes_of(*c->result), c->calls));
        }
    }
    std::stable_sort(
        group.begin(), group.end(), [](const contestant* a, const contestant* b) {
            if (!a->result || !b->result)
                return a->result && !b->result;
            return median(a->seconds) < median(b->seconds);
        });
}

//! "80,64" registers, "+8" where as many bytes are spilled.
std::string resources_text(const executor& e)
{
    std::string text;
    for (const auto& r : e.resources()) {
        text += fmt::format("{}{}", text.empty() ? "" : ",", r.registers);
        if (r.spilled_bytes)
            text += fmt::format("+{}", r.spilled_bytes);
    }
    return text;
}

nlohmann::json report(const contestant& c, const stopwatch& watch)
{
    nlohmann::json j = { { "asked", c.line }, { "transform", c.transform } };
    if (!c.result) {
        fmt::print("  FAILED  {}: {}\n", c.line, c.failure);
        j["failure"] = c.failure;
        return j;
    }
    const double seconds = median(c.seconds);
    const double fraction = median(c.copy_seconds) / seconds;
    const auto registers = resources_text(*c.result);
    const auto text = plan_text(c.result->made_plan());
    fmt::print("  {:6.3f} {:8.1f} GB/s {:8.4f} ms  regs {:<9} {}{}\n",
               fraction,
               watch.bytes_of(*c.result) / seconds / 1e9,
               seconds * 1e3,
               registers,
               text,
               c.known.empty() ? "" : fmt::format("  ({})", fmt::join(c.known, ", ")));
    std::fflush(stdout);
    j["fraction_of_copy"] = fraction;
    j["ms"] = seconds * 1e3;
    j["rows"] = watch.rows_of(*c.result);
    j["registers"] = registers;
    j["plan"] = text;
    if (!c.known.empty())
        j["planner_knew"] = c.known;
    return j;
}

po::variables_map parse(int argc, char** argv)
{
    po::options_description options;
    auto add = options.add_options();
    add("device", po::value<std::string>()->required());
    add("file", po::value<std::string>()->required());
    add("points", po::value<std::int64_t>()->default_value(0));
    add("rounds", po::value<int>()->default_value(9));
    add("json", po::value<std::string>());
    po::positional_options_description places;
    places.add("device", 1).add("file", 1);
    po::variables_map found;
    po::store(
        po::command_line_parser(argc, argv).options(options).positional(places).run(),
        found);
    po::notify(found);
    return found;
}

void run(const po::variables_map& options)
{
    const auto on = open_device(options["device"].as<std::string>());
    const auto& limits = on->info().limits;
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    auto all = read_lines(options["file"].as<std::string>(), all_knowledge(on));
    build(all, on);

    std::int64_t points = options["points"].as<std::int64_t>();
    if (points == 0)
        points = std::int64_t(1) << (limits.is_cpu ? 22 : 27);
    stopwatch watch(on, static_cast<std::size_t>(points) * 8);
    auto json = nlohmann::json::array();
    std::vector<std::string> done;
    for (const auto& first : all) {
        if (std::count(done.begin(), done.end(), first.transform))
            continue;
        done.push_back(first.transform);
        std::vector<contestant*> group;
        for (auto& c : all) {
            if (c.transform == first.transform)
                group.push_back(&c);
        }
        time(group, watch, options["rounds"].as<int>());
        fmt::print("{}\n", first.transform);
        for (const auto* c : group)
            json.push_back(report(*c, watch));
    }
    if (options.count("json"))
        std::ofstream(options["json"].as<std::string>()) << json.dump(1) << '\n';
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run(parse(argc, argv));
    } catch (const po::error& e) {
        std::cerr << e.what()
                  << "\nusage: bm_plans DEVICE FILE [--points N] [--rounds N] "
                     "[--json FILE]\n";
        return 1;
    } catch (const std::exception& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    return 0;
}
