/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/opencl/kernel_stack.h"
#include "plan/ir/element_bytes.h"
#include "plan/simd/vector_stages.h"
#include <algorithm>

namespace gpufft::opencl {

namespace {

// For the driver, and what compiled code keeps beside the points.
constexpr std::size_t FRAMES = 1024 * 1024;

//! At most, within what plans may have: vectors of as many points as there are.
std::size_t most_scratch(const pass& p)
{
    constexpr auto MOST = static_cast<double>(MOST_ROW_SCRATCH_BYTES);
    const auto rows =
        static_cast<double>(std::max<std::int64_t>(p.lanes(), p.columns.size));
    const auto points =
        static_cast<double>(p.points()) *
        static_cast<double>(std::max<std::int64_t>(1, p.vector().inner_columns));
    const double bytes = points * rows * static_cast<double>(point_bytes(p.number));
    return static_cast<std::size_t>(p.is_vector() ? std::min(bytes, MOST) : MOST);
}

} // namespace

kernel_stack::kernel_stack(const kernel_source& source)
    : d_bytes(FRAMES + most_scratch(source.made_from) / 4 * 5) // with lines left out
{
}

} // namespace gpufft::opencl
