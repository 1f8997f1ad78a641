/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/reference.h"
#include "support/judges/reference_dft.h"
#include "support/judges/reference_kinds.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace gpufft::testing {

namespace {

template <class real>
using points = std::vector<std::complex<real>>;
using lengths = std::vector<std::int64_t>;

std::int64_t product(const lengths& all)
{
    return std::accumulate(
        all.begin(), all.end(), std::int64_t(1), std::multiplies<std::int64_t>());
}

//! Lines of \p x along dimension \p d replaced by what \p f makes of them.
template <class real, class function>
void along(points<real>& x, lengths& shape, std::size_t d, function f)
{
    const auto inner = product({ shape.begin() + d + 1, shape.end() });
    const auto outer = product({ shape.begin(), shape.begin() + d });
    const auto before = shape[d];
    points<real> made;
    for (std::int64_t o = 0; o < outer; ++o) {
        for (std::int64_t i = 0; i < inner; ++i) {
            points<real> line(before);
            for (std::int64_t n = 0; n < before; ++n)
                line[n] = x[(o * before + n) * inner + i];
            line = f(line);
            shape[d] = static_cast<std::int64_t>(line.size());
            made.resize(outer * shape[d] * inner);
            for (std::int64_t k = 0; k < shape[d]; ++k)
                made[(o * shape[d] + k) * inner + i] = line[k];
        }
    }
    x = std::move(made);
}

//! line[n] = x[(n + by) mod length], or back.
template <class real>
points<real> rotated(points<real> x, std::int64_t by)
{
    std::rotate(x.begin(), x.begin() + by, x.end());
    return x;
}

//! What orthogonalize changes at the first and last points of a line: inputs that the sum
//! counts once times sqrt 2, the outputs that belong to them over it.
template <class real>
void weigh_io(points<real>& line, transform_kind kind, bool is_input)
{
    const real root = std::sqrt(real(2));
    const bool one = kind == transform_kind::dct1;
    const bool first =
        one || kind == (is_input ? transform_kind::dct3 : transform_kind::dct2);
    const bool last =
        one || kind == (is_input ? transform_kind::dst3 : transform_kind::dst2);
    const real factor = is_input ? root : 1 / root;
    if (first)
        line.front() *= factor;
    if (last)
        line.back() *= factor;
}

template <class real>
points<real> line_of(const transform& t, std::size_t d, points<real> line)
{
    const auto& dim = t.shape[d];
    const auto kind = effective_kind(t);
    const bool is_last = d + 1 == t.rank();
    const int sign = t.dir == direction::forward ? -1 : 1;
    if (is_trigonometric(kind)) {
        if (t.orthogonalize)
            weigh_io(line, kind, true);
        line = transform_line(kind, sign, dim.length, line);
        if (t.orthogonalize)
            weigh_io(line, kind, false);
        return line;
    }
    if (is_last && kind != transform_kind::c2c)
        return transform_line(kind, sign, dim.length, line);
    line = rotated(std::move(line), dim.input_rotation);
    line = transform_line(transform_kind::c2c, sign, dim.length, line);
    return rotated(std::move(line), (dim.length - dim.output_rotation) % dim.length);
}

// scale_of() rounds to double.
long double exact_scale(const transform& t)
{
    long double points = 1;
    for (const auto& d : t.shape) {
        points *= t.kind == transform_kind::dct1   ? 2 * (d.length - 1)
                  : t.kind == transform_kind::dst1 ? 2 * (d.length + 1)
                  : is_trigonometric(t.kind)       ? 2 * d.length
                                                   : d.length;
    }
    if (t.norm == normalization::orthonormal)
        return t.scale / std::sqrt(points);
    const bool divides =
        t.norm == normalization::by_length && t.dir == direction::inverse;
    return divides ? t.scale / points : t.scale;
}

template <class real>
points<real> block_of(const transform& t, points<real> x, lengths shape)
{
    // A real side comes first, or last: the last dimension is where it is real.
    lengths order(t.rank());
    std::iota(order.begin(), order.end(), 0);
    if (t.kind == transform_kind::r2c)
        std::reverse(order.begin(), order.end());
    for (const auto d : order)
        along(x, shape, d, [&](points<real> line) { return line_of(t, d, line); });
    const auto scale = static_cast<real>(exact_scale(t));
    for (auto& v : x)
        v *= scale;
    return x;
}

lengths input_shape(const transform& t)
{
    lengths shape;
    for (const auto& d : t.shape)
        shape.push_back(d.length);
    if (t.kind == transform_kind::c2r)
        shape.back() = shape.back() / 2 + 1;
    return shape;
}

//! \p x times the taps, and its branches on top of one another. \p see is called with
//! each sum so far.
template <class real, class function>
points<real> windowed(const transform& t,
                      const points<real>& x,
                      const std::vector<double>& window,
                      function see)
{
    const auto length = static_cast<std::int64_t>(x.size()) / t.taps_per_branch;
    const auto rotation = t.shape[0].input_rotation;
    points<real> sums(length);
    for (std::int64_t n = 0; n < static_cast<std::int64_t>(x.size()); ++n) {
        const auto place = (n + rotation) % length;
        sums[place] += x[n / length * length + place] * static_cast<real>(window[n]);
        see(sums[place]);
    }
    return sums;
}

template <class real>
std::vector<wide> transform_in(const transform& t,
                               const std::vector<wide>& in,
                               const std::vector<double>& window)
{
    const auto shape = input_shape(t);
    const auto block = product(shape) * t.taps_per_branch;
    std::vector<wide> out;
    for (std::size_t begin = 0; begin < in.size(); begin += block) {
        points<real> x(in.begin() + begin, in.begin() + begin + block);
        if (!window.empty())
            x = windowed(t, x, window, [](const auto&) {});
        const auto y = block_of(t, x, shape);
        out.insert(out.end(), y.begin(), y.end());
    }
    return out;
}

bool takes_convolution(std::int64_t length)
{
    for (const std::int64_t p : { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31 })
        while (length % p == 0)
            length /= p;
    return length > 1;
}

// A DCT or DST multiplies by a factor in its load and its store operation, an
// orthogonalized one by one more each, and a scale is a factor, too: each factor is
// rounded, and each product.
double worst_of_one_value(const transform& t)
{
    const bool has_ends = is_trigonometric(t.kind);
    const double factors_of_dimension = has_ends ? (t.orthogonalize ? 4 : 2) : 0;
    const auto factors = factors_of_dimension * static_cast<double>(t.rank()) + 1;
    return std::ldexp(2 * factors, t.number == precision::float64 ? -53 : -24);
}

} // namespace

