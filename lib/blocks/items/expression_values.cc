/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/expression_values.h"
#include "plan/request/refuse.h"
#include <algorithm>

namespace gr {
namespace gpufft {

using ::gpufft::argument_kind;

expression_values::expression_values(const expression::number_map& numbers,
                                     const expression::buffer_map& buffers,
                                     const expression::real_buffer_map& real_buffers)
{
    for (const auto& [name, value] : numbers)
        add(name, argument_kind::number, { static_cast<float>(value) });
    for (const auto& [name, values] : buffers)
        add(name, argument_kind::complex_buffer, values);
    for (const auto& [name, values] : real_buffers)
        add(name, argument_kind::real_buffer, { values.begin(), values.end() });
}

void expression_values::add(const std::string& name,
                            argument_kind is,
                            const std::vector<gr_complex>& values)
{
    // The port "command" has it for something else.
    if (name == "status")
        ::gpufft::refuse("an argument cannot have the name status, which is a command of "
                         "every block; status_ would do");
    const bool is_number = is == argument_kind::number;
    d_names.push_back({ name, is, is_number ? 0 : static_cast<int>(values.size()) });
    d_all.values.push_back(values);
}

::gpufft::item_arguments_pointer expression_values::all() const
{
    return d_names.empty() ? nullptr
                           : std::make_shared<const ::gpufft::item_arguments>(d_all);
}

std::size_t expression_values::find(const std::string& name, bool is_number) const
{
    std::string known;
    for (std::size_t i = 0; i < d_names.size(); ++i) {
        if ((d_names[i].is == argument_kind::number) != is_number)
            continue;
        if (d_names[i].name == name)
            return i;
        known += (known.empty() ? "" : ", ") + d_names[i].name;
    }
    ::gpufft::refuse("the expression has no {} \"{}\"; it has {}",
                     is_number ? "number" : "buffer",
                     name,
                     known.empty() ? "none" : known);
}

void expression_values::set_number(const std::string& name, double value)
{
    d_all.values[find(name, true)] = { static_cast<float>(value) };
}

double expression_values::number(const std::string& name) const
{
    return static_cast<double>(d_all.values[find(name, true)][0].real());
}

void expression_values::set_buffer(const std::string& name,
                                   const std::vector<gr_complex>& values)
{
    const auto i = find(name, false);
    auto& now = d_all.values[i];
    if (values.size() != now.size())
        ::gpufft::refuse("buffer {} has {} values as long as the block lives, got {}",
                         name,
                         now.size(),
                         values.size());
    if (d_names[i].is == argument_kind::real_buffer &&
        std::any_of(
            values.begin(), values.end(), [](const auto& z) { return z.imag() != 0; }))
        ::gpufft::refuse("buffer {} has real values, got complex ones; make the block "
                         "with complex ones",
                         name);
    now = values;
}

std::vector<gr_complex> expression_values::buffer(const std::string& name) const
{
    return d_all.values[find(name, false)];
}

} // namespace gpufft
} // namespace gr
