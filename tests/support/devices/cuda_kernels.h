/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_KERNELS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_KERNELS_H

#include "device/cuda/backend.h"
#include "device/interface/registry.h"
#include <cppunit/extensions/HelperMacros.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

//! The GPU that $GPUFFT_DEVICE names, or with $FAKE_CUDA_DRIVER a library that stands for
//! the driver and computes on the host; and the two kernels that this knows.
namespace gpufft::testing {

constexpr int ITEMS = 32; //!< work-items of a workgroup

inline const char* fake_driver() { return std::getenv("FAKE_CUDA_DRIVER"); }

inline std::shared_ptr<device> a_gpu()
{
    static const bool is_added = [] {
        if (fake_driver()) { // in place of the module
            setenv("GPUFFT_BACKEND_DIR", "/nowhere", 1);
            add_backend(cuda::make_backend({ { fake_driver() }, {} }));
        }
        return true;
    }();
    CPPUNIT_ASSERT(is_added);
    const char* asked = std::getenv("GPUFFT_DEVICE");
    const std::string wanted = asked && !fake_driver() ? asked : "";
    return open_device(wanted.rfind("cuda:", 0) == 0 ? wanted : "cuda:0");
}

inline kernel_source source_of(const char* name, const std::string& text)
{
    kernel_source source;
    source.name = name;
    source.suffix = "cu";
    source.launch.work_items = ITEMS;
    source.text = text;
    return source;
}

// y[i] = factor * x[i] for the first `count` elements. Versions are different texts.
inline kernel_source scaling_kernel(int version = 0)
{
    return source_of(
        "scale",
        fmt::format("// version {}\n"
                    "extern \"C\" __global__ void scale(const float* x, float* y,\n"
                    "                                 float factor, unsigned count)\n"
                    "{{\n"
                    "    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "    if (i < count)\n"
                    "        y[i] = factor * x[i];\n"
                    "}}\n",
                    version));
}

// y[count - 1 - i] = x[i], by one workgroup whose local memory holds all of it.
inline kernel_source reversing_kernel(std::int64_t count)
{
    auto source = source_of(
        "reverse",
        fmt::format(
            "// of {} elements\n"
            "extern __shared__ float local[];\n"
            "extern \"C\" __global__ void reverse(const float* x, float* y, unsigned "
            "count)\n"
            "{{\n"
            "    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)\n"
            "        local[i] = x[i];\n"
            "    __syncthreads();\n"
            "    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)\n"
            "        y[i] = local[count - 1 - i];\n"
            "}}\n",
            count));
    source.launch.local_memory_bytes = count * std::int64_t(sizeof(float));
    return source;
}

inline std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0F);
    return values;
}

inline std::vector<float> times(std::vector<float> values, float factor)
{
    for (auto& value : values)
        value *= factor;
    return values;
}

template <typename Error, typename Call>
std::string message_of(Call&& call)
{
    try {
        call();
    } catch (const Error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

// Uploads, scales on the device, and downloads, all on one queue.
inline std::vector<float> scaled_on(
    device& on, queue& with, kernel& scale, const std::vector<float>& x, float factor)
{
    const std::size_t bytes = x.size() * sizeof(float);
    const auto in = on.make_buffer(bytes), out = on.make_buffer(bytes);
    std::vector<float> y(x.size());
    with.upload(*in, 0, x.data(), bytes);
    with.launch(scale,
                (x.size() + ITEMS - 1) / ITEMS,
                { in.get(), out.get(), factor, static_cast<std::uint32_t>(x.size()) });
    with.download(y.data(), *out, 0, bytes);
    const auto done = with.record();
    done->wait();
    CPPUNIT_ASSERT(done->is_done());
    return y;
}

//! A number that the fake driver counts; 0 on a GPU.
inline int fake_number(const char* function)
{
    if (!fake_driver())
        return 0;
    void* library = ::dlopen(fake_driver(), RTLD_NOW | RTLD_NOLOAD);
    CPPUNIT_ASSERT(library);
    return reinterpret_cast<int (*)()>(::dlsym(library, function))();
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CUDA_KERNELS_H */
