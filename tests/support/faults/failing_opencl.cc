/* SPDX-License-Identifier: GPL-3.0-or-later */
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support/faults/failing_opencl.h"
#include <CL/cl.h>
#include <dlfcn.h>
#include <atomic>
#include <mutex>

namespace gpufft::testing {

namespace {

std::mutex the_mutex;
std::string the_call; // that is to fail
int the_nth = 0;
int the_made = 0;
std::atomic<int> the_objects{ 0 };

bool fails_now(const char* call)
{
    const std::lock_guard<std::mutex> guard(the_mutex);
    return the_call == call && ++the_made == the_nth;
}

//! The loader's own. It is not among the libraries of the program.
void* real_function(const char* name)
{
    static void* const loader = ::dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return loader ? ::dlsym(loader, name) : nullptr;
}

std::vector<std::string>& all_calls()
{
    static std::vector<std::string> all;
    return all;
}

struct listed {
    explicit listed(const char* name) { all_calls().emplace_back(name); }
};

template <typename Handle>
Handle counted(Handle made)
{
    the_objects += made != nullptr;
    return made;
}

} // namespace

std::vector<std::string> opencl_calls() { return all_calls(); }

void fail_opencl(const std::string& call, int nth)
{
    const std::lock_guard<std::mutex> guard(the_mutex);
    the_call = call;
    the_nth = nth;
    the_made = 0;
}

int opencl_calls_made()
{
    const std::lock_guard<std::mutex> guard(the_mutex);
    return the_made;
}

int opencl_objects() { return the_objects; }

} // namespace gpufft::testing

using namespace gpufft::testing;

#define REAL(name) static const auto real = decltype(&name)(real_function(#name))

