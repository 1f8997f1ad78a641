/* SPDX-License-Identifier: GPL-3.0-or-later */
// A driver without a GPU: what the CUDA backend calls of libcuda.so.1, on the host. It
// insists on what the real one does: a current context, sizes that were asked for,
// images of its kind. Work is done at once: kernels in PTX are interpreted, and of images
// two are known by name.
//
// $FAKE_CUDA_INIT is what cuInit returns, $FAKE_CUDA_VERSION what cuDriverGetVersion.
// With $FAKE_CUDA_CAPABILITY, 91 for example, GPUs are of one that NVRTC does not know,
// so that all kernels come in PTX; they have no clusters.
#include "device/cuda/library/driver_api.h"
#include "reference/ptx/ptx_group.h"
#include <fmt/format.h>
#include <type_traits>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace gpufft::cuda;

namespace {

constexpr std::size_t GPU_BYTES = std::size_t(1) << 30;
constexpr int FREE_SHARED_BYTES = 48 * 1024, MOST_SHARED_BYTES = 227 * 1024;
constexpr int GPUS = 3;

struct fake_function {
    std::string name;
    int shared_bytes = FREE_SHARED_BYTES;
    std::shared_ptr<const gpufft::testing::ptx_program> program; //!< or known by name
};

//! A module in PTX and its functions, by name.
struct fake_module {
    std::string text;
    std::map<std::string, fake_function> functions;
};

struct fake_memory {
    explicit fake_memory(std::size_t size) : bytes(size)
    {
        constexpr std::size_t ALIGNMENT = 256; // as the driver's
        const auto rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        all.reset(static_cast<char*>(std::aligned_alloc(ALIGNMENT, rounded)));
        std::memset(all.get(), 0xff, rounded); // what nobody wrote is NaN
    }

    struct free_it {
        void operator()(char* p) const { std::free(p); }
    };
    std::unique_ptr<char, free_it> all;
    std::size_t bytes;
    CUcontext of = nullptr; //!< the context that has it
};

using fake_work = std::vector<std::function<void()>>;

std::mutex the_mutex;
std::map<CUdeviceptr, fake_memory> the_memory;
std::map<CUmodule, fake_module> the_modules;     // in PTX
std::atomic<CUresult> the_fault{ CUDA_SUCCESS }; // of a kernel, which ends all work
std::map<void*, CUcontext> the_owners; // of the objects, but for page-locked memory
std::set<void*> the_objects;           // streams, events, modules, page-locked memory
std::map<CUevent, std::chrono::steady_clock::time_point> the_times; // where they count
std::map<std::string, fake_function> the_functions = {
    { "scale", { "scale", FREE_SHARED_BYTES, nullptr } },
    { "reverse", { "reverse", FREE_SHARED_BYTES, nullptr } }
};
std::map<CUstream, fake_work> the_captures;  // what is not done but taken down
std::map<CUevent, CUstream> the_marks;       // in streams whose work is taken down
std::map<CUstream, CUstream> the_branches;   // streams that joined another's capture
std::set<CUstream> the_unjoined;             // of those, which it has not waited for
std::map<const void*, fake_work> the_graphs; // those to be launched, too
int the_graph_launches = 0;
std::atomic<int> the_retained{ 0 };
thread_local std::vector<CUcontext> the_current;
std::map<CUcontext, CUdevice> the_devices; // of contexts that there are
std::map<CUstream, std::uint64_t> the_capture_numbers;
std::uint64_t the_last_capture = 0;
thread_local int the_captures_of_thread = 0;
std::atomic<int> the_calls_in_captures{ 0 };

//! Refuses what is not of live memory: arrays of the device as they are now.
std::function<bool(std::uint64_t, std::size_t)> known_memory()
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> arrays;
    {
        const std::lock_guard guard(the_mutex);
        for (const auto& [address, memory] : the_memory)
            arrays.emplace_back(address, address + memory.bytes);
    }
    return [arrays = std::move(arrays)](std::uint64_t address, std::size_t bytes) {
        const auto behind = std::upper_bound(
            arrays.begin(), arrays.end(), std::make_pair(address, ~std::uint64_t()));
        return behind != arrays.begin() && address + bytes <= std::prev(behind)->second;
    };
}

//! Interprets \p what; a fault stays, as the context of a GPU is lost.
void run_program(const fake_function& what, gpufft::testing::ptx_launch launch)
{
    if (the_fault)
        return;
    try {
        launch.is_allocated = known_memory();
        gpufft::testing::run_ptx(*what.program, launch);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}: {}\n", what.name, e.what());
        the_fault = CUDA_ERROR_ILLEGAL_ADDRESS;
    }
}

