/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/fake/fake_launch.h"
#include "device/fake/fake_memory.h"
#include "device/fake/pass_interpreter.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

[[noreturn]] void refuse(const kernel_source& what, const std::string& why)
{
    throw device_error(fmt::format("fake launch of {}: {}", what.name, why));
}

template <typename T>
T argument(const kernel_source& what,
           const std::vector<kernel_argument>& arguments,
           std::size_t index)
{
    const T* value = std::get_if<T>(&arguments[index]);
    if (!value)
        refuse(what, fmt::format("argument {} is of another type", index));
    return *value;
}

fake_buffer& buffer_argument(const kernel_source& what,
                             const std::vector<kernel_argument>& arguments,
                             std::size_t index)
{
    auto* value = argument<buffer*>(what, arguments, index);
    if (!value)
        refuse(what, fmt::format("argument {} is no buffer", index));
    return static_cast<fake_buffer&>(*value);
}

float* floats_of(const fake_buffer& b) { return reinterpret_cast<float*>(b.data()); }

} // namespace

std::function<void()> prepare_launch(const kernel_source& what,
                                     std::uint64_t groups,
                                     const std::vector<kernel_argument>& arguments)
{
    const pass& p = what.made_from;
    const std::size_t count = p.load.windowed ? 5 : 4;
    if (arguments.size() != count)
        refuse(what, fmt::format("{} arguments, takes {}", arguments.size(), count));

    const auto& in = buffer_argument(what, arguments, 0);
    const auto& out = buffer_argument(what, arguments, 1);
    argument<buffer*>(what, arguments, 2); // twiddles, which are computed here
    const auto rows = argument<std::uint32_t>(what, arguments, count - 1);
    if (in.data() == out.data() && !p.in_place)
        refuse(what, "input and output are one buffer, which the pass does not allow");
    if (groups != p.groups(rows))
        refuse(what,
               fmt::format(
                   "{} workgroups for {} rows, needs {}", groups, rows, p.groups(rows)));

    pass_memory memory;
    memory.in = floats_of(in);
    memory.in_floats = in.bytes() / sizeof(float);
    memory.out = floats_of(out);
    memory.out_floats = out.bytes() / sizeof(float);
    if (p.load.windowed) {
        const auto& window = buffer_argument(what, arguments, 3);
        memory.window = floats_of(window);
        memory.window_floats = window.bytes() / sizeof(float);
    }
    return [p, memory, rows] { interpret_pass(p, memory, rows); };
}

} // namespace gpufft
