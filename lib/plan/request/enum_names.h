/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ENUM_NAMES_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ENUM_NAMES_H

#include <gpufft/transform.h>
#include <optional>
#include <string>
#include <vector>

/*!
 * How the values of enumerations are spelled, in plan lines and on the command line:
 * the enumerators' own names.
 */
namespace gpufft {

template <class E>
struct named {
    const char* name;
    E value;
};

//! All values of E, in their order.
template <class E>
const std::vector<named<E>>& names();

template <>
const std::vector<named<transform_kind>>& names();
template <>
const std::vector<named<precision>>& names();
template <>
const std::vector<named<normalization>>& names();

template <class E>
const char* name_of(E value)
{
    for (const auto& each : names<E>())
        if (each.value == value)
            return each.name;
    return "";
}

template <class E>
std::optional<E> value_named(const std::string& name)
{
    for (const auto& each : names<E>())
        if (name == each.name)
            return each.value;
    return {};
}

//! "none, by_length or orthonormal"
template <class E>
std::string list_of_names()
{
    std::string text;
    const auto& all = names<E>();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const char* separator = i == 0 ? "" : i + 1 < all.size() ? ", " : " or ";
        text += separator + std::string(all[i].name);
    }
    return text;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_ENUM_NAMES_H */
