/* SPDX-License-Identifier: GPL-3.0-or-later */
// Streams and events of the fake driver.
#include "device/cuda/fake_driver/fake_state.h"

namespace fake_cuda {

CUresult destroy_object(void* object)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    const std::lock_guard guard(the_mutex);
    if (the_objects.erase(object) == 0)
        return CUDA_ERROR_INVALID_HANDLE;
    the_owners.erase(object);
    delete static_cast<char*>(object);
    return CUDA_SUCCESS;
}

namespace {

//! A stream that each context has.
bool is_own_stream(CUstream stream)
{
    constexpr std::uintptr_t LEGACY = 1, PER_THREAD = 2;
    const auto value = reinterpret_cast<std::uintptr_t>(stream);
    return value == 0 || value == LEGACY || value == PER_THREAD;
}

} // namespace

CUresult known(void* object)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (is_own_stream(static_cast<CUstream>(object)))
        return CUDA_SUCCESS;
    const std::lock_guard guard(the_mutex);
    const auto owner = the_owners.find(object);
    return owner != the_owners.end() && owner->second == the_current.back()
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_HANDLE;
}

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    note_call_in_capture();
    return make_object(stream);
}
CUresult cuStreamDestroy_v2(CUstream stream) { return destroy_object(stream); }
CUresult cuStreamGetCtx(CUstream stream, CUcontext* context)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (is_own_stream(stream))
        return cuCtxGetCurrent(context);
    const std::lock_guard guard(the_mutex);
    const auto owner = the_owners.find(stream);
    if (owner == the_owners.end())
        return CUDA_ERROR_INVALID_HANDLE;
    *context = owner->second;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo(CUstream stream,
                                CUstreamCaptureStatus* status,
                                std::uint64_t* number)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    const auto into = captured_with(stream);
    *status = into ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    if (into)
        *number = the_capture_numbers[into];
    return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return known(stream);
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(stream))
        return status;
    if (const auto status = known(event))
        return status;
    const std::lock_guard guard(the_mutex);
    const auto mark = the_marks.find(event);
    if (mark == the_marks.end())
        return CUDA_SUCCESS;
    const auto into = captured_with(mark->second);
    const auto own = captured_with(stream);
    if (into && own && into != own)
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    if (into && !captured_with(stream)) {
        the_branches[stream] = into;
        the_unjoined.insert(stream);
    } else if (stream == into) {
        the_unjoined.erase(mark->second);
    }
    return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent* event, unsigned flags)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    note_call_in_capture();
    const auto status = make_object(event);
    const std::lock_guard guard(the_mutex);
    if (!status && !(flags & CU_EVENT_DISABLE_TIMING))
        the_times[*event] = {};
    return status;
}
CUresult cuEventDestroy_v2(CUevent event)
{
    {
        const std::lock_guard guard(the_mutex);
        the_times.erase(event);
        the_marks.erase(event);
    }
    return destroy_object(event);
}
CUresult cuEventRecord(CUevent event, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    const std::lock_guard guard(the_mutex);
    if (const auto timed = the_times.find(event); timed != the_times.end())
        timed->second = std::chrono::steady_clock::now();
    if (captured_with(on))
        the_marks[event] = on;
    return the_objects.count(event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuEventElapsedTime(float* ms, CUevent begin, CUevent end)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    if (!the_times.count(begin) || !the_times.count(end))
        return CUDA_ERROR_INVALID_HANDLE;
    const std::chrono::duration<float, std::milli> passed =
        the_times[end] - the_times[begin];
    *ms = passed.count();
    return CUDA_SUCCESS;
}
CUresult cuEventQuery(CUevent event)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return known(event);
}
CUresult cuEventSynchronize(CUevent event)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return known(event);
}

} // extern "C"

} // namespace fake_cuda