// Defines one of the functions that return a status.
#define STATUS_CALL(name, parameters, arguments)                          \
    static const listed listed_##name(#name);                             \
    extern "C" cl_int CL_API_CALL name parameters                         \
    {                                                                     \
        REAL(name);                                                       \
        return fails_now(#name) ? CL_OUT_OF_HOST_MEMORY : real arguments; \
    }

// Defines one of the functions that make something, and whose last parameter is called
// `status`.
#define MAKING_CALL(type, name, count, parameters, arguments) \
    static const listed listed_##name(#name);                 \
    extern "C" type CL_API_CALL name parameters               \
    {                                                         \
        REAL(name);                                           \
        if (!fails_now(#name))                                \
            return count(real arguments);                     \
        if (status)                                           \
            *status = CL_OUT_OF_HOST_MEMORY;                  \
        return nullptr;                                       \
    }

// Defines one of the functions that never fail here, and change how many objects there
// are.
#define COUNTED_CALL(name, type, by)                \
    extern "C" cl_int CL_API_CALL name(type object) \
    {                                               \
        REAL(name);                                 \
        the_objects += by;                          \
        return real(object);                        \
    }

using notify_context = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);
using notify_program = void(CL_CALLBACK*)(cl_program, void*);

MAKING_CALL(cl_context,
            clCreateContext,
            counted,
            (const cl_context_properties* properties,
             cl_uint count,
             const cl_device_id* devices,
             notify_context notify,
             void* with,
             cl_int* status),
            (properties, count, devices, notify, with, status))
MAKING_CALL(cl_command_queue,
            clCreateCommandQueue,
            counted,
            (cl_context context,
             cl_device_id device,
             cl_command_queue_properties properties,
             cl_int* status),
            (context, device, properties, status))
MAKING_CALL(
    cl_mem,
    clCreateBuffer,
    counted,
    (cl_context context, cl_mem_flags flags, size_t bytes, void* memory, cl_int* status),
    (context, flags, bytes, memory, status))
MAKING_CALL(cl_mem,
            clCreateSubBuffer,
            counted,
            (cl_mem whole,
             cl_mem_flags flags,
             cl_buffer_create_type type,
             const void* what,
             cl_int* status),
            (whole, flags, type, what, status))
MAKING_CALL(cl_program,
            clCreateProgramWithSource,
            counted,
            (cl_context context,
             cl_uint count,
             const char** texts,
             const size_t* bytes,
             cl_int* status),
            (context, count, texts, bytes, status))
MAKING_CALL(cl_program,
            clCreateProgramWithBinary,
            counted,
            (cl_context context,
             cl_uint count,
             const cl_device_id* devices,
             const size_t* bytes,
             const unsigned char** binaries,
             cl_int* of_binaries,
             cl_int* status),
            (context, count, devices, bytes, binaries, of_binaries, status))
MAKING_CALL(cl_kernel,
            clCreateKernel,
            counted,
            (cl_program program, const char* name, cl_int* status),
            (program, name, status))
MAKING_CALL(void*,
            clEnqueueMapBuffer,
            ,
            (cl_command_queue queue,
             cl_mem memory,
             cl_bool blocks,
             cl_map_flags flags,
             size_t offset,
             size_t bytes,
             cl_uint count,
             const cl_event* before,
             cl_event* event,
             cl_int* status),
            (queue, memory, blocks, flags, offset, bytes, count, before, event, status))
STATUS_CALL(clEnqueueUnmapMemObject,
            (cl_command_queue queue,
             cl_mem memory,
             void* mapped,
             cl_uint count,
             const cl_event* before,
             cl_event* event),
            (queue, memory, mapped, count, before, event))
STATUS_CALL(clBuildProgram,
            (cl_program program,
             cl_uint count,
             const cl_device_id* devices,
             const char* options,
             notify_program notify,
             void* with),
            (program, count, devices, options, notify, with))
STATUS_CALL(clEnqueueReadBuffer,
            (cl_command_queue queue,
             cl_mem memory,
             cl_bool blocks,
             size_t offset,
             size_t bytes,
             void* to,
             cl_uint count,
             const cl_event* before,
             cl_event* event),
            (queue, memory, blocks, offset, bytes, to, count, before, event))
STATUS_CALL(clEnqueueWriteBuffer,
            (cl_command_queue queue,
             cl_mem memory,
             cl_bool blocks,
             size_t offset,
             size_t bytes,
             const void* from,
             cl_uint count,
             const cl_event* before,
             cl_event* event),
            (queue, memory, blocks, offset, bytes, from, count, before, event))
STATUS_CALL(clEnqueueCopyBuffer,
            (cl_command_queue queue,
             cl_mem from,
             cl_mem to,
             size_t from_offset,
             size_t to_offset,
             size_t bytes,
             cl_uint count,
             const cl_event* before,
             cl_event* event),
            (queue, from, to, from_offset, to_offset, bytes, count, before, event))
STATUS_CALL(clEnqueueNDRangeKernel,
            (cl_command_queue queue,
             cl_kernel kernel,
             cl_uint dimensions,
             const size_t* offset,
             const size_t* all,
             const size_t* of_group,
             cl_uint count,
             const cl_event* before,
             cl_event* event),
            (queue, kernel, dimensions, offset, all, of_group, count, before, event))
STATUS_CALL(
    clEnqueueMarkerWithWaitList,
    (cl_command_queue queue, cl_uint count, const cl_event* before, cl_event* event),
    (queue, count, before, event))
STATUS_CALL(
    clEnqueueBarrierWithWaitList,
    (cl_command_queue queue, cl_uint count, const cl_event* before, cl_event* event),
    (queue, count, before, event))
STATUS_CALL(clSetKernelArg,
            (cl_kernel kernel, cl_uint number, size_t bytes, const void* value),
            (kernel, number, bytes, value))
STATUS_CALL(clFinish, (cl_command_queue queue), (queue))
STATUS_CALL(clFlush, (cl_command_queue queue), (queue))
STATUS_CALL(clWaitForEvents, (cl_uint count, const cl_event* events), (count, events))
STATUS_CALL(
    clGetEventInfo,
    (cl_event event, cl_event_info what, size_t bytes, void* value, size_t* needed),
    (event, what, bytes, value, needed))
STATUS_CALL(
    clGetEventProfilingInfo,
    (cl_event event, cl_profiling_info what, size_t bytes, void* value, size_t* needed),
    (event, what, bytes, value, needed))
STATUS_CALL(
    clGetProgramInfo,
    (cl_program program, cl_program_info what, size_t bytes, void* value, size_t* needed),
    (program, what, bytes, value, needed))
STATUS_CALL(clGetProgramBuildInfo,
            (cl_program program,
             cl_device_id device,
             cl_program_build_info what,
             size_t bytes,
             void* value,
             size_t* needed),
            (program, device, what, bytes, value, needed))

COUNTED_CALL(clReleaseContext, cl_context, -1)
COUNTED_CALL(clReleaseCommandQueue, cl_command_queue, -1)
COUNTED_CALL(clRetainCommandQueue, cl_command_queue, 1)
COUNTED_CALL(clReleaseMemObject, cl_mem, -1)
COUNTED_CALL(clReleaseProgram, cl_program, -1)
COUNTED_CALL(clRetainProgram, cl_program, 1)
COUNTED_CALL(clReleaseKernel, cl_kernel, -1)
