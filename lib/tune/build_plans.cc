/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/self_test.h"
#include "tune/build_plans.h"
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <thread>

namespace gpufft {

namespace {

built_plan build_one(const plan& p, const std::shared_ptr<device>& on, bool verified)
{
    built_plan b;
    const auto fails = [&](const std::exception& e, bool for_good) {
        b.made.reset();
        b.failure = e.what();
        b.fails_for_good = for_good;
    };
    try {
        b.made = std::make_shared<executor>(p, on);
        if (verified)
            self_test(*b.made);
    } catch (const build_error& e) {
        fails(e, true);
    } catch (const plan_error& e) {
        fails(e, true);
    } catch (const std::exception& e) {
        fails(e, false); // memory that others have, say
    }
    return b;
}

} // namespace

std::vector<built_plan> build_plans(const std::vector<plan>& plans,
                                    const std::shared_ptr<device>& on,
                                    bool verified,
                                    const std::function<bool()>& stop)
{
    std::vector<built_plan> built(plans.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (auto i = next++; i < plans.size(); i = next++) {
            if (stop())
                built[i].failure = "not built: there was no time left";
            else
                built[i] = build_one(plans[i], on, verified);
        }
    };
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(cores, plans.size()); ++i)
        others.emplace_back(work);
    work();
    for (auto& one : others)
        one.join();
    return built;
}

} // namespace gpufft
