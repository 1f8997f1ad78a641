/* SPDX-License-Identifier: GPL-3.0-or-later */
// Captures of streams by the fake driver, and the graphs that become of them.
#include "device/cuda/fake_driver/fake_state.h"
#include <algorithm>
#include <utility>

namespace fake_cuda {

CUstream captured_with(CUstream on)
{
    if (the_captures.count(on))
        return on;
    const auto branch = the_branches.find(on);
    return branch == the_branches.end() ? nullptr : branch->second;
}

void note_call_in_capture() { the_calls_in_captures += the_captures_of_thread > 0; }

bool breaks_capture()
{
    note_call_in_capture();
    return the_captures_of_thread > 0;
}

extern "C" {

CUresult cuStreamBeginCapture_v2(CUstream on, CUstreamCaptureMode)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    const std::lock_guard guard(the_mutex);
    const bool is_new = the_captures.emplace(on, fake_work()).second;
    if (is_new)
        the_capture_numbers[on] = ++the_last_capture;
    the_captures_of_thread += is_new;
    return is_new ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_STATE;
}

// Where it fails, it ends the capture all the same, and gives no graph.
CUresult cuStreamEndCapture(CUstream on, CUgraph* graph)
{
    const bool is_refused = is_told_to_fail(__func__);
    if (const auto status = make_object(graph))
        return status;
    const std::lock_guard guard(the_mutex);
    const auto taken = the_captures.find(on);
    if (taken == the_captures.end())
        return CUDA_ERROR_ILLEGAL_STATE;
    the_graphs[*graph] = std::move(taken->second);
    the_captures.erase(taken);
    --the_captures_of_thread;
    the_branches.clear();
    const bool is_whole = the_unjoined.empty();
    the_unjoined.clear();
    if (is_refused) {
        the_graphs.erase(*graph);
        the_objects.erase(*graph);
        the_owners.erase(*graph);
        delete reinterpret_cast<char*>(std::exchange(*graph, nullptr));
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return is_whole ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* made, CUgraph graph, unsigned long long)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    note_call_in_capture();
    if (const auto status = make_object(made))
        return status;
    const std::lock_guard guard(the_mutex);
    the_graphs[*made] = the_graphs.at(graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph graph)
{
    {
        const std::lock_guard guard(the_mutex);
        the_graphs.erase(graph);
    }
    return destroy_object(graph);
}

CUresult cuGraphExecDestroy(CUgraphExec graph)
{
    return cuGraphDestroy(reinterpret_cast<CUgraph>(graph));
}

CUresult cuGraphLaunch(CUgraphExec graph, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    fake_work all;
    {
        const std::lock_guard guard(the_mutex);
        if (captured_with(on))
            return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
        const auto found = the_graphs.find(graph);
        if (found == the_graphs.end())
            return CUDA_ERROR_INVALID_HANDLE;
        all = found->second;
        ++the_graph_launches;
    }
    for (const auto& work : all)
        work();
    return the_fault;
}

} // extern "C"

} // namespace fake_cuda
