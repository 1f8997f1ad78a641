/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/computation.h"
#include "reference/fake/fake_backend.h"
#include "reference/fake/fake_memory.h"
#include "reference/fake/fake_queue.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

namespace gpufft {

namespace {

class fake_kernel : public kernel
{
public:
    fake_kernel(std::shared_ptr<device> on, const kernel_source& source)
        : d_device(std::move(on)), d_source(source)
    {
    }
    const kernel_source& source() const override { return d_source; }

private:
    std::shared_ptr<device> d_device;
    kernel_source d_source;
};

//! The page-locked memory of a process: as in a driver, no byte twice.
class locked_ranges
{
public:
    bool add(const char* begin, const char* end)
    {
        const std::lock_guard guard(d_mutex);
        for (const auto& [b, e] : d_ranges)
            if (begin < e && b < end)
                return false;
        return d_ranges.emplace(begin, end).second;
    }
    void remove(const char* begin)
    {
        const std::lock_guard guard(d_mutex);
        d_ranges.erase(begin);
    }

private:
    std::mutex d_mutex;
    std::map<const char*, const char*> d_ranges;
};

locked_ranges& all_locked()
{
    static auto& all = *new locked_ranges;
    return all;
}

class fake_registration : public host_registration
{
public:
    fake_registration(std::shared_ptr<fake_control> control, const char* begin)
        : d_count(std::move(control)), d_begin(begin)
    {
    }
    ~fake_registration() override { all_locked().remove(d_begin); }

private:
    counted_buffer d_count;
    const char* d_begin;
};

//! Launches on a fake_queue of the caller's.
class fake_callers_queue : public callers_queue
{
public:
    void attach(void* native) override
    {
        if (!native)
            throw plan_error("the fake queue given is a null pointer");
        d_queue = static_cast<queue*>(native);
    }
    void detach() noexcept override { d_queue = nullptr; }
    void launch(kernel& what,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override
    {
        d_queue->launch(what, groups, arguments);
    }
    void launch_all(const std::vector<kernel_launch>& list) override
    {
        d_queue->launch_all(list);
    }

private:
    queue* d_queue = nullptr;
};

class fake_device : public device
{
public:
    fake_device(const device_info& info, std::shared_ptr<fake_control> control)
        : d_info(info), d_control(std::move(control))
    {
    }

    const device_info& info() const override { return d_info; }
    bool takes_slices() const override { return true; }

    const dialect& kernel_dialect() const override
    {
        return d_info.name.rfind("cuda", 0) == 0 ? cuda_dialect() : opencl_dialect();
    }

    std::shared_ptr<buffer> make_buffer(std::size_t bytes) override
    {
        d_control->calls.enter("make_buffer");
        check_room("make_buffer");
        const auto most = static_cast<std::size_t>(d_info.limits.max_allocation_bytes);
        if (bytes == 0 || bytes > most)
            throw device_error(
                fmt::format("fake buffer of {} bytes; may have 1 to {}", bytes, most));
        return std::make_shared<fake_buffer>(d_control, bytes);
    }

    std::shared_ptr<buffer> part_of(const std::shared_ptr<buffer>& whole,
                                    std::size_t offset,
                                    std::size_t bytes) override
    {
        d_control->calls.enter("part_of");
        if (bytes == 0 || offset % PART_ALIGNMENT || offset > whole->bytes() ||
            bytes > whole->bytes() - offset)
            throw device_error(fmt::format("fake part of {} bytes at offset {} of {}; "
                                           "parts begin at multiples of {}",
                                           bytes,
                                           offset,
                                           whole->bytes(),
                                           PART_ALIGNMENT));
        return std::make_shared<fake_buffer>(
            d_control, std::static_pointer_cast<fake_buffer>(whole), offset, bytes);
    }

    std::shared_ptr<buffer> wrap_host_memory(void* memory, std::size_t bytes) override
    {
        d_control->calls.enter("wrap_host_memory");
        const bool is_aligned = reinterpret_cast<std::uintptr_t>(memory) % 64 == 0;
        if (!d_info.limits.is_cpu || !memory || !is_aligned)
            return nullptr;
        return std::make_shared<fake_buffer>(d_control, memory, bytes);
    }