std::vector<complex32> noise(std::size_t points, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> sample(-1, 1);
    std::vector<complex32> x(points);
    for (auto& v : x)
        v = { sample(random), sample(random) };
    return x;
}

std::vector<complex64> naive_dft(const std::vector<complex64>& x, direction dir)
{
    return direct_dft(x, dir == direction::forward ? -1 : 1);
}

std::vector<complex64> reference_dft(const std::vector<complex64>& x, direction dir)
{
    return fast_dft(x, dir == direction::forward ? -1 : 1);
}

std::vector<wide> reference_transform(const transform& t,
                                      const std::vector<wide>& in,
                                      const std::vector<double>& window)
{
    return t.number == precision::float64 ? transform_in<long double>(t, in, window)
                                          : transform_in<double>(t, in, window);
}

double rounding_of_branches(const transform& t,
                            const std::vector<wide>& in,
                            const std::vector<double>& window)
{
    if (window.empty())
        return 0;
    const auto block = product(input_shape(t)) * t.taps_per_branch;
    long double partial = 0;
    long double whole = 0;
    for (std::size_t begin = 0; begin < in.size(); begin += block) {
        const points<long double> x(in.begin() + begin, in.begin() + begin + block);
        for (const auto& sum : windowed(
                 t, x, window, [&](const auto& part) { partial += std::norm(part); }))
            whole += std::norm(sum);
    }
    const auto unit = std::ldexp(1.0, t.number == precision::float64 ? -53 : -24);
    const auto roundings = std::max(0.0L, partial - whole);
    return whole > 0 ? unit * static_cast<double>(std::sqrt(roundings / whole)) : 0;
}

