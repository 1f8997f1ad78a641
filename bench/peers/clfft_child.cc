/* SPDX-License-Identifier: GPL-3.0-or-later */
// The process that clFFT may end. Each line of stdin is answered by one of stdout.
#include "bench/measure/noise.h"
#include "bench/peers/clfft.h"
#include "bench/peers/symbols.h"
#include "plan/request/parse_transform.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

namespace gpufft::app {

namespace {

// Values of cl.h and clFFT.h.
using cl_object = void*; // platform, device, context, queue, memory, event
constexpr std::uint64_t ALL_DEVICES = 0xFFFFFFFF, PROFILED = 2, READ_WRITE = 1;
constexpr std::uint32_t PLATFORM_NAME = 0x0902, DEVICE_NAME = 0x102B, END = 0x1283;
constexpr int COMPLEX = 1, HERMITIAN = 3, REAL = 5;
constexpr int SINGLE = 1, FORWARD = -1, OUT_OF_PLACE = 2;

const char OPENCL[] = "libOpenCL.so.1";
const char CLFFT[] = "libclFFT.so.2";

struct setup_data {
    std::uint32_t major, minor, patch;
    std::uint64_t debug_flags;
};

struct functions {
    int (*platforms)(std::uint32_t, cl_object*, std::uint32_t*);
    int (*platform_info)(cl_object, std::uint32_t, std::size_t, void*, std::size_t*);
    int (*devices)(cl_object, std::uint64_t, std::uint32_t, cl_object*, std::uint32_t*);
    int (*device_info)(cl_object, std::uint32_t, std::size_t, void*, std::size_t*);
    cl_object (*make_context)(
        const void*, std::uint32_t, const cl_object*, const void*, void*, int*);
    cl_object (*make_queue)(cl_object, cl_object, std::uint64_t, int*);
    cl_object (*make_buffer)(cl_object, std::uint64_t, std::size_t, void*, int*);
    int (*write)(cl_object,
                 cl_object,
                 std::uint32_t,
                 std::size_t,
                 std::size_t,
                 const void*,
                 std::uint32_t,
                 const cl_object*,
                 cl_object*);
    int (*finish)(cl_object);
    int (*profile)(cl_object, std::uint32_t, std::size_t, void*, std::size_t*);
    int (*release_event)(cl_object);