    std::shared_ptr<buffer> borrow_array(const device_memory& m,
                                         std::size_t bytes,
                                         memory_use,
                                         std::size_t alignment) override
    {
        d_control->calls.enter("borrow_array");
        const auto begin = reinterpret_cast<std::uintptr_t>(m.handle) + m.offset;
        if (m.is_cl_mem || begin % alignment)
            throw plan_error(fmt::format("the fake array at {:#x}: no address, or no "
                                         "multiple of {}",
                                         begin,
                                         alignment));
        return std::make_shared<fake_buffer>(
            d_control, reinterpret_cast<void*>(begin), bytes);
    }

    bool can_borrow() const override { return true; }

    std::shared_ptr<callers_queue>
    make_callers_queue(const callers_queue_settings&) override
    {
        d_control->calls.enter("make_callers_queue");
        return std::make_shared<fake_callers_queue>();
    }

    std::shared_ptr<host_buffer> make_host_buffer(std::size_t bytes) override
    {
        d_control->calls.enter("make_host_buffer");
        check_room("make_host_buffer");
        return std::make_shared<fake_host_buffer>(d_control, bytes);
    }

    std::shared_ptr<host_registration> register_host_memory(void* memory,
                                                            std::size_t bytes) override
    {
        d_control->calls.enter("register_host_memory");
        const auto begin = static_cast<const char*>(memory);
        if (d_info.limits.is_cpu || !all_locked().add(begin, begin + bytes))
            return nullptr;
        return std::make_shared<fake_registration>(d_control, begin);
    }

    std::shared_ptr<queue> make_queue() override
    {
        d_control->calls.enter("make_queue");
        check_room("make_queue");
        return std::make_shared<fake_queue>(shared_from_this(), d_control);
    }

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        ++d_control->kept_builds;
        return build_for_trial(source);
    }

    std::shared_ptr<kernel> build_for_trial(const kernel_source& source) override
    {
        d_control->calls.enter("build");
        while (d_control->holds_builds)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (d_control->unbuildable > 0) {
            --d_control->unbuildable;
            throw build_error(
                fmt::format("fake build of {}: was told to fail", source.name));
        }
        const auto& refused = d_control->refused_text;
        if (!refused.empty() && source.text.find(refused) != std::string::npos)
            throw build_error(
                fmt::format("fake build of {}: has \"{}\"", source.name, refused));
        const auto& limits = d_info.limits;
        if (source.launch.work_items > limits.max_work_items ||
            source.launch.local_memory_bytes > limits.local_memory_bytes)
            throw build_error(fmt::format(
                "fake build of {}: {} work-items and {} bytes of local memory in a "
                "workgroup; {} has {} and {}",
                source.name,
                source.launch.work_items,
                source.launch.local_memory_bytes,
                d_info.name,
                limits.max_work_items,
                limits.local_memory_bytes));
        const std::lock_guard guard(d_mutex);
        auto& known = d_kernels[source.name + '\n' + source.text];
        if (auto made = known.lock())
            return made;
        auto compiled = source;
        auto what = source.computes ? *source.computes : computation();
        if (d_control->spoils_vectors && what.computed_pass.is_vector())
            what.computed_pass.store.swap_parts ^= true;
        const auto& spoiled = d_control->spoiled_text;
        if (!spoiled.empty() && source.text.find(spoiled) != std::string::npos)
            what.computed_pass.load.swap_parts ^= true;
        compiled.computes = std::make_shared<const computation>(std::move(what));
        auto made = std::make_shared<fake_kernel>(shared_from_this(), compiled);
        known = made;
        return made;
    }

private:
    void check_room(const char* call) const
    {
        if (d_control->live_buffers >= d_control->most_buffers)
            throw device_error(fmt::format("fake {}: there are {} buffers, and no memory",
                                           call,
                                           d_control->live_buffers.load()));
    }

    device_info d_info;
    std::shared_ptr<fake_control> d_control;
    std::mutex d_mutex;
    std::map<std::string, std::weak_ptr<kernel>> d_kernels;
};

} // namespace

std::shared_ptr<device> make_fake_device(const device_info& info,
                                         std::shared_ptr<fake_control> control)
{
    return std::make_shared<fake_device>(info, std::move(control));
}

} // namespace gpufft
