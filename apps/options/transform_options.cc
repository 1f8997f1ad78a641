/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/transform_options.h"
#include "plan/expression/expression_text.h"
#include "plan/ir/enum_names.h"
#include <fmt/format.h>
#include <system_error>
#include <charconv>
#include <cmath>

namespace gpufft::app {

const std::vector<option> TRANSFORM_OPTIONS = {
    { "kind,k", true },
    { "precision,p", true },
    { "inverse", false },
    { "norm", true },
    { "scale", true },
    { "orthogonalize", false },
    { "real-input", false },
    { "windowed", false },
    { "load", true },
    { "store", true },
    { "arguments", true },
    { "real-output", false },
    { "taps-per-branch", true },
    { "convolved", false },
    { "first-output", true },
    { "outputs", true },
    { "output-step", true },
    { "in-place", false },
    { "planar-input", false },
    { "planar-output", false },
    { "input-rotation", true },
    { "output-rotation", true },
    { "loops", true },
    { "input-strides", true },
    { "output-strides", true },
    { "input-loop-strides", true },
    { "output-loop-strides", true },
    { "input-distance", true },
    { "output-distance", true },
};

const char TRANSFORM_HELP[] =
    R"(  -k, --kind KIND          c2c, r2c, c2r, dct1 to dct4 or dst1 to dst4 (default c2c)
  -p, --precision NAME     float32, float64 or float16 (default float32)
      --inverse            inverse transform (default forward; c2r always is)
      --norm NAME          none, by_length or orthonormal (default none)
      --scale X            the output is multiplied by X as well
      --orthogonalize      DCT and DST: end points weighted, so that with orthonormal the
                           matrix is orthogonal
      --real-input         c2c: the input is real (default complex)
      --windowed           c2c and r2c: the input is multiplied by a window
      --load EXPRESSION    what is transformed, made of the element x: x * conj(h[n])
      --store EXPRESSION   what is stored, made of the output y: norm(y) * scale
      --arguments LIST     what expressions name: complex h[4096]; number scale
      --real-output        c2c and r2c: the store expression makes reals
      --taps-per-branch N  windowed rows of N times as many elements, which are folded to
                           the points of the transform: polyphase (default 1)
      --convolved          c2c: not the DFT but its product with a spectrum, transformed
                           back: a convolution with taps that are set later
      --first-output N     of a convolution: the first point that is an output
      --outputs N          of a convolution: how many outputs (default: all from there)
      --output-step N      of a convolution: every N-th point is an output
      --in-place           the output overwrites the input
      --planar-input       real and imaginary parts are read from two arrays
      --planar-output      real and imaginary parts are written to two arrays
      --input-rotation N   input point n is read from place (n + N) mod LENGTH
      --output-rotation N  output point k is written to place (k + N) mod LENGTH
      --loops COUNTS       transforms in a row, e.g. 5, or 5x3 where they lie on a grid
      --input-strides N    elements between neighbouring input points (default: packed)
      --output-strides N   elements between neighbouring output points (default: packed)
      --input-loop-strides N
                           elements between the inputs of neighbouring loops
      --output-loop-strides N
                           elements between the outputs of neighbouring loops
      --input-distance N   elements between rows of the input (default: packed)
      --output-distance N  elements between rows of the output (default: packed)

SHAPE is a length, or one for each of up to 4 dimensions, slowest first: 480, 64x64,
16x16x16. Rotations and strides take a number a dimension (32x0), loop strides a number
a loop. For r2c and c2r lengths are those of the real side.
)";

namespace {

//! Numbers between x. A minus sign is a number's: the engine says why it is wrong.
std::vector<std::int64_t> parse_numbers(const std::string& text,
                                        const std::string& refusal)
{
    std::vector<std::int64_t> numbers;
    std::size_t begin = 0;
    for (;;) {
        const auto end = text.find('x', begin);
        const auto piece = text.substr(begin, end - begin);
        if (!is_whole_number(piece))
            throw usage_error(refusal);
        const auto number = whole_number(piece);
        if (!number)
            throw usage_error(fmt::format("{} in \"{}\" is beyond 64 bits", piece, text));
        numbers.push_back(*number);
        if (end == std::string::npos)
            return numbers;
        begin = end + 1;
    }
}

//! The numbers of an option, \p count of them; nothing where it is not given.
std::vector<std::int64_t> option_numbers(const options& given,
                                         const char* name,
                                         std::size_t count,
                                         const char* each)
{
    if (!given.has(name))
        return {};
    const auto text = given.text(name, "");
    const auto numbers = parse_numbers(
        text,
        fmt::format("--{} must be whole numbers such as 64 or 64x1, got {}", name, text));
    if (numbers.size() != count)
        throw usage_error(fmt::format(
            "--{} needs a number {}, {} in all, got {}", name, each, count, text));
    return numbers;
}

template <class E>
E named_option(const options& given, const char* name, E otherwise)
{
    if (!given.has(name))
        return otherwise;
    const auto text = given.text(name, "");
    const auto value = value_named<E>(text);
    if (!value)
        throw usage_error(
            fmt::format("--{} must be {}, got {}", name, list_of_names<E>(), text));
    return *value;
}

double parse_scale(const options& given)
{
    if (!given.has("scale"))
        return 1;
    const auto text = given.text("scale", "");
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || !std::isfinite(value))
        throw usage_error(
            fmt::format("--scale must be a number such as 0.5 or 1e-3, got {}", text));
    return value;
}

