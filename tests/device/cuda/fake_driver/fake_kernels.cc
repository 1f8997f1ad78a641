/* SPDX-License-Identifier: GPL-3.0-or-later */
// Modules of the fake driver and their kernels, which run as they are launched.
#include "device/cuda/fake_driver/fake_state.h"
#include "reference/ptx/ptx_group.h"
#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace fake_cuda {

namespace {

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

//! Interprets \p kernel; a fault stays, as the context of a GPU is lost.
void run_program(const fake_function& kernel, gpufft::testing::ptx_launch launch)
{
    if (the_fault)
        return;
    try {
        launch.is_allocated = known_memory();
        gpufft::testing::run_ptx(*kernel.program, launch);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}: {}\n", kernel.name, e.what());
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

template <typename T>
T argument(void** arguments, int i)
{
    T value;
    std::memcpy(&value, arguments[i], sizeof(value));
    return value;
}

// scale: x, y, factor, count. reverse: x, y, count, through shared memory.
std::function<void()> work_of(const fake_function& kernel,
                              unsigned groups,
                              unsigned items,
                              unsigned shared_bytes,
                              void** arguments)
{
    if (kernel.program) {
        gpufft::testing::ptx_launch launch;
        launch.groups = groups;
        launch.items = items;
        launch.shared_bytes = shared_bytes;
        launch.arguments = packed_arguments(*kernel.program, arguments);
        return [kernel, launch] { run_program(kernel, launch); };
    }
    const auto x = reinterpret_cast<const float*>(argument<CUdeviceptr>(arguments, 0));
    const auto y = reinterpret_cast<float*>(argument<CUdeviceptr>(arguments, 1));
    if (kernel.name == "reverse") {
        const auto count = argument<std::uint32_t>(arguments, 2);
        return [=] { std::reverse_copy(x, x + count, y); };
    }
    const auto factor = argument<float>(arguments, 2);
    const auto count = std::min(argument<std::uint32_t>(arguments, 3), groups * items);
    return [=] {
        std::transform(x, x + count, y, [=](float value) { return factor * value; });
    };
}

} // namespace

extern "C" {

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
    const auto& kernel = *reinterpret_cast<fake_function*>(function);
    if (groups == 0 || shared_bytes > static_cast<unsigned>(kernel.shared_bytes))
        return CUDA_ERROR_INVALID_VALUE;
    const auto work = work_of(kernel, groups, items, shared_bytes, arguments);
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

} // extern "C"

} // namespace fake_cuda
