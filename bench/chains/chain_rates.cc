/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/chains/chain_rates.h"
#include "bench/programs/median_rate.h"
#include "bench/programs/spent.h"
#include <nlohmann/json.hpp>
#include <algorithm>
#include <chrono>
#include <thread>

namespace gpufft::testing {

namespace {

//! A flowgraph, and its rates of all rounds.
struct measured_chain {
    const chain_case* of;
    chain_flowgraph flowgraph;
    std::vector<double> rates;
};

// How long a measurement goes on in which nothing has passed yet: other programs may have
// had the processors.
constexpr double LONGEST_S = 10;

void sleep_for(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

//! Samples a second, after some time to warm up.
double run(const chain_flowgraph& f, double seconds)
{
    f.graph->start();
    sleep_for(std::min(0.5, seconds));
    const double before = f.samples();
    const spent begin;
    do
        sleep_for(seconds);
    while (f.samples() == before && begin.seconds() < LONGEST_S);
    const double result = (f.samples() - before) / begin.seconds();
    f.graph->stop();
    f.graph->wait();
    return result;
}

std::vector<measured_chain>
make_all(const chain_settings& s, const std::vector<std::string>& names, int length)
{
    std::vector<measured_chain> all;
    for (const auto& each : chain_cases())
        if (names.empty() ||
            std::find(names.begin(), names.end(), each.name) != names.end())
            all.push_back({ &each, each.make(s, length), {} });
    return all;
}

double median_ratio(const std::vector<double>& rates, const std::vector<double>& others)
{
    std::vector<double> ratios;
    for (std::size_t i = 0; i < rates.size(); ++i)
        ratios.push_back(rates[i] / others[i]);
    return rate_of(ratios).median;
}

nlohmann::json
line_of(const measured_chain& one, const std::vector<measured_chain>& all, int length)
{
    const auto r = rate_of(one.rates);
    nlohmann::json line = {
        { "chain", one.of->name },
        { "length", length },
        { "samples_per_s",
          { { "median", r.median }, { "lowest", r.lowest }, { "highest", r.highest } } }
    };
    for (const auto& other : all)
        if (one.of->against && std::string(one.of->against) == other.of->name) {
            line["against"] = one.of->against;
            line["ratio"] = median_ratio(one.rates, other.rates);
        }
    return line;
}

} // namespace

chain_rates measure_chains(const chain_settings& s,
                           const chain_rounds& r,
                           const std::vector<std::string>& names,
                           int length)
{
    auto all = make_all(s, names, length);
    for (int round = 0; round < r.rounds; ++round)
        for (auto& each : all)
            each.rates.push_back(run(each.flowgraph, r.seconds));
    chain_rates result;
    for (const auto& each : all) {
        result.device = each.flowgraph.device;
        result.lines.push_back(line_of(each, all, length));
    }
    return result;
}

} // namespace gpufft::testing
