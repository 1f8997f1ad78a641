/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/fake/fake_launch.h"
#include "device/fake/fake_memory.h"
#include "device/fake/pass_interpreter.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

std::size_t arguments_of(const pass& p)
{
    const auto arrays = [](const end_operation& end) {
        return end.stored == element::planar ? 2 : 1;
    };
    return arrays(p.load) + arrays(p.store) + p.load.windowed + p.has_indices() +
           p.store.scaled + 2; // twiddles and rows
}

//! Takes the arguments of a launch one after the other, in the order of kernel_source.h.
class argument_reader
{
public:
    argument_reader(const kernel_source& what,
                    const std::vector<kernel_argument>& arguments)
        : d_what(what), d_arguments(arguments)
    {
        const auto takes = arguments_of(what.made_from);
        if (arguments.size() != takes)
            refuse(fmt::format("{} arguments, takes {}", arguments.size(), takes));
    }

    [[noreturn]] void refuse(const std::string& why) const
    {
        throw device_error(fmt::format("fake launch of {}: {}", d_what.name, why));
    }

    template <typename T>
    T next()
    {
        const T* value = std::get_if<T>(&d_arguments[d_next]);
        if (!value)
            refuse(fmt::format("argument {} is of another type", d_next));
        ++d_next;
        return *value;
    }

    memory_view next_memory()
    {
        auto* value = next<buffer*>();
        if (!value)
            refuse(fmt::format("argument {} is no buffer", d_next - 1));
        const auto& memory = static_cast<fake_buffer&>(*value);
        return { memory.data(), memory.bytes() };
    }

    std::array<memory_view, 2> next_end(const end_operation& end)
    {
        std::array<memory_view, 2> views = { next_memory(), memory_view() };
        if (end.stored == element::planar)
            views[1] = next_memory();
        return views;
    }

    double next_scale()
    {
        if (d_what.made_from.number == precision::float64)
            return next<double>();
        return next<float>();
    }

private:
    const kernel_source& d_what;
    const std::vector<kernel_argument>& d_arguments;
    std::size_t d_next = 0;
};

} // namespace

std::function<void()> prepare_launch(const kernel_source& what,
                                     std::uint64_t groups,
                                     const std::vector<kernel_argument>& arguments)
{
    const pass& p = what.made_from;
    argument_reader reader(what, arguments);
    pass_memory memory;
    memory.in = reader.next_end(p.load);
    memory.out = reader.next_end(p.store);
    reader.next<buffer*>(); // twiddles, which are computed here
    if (p.load.windowed)
        memory.window = reader.next_memory();
    if (p.has_indices())
        reader.next<buffer*>(); // likewise
    if (p.store.scaled)
        memory.scale = reader.next_scale();
    const auto pass_rows = reader.next<std::uint32_t>();
    const auto rows = pass_rows / static_cast<std::uint64_t>(p.row_factor);
    if (rows * p.row_factor != pass_rows)
        reader.refuse(
            fmt::format("{} rows, which are no multiple of {}", pass_rows, p.row_factor));

    if (memory.in[0].data == memory.out[0].data && !p.in_place)
        reader.refuse("input and output are one buffer, which the pass does not allow");
    if (groups != p.groups(rows))
        reader.refuse(fmt::format(
            "{} workgroups for {} rows, needs {}", groups, rows, p.groups(rows)));
    return [p, memory, rows] { interpret_pass(p, memory, rows); };
}

} // namespace gpufft
