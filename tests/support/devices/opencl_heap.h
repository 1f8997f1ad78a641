/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_HEAP_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_HEAP_H

#define CL_TARGET_OPENCL_VERSION 120
#include "support/devices/device_heap.h"
#include <CL/cl.h>
#include <fmt/format.h>
#include <gpufft/devices.h>
#include <gpufft/error.h>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

//! A program that uses OpenCL itself, and the library beside that.
namespace gpufft::testing {

inline void expect_cl(cl_int status, const char* call)
{
    if (status != CL_SUCCESS)
        throw std::runtime_error(fmt::format("{}: {}", call, status));
}

//! A device of OpenCL and a context of its own; queues and memory there go with this.
class opencl_program
{
public:
    //! The \p number-th device of all platforms. \param queues  their properties
    explicit opencl_program(std::size_t number, cl_command_queue_properties queues = 0)
    {
        d_device = all_devices().at(number);
        cl_int status = 0;
        d_context = clCreateContext(nullptr, 1, &d_device, nullptr, nullptr, &status);
        expect_cl(status, "clCreateContext");
        d_queue = clCreateCommandQueue(d_context, d_device, queues, &status);
        expect_cl(status, "clCreateCommandQueue");
    }
    ~opencl_program()
    {
        for (const auto each : d_memory)
            clReleaseMemObject(each);
        clReleaseCommandQueue(d_queue);
        clReleaseContext(d_context);
    }
    opencl_program(const opencl_program&) = delete;
    opencl_program& operator=(const opencl_program&) = delete;

    //! The devices that the library lists, in its order. PoCL shows another one, which
    //! computes in the thread that enqueues, and waits for itself behind a user's event.
    static std::vector<cl_device_id> all_devices()
    {
        std::vector<cl_device_id> listed;
        const auto found = list_devices().devices;
        for (const auto each : all_of_platforms())
            if (std::any_of(found.begin(), found.end(), [&](const device_info& info) {
                    return info.product == name_of(each);
                }))
                listed.push_back(each);
        return listed;
    }

private:
    static std::string name_of(cl_device_id device)
    {
        char name[256] = {};
        clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name) - 1, name, nullptr);
        const std::string text = name;
        return text.substr(0, text.find_last_not_of(' ') + 1);
    }

    static std::vector<cl_device_id> all_of_platforms()
    {
        cl_uint count = 0;
        std::vector<cl_platform_id> platforms(16);
        if (clGetPlatformIDs(16, platforms.data(), &count) != CL_SUCCESS)
            return {};
        platforms.resize(count);
        std::vector<cl_device_id> all;
        for (const auto platform : platforms) {
            cl_device_id found[16];
            cl_uint devices = 0;
            if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 16, found, &devices) ==
                CL_SUCCESS)
                all.insert(all.end(), found, found + devices);
        }
        return all;
    }

public:
    cl_context context() const { return d_context; }
    cl_device_id device() const { return d_device; }
    cl_command_queue queue() const { return d_queue; }
    native_context native() const { return native_context::opencl(d_context, d_device); }
    //! Bytes that parts of buffers begin at multiples of.
    std::size_t alignment() const
    {
        cl_uint bits = 0;
        expect_cl(
            clGetDeviceInfo(
                d_device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, nullptr),
            "clGetDeviceInfo");
        return bits / 8;
    }

    cl_mem make(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE)
    {
        cl_int status = 0;
        d_memory.push_back(clCreateBuffer(d_context, flags, bytes, nullptr, &status));
        expect_cl(status, "clCreateBuffer");
        return d_memory.back();
    }
    cl_mem part_of(cl_mem whole, std::size_t offset, std::size_t bytes)
    {
        cl_int status = 0;
        const cl_buffer_region region = { offset, bytes };
        d_memory.push_back(
            clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
        expect_cl(status, "clCreateSubBuffer");
        return d_memory.back();
    }
    void write(cl_mem to, std::size_t offset, const void* from, std::size_t bytes)
    {
        expect_cl(clEnqueueWriteBuffer(
                      d_queue, to, CL_FALSE, offset, bytes, from, 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
    }
    void read(void* to, cl_mem from, std::size_t offset, std::size_t bytes, bool waits)
    {
        expect_cl(clEnqueueReadBuffer(d_queue,
                                      from,
                                      waits ? CL_TRUE : CL_FALSE,
                                      offset,
                                      bytes,
                                      to,
                                      0,
                                      nullptr,
                                      nullptr),
                  "clEnqueueReadBuffer");
    }

private:
    cl_device_id d_device = nullptr;
    cl_context d_context = nullptr;
    cl_command_queue d_queue = nullptr;
    std::vector<cl_mem> d_memory;
};

//! Buffers of such a program, each \p offset bytes into a larger one.
class opencl_heap : public device_heap
{
public:
    explicit opencl_heap(opencl_program& of, std::size_t offset = 0)
        : d_of(of), d_offset(offset)
    {
    }
    device_memory make(std::size_t bytes) override
    {
        return device_memory::of_cl_mem(d_of.make(d_offset + bytes), d_offset);
    }
    void write(const device_memory& to, const void* from, std::size_t bytes) override
    {
        d_of.write(mem_of(to), to.offset, from, bytes);
        clFinish(d_of.queue());
    }
    void read(void* to, const device_memory& from, std::size_t bytes) override
    {
        d_of.read(to, mem_of(from), from.offset, bytes, true);
    }
    static cl_mem mem_of(const device_memory& m)
    {
        return static_cast<cl_mem>(const_cast<void*>(m.handle));
    }

private:
    opencl_program& d_of;
    std::size_t d_offset;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_HEAP_H */