    int (*version)(std::uint32_t*, std::uint32_t*, std::uint32_t*);
    int (*setup)(const setup_data*);
    int (*make_plan)(std::size_t*, cl_object, int, const std::size_t*);
    int (*set_precision)(std::size_t, int);
    int (*set_layout)(std::size_t, int, int);
    int (*set_place)(std::size_t, int);
    int (*set_batch)(std::size_t, std::size_t);
    int (*set_in_stride)(std::size_t, int, std::size_t*);
    int (*set_out_stride)(std::size_t, int, std::size_t*);
    int (*set_distance)(std::size_t, std::size_t, std::size_t);
    int (*bake)(std::size_t, std::uint32_t, cl_object*, const void*, void*);
    int (*enqueue)(std::size_t,
                   int,
                   std::uint32_t,
                   cl_object*,
                   std::uint32_t,
                   const cl_object*,
                   cl_object*,
                   cl_object*,
                   cl_object*,
                   cl_object);
};

void* open_library(const char* name)
{
    void* opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        throw device_error(fmt::format("{} is not to be found", name));
    return opened;
}

functions load()
{
    functions f = {};
    void* const clfft = open_library(CLFFT); // the rarer one first
    void* const opencl = open_library(OPENCL);
    const bool has_all = find_symbol(opencl, "clGetPlatformIDs", &f.platforms) &&
                         find_symbol(opencl, "clGetPlatformInfo", &f.platform_info) &&
                         find_symbol(opencl, "clGetDeviceIDs", &f.devices) &&
                         find_symbol(opencl, "clGetDeviceInfo", &f.device_info) &&
                         find_symbol(opencl, "clCreateContext", &f.make_context) &&
                         find_symbol(opencl, "clCreateCommandQueue", &f.make_queue) &&
                         find_symbol(opencl, "clCreateBuffer", &f.make_buffer) &&
                         find_symbol(opencl, "clEnqueueWriteBuffer", &f.write) &&
                         find_symbol(opencl, "clFinish", &f.finish) &&
                         find_symbol(opencl, "clGetEventProfilingInfo", &f.profile) &&
                         find_symbol(opencl, "clReleaseEvent", &f.release_event) &&
                         find_symbol(clfft, "clfftGetVersion", &f.version) &&
                         find_symbol(clfft, "clfftSetup", &f.setup) &&
                         find_symbol(clfft, "clfftCreateDefaultPlan", &f.make_plan) &&
                         find_symbol(clfft, "clfftSetPlanPrecision", &f.set_precision) &&
                         find_symbol(clfft, "clfftSetLayout", &f.set_layout) &&
                         find_symbol(clfft, "clfftSetResultLocation", &f.set_place) &&
                         find_symbol(clfft, "clfftSetPlanBatchSize", &f.set_batch) &&
                         find_symbol(clfft, "clfftSetPlanInStride", &f.set_in_stride) &&
                         find_symbol(clfft, "clfftSetPlanOutStride", &f.set_out_stride) &&
                         find_symbol(clfft, "clfftSetPlanDistance", &f.set_distance) &&
                         find_symbol(clfft, "clfftBakePlan", &f.bake) &&
                         find_symbol(clfft, "clfftEnqueueTransform", &f.enqueue);
    if (!has_all)
        throw device_error(fmt::format("{} or {} lacks a function", CLFFT, OPENCL));
    return f;
}

void check(const char* call, int status)
{
    if (status != 0)
        throw device_error(fmt::format("{} gives status {}", call, status));
}

//! A text that OpenCL has, without the end that it puts to it.
template <typename Function>
std::string text_of(Function info, cl_object of, std::uint32_t which)
{
    std::array<char, 1024> text = {};
    check("clGet*Info", info(of, which, text.size() - 1, text.data(), nullptr));
    std::string found = text.data();
    const auto end = found.find_last_not_of(' ');
    return found.substr(0, end == std::string::npos ? 0 : end + 1);
}

//! \p product, of the platform that \p platform begins with ("": of any).
cl_object
find_device(const functions& f, const std::string& product, const std::string& platform)
{
    std::array<cl_object, 16> all = {};
    std::uint32_t count = 0;
    check("clGetPlatformIDs", f.platforms(all.size(), all.data(), &count));
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(count, all.size()); ++i) {
        if (!platform.empty() &&
            platform.rfind(text_of(f.platform_info, all[i], PLATFORM_NAME), 0) != 0)
            continue;
        std::array<cl_object, 16> devices = {};
        std::uint32_t found = 0;
        if (f.devices(all[i], ALL_DEVICES, devices.size(), devices.data(), &found) != 0)
            continue;
        for (std::uint32_t d = 0; d < std::min<std::uint32_t>(found, 16); ++d)
            if (text_of(f.device_info, devices[d], DEVICE_NAME) == product)
                return devices[d];
    }
    throw device_error(fmt::format("no OpenCL device is a {}", product));
}

//! The fastest first, as clFFT has them.
std::vector<std::size_t> lengths_of(const transform& request)
{
    std::vector<std::size_t> lengths;
    for (auto d = request.shape.rbegin(); d != request.shape.rend(); ++d)
        lengths.push_back(static_cast<std::size_t>(d->length));
    return lengths;
}

class planned
{
public:
    planned(const functions& f, const arguments& args) : d_calls(f)
    {
        auto device = find_device(f, args.at(0), args.at(1));
        const auto request = parse_transform(args.at(2));
        const std::size_t rows = std::stoull(args.at(3));
        int status = 0;
        const auto context =
            f.make_context(nullptr, 1, &device, nullptr, nullptr, &status);
        check("clCreateContext", status);
        d_queue = f.make_queue(context, device, PROFILED, &status);
        check("clCreateCommandQueue", status);
        make_plan(
            context, lengths_of(request), rows, request.kind == transform_kind::r2c);
        make_memory(context);
    }

