/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/build_thread.h"
#include "tune/probe/timed_findings.h"
#include <algorithm>
#include <list>
#include <memory>
#include <utility>

namespace gpufft {

namespace {

using wall_clock = std::chrono::steady_clock;

std::chrono::milliseconds until(wall_clock::time_point end)
{
    const auto left = end - wall_clock::now();
    return std::max(std::chrono::duration_cast<std::chrono::milliseconds>(left),
                    std::chrono::milliseconds(0));
}

//! Work that nobody waits for. Never destroyed, as the end of the process waits for it.
class late_work
{
public:
    static late_work& instance()
    {
        static auto& all = *new late_work;
        return all;
    }

    //! All of it has ended by \p end.
    bool ends_by(wall_clock::time_point end)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_threads.remove_if(
            [&](const auto& each) { return each->is_done_within(until(end)); });
        return d_threads.empty();
    }

    void add(std::unique_ptr<build_thread> more)
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_threads.push_back(std::move(more));
    }

private:
    std::mutex d_mutex;
    std::list<std::unique_ptr<build_thread>> d_threads;
};

} // namespace

void timed_findings::add(const std::string& name, double value)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!d_is_over)
        d_found[name] = value;
}

bool timed_findings::is_over() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_is_over;
}

timed_findings::numbers timed_findings::end()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_is_over = true;
    return std::move(d_found);
}

timed_findings::numbers timed_findings::within(std::chrono::milliseconds time,
                                               std::function<void(timed_findings&)> look)
{
    const auto end = wall_clock::now() + time;
    if (!late_work::instance().ends_by(end))
        return {};
    const auto found = std::make_shared<timed_findings>();
    auto thread =
        std::make_unique<build_thread>([found, look = std::move(look)] { look(*found); });
    if (thread->is_done_within(until(end)))
        thread->wait(); // for what it throws
    else
        late_work::instance().add(std::move(thread));
    return found->end();
}

} // namespace gpufft
