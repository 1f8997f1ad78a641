/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/fake/fake_launch.h"
#include "reference/fake/fake_memory.h"
#include "reference/fake/fake_queue.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <chrono>
#include <cstring>
#include <future>

namespace gpufft {

namespace {

//! How and when the work before an event ended.
struct fake_end {
    std::string failure; //!< "" where all went well
    std::chrono::steady_clock::time_point at;
};

class fake_event : public event
{
public:
    fake_event(std::shared_ptr<fake_control> control,
               std::shared_future<fake_end> end,
               bool is_timed)
        : d_control(std::move(control)), d_end(std::move(end)), d_is_timed(is_timed)
    {
    }

    bool is_done() const override
    {
        return d_end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }

    void wait() override
    {
        d_control->calls.enter("wait");
        if (const auto& failure = d_end.get().failure; !failure.empty())
            throw device_error(failure);
    }

    double seconds_since(const event& earlier) override
    {
        wait();
        const auto& begin = static_cast<const fake_event&>(earlier).d_end.get();
        if (!d_is_timed || !static_cast<const fake_event&>(earlier).d_is_timed)
            throw device_error("fake seconds_since: an event was not timed");
        return std::chrono::duration<double>(d_end.get().at - begin.at).count();
    }

    std::shared_future<fake_end> end() const { return d_end; }

private:
    std::shared_ptr<fake_control> d_control;
    std::shared_future<fake_end> d_end;
    bool d_is_timed;
};

void check_range(const char* call, std::size_t offset, std::size_t bytes, std::size_t of)
{
    if (offset > of || bytes > of - offset)
        throw device_error(fmt::format(
            "fake {} of {} bytes at offset {} of {}", call, bytes, offset, of));
}

} // namespace

fake_queue::fake_queue(std::shared_ptr<device> on, std::shared_ptr<fake_control> control)
    : d_device(std::move(on)), d_control(std::move(control)), d_thread([this] { run(); })
{
}

fake_queue::~fake_queue()
{
    {
        const std::lock_guard guard(d_mutex);
        d_is_closing = true;
    }
    d_changed.notify_one();
    d_thread.join();
}

void fake_queue::run()
{
    for (;;) {
        std::function<void()> task;
        {
            std::unique_lock guard(d_mutex);
            d_changed.wait(guard, [this] { return d_is_closing || !d_tasks.empty(); });
            if (d_tasks.empty())
                return;
            task = std::move(d_tasks.front());
            d_tasks.pop_front();
        }
        try {
            task();
        } catch (const std::exception&) {
            d_failure = "out of memory"; // so short that it takes none
        }
    }
}

void fake_queue::push(std::function<void()> task)
{
    {
        const std::lock_guard guard(d_mutex);
        d_tasks.push_back(std::move(task));
    }
    d_changed.notify_one();
}

void fake_queue::push_work(std::function<void()> work)
{
    push([this, work = std::move(work)] {
        if (!d_failure.empty())
            return;
        std::this_thread::sleep_for(
            std::chrono::microseconds(d_control->work_delay_us.load()));
        d_control->before_work();
        try {
            d_control->calls.enter("work");
            work();
        } catch (const std::exception& e) {
            d_failure = e.what();
        }
    });
}

void fake_queue::upload(buffer& to,
                        std::size_t to_offset,
                        const void* from,
                        std::size_t bytes)
{
    d_control->calls.enter("upload");
    check_range("upload", to_offset, bytes, to.bytes());
    d_control->uploaded_bytes += bytes;
    const auto target = static_cast<fake_buffer&>(to).data() + to_offset;
    push_work([=] {
        if (bytes)
            std::memcpy(target, from, bytes);
    });
}

void fake_queue::download(void* to,
                          const buffer& from,
                          std::size_t from_offset,
                          std::size_t bytes)
{
    d_control->calls.enter("download");
    check_range("download", from_offset, bytes, from.bytes());
    const auto source = static_cast<const fake_buffer&>(from).data() + from_offset;
    push_work([=] {
        // What wraps memory of the caller has nothing to bring there, as on devices,
        // while other queues read it.
        if (bytes && to != source)
            std::memcpy(to, source, bytes);
    });
}

void fake_queue::copy(buffer& to,
                      std::size_t to_offset,
                      const buffer& from,
                      std::size_t from_offset,
                      std::size_t bytes)
{
    d_control->calls.enter("copy");
    check_range("copy", from_offset, bytes, from.bytes());
    check_range("copy", to_offset, bytes, to.bytes());
    const auto target = static_cast<fake_buffer&>(to).data() + to_offset;
    const auto source = static_cast<const fake_buffer&>(from).data() + from_offset;
    push_work([=] {
        if (bytes)
            std::memcpy(target, source, bytes);
    });
}

void fake_queue::launch(kernel& what,
                        std::uint64_t groups,
                        const std::vector<kernel_argument>& arguments)
{
    d_control->calls.enter("launch");
    push_work(prepare_launch(what.source(), groups, arguments));
}

std::shared_ptr<event> fake_queue::record() { return mark(false); }
std::shared_ptr<event> fake_queue::record_timed() { return mark(true); }

std::shared_ptr<event> fake_queue::mark(bool is_timed)
{
    d_control->calls.enter("record");
    const auto end = std::make_shared<std::promise<fake_end>>();
    auto made =
        std::make_shared<fake_event>(d_control, end->get_future().share(), is_timed);
    push([this, end] {
        end->set_value({ d_failure, std::chrono::steady_clock::now() });
    });
    return made;
}

void fake_queue::wait_for(event& e)
{
    d_control->calls.enter("wait_for");
    push([this, end = static_cast<fake_event&>(e).end()] {
        if (const auto& failure = end.get().failure; d_failure.empty())
            d_failure = failure;
    });
}

void fake_queue::wait_all() { record()->wait(); }

} // namespace gpufft
