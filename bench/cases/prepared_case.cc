/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "bench/cases/prepared_case.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace fs = boost::filesystem;

namespace gpufft::app {

namespace {

std::shared_ptr<executor>
build(const bench_case& c, const given_plans& plans, const std::shared_ptr<device>& on)
{
    const auto request = c.request();
    const auto given = plans.find(to_string(request));
    if (given != plans.end())
        return std::make_shared<executor>(given->second, on);
    return std::make_shared<executor>(request, on);
}

//! Seconds that building takes, into \p seconds; what goes wrong becomes the case's.
void build_timed(prepared_case& c,
                 const given_plans& plans,
                 const std::shared_ptr<device>& on,
                 double prepared_case::*seconds)
{
    if (!c.failure.empty())
        return;
    c.run.reset(); // a kernel in use would be shared, and cost nothing
    const auto begin = std::chrono::steady_clock::now();
    try {
        c.run = build(c.asked, plans, on);
    } catch (const std::exception& e) {
        c.failure = e.what();
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    c.*seconds = spent.count();
}

//! All cases with nothing in the cache, \p jobs at a time.
void use_first(std::vector<prepared_case>& cases,
               const given_plans& plans,
               const std::shared_ptr<device>& on,
               int jobs)
{
    std::atomic<std::size_t> next{ 0 };
    const auto work = [&] {
        for (auto i = next++; i < cases.size(); i = next++) {
            build_timed(cases[i], plans, on, &prepared_case::cold_s);
            cases[i].run.reset();
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < jobs; ++i)
        others.emplace_back(work);
    work();
    for (auto& other : others)
        other.join();
}

} // namespace

empty_kernel_cache::empty_kernel_cache()
    : d_folder(
          (fs::temp_directory_path() / fs::unique_path("gpufft-bench-%%%%%%%%")).string())
{
    fs::create_directories(d_folder);
    fs::permissions(d_folder, fs::owner_all);
    setenv("XDG_CACHE_HOME", d_folder.c_str(), 1);
}

empty_kernel_cache::~empty_kernel_cache()
{
    boost::system::error_code ignored;
    fs::remove_all(d_folder, ignored);
}

void empty_kernel_cache::clear() const
{
    std::vector<fs::path> files;
    for (fs::recursive_directory_iterator entry(d_folder), end; entry != end; ++entry) {
        if (!fs::is_directory(entry->path()))
            files.push_back(entry->path());
    }
    for (const auto& file : files)
        fs::remove(file);
}

given_plans read_plans(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(fmt::format("cannot read {}", path));
    given_plans result;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line[0] == '#')
            continue;
        try {
            const auto p = parse_plan(line);
            result.emplace(to_string(packed(p.request)), p);
        } catch (const std::exception& e) {
            throw std::runtime_error(
                fmt::format("{}, line {}: {}", path, number, e.what()));
        }
    }
    return result;
}

std::vector<prepared_case> prepare_cases(const std::vector<bench_case>& cases,
                                         const given_plans& plans,
                                         const std::shared_ptr<device>& on,
                                         const empty_kernel_cache& cache,
                                         const first_use_rules& rules)
{
    std::vector<prepared_case> result;
    for (const auto& c : cases)
        result.push_back({ c, nullptr, "", 0, 0 });
    // The compiler itself, and what the driver sets up for the first kernel.
    const executor first(transform(6), on);

    std::vector<std::vector<double>> cold_s(result.size());
    for (int i = 0; i < rules.times; ++i) {
        if (i > 0)
            cache.clear();
        use_first(result, plans, on, rules.jobs);
        for (std::size_t k = 0; k < result.size(); ++k)
            cold_s[k].push_back(result[k].cold_s);
    }
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k].cold_s = median(cold_s[k]);
    for (auto& c : result)
        build_timed(c, plans, on, &prepared_case::warm_s);
    return result;
}

} // namespace gpufft::app
