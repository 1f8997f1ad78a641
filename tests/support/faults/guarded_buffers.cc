/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/faults/guarded_buffers.h"
#include <dlfcn.h>
#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <memory>

#define CL_TARGET_OPENCL_VERSION 120
#if __has_include(<CL/cl.h>)
#include <CL/cl.h>
#define HAS_OPENCL 1
#endif

namespace gpufft::testing {

namespace {

std::atomic<bool> s_is_on{ false };
std::atomic<guarded_end> s_end{ guarded_end::upper };
std::atomic<std::size_t> s_alignment{ 64 };
std::atomic<std::size_t> s_made{ 0 };

} // namespace

guarded_buffers::guarded_buffers(guarded_end end, std::size_t alignment)
{
    s_end = end;
    s_alignment = alignment;
    s_is_on = true;
}

guarded_buffers::~guarded_buffers() { s_is_on = false; }

std::size_t guarded_buffers::made() { return s_made; }

} // namespace gpufft::testing

#ifdef HAS_OPENCL
namespace {

using gpufft::testing::guarded_memory;

//! \return function \p name of the loader of drivers, which the backend has loaded
template <class function>
function* loaded(const char* name)
{
    static void* const loader = ::dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return loader ? reinterpret_cast<function*>(::dlsym(loader, name)) : nullptr;
}

// The driver calls it when nobody uses the memory any more.
void CL_CALLBACK let_go(cl_mem, void* user_data)
{
    const std::unique_ptr<guarded_memory> memory(static_cast<guarded_memory*>(user_data));
    if (memory->is_intact())
        return;
    const char text[] = "a kernel wrote beside a buffer\n";
    (void)!::write(STDERR_FILENO, text, sizeof(text) - 1);
    std::abort();
}

cl_mem guarded(cl_context context, cl_mem_flags flags, std::size_t bytes, cl_int* status)
{
    using namespace gpufft::testing;
    auto memory = std::make_unique<guarded_memory>(bytes, s_end, s_alignment);
    const auto made = loaded<decltype(clCreateBuffer)>("clCreateBuffer")(
        context,
        (flags & ~cl_mem_flags(CL_MEM_ALLOC_HOST_PTR)) | CL_MEM_USE_HOST_PTR,
        bytes,
        memory->data(),
        status);
    if (!made)
        return made;
    ++s_made;
    loaded<decltype(clSetMemObjectDestructorCallback)>(
        "clSetMemObjectDestructorCallback")(made, let_go, memory.release());
    return made;
}

} // namespace

//! In place of the loader's: a program's own symbols are found first.
extern "C" __attribute__((visibility("default"))) cl_mem clCreateBuffer(
    cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* status)
{
    const bool is_ours =
        bytes > 0 && !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR));
    if (gpufft::testing::s_is_on && is_ours)
        return guarded(context, flags, bytes, status);
    return loaded<decltype(clCreateBuffer)>("clCreateBuffer")(
        context, flags, bytes, host, status);
}
#endif
