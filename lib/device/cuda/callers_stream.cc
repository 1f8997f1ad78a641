/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/callers_stream.h"
#include "device/cuda/kernel.h"
#include "device/interface/device_choice.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft::cuda {

namespace {

//! The context that \p stream is of.
//! \throws plan_error          the driver does not know the stream
//! \throws failed_driver_call
CUcontext context_of(const driver& cu, CUstream stream)
{
    CUcontext of = nullptr;
    try {
        cu.stream_get_ctx(stream, &of);
    } catch (const failed_driver_call& error) {
        if (error.status() != CUDA_ERROR_INVALID_HANDLE)
            throw;
        throw plan_error(
            fmt::format("the stream given, {}, is not known to the driver: it was freed, "
                        "or is none; give one that is there",
                        fmt::ptr(static_cast<void*>(stream))));
    }
    return of;
}

//! The capture that \p stream is in, by its number; nothing: none.
//! \throws failed_driver_call
std::optional<std::uint64_t> capture_of(const driver& cu, CUstream stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    std::uint64_t number = 0;
    cu.stream_get_capture_info(stream, &status, &number);
    if (status == CU_STREAM_CAPTURE_STATUS_NONE)
        return std::nullopt;
    return number;
}

} // namespace

chain_streams::chain_streams(const cuda_device& on, int chains) : d_device(on)
{
    try {
        checked(d_device.in(), [&](const driver& cu) {
            if (chains > 1)
                cu.event_create(&d_begin, CU_EVENT_DISABLE_TIMING);
            for (int chain = 1; chain < chains; ++chain)
                add_chain();
        });
    } catch (...) {
        release();
        throw;
    }
}

void chain_streams::add_chain()
{
    const auto& cu = d_device.in().cu();
    auto& result = d_chains.emplace_back();
    cu.stream_create(&result.stream, CU_STREAM_NON_BLOCKING);
    cu.event_create(&result.end, CU_EVENT_DISABLE_TIMING);
}

chain_streams::~chain_streams() { release(); }

// The driver lets work that is under way end.
void chain_streams::release()
{
    const auto& in = d_device.in();
    for (const auto& each : d_chains) {
        if (each.end)
            release_quietly(in, [&](const driver& cu) { cu.event_destroy(each.end); });
        if (each.stream)
            release_quietly(in,
                            [&](const driver& cu) { cu.stream_destroy(each.stream); });
    }
    if (d_begin)
        release_quietly(in, [&](const driver& cu) { cu.event_destroy(d_begin); });
}

bool chain_streams::are_free_for(const std::optional<std::uint64_t>& capture) const
{
    return checked(d_device.in(), [&](const driver& cu) {
        return std::all_of(d_chains.begin(), d_chains.end(), [&](const auto& each) {
            const auto now = capture_of(cu, each.stream);
            return !now || now == capture;
        });
    });
}

void chain_streams::fork(CUstream callers, int chains)
{
    checked(d_device.in(), [&](const driver& cu) {
        cu.event_record(d_begin, callers);
        for (int chain = 1; chain < chains; ++chain)
            cu.stream_wait_event(of_chain(chain), d_begin, 0);
    });
}

void chain_streams::join(CUstream callers, int chains)
{
    checked(d_device.in(), [&](const driver& cu) {
        for (int chain = 1; chain < chains; ++chain) {
            const auto end = d_chains[static_cast<std::size_t>(chain) - 1].end;
            cu.event_record(end, of_chain(chain));
            cu.stream_wait_event(callers, end, 0);
        }
    });
}

callers_stream::callers_stream(std::shared_ptr<cuda_device> on,
                               const callers_queue_settings& settings)
    : d_device(std::move(on)),
      d_chains(*d_device, settings.chains),
      d_captured_chains(*d_device, settings.chains)
{
    if (!settings.replays)
        return;
    checked(d_device->in(), [&](const driver& cu) {
        cu.stream_create(&d_graph_stream, CU_STREAM_NON_BLOCKING);
    });
    d_graphs.emplace(*d_device, d_graph_stream);
}

callers_stream::~callers_stream()
{
    d_graphs.reset();
    if (d_graph_stream)
        release_quietly(d_device->in(),
                        [&](const driver& cu) { cu.stream_destroy(d_graph_stream); });
}

void callers_stream::attach(void* native)
{
    const auto stream = static_cast<CUstream>(native);
    CUcontext of = nullptr;
    checked(
        d_device->in(),
        [&](const driver& cu) {
            of = context_of(cu, stream);
            d_capture = capture_of(cu, stream);
        },
        [&] { return fmt::format(" of the stream given, {}", fmt::ptr(native)); });
    if (of != d_device->in().handle())
        throw plan_error(
            fmt::format("the stream given is of another context than that of "
                        "{}; make the transform for the context that the "
                        "stream is of",
                        label_of(d_device->info())));
    d_stream = stream;
}

void callers_stream::launch(kernel& launched,
                            std::uint64_t groups,
                            const std::vector<kernel_argument>& arguments)
{
    if (groups)
        static_cast<cuda_kernel&>(launched).enqueue(d_stream, groups, arguments);
}

// Graphs are no part of a capture, but what they are made of is.
void callers_stream::launch_all(const std::vector<kernel_launch>& list)
{
    if (!d_graphs || d_capture || !d_graphs->replay(list, d_stream))
        launch_each(list);
}

void callers_stream::launch_each(const std::vector<kernel_launch>& list)
{
    auto& chains = d_capture ? d_captured_chains : d_chains;
    const bool has_chains = std::any_of(
        list.begin(), list.end(), [](const auto& each) { return each.chain > 0; });
    if (has_chains && chains.are_free_for(d_capture)) {
        launch_chains(list, chains);
        return;
    }
    for (const auto& each : list)
        launch(*each.launched, each.groups, each.arguments);
}

void callers_stream::launch_chains(const std::vector<kernel_launch>& list,
                                   chain_streams& chains)
{
    int count = 1;
    for (const auto& each : list)
        count = std::max(count, each.chain + 1);
    chains.fork(d_stream, count);
    for (const auto& each : list)
        if (each.groups)
            static_cast<cuda_kernel&>(*each.launched)
                .enqueue(each.chain ? chains.of_chain(each.chain) : d_stream,
                         each.groups,
                         each.arguments);
    chains.join(d_stream, count);
}

} // namespace gpufft::cuda
