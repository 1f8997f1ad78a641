/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/enum_names.h"

namespace gpufft {

template <>
const std::vector<named<element>>& names()
{
    static const auto& all = *new std::vector<named<element>>{
        { "complex", element::complex },
        { "planar", element::planar },
        { "real", element::real },
    };
    return all;
}

template <>
const std::vector<named<convolution>>& names()
{
    static const auto& all = *new std::vector<named<convolution>>{
        { "none", convolution::none },
        { "rader", convolution::rader },
        { "bluestein", convolution::bluestein },
    };
    return all;
}

template <>
const std::vector<named<buffer_role>>& names()
{
    static const auto& all = *new std::vector<named<buffer_role>>{
        { "input", buffer_role::input },
        { "workspace", buffer_role::workspace },
        { "output", buffer_role::output },
    };
    return all;
}

template <>
const std::vector<named<sample_format>>& names()
{
    static const auto& all = *new std::vector<named<sample_format>>{
        { "number", sample_format::number },
        { "int16", sample_format::int16 },
        { "int8", sample_format::int8 },
        { "uint8", sample_format::uint8 },
    };
    return all;
}

template <>
const std::vector<named<accumulation>>& names()
{
    static const auto& all = *new std::vector<named<accumulation>>{
        { "sum", accumulation::sum },
        { "highest", accumulation::highest },
        { "lowest", accumulation::lowest },
        { "square", accumulation::square },
    };
    return all;
}

template <>
const std::vector<named<sample_kind>>& names()
{
    static const auto& all = *new std::vector<named<sample_kind>>{
        { "complex_float", sample_kind::complex_float },
        { "real_float", sample_kind::real_float },
        { "complex_int16", sample_kind::complex_int16 },
        { "complex_int8", sample_kind::complex_int8 },
        { "complex_uint8", sample_kind::complex_uint8 },
    };
    return all;
}

template <>
const std::vector<named<loop_order>>& names()
{
    static const auto& all = *new std::vector<named<loop_order>>{
        { "points", loop_order::points },
        { "outputs", loop_order::outputs },
        { "nested", loop_order::nested },
    };
    return all;
}

std::string name_of(const accumulations& all, const char* between)
{
    std::string name;
    for (const auto each : all.planes())
        name += (name.empty() ? "" : between) + std::string(name_of(each));
    return name;
}

} // namespace gpufft
