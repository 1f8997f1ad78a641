/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_LIVE_SETTER_PYTHON_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_LIVE_SETTER_PYTHON_H

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <type_traits>
#include <cmath>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

// Setters as the callbacks of a flowgraph's windows call them: what is of no type that
// they take goes the way of all that they refuse, which once the flowgraph has started is
// the log. An exception there ends programs of PyQt.

//! What an argument of that type is called.
template <class value>
const char* type_words()
{
    if (std::is_same_v<value, bool>)
        return "True or False";
    if (std::is_integral_v<value>)
        return "a whole number of 32 bits";
    if (std::is_floating_point_v<value>)
        return "a number";
    return std::is_same_v<value, std::string> ? "a word" : "a sequence of numbers";
}

//! Some of it, where it is long.
inline std::string short_repr(const pybind11::object& value)
{
    constexpr std::size_t most = 60;
    const auto text = pybind11::repr(value).cast<std::string>();
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

//! \p given, of which widgets make whole numbers that are floats.
//! \throws pybind11::type_error  it is something else
template <class value>
value argument_of(const char* setter, const pybind11::object& given)
{
    namespace py = pybind11;
    try {
        if constexpr (std::is_same_v<value, int>) {
            if (py::isinstance<py::float_>(given)) {
                const auto number = given.cast<double>();
                if (std::abs(number) < 2e9 && number == std::floor(number))
                    return static_cast<int>(number);
            }
        }
        return given.cast<value>();
    } catch (const py::cast_error&) {
        throw py::type_error(std::string(setter) + " takes " + type_words<value>() +
                             ", got " + short_repr(given));
    }
}

/*!
 * \brief Calls \p set, and what it throws goes to \p block's refusals
 *
 * \return false  it was refused, which is logged
 */
template <class block, class function>
bool call_live(block& bound, const function& set)
{
    try {
        set();
        return true;
    } catch (const std::exception& e) {
        if (!bound.logs_refusal(e.what()))
            throw;
        return false;
    }
}

//! What Python calls for \p set, a setter of one argument, under \p name.
template <class block, class value>
auto live_setter(const char* name, void (block::*set)(value))
{
    namespace py = pybind11;
    return [name, set](block& bound, const py::object& given) {
        call_live(bound, [&] {
            const auto argument = argument_of<std::decay_t<value>>(name, given);
            const py::gil_scoped_release others_go_on;
            (bound.*set)(argument);
        });
    };
}

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_LIVE_SETTER_PYTHON_H */
