/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/given_memory.h"
#include "exec/executor/upload.h"
#include "plan/expression/expression_text.h"
#include "plan/request/refuse.h"

namespace gpufft {

namespace {

//! \p values as kernels read them: reals, or both parts of each.
template <class number>
std::vector<number> rounded(const std::vector<std::complex<double>>& values,
                            bool has_parts)
{
    std::vector<number> all;
    all.reserve(values.size() * (has_parts ? 2 : 1));
    for (const auto& each : values) {
        all.push_back(static_cast<number>(each.real()));
        if (has_parts)
            all.push_back(static_cast<number>(each.imag()));
    }
    return all;
}

template <class number>
std::shared_ptr<buffer>
uploaded(device& on, const std::vector<std::complex<double>>& values, bool has_parts)
{
    const auto all = rounded<number>(values, has_parts);
    return upload_now(on, all.data(), all.size() * sizeof(number));
}

} // namespace

void given_memory::put_into(executor_memory& memory) const
{
    memory.given_buffers.clear();
    for (const auto& each : buffers)
        memory.given_buffers.push_back(each.get());
    memory.given_numbers = numbers;
}

std::size_t buffer_bytes(const expression_argument& a, precision number)
{
    const std::size_t parts = a.is == argument_kind::complex_buffer ? 2 : 1;
    const std::size_t bytes =
        number == precision::float64 ? sizeof(double) : sizeof(float);
    return static_cast<std::size_t>(a.length) * parts * bytes;
}

std::size_t
argument_number(const transform& request, const std::string& name, bool is_buffer)
{
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const auto& each = request.arguments[i];
        if (each.name == name && (each.is != argument_kind::number) == is_buffer)
            return i;
    }
    const auto all = arguments_text(request.arguments);
    refuse("the expressions of {} have no {} \"{}\"; {}",
           to_string(request),
           is_buffer ? "buffer" : "number",
           name,
           all.empty() ? std::string("they have no arguments") : "there are " + all);
}

given_memory zeros_given(device& on, const transform& request)
{
    argument_values zeros;
    for (const auto& each : request.arguments)
        zeros.emplace_back(
            each.is == argument_kind::number ? 1 : static_cast<std::size_t>(each.length));
    return upload_given(on, request, zeros);
}

given_memory
upload_given(device& on, const transform& request, const argument_values& values)
{
    given_memory result;
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const auto is = request.arguments[i].is;
        const bool is_number = is == argument_kind::number;
        const bool has_parts = is == argument_kind::complex_buffer;
        result.numbers.push_back(is_number ? values[i].front().real() : 0);
        if (is_number)
            result.buffers.push_back(nullptr);
        else if (request.number == precision::float64)
            result.buffers.push_back(uploaded<double>(on, values[i], has_parts));
        else
            result.buffers.push_back(uploaded<float>(on, values[i], has_parts));
    }
    return result;
}

} // namespace gpufft
