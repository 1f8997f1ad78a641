/* SPDX-License-Identifier: GPL-3.0-or-later */
// Searches the fastest plan of each transform that FILE lists, a line each, or from each
// plan on that it lists, and adds it to OUT as a plan line, with what fraction of a copy
// it and the one to begin with reach in a comment. Transforms that OUT speaks of already
// are left out, so that a run that was stopped goes on where it was. Usage: bm_search
// DEVICE FILE --out OUT [--budget SECONDS] [--points N]
#include "base/median.h"
#include "bench/programs/plan_lines.h"
#include "device/interface/registry.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "tune/search/search.h"
#include "tune/timing/device_timer.h"
#include <fmt/format.h>
#include <boost/program_options.hpp>
#include <fstream>
#include <iostream>

using namespace gpufft;
using namespace gpufft::testing;
namespace po = boost::program_options;

namespace {

constexpr int COPIES = 9;

double copy_seconds(stopwatch& watch, double bytes)
{
    std::vector<double> times;
    for (int i = 0; i < COPIES; ++i)
        times.push_back(watch.time_copy(bytes, 4));
    return median(times);
}

//! The plan line and its comment.
std::string searched(const plan& planners,
                     const std::shared_ptr<device>& on,
                     device_timer& with,
                     double budget_s)
{
    const double began = with.elapsed();
    search_settings settings;
    settings.budget_s = budget_s;
    const auto found = search(planners, with, settings);
    const executor best(found.best, on);
    const double copy = copy_seconds(with.watch(), with.watch().bytes_of(best));
    const double planners_share = found.planners_s > 0 ? copy / found.planners_s : 0;
    std::string registers;
    for (const auto& r : best.resources())
        registers += fmt::format(" {}", r.registers);
    return fmt::format("{}  # {:.3f} of a copy, the planner's {:.3f}; {} plans in {:.1f} "
                       "s; registers{}",
                       plan_text(found.best),
                       copy / found.best_s,
                       planners_share,
                       found.timed,
                       with.elapsed() - began,
                       registers);
}

//! A line of \p file begins with the transform.
bool speaks_of(const std::string& file, const std::string& transform)
{
    std::ifstream from(file);
    for (std::string line; std::getline(from, line);) {
        if (line.rfind(transform + ":", 0) == 0 ||
            line.rfind("# " + transform + ":", 0) == 0)
            return true;
    }
    return false;
}

void run(const po::variables_map& options)
{
    const auto on = open_device(options["device"].as<std::string>());
    auto limits = on->info().limits;
    limits.architecture.clear(); // built-in plans are to be found again, or beaten
    fmt::print("{} ({})\n", on->info().product, on->info().platform);
    auto points = options["points"].as<std::int64_t>();
    if (points == 0)
        points = std::int64_t(1) << (limits.is_cpu ? 20 : 27);
    const auto file = options["out"].as<std::string>();
    const auto lines = lines_of(options["file"].as<std::string>());
    device_timer with(on, static_cast<std::size_t>(points) * 8);
    const double budget_s = options["budget"].as<double>();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto request = to_string(plan_of(lines[i], limits).request);
        if (speaks_of(file, request))
            continue;
        // Said before the search: a kernel that stops the program is not tried again.
        std::ofstream(file, std::ios::app) << "# " << request << ":\n";
        std::string line;
        try {
            line = searched(plan_of(lines[i], limits),
                            on,
                            with,
                            (budget_s - with.elapsed()) /
                                static_cast<double>(lines.size() - i));
        } catch (const std::exception& e) {
            line = fmt::format("# {}: {}", request, e.what());
        }
        std::ofstream(file, std::ios::app) << line << '\n';
        fmt::print("{}\n", line);
        std::fflush(stdout);
    }
}

po::variables_map parse(int argc, char** argv)
{
    po::options_description options;
    auto add = options.add_options();
    add("device", po::value<std::string>()->required());
    add("file", po::value<std::string>()->required());
    add("out", po::value<std::string>()->required());
    add("budget", po::value<double>()->default_value(60));
    add("points", po::value<std::int64_t>()->default_value(0));
    po::positional_options_description places;
    places.add("device", 1).add("file", 1);
    po::variables_map found;
    po::store(
        po::command_line_parser(argc, argv).options(options).positional(places).run(),
        found);
    po::notify(found);
    return found;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        run(parse(argc, argv));
    } catch (const po::error& e) {
        std::cerr << e.what()
                  << "\nusage: bm_search DEVICE FILE --out OUT [--budget SECONDS] "
                     "[--points N]\n";
        return 1;
    } catch (const std::exception& e) {
        std::cerr << e.what() << '\n';
        return 1;
    }
    return 0;
}
