/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_FAKE_DRIVER_FAKE_STATE_H
#define INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_FAKE_DRIVER_FAKE_STATE_H

#include "device/cuda/library/driver_api.h"
#include "reference/ptx/ptx_program.h"
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
#include <vector>

/*!
 * A driver without a GPU: what the CUDA backend calls of libcuda.so.1, on the host. It
 * insists on what the real one does: a current context, sizes that were asked for, images
 * of its kind. Work is done at once: kernels in PTX are interpreted, and of images two
 * are known by name. Here is what its functions share.
 */
namespace fake_cuda {

using namespace gpufft::cuda;

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

inline std::mutex the_mutex;
inline std::map<CUdeviceptr, fake_memory> the_memory;
inline std::map<CUmodule, fake_module> the_modules; // in PTX
inline std::atomic<CUresult> the_fault{
    CUDA_SUCCESS
}; // of a kernel, which ends all work
inline std::map<void*, CUcontext>
    the_owners;                     // of the objects, but for page-locked memory
inline std::set<void*> the_objects; // streams, events, modules, page-locked memory
inline std::map<CUevent, std::chrono::steady_clock::time_point>
    the_times; // where they count
inline std::map<std::string, fake_function> the_functions = {
    { "scale", { "scale", FREE_SHARED_BYTES, nullptr } },
    { "reverse", { "reverse", FREE_SHARED_BYTES, nullptr } }
};
inline std::map<CUstream, fake_work> the_captures; // what is not done but taken down
inline std::map<CUevent, CUstream> the_marks;      // in streams whose work is taken down
inline std::map<CUstream, CUstream> the_branches; // streams that joined another's capture
inline std::set<CUstream> the_unjoined;           // of those, which it has not waited for
inline std::map<const void*, fake_work> the_graphs; // those to be launched, too
inline int the_graph_launches = 0;
inline std::atomic<int> the_retained{ 0 };
inline thread_local std::vector<CUcontext> the_current;
inline std::map<CUcontext, CUdevice> the_devices; // of contexts that there are
inline std::map<CUstream, std::uint64_t> the_capture_numbers;
inline std::uint64_t the_last_capture = 0;
inline thread_local int the_captures_of_thread = 0;
inline std::atomic<int> the_calls_in_captures{ 0 };

//! A number of the environment's, or \p otherwise.
int number_in(const char* variable, int otherwise);
//! The call was told to fail, for want of memory: fake_cuda_fail().
bool is_told_to_fail(const char* call);

//! The stream whose capture takes down the work of \p on; nullptr: none does.
CUstream captured_with(CUstream on);
//! Notes a call that takes memory or waits, and that no capture should see.
void note_call_in_capture();
//! Notes such a call. \return whether it breaks a capture
bool breaks_capture();

//! An object of the current context, which has no more than an address.
template <typename Handle>
CUresult make_object(Handle* object)
{
    if (the_current.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    const std::lock_guard guard(the_mutex);
    *object = reinterpret_cast<Handle>(new char);
    the_objects.insert(*object);
    the_owners[*object] = the_current.back();
    return CUDA_SUCCESS;
}
CUresult destroy_object(void* object);
//! Refuses what is no object of the current context, nor a stream that each context has.
CUresult known(void* object);

// Functions of the driver are defined as the backend calls them, or not at all.
#define GPUFFT_DECLARED(member, symbol, arguments) extern "C" CUresult symbol arguments;
GPUFFT_DRIVER_FUNCTIONS(GPUFFT_DECLARED)
#undef GPUFFT_DECLARED

} // namespace fake_cuda

#endif /* INCLUDED_GPUFFT_TESTS_DEVICE_CUDA_FAKE_DRIVER_FAKE_STATE_H */
