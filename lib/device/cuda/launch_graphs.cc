/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/cuda/kernel.h"
#include "device/cuda/launch_graphs.h"
#include "device/cuda/memory.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <type_traits>
#include <algorithm>
#include <cstring>

namespace gpufft::cuda {

namespace {

// Lists of launches that a queue remembers; each transform, buffer and number of rows
// takes one.
constexpr std::size_t MOST_LISTS = 32;
// To make a graph and to drop it takes 0.5 ms, as long as so many launches.
constexpr std::size_t LAUNCHES_THAT_PAY = 64;
constexpr std::size_t MOST_LAUNCHES_BEFORE = 1024;
// Lists this long are those of rows in slices, whose kernels take less time than a
// launch.
constexpr std::size_t LONGEST_LIST = 4096;

// What stands for an argument in a key: the bits of a number, a buffer's address on the
// device. Not `const buffer*`: the template would fit better, and take the host's, where
// another buffer may lie later.
struct bits_of {
    std::uint64_t operator()(buffer* value) const
    {
        return value ? static_cast<cuda_buffer*>(value)->address() : 0;
    }
    std::uint64_t operator()(const buffer_slice& value) const
    {
        return operator()(value.of) + value.offset;
    }
    template <typename Number>
    std::uint64_t operator()(Number value) const
    {
        static_assert(std::is_arithmetic_v<Number>);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(value));
        return bits;
    }
};

} // namespace

launch_graphs::~launch_graphs()
{
    for (auto& each : d_known)
        drop(each);
    for (auto chain : d_chains)
        release_quietly(d_device.in(),
                        [&](const driver& cu) { cu.stream_destroy(chain); });
}

void launch_graphs::drop(known_list& one)
{
    if (!one.graph)
        return;
    // The graph may still be running.
    release_quietly(d_device.in(),
                    [&](const driver& cu) { cu.stream_synchronize(d_stream); });
    release_quietly(d_device.in(),
                    [&](const driver& cu) { cu.graph_exec_destroy(one.graph); });
}

launch_graphs::key launch_graphs::key_of(const std::vector<kernel_launch>& list)
{
    key result;
    for (const auto& each : list) {
        result.push_back(static_cast<const cuda_kernel*>(each.launched)->number());
        result.push_back(each.groups);
        result.push_back(static_cast<std::uint64_t>(each.chain));
        for (const auto& argument : each.arguments)
            result.push_back(std::visit(bits_of(), argument));
    }
    return result;
}

void launch_graphs::launch(const std::vector<kernel_launch>& list)
{
    if (!replay(list, d_stream))
        launch_each(list);
}

bool launch_graphs::replay(const std::vector<kernel_launch>& list, CUstream to)
{
    if (list.empty() || list.size() > LONGEST_LIST)
        return false;
    auto wanted = key_of(list);
    const auto found = std::find_if(d_known.begin(), d_known.end(), [&](const auto& one) {
        return one.of == wanted;
    });
    if (found == d_known.end()) {
        if (d_known.size() == MOST_LISTS)
            forget_oldest();
        d_known.push_front({ std::move(wanted) });
        return false;
    }
    d_known.splice(d_known.begin(), d_known, found);
    found->launches += list.size();
    const auto pays =
        list.size() >= LAUNCHES_THAT_PAY || found->launches >= d_launches_before_graph;
    return !found->is_refused && pays && launch_graph(*found, list, to);
}

void launch_graphs::forget_oldest()
{
    auto& oldest = d_known.back();
    if (oldest.graph && oldest.launches < d_launches_before_graph + LAUNCHES_THAT_PAY)
        d_launches_before_graph =
            std::min(2 * d_launches_before_graph, MOST_LAUNCHES_BEFORE);
    drop(oldest);
    d_known.pop_back();
}

bool launch_graphs::launch_graph(known_list& one,
                                 const std::vector<kernel_launch>& list,
                                 CUstream to)
try {
    if (!one.graph)
        one.graph = make_graph(list);
    checked(
        d_device.in(),
        [&](const driver& cu) { cu.graph_launch(one.graph, to); },
        [&] { return fmt::format(" of {} kernels", list.size()); });
    return true;
} catch (const device_error& e) {
    log().debug("launched without a graph: {}", e.what());
    drop(one);
    one.graph = nullptr;
    one.is_refused = true;
    return false;
}

CUstream launch_graphs::stream_of(int chain)
{
    if (chain == 0)
        return d_stream;
    checked(d_device.in(), [&](const driver& cu) {
        while (d_chains.size() < static_cast<std::size_t>(chain)) {
            CUstream result = nullptr;
            cu.stream_create(&result, CU_STREAM_NON_BLOCKING);
            d_chains.push_back(result);
        }
    });
    return d_chains[static_cast<std::size_t>(chain) - 1];
}

void launch_graphs::follow(CUstream later, CUstream earlier)
{
    checked(d_device.in(), [&](const driver& cu) {
        CUevent between = nullptr;
        cu.event_create(&between, CU_EVENT_DISABLE_TIMING);
        try {
            cu.event_record(between, earlier);
            cu.stream_wait_event(later, between, 0);
        } catch (...) {
            cu.event_destroy.ask(between);
            throw;
        }
        cu.event_destroy(between); // when it is over, says the driver
    });
}

void launch_graphs::launch_each(const std::vector<kernel_launch>& list)
{
    int last = 0;
    for (const auto& each : list)
        last = std::max(last, each.chain);
    for (int chain = 1; chain <= last; ++chain)
        follow(stream_of(chain), d_stream);
    for (const auto& each : list)
        if (each.groups)
            static_cast<cuda_kernel*>(each.launched)
                ->enqueue(stream_of(each.chain), each.groups, each.arguments);
    for (int chain = 1; chain <= last; ++chain)
        follow(d_stream, stream_of(chain));
}

CUgraphExec launch_graphs::make_graph(const std::vector<kernel_launch>& list)
{
    const auto context = [&] { return fmt::format(" of {} kernels", list.size()); };
    for (const auto& each : list)
        stream_of(each.chain); // made before the capture
    return checked(
        d_device.in(),
        [&](const driver& cu) {
            // The mode binds this thread alone: others may do with the driver what they
            // like.
            cu.stream_begin_capture(d_stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
            CUgraph captured = nullptr;
            try {
                launch_each(list);
            } catch (...) {
                cu.stream_end_capture.ask(d_stream, &captured);
                if (captured)
                    cu.graph_destroy.ask(captured);
                throw;
            }
            cu.stream_end_capture(d_stream, &captured);
            CUgraphExec result = nullptr;
            const auto status = cu.graph_instantiate.ask(&result, captured, 0);
            cu.graph_destroy.ask(captured);
            if (status != CUDA_SUCCESS)
                throw failed_driver_call(cu.graph_instantiate.name(), status);
            return result;
        },
        context);
}

} // namespace gpufft::cuda
