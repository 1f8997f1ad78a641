/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/enum_names.h"

namespace gpufft {

template <>
const std::vector<named<transform_kind>>& names()
{
    static const auto& all = *new std::vector<named<transform_kind>>{
        { "c2c", transform_kind::c2c },   { "r2c", transform_kind::r2c },
        { "c2r", transform_kind::c2r },   { "dct1", transform_kind::dct1 },
        { "dct2", transform_kind::dct2 }, { "dct3", transform_kind::dct3 },
        { "dct4", transform_kind::dct4 }, { "dst1", transform_kind::dst1 },
        { "dst2", transform_kind::dst2 }, { "dst3", transform_kind::dst3 },
        { "dst4", transform_kind::dst4 },
    };
    return all;
}

template <>
const std::vector<named<precision>>& names()
{
    static const auto& all = *new std::vector<named<precision>>{
        { "float32", precision::float32 },
        { "float64", precision::float64 },
        { "float16", precision::float16 },
    };
    return all;
}

template <>
const std::vector<named<normalization>>& names()
{
    static const auto& all = *new std::vector<named<normalization>>{
        { "none", normalization::none },
        { "by_length", normalization::by_length },
        { "orthonormal", normalization::orthonormal },
    };
    return all;
}

} // namespace gpufft
