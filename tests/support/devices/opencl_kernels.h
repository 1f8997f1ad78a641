/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_KERNELS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_KERNELS_H

#include "device/interface/registry.h"
#include "support/devices/written_kernel.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <vector>

//! A kernel that shows whether a device does what it is told: the best device there is,
//! PoCL where nothing else.
namespace gpufft::testing {

constexpr int ITEMS = 8; //!< work-items of a workgroup

inline std::shared_ptr<device> opencl() { return open_device("auto"); }

// y[i] = factor * x[i] for the first `count` elements.
inline kernel_source scaling_kernel(int factor)
{
    return written_kernel(
        opencl()->kernel_dialect(),
        { "scale",
          { "__global const float* x", "__global float* y", "uint count" },
          launch_of_items(ITEMS) },
        { "const uint i = (uint)get_global_id(0);",
          "if (i < count)",
          fmt::format("    y[i] = {} * x[i];", factor) });
}

inline std::vector<float> ramp(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 1.0f);
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
inline std::vector<float>
scaled_on(device& on, queue& with, kernel& scale, const std::vector<float>& x)
{
    const std::size_t bytes = x.size() * sizeof(float);
    const auto in = on.make_buffer(bytes), out = on.make_buffer(bytes);
    std::vector<float> y(x.size());
    with.upload(*in, 0, x.data(), bytes);
    with.launch(scale,
                (x.size() + ITEMS - 1) / ITEMS,
                { in.get(), out.get(), static_cast<std::uint32_t>(x.size()) });
    with.download(y.data(), *out, 0, bytes);
    const auto done = with.record();
    done->wait();
    CPPUNIT_ASSERT(done->is_done());
    return y;
}

inline std::vector<float> times(std::vector<float> values, float factor)
{
    for (auto& value : values)
        value *= factor;
    return values;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_OPENCL_KERNELS_H */