std::vector<complex64> reference_rows(const transform& t,
                                      const std::vector<complex32>& stored,
                                      const std::vector<float>& window)
{
    std::vector<wide> in;
    for (const auto& x : stored)
        in.push_back(t.real_input ? wide(x.real()) : wide(x));
    const auto out = reference_transform(t, in, { window.begin(), window.end() });
    return { out.begin(), out.end() };
}

double relative_error(const std::vector<complex32>& got,
                      const std::vector<complex64>& expected)
{
    return relative_error(std::vector<wide>(got.begin(), got.end()),
                          std::vector<wide>(expected.begin(), expected.end()));
}

double relative_error(const std::vector<wide>& got, const std::vector<wide>& expected)
{
    long double difference = 0;
    long double size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference += std::norm(got[i] - expected[i]);
        size += std::norm(expected[i]);
    }
    if (difference == 0)
        return 0;
    return static_cast<double>(std::sqrt(difference / size));
}

double tolerance(std::int64_t length)
{
    return 6e-8 * std::sqrt(std::log2(std::max<double>(2, static_cast<double>(length))));
}

double tolerance(const transform& t)
{
    const std::int64_t more = t.kind == transform_kind::dct1   ? -1
                              : t.kind == transform_kind::dst1 ? 1
                                                               : 0;
    std::int64_t points = 1;
    bool convolves = false;
    for (const auto& d : t.shape) {
        // The factors by which a DCT or DST multiplies its inputs and outputs are roots
        // of this order, or twice that.
        points *= d.length * (is_trigonometric(t.kind) ? 4 : 1);
        convolves = convolves || takes_convolution(d.length + more);
    }
    auto bound = tolerance(points) * (convolves ? 3 : 1);
    // Factors that are rounded themselves: the scale, and sqrt 2 of inputs and of
    // outputs.
    int exponent = 0;
    const bool is_scaled = std::frexp(std::abs(scale_of(t)), &exponent) != 0.5;
    const int factors = (is_scaled ? 1 : 0) + (t.orthogonalize ? 2 : 0);
    bound = std::hypot(bound, std::sqrt(factors) * std::ldexp(1, -24));
    // Few values do not average: of one or two, roundings may all go the same way.
    if (points <= 4)
        bound += factors * std::ldexp(1, -24);
    if (t.number == precision::float64)
        return std::ldexp(bound, -29); // 24 bits against 53
    if (t.number == precision::float16)
        bound += std::ldexp(1.0, -11); // half a unit in the last place of 11 bits
    return bound;
}

double tolerance(const transform& t, std::size_t rows)
{
    const auto bound = tolerance(t);
    if (t.number == precision::float16)
        return bound;
    const auto values = static_cast<double>(t.points());
    if (values <= 1)
        return std::max(bound, worst_of_one_value(t));
    auto count = static_cast<double>(rows);
    for (const auto& l : t.loops)
        count *= static_cast<double>(l.count);
    // A DCT, a DST or an FFT of V real values is one of V / 2 complex ones.
    const bool has_ends = is_trigonometric(t.kind);
    const double independent = values / (t.kind == transform_kind::c2c ? 1 : 2);
    const double of_the_fft = 1 + 4.3 * std::sqrt(2 / independent);
    const double chance = has_ends ? std::max(64 / values, of_the_fft) : of_the_fft;
    const double one = 0.8 * std::min({ std::sqrt(3 * values), 4.0, chance });
    return bound * (1 + std::max(0.0, one - 1) / std::sqrt(count));
}

} // namespace gpufft::testing
