/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/power_kernels.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_memory.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

argument_reader::argument_reader(const kernel_source& what,
                                 const std::vector<kernel_argument>& arguments,
                                 std::size_t takes)
    : d_request(what), d_arguments(arguments)
{
    if (arguments.size() != takes)
        refuse(fmt::format("{} arguments, takes {}", arguments.size(), takes));
}

void argument_reader::refuse(const std::string& why) const
{
    throw device_error(fmt::format("fake launch of {}: {}", d_request.name, why));
}

memory_view argument_reader::next_memory()
{
    const auto view = next_memory_if_any();
    if (!view.data)
        refuse(fmt::format("argument {} is no buffer", d_next - 1));
    return view;
}

memory_view argument_reader::next_memory_if_any()
{
    buffer_slice value;
    if (std::holds_alternative<buffer_slice>(d_arguments[d_next]))
        value = next<buffer_slice>();
    else
        value.of = next<buffer*>();
    if (!value.of)
        return {};
    const auto& memory = static_cast<fake_buffer&>(*value.of);
    if (value.offset > memory.bytes())
        refuse(fmt::format("argument {} begins past the end", d_next - 1));
    return { memory.data() + value.offset, memory.bytes() - value.offset };
}

std::array<memory_view, 2> argument_reader::next_end(const io_operation& end)
{
    std::array<memory_view, 2> views = { next_memory(), memory_view() };
    if (end.stored == element::planar)
        views[1] = next_memory();
    return views;
}

void argument_reader::check_groups(std::uint64_t groups,
                                   std::uint64_t elements,
                                   std::uint64_t rows) const
{
    const auto needs = groups_for(elements, rows);
    if (groups != needs)
        refuse(fmt::format("{} workgroups for {} elements in {} rows, needs {}",
                           groups,
                           elements,
                           rows,
                           needs));
}

void argument_reader::check_apart(const memory_view& in, const memory_view& out) const
{
    if (in.data == out.data)
        refuse("what is read and what is written are one buffer");
}

} // namespace gpufft