void set_dimensions(const options& given,
                    transform* t,
                    const char* name,
                    std::int64_t dimension::*field)
{
    const auto numbers = option_numbers(given, name, t->shape.size(), "a dimension");
    for (std::size_t i = 0; i < numbers.size(); ++i)
        t->shape[i].*field = numbers[i];
}

void set_loop_strides(const options& given,
                      transform* t,
                      const char* name,
                      std::int64_t loop::*field)
{
    const auto numbers = option_numbers(given, name, t->loops.size(), "a loop");
    for (std::size_t i = 0; i < numbers.size(); ++i)
        t->loops[i].*field = numbers[i];
}

//! Loops, and where points, loops and rows lie.
void set_layout(const options& given, transform* t)
{
    if (given.has("loops")) {
        const auto text = given.text("loops", "");
        const auto counts = parse_numbers(
            text,
            fmt::format("--loops must be whole numbers such as 5 or 5x3, got {}", text));
        for (const auto count : counts)
            t->loops.push_back({ count, 0, 0 });
    }
    set_dimensions(given, t, "input-rotation", &dimension::input_rotation);
    set_dimensions(given, t, "output-rotation", &dimension::output_rotation);
    set_dimensions(given, t, "input-strides", &dimension::input_stride);
    set_dimensions(given, t, "output-strides", &dimension::output_stride);
    set_loop_strides(given, t, "input-loop-strides", &loop::input_stride);
    set_loop_strides(given, t, "output-loop-strides", &loop::output_stride);
    t->input_distance = given.number("input-distance").value_or(0);
    t->output_distance = given.number("output-distance").value_or(0);
    if (given.has("planar-input"))
        t->input_layout = complex_layout::planar;
    if (given.has("planar-output"))
        t->output_layout = complex_layout::planar;
}

//! A convolution, and which of its points are outputs.
void set_convolved(const options& given, transform* t)
{
    const auto first = given.number("first-output");
    const auto count = given.number("outputs");
    const auto step = given.number("output-step");
    if (!given.has("convolved")) {
        if (first || count || step)
            throw usage_error("--first-output, --outputs and --output-step are of a "
                              "convolution; say --convolved as well");
        return;
    }
    t->convolved = { first.value_or(0), count.value_or(0), step.value_or(1) };
}

} // namespace

transform parse_transform(const options& given, const std::string& shape)
{
    transform t;
    t.shape.clear();
    if (shape.rfind("0x", 0) == 0)
        throw usage_error(fmt::format("\"{}\" is no SHAPE: a length is at least 1, and "
                                      "hexadecimal numbers are not known, e.g. 1024 for "
                                      "0x400",
                                      shape));
    const auto lengths = parse_numbers(
        shape, fmt::format("\"{}\" is no SHAPE such as 4096, 64x64 or 16x16x16", shape));
    for (const auto length : lengths) {
        t.shape.emplace_back();
        t.shape.back().length = length;
    }
    t.kind = named_option(given, "kind", transform_kind::c2c);
    t.number = named_option(given, "precision", precision::float32);
    t.norm = named_option(given, "norm", normalization::none);
    t.scale = parse_scale(given);
    if (given.has("inverse") || t.kind == transform_kind::c2r)
        t.dir = direction::inverse;
    t.orthogonalize = given.has("orthogonalize");
    t.real_input = given.has("real-input");
    t.windowed = given.has("windowed");
    t.load = given.text("load", "");
    t.store = given.text("store", "");
    t.arguments = parse_arguments(given.text("arguments", ""));
    t.real_output = given.has("real-output");
    t.taps_per_branch = given.number("taps-per-branch").value_or(1);
    set_convolved(given, &t);
    t.in_place = given.has("in-place");
    set_layout(given, &t);
    validate(t);
    return t;
}

} // namespace gpufft::app