std::vector<unsigned char> packed_arguments(const gpufft::testing::ptx_program& p,
                                            void** arguments)
{
    std::vector<unsigned char> all;
    for (const auto& [offset, bytes] : p.parameters) {
        all.resize(offset + bytes);
        std::memcpy(&all[offset], *arguments++, bytes);
    }
    return all;
}

int number_in(const char* variable, int otherwise)
{
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
}

int capability() { return number_in("FAKE_CUDA_CAPABILITY", 90); }

//! The stream whose capture takes down the work of \p on; nullptr: none does.
CUstream captured_with(CUstream on)
{
    if (the_captures.count(on))
        return on;
    const auto branch = the_branches.find(on);
    return branch == the_branches.end() ? nullptr : branch->second;
}

template <typename Handle>
CUresult make_object(Handle* made)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    const std::lock_guard guard(the_mutex);
    *made = reinterpret_cast<Handle>(new char);
    the_objects.insert(*made);
    the_owners[*made] = the_current.back();
    return CUDA_SUCCESS;
}

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

//! A stream that each context has.
bool is_usual_stream(CUstream stream)
{
    constexpr std::uintptr_t LEGACY = 1, PER_THREAD = 2;
    const auto value = reinterpret_cast<std::uintptr_t>(stream);
    return value == 0 || value == LEGACY || value == PER_THREAD;
}

//! Notes a call that takes memory or waits, and that no capture should see.
void note_call_in_capture() { the_calls_in_captures += the_captures_of_thread > 0; }

//! Such a call, which also breaks a capture.
bool breaks_capture()
{
    note_call_in_capture();
    return the_captures_of_thread > 0;
}

CUresult known(void* object)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (is_usual_stream(static_cast<CUstream>(object)))
        return CUDA_SUCCESS;
    const std::lock_guard guard(the_mutex);
    const auto owner = the_owners.find(object);
    return owner != the_owners.end() && owner->second == the_current.back()
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_HANDLE;
}

template <typename T>
T argument(void** arguments, int i)
{
    T value;
    std::memcpy(&value, arguments[i], sizeof(value));
    return value;
}

// scale: x, y, factor, count. reverse: x, y, count, through shared memory.
std::function<void()> work_of(const fake_function& what,
                              unsigned groups,
                              unsigned items,
                              unsigned shared_bytes,
                              void** arguments)
{
    if (what.program) {
        gpufft::testing::ptx_launch launch;
        launch.groups = groups;
        launch.items = items;
        launch.shared_bytes = shared_bytes;
        launch.arguments = packed_arguments(*what.program, arguments);
        return [what, launch] { run_program(what, launch); };
    }
    const auto x = reinterpret_cast<const float*>(argument<CUdeviceptr>(arguments, 0));
    const auto y = reinterpret_cast<float*>(argument<CUdeviceptr>(arguments, 1));
    if (what.name == "reverse") {
        const auto count = argument<std::uint32_t>(arguments, 2);
        return [=] { std::reverse_copy(x, x + count, y); };
    }
    const auto factor = argument<float>(arguments, 2);
    const auto count = std::min(argument<std::uint32_t>(arguments, 3), groups * items);
    return [=] {
        std::transform(x, x + count, y, [=](float value) { return factor * value; });
    };
}

//! Calls that tests have told to fail, by name: how many from now.
std::map<std::string, int> the_failing;

bool is_told_to_fail(const char* call)
{
    const std::lock_guard guard(the_mutex);
    const auto found = the_failing.find(call);
    return found != the_failing.end() && --found->second == 0;
}

} // namespace