    double seconds(int calls)
    {
        auto first = run(true); // so that the device is busy meanwhile
        for (int i = 1; i < calls; ++i)
            run(false);
        auto last = run(true);
        check("clFinish", d_calls.finish(d_queue));
        return 1e-9 * static_cast<double>(end_of(last) - end_of(first)) / calls;
    }

private:
    void make_plan(cl_object context,
                   const std::vector<std::size_t>& lengths,
                   std::size_t rows,
                   bool is_real)
    {
        const auto& f = d_calls;
        const int dimensions = static_cast<int>(lengths.size());
        setup_data data = {};
        check("clfftGetVersion", f.version(&data.major, &data.minor, &data.patch));
        check("clfftSetup", f.setup(&data));
        check("clfftCreateDefaultPlan",
              f.make_plan(&d_plan, context, dimensions, lengths.data()));
        check("clfftSetPlanPrecision", f.set_precision(d_plan, SINGLE));
        check("clfftSetLayout",
              is_real ? f.set_layout(d_plan, REAL, HERMITIAN)
                      : f.set_layout(d_plan, COMPLEX, COMPLEX));
        check("clfftSetResultLocation", f.set_place(d_plan, OUT_OF_PLACE));
        check("clfftSetPlanBatchSize", f.set_batch(d_plan, rows));
        std::vector<std::size_t> in, out;
        std::size_t in_points = 1, out_points = 1;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            in.push_back(in_points);
            out.push_back(out_points);
            in_points *= lengths[i];
            out_points *= is_real && i == 0 ? lengths[i] / 2 + 1 : lengths[i];
        }
        check("clfftSetPlanInStride", f.set_in_stride(d_plan, dimensions, in.data()));
        check("clfftSetPlanOutStride", f.set_out_stride(d_plan, dimensions, out.data()));
        check("clfftSetPlanDistance", f.set_distance(d_plan, in_points, out_points));
        check("clfftBakePlan", f.bake(d_plan, 1, &d_queue, nullptr, nullptr));
        d_in_floats = rows * in_points * (is_real ? 1 : 2);
        d_out_floats = rows * out_points * 2;
    }

    void make_memory(cl_object context)
    {
        const auto make = [&](std::size_t floats) {
            int status = 0;
            const auto result = d_calls.make_buffer(
                context, READ_WRITE, floats * sizeof(float), nullptr, &status);
            check("clCreateBuffer", status);
            return result;
        };
        d_in = make(d_in_floats);
        d_out = make(d_out_floats);
        const noise any;
        std::vector<float> values(d_in_floats);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = any.at(i);
        check("clEnqueueWriteBuffer",
              d_calls.write(d_queue,
                            d_in,
                            1,
                            0,
                            values.size() * sizeof(float),
                            values.data(),
                            0,
                            nullptr,
                            nullptr));
    }

    cl_object run(bool with_event)
    {
        cl_object end = nullptr;
        check("clfftEnqueueTransform",
              d_calls.enqueue(d_plan,
                              FORWARD,
                              1,
                              &d_queue,
                              0,
                              nullptr,
                              with_event ? &end : nullptr,
                              &d_in,
                              &d_out,
                              nullptr));
        return end;
    }

    std::uint64_t end_of(cl_object event)
    {
        std::uint64_t ns = 0;
        check("clGetEventProfilingInfo",
              d_calls.profile(event, END, sizeof(ns), &ns, nullptr));
        d_calls.release_event(event);
        return ns;
    }

    const functions& d_calls;
    cl_object d_queue = nullptr, d_in = nullptr, d_out = nullptr;
    std::size_t d_plan = 0, d_in_floats = 0, d_out_floats = 0;
};

std::string version_of(const functions& f)
{
    std::uint32_t v[3] = {};
    check("clfftGetVersion", f.version(&v[0], &v[1], &v[2]));
    return fmt::format("{}.{}.{}", v[0], v[1], v[2]);
}

} // namespace

int clfft_child(const arguments& args)
{
    std::optional<functions> f;
    std::optional<planned> result;
    for (std::string asked; std::getline(std::cin, asked);) {
        std::string answer = "done";
        try {
            if (!f)
                f = load();
            if (asked == "version")
                answer = version_of(*f);
            else if (asked == "plan")
                result.emplace(*f, args);
            else
                answer = fmt::format("{:.9g}", result.value().seconds(std::stoi(asked)));
        } catch (const std::exception& e) {
            answer = fmt::format("failed {}", e.what());
        }
        std::cout << answer << std::endl; // at once
    }
    // Without what its destructors and the driver's would do to each other.
    std::_Exit(0);
}

} // namespace gpufft::app
