/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/transform_request.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <complex>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace py = pybind11;

const char TRANSFORM_ARGUMENTS[] =
    "kind             c2c, r2c, c2r, dct1 .. dct4, dst1 .. dst4\n"
    "shape            (length, input stride, output stride) of each dimension,\n"
    "                 the one that r2c and c2r halve last\n"
    "loops            (count, input stride, output stride), not transformed\n"
    "input_distance, output_distance\n"
    "                 elements between rows; those of input may overlap\n"
    "inverse          c2c: either; c2r: True; others: False\n"
    "scale            outputs are multiplied by this, and by nothing else\n"
    "precision        float32 or float64\n"
    "real_input       c2c: the imaginary parts are 0 and not stored\n"
    "orthogonalize    dct and dst: end points weighted\n"
    "window           bytes of a float64 for each point of a row, which they are\n"
    "                 multiplied by; b\"\" or left out: no window. c2c and r2c of one\n"
    "                 dimension\n"
    "taps_per_branch  windowed: as many times longer is a row, which is folded to the\n"
    "                 points of the transform; left out: 1\n"
    "input_rotation   c2c of one dimension: point n is read from place\n"
    "                 (n + input_rotation) % length; left out: 0\n"
    "convolved        (first, count, step): c2c forward; outputs are these points of "
    "the\n"
    "                 cyclic convolution of a row; None or left out: the transform is\n"
    "spectrum         convolved: bytes of a complex128 for each bin, the DFT of the "
    "taps\n";

namespace {

//! A dimension (length, input stride, output stride), or a loop (count, both strides).
using triple = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

template <typename T>
struct name_and_value {
    const char* name;
    T value;
};

const name_and_value<gpufft::transform_kind> KINDS[] = {
    { "c2c", gpufft::transform_kind::c2c },   { "r2c", gpufft::transform_kind::r2c },
    { "c2r", gpufft::transform_kind::c2r },   { "dct1", gpufft::transform_kind::dct1 },
    { "dct2", gpufft::transform_kind::dct2 }, { "dct3", gpufft::transform_kind::dct3 },
    { "dct4", gpufft::transform_kind::dct4 }, { "dst1", gpufft::transform_kind::dst1 },
    { "dst2", gpufft::transform_kind::dst2 }, { "dst3", gpufft::transform_kind::dst3 },
    { "dst4", gpufft::transform_kind::dst4 },
};

const name_and_value<gpufft::precision> PRECISIONS[] = {
    { "float32", gpufft::precision::float32 },
    { "float64", gpufft::precision::float64 },
};

template <typename T, std::size_t N>
T parse(const char* subject, const name_and_value<T> (&known)[N], const std::string& name)
{
    std::string names;
    for (const auto& k : known) {
        if (name == k.name)
            return k.value;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", k.name);
    }
    throw gpufft::plan_error(
        fmt::format("{} \"{}\" is not one of {}", subject, name, names));
}

template <typename T>
T argument(const py::kwargs& asked, const char* name)
{
    if (!asked.contains(name))
        throw py::type_error(fmt::format("an executor takes the argument {}", name));
    try {
        return asked[name].cast<T>();
    } catch (const py::cast_error&) {
        throw py::type_error(fmt::format(
            "{} is of another type: {}", name, std::string(py::repr(asked[name]))));
    }
}

template <typename T>
T argument_or(const py::kwargs& asked, const char* name, const T& otherwise)
{
    return asked.contains(name) ? argument<T>(asked, name) : otherwise;
}

template <typename T>
std::vector<T> values_of(const py::kwargs& asked, const char* name)
{
    const auto bytes = argument_or<std::string>(asked, name, "");
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(
        static_cast<void*>(values.data()), bytes.data(), values.size() * sizeof(T));
    return values;
}

std::optional<gpufft::convolved_outputs> convolved_of(const py::kwargs& asked)
{
    const auto outputs = argument_or<std::optional<triple>>(asked, "convolved", {});
    if (!outputs)
        return {};
    const auto [first, count, step] = *outputs;
    return gpufft::convolved_outputs{ first, count, step };
}

} // namespace

transform_request parse_request(const py::kwargs& asked)
{
    gpufft::transform request;
    request.kind = parse("kind", KINDS, argument<std::string>(asked, "kind"));
    request.shape.clear();
    for (const auto& [length, in, out] : argument<std::vector<triple>>(asked, "shape"))
        request.shape.push_back({ length, in, out });
    for (const auto& [count, in, out] : argument<std::vector<triple>>(asked, "loops"))
        request.loops.push_back({ count, in, out });
    request.input_distance = argument<std::int64_t>(asked, "input_distance");
    request.output_distance = argument<std::int64_t>(asked, "output_distance");
    request.dir = argument<bool>(asked, "inverse") ? gpufft::direction::inverse
                                                   : gpufft::direction::forward;
    request.scale = argument<double>(asked, "scale");
    request.number =
        parse("precision", PRECISIONS, argument<std::string>(asked, "precision"));
    request.real_input = argument<bool>(asked, "real_input");
    request.orthogonalize = argument<bool>(asked, "orthogonalize");
    const auto taps = values_of<double>(asked, "window");
    request.windowed = !taps.empty();
    request.taps_per_branch = argument_or<std::int64_t>(asked, "taps_per_branch", 1);
    const auto rotation = argument_or<std::int64_t>(asked, "input_rotation", 0);
    for (auto& dimension : request.shape)
        dimension.input_rotation = rotation;
    request.convolved = convolved_of(asked);
    return { request, taps, values_of<std::complex<double>>(asked, "spectrum") };
}

py::dtype dtype_of(bool is_real, gpufft::precision number)
{
    if (number == gpufft::precision::float64)
        return is_real ? py::dtype::of<double>() : py::dtype::of<std::complex<double>>();
    return is_real ? py::dtype::of<float>() : py::dtype::of<std::complex<float>>();
}