extern "C" {

//! The \p nth of \p call from now, 1 being the next, fails for want of memory; 0: none.
void fake_cuda_fail(const char* call, int nth)
{
    const std::lock_guard guard(the_mutex);
    the_failing[call] = nth;
}

//! Whether it has come to that.
bool fake_cuda_has_failed(const char* call)
{
    const std::lock_guard guard(the_mutex);
    return the_failing[call] <= 0;
}

//! What was made and not freed, contexts included.
int fake_cuda_leftovers()
{
    const std::lock_guard guard(the_mutex);
    return static_cast<int>(the_objects.size() + the_memory.size()) + the_retained;
}

int fake_cuda_graph_launches()
{
    const std::lock_guard guard(the_mutex);
    return the_graph_launches;
}

//! Calls that take memory, or wait, made by threads while they had a stream captured.
int fake_cuda_calls_in_captures() { return the_calls_in_captures; }

CUresult cuInit(unsigned)
{
    return static_cast<CUresult>(number_in("FAKE_CUDA_INIT", CUDA_SUCCESS));
}

CUresult cuDriverGetVersion(int* version)
{
    *version = number_in("FAKE_CUDA_VERSION", 13000);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult status, const char** name)
{
    static const std::map<int, const char*> NAMES = {
        { CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE" },
        { CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY" },
        { CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE" },
        { CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE" },
        { CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT" },
        { CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE" },
        { CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND" },
        { CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED" },
        { CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS" },
        { CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
          "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" },
    };
    const auto found = NAMES.find(status);
    if (found == NAMES.end())
        return CUDA_ERROR_INVALID_VALUE;
    *name = found->second;
    return CUDA_SUCCESS;
}

// NVRTC asks for what no header says, where this library has the driver's name.
CUresult cuGetExportTable(const void**, const void*) { return CUDA_ERROR_NOT_FOUND; }

CUresult cuDeviceGetCount(int* count)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *count = GPUS;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *device = ordinal;
    return ordinal < GPUS ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

// The last is older than any compiler takes.
CUresult cuDeviceGetName(char* name, int bytes, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const char* text = device == GPUS - 1 ? "Old GPU" : "Fake GPU";
    std::strncpy(name, text, static_cast<std::size_t>(bytes));
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *bytes = GPU_BYTES;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    switch (which) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = device == GPUS - 1 ? 3 : capability() / 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = device == GPUS - 1 ? 0 : capability() % 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
        *value = MOST_SHARED_BYTES;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = 1024;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
        *value = 65536;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH:
        *value = !std::getenv("FAKE_CUDA_CAPABILITY");
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE:
        *value = 32;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = 132;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    static char contexts[GPUS];
    *context = reinterpret_cast<CUcontext>(&contexts[device]);
    ++the_retained;
    const std::lock_guard guard(the_mutex);
    the_devices[*context] = device;
    return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext* context, unsigned, CUdevice device)
{
    const std::lock_guard guard(the_mutex);
    *context = reinterpret_cast<CUcontext>(new char);
    the_objects.insert(*context);
    the_devices[*context] = device;
    the_current.push_back(*context);
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy_v2(CUcontext context)
{
    const std::lock_guard guard(the_mutex);
    if (the_objects.erase(context) == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    the_devices.erase(context);
    the_current.erase(std::remove(the_current.begin(), the_current.end(), context),
                      the_current.end());
    delete reinterpret_cast<char*>(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context)
{
    *context = the_current.empty() ? nullptr : the_current.back();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    const auto found =
        the_current.empty() ? the_devices.end() : the_devices.find(the_current.back());
    if (found == the_devices.end())
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = found->second;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice)
{
    --the_retained;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    the_current.push_back(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext* context)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = the_current.back();
    the_current.pop_back();
    return CUDA_SUCCESS;
}

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* all)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *free = *all = GPU_BYTES;
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (bytes > GPU_BYTES)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    fake_memory memory(bytes);
    memory.of = the_current.back();
    *address = reinterpret_cast<CUdeviceptr>(memory.all.get());
    const std::lock_guard guard(the_mutex);
    the_memory.emplace(*address, std::move(memory));
    return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    const std::lock_guard guard(the_mutex);
    return the_memory.erase(address) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuPointerGetAttribute(void* value, CUpointer_attribute which, CUdeviceptr address)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    if (!the_memory.count(address))
        return CUDA_ERROR_INVALID_VALUE;
    const int of_device =
        which == CU_POINTER_ATTRIBUTE_MEMORY_TYPE ? int(CU_MEMORYTYPE_DEVICE) : 0;
    std::memcpy(value, &of_device, sizeof(of_device));
    return CUDA_SUCCESS;
}

// Anywhere in memory of the device; zeros elsewhere, which is no error.
CUresult cuPointerGetAttributes(unsigned count,
                                CUpointer_attribute* wanted,
                                void** places,
                                CUdeviceptr address)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    const std::lock_guard guard(the_mutex);
    auto at = the_memory.upper_bound(address);
    const bool is_known = at != the_memory.begin() &&
                          address < std::prev(at)->first + std::prev(at)->second.bytes;
    const auto put = [&](unsigned i, auto value) {
        if (!is_known)
            value = {};
        std::memcpy(places[i], &value, sizeof(value));
    };
    const CUdeviceptr begin = is_known ? (--at)->first : 0;
    const auto bytes = is_known ? at->second.bytes : 0;
    const auto of = is_known ? at->second.of : nullptr;
    for (unsigned i = 0; i < count; ++i) {
        switch (wanted[i]) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            put(i, of);
            break;
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            put(i, unsigned(CU_MEMORYTYPE_DEVICE));
            break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            put(i, is_known ? the_devices[of] : 0);
            break;
        case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
            put(i, begin);
            break;
        case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
            put(i, bytes);
            break;
        case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
            put(i, true);
            break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            put(i, false);
            break;
        default:
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (breaks_capture())
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    *memory = std::malloc(bytes);
    const std::lock_guard guard(the_mutex);
    the_objects.insert(*memory);
    return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* memory)
{
    const std::lock_guard guard(the_mutex);
    if (the_objects.erase(memory) == 0)
        return CUDA_ERROR_INVALID_VALUE;
    std::free(memory);
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister_v2(void* memory, std::size_t, unsigned)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    const std::lock_guard guard(the_mutex);
    return the_objects.insert(memory).second ? CUDA_SUCCESS
                                             : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

CUresult cuMemHostUnregister(void* memory)
{
    const std::lock_guard guard(the_mutex);
    return the_objects.erase(memory) ? CUDA_SUCCESS
                                     : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

CUresult
cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return CUDA_SUCCESS;
}

CUresult
cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream on)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
    return CUDA_SUCCESS;
}

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
    if (is_usual_stream(stream))
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

CUresult cuModuleLoadData(CUmodule* module, const void* image)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    note_call_in_capture();
    const auto text = static_cast<const char*>(image);
    if (std::memcmp(text, "\177ELF", 4) != 0 && !std::strstr(text, ".target"))
        return CUDA_ERROR_INVALID_IMAGE;
    const auto status = make_object(module);
    const std::lock_guard guard(the_mutex);
    if (!status && std::strstr(text, ".entry"))
        the_modules[*module].text = text;
    return status;
}

CUresult cuModuleUnload(CUmodule module)
{
    {
        const std::lock_guard guard(the_mutex);
        the_modules.erase(module);
    }
    return destroy_object(module);
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(module))
        return status;
    const std::lock_guard guard(the_mutex);
    if (const auto in = the_modules.find(module); in != the_modules.end()) {
        auto& made = in->second.functions[name];
        made.name = name;
        try {
            made.program = std::make_shared<const gpufft::testing::ptx_program>(
                gpufft::testing::parse_ptx(in->second.text, name));
        } catch (const std::exception& e) {
            fmt::print(stderr, "{}: {}\n", name, e.what());
            return CUDA_ERROR_NOT_SUPPORTED;
        }
        *function = reinterpret_cast<CUfunction>(&made);
        return CUDA_SUCCESS;
    }
    const auto found = the_functions.find(name);
    if (found == the_functions.end())
        return CUDA_ERROR_NOT_FOUND;
    *function = reinterpret_cast<CUfunction>(&found->second);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute which, CUfunction)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS ? 12 : 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (which != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
        return CUDA_SUCCESS;
    if (value > MOST_SHARED_BYTES)
        return CUDA_ERROR_INVALID_VALUE;
    reinterpret_cast<fake_function*>(function)->shared_bytes = value;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function,
                        unsigned groups,
                        unsigned,
                        unsigned,
                        unsigned items,
                        unsigned,
                        unsigned,
                        unsigned shared_bytes,
                        CUstream on,
                        void** arguments,
                        void**)
{
    if (is_told_to_fail(__func__))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (const auto status = known(on))
        return status;
    const auto& what = *reinterpret_cast<fake_function*>(function);
    if (groups == 0 || shared_bytes > static_cast<unsigned>(what.shared_bytes))
        return CUDA_ERROR_INVALID_VALUE;
    const auto work = work_of(what, groups, items, shared_bytes, arguments);
    {
        const std::lock_guard guard(the_mutex);
        if (const auto into = captured_with(on)) {
            the_captures[into].push_back(work);
            return CUDA_SUCCESS;
        }
    }
    work();
    return the_fault;
}

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

// Nothing that the backend calls is left out or takes other arguments.
#define GPUFFT_IS_THERE(member, symbol, arguments) \
    static_assert(std::is_same_v<decltype(::symbol), symbol##_function>);
GPUFFT_DRIVER_FUNCTIONS(GPUFFT_IS_THERE)
#undef GPUFFT_IS_THERE
