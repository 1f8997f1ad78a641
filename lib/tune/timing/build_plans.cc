/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/self_test/self_test.h"
#include "tune/timing/build_plans.h"
#include <gpufft/error.h>
#include <algorithm>
#include <atomic>
#include <new>
#include <thread>

namespace gpufft {

namespace {

//! What \p e says, as far as there is memory for that.
std::string text_of(const std::exception& e) noexcept
try {
    return e.what();
} catch (const std::bad_alloc&) {
    return "out of memory"; // so short that it takes none
}

built_plan build_one(const plan& p, const std::shared_ptr<device>& on, bool verified)
{
    built_plan b;
    const auto fails = [&](const std::exception& e, bool for_good) {
        b.result.reset();
        b.failure = text_of(e);
        b.fails_for_good = for_good;
    };
    try {
        b.result = std::make_shared<executor>(p, on);
        if (verified)
            self_test(*b.result);
    } catch (const build_error& e) {
        fails(e, true);
    } catch (const plan_error& e) {
        fails(e, true);
    } catch (const std::exception& e) {
        fails(e, false); // memory that others have, say
    }
    return b;
}

//! Threads that all do the same, and end before this does.
class joined_threads
{
public:
    //! \p count of them, or as many as are to be had.
    template <typename Work>
    void begin(std::size_t count, const Work& work)
    try {
        while (d_all.size() < count)
            d_all.emplace_back(work);
    } catch (const std::exception&) {
        // The caller does what they do not.
    }

    ~joined_threads()
    {
        for (auto& one : d_all)
            one.join();
    }

private:
    std::vector<std::thread> d_all;
};

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
    {
        joined_threads others;
        others.begin(std::min(cores, std::max<std::size_t>(1, plans.size())) - 1, work);
        work();
    }
    return built;
}

} // namespace gpufft
