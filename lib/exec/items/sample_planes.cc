/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/vector_widths.h"
#include "exec/items/sample_planes.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gpufft {

namespace {

// A function for each width is made of what the loops are in, so each is one.
#define EACH_SAMPLE GPUFFT_FOR_EACH_WIDTH void

EACH_SAMPLE add(const float* a, const float* b, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i] + b[i];
}

EACH_SAMPLE subtract(const float* a, const float* b, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i] - b[i];
}

EACH_SAMPLE negate(const float* a, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = -a[i];
}

EACH_SAMPLE multiply(const float* a, const float* b, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i] * b[i];
}

EACH_SAMPLE
multiply(const read_planes& a, const read_planes& b, const planes& to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        to.re[i] = a.re[i] * b.re[i] - a.im[i] * b.im[i];
        to.im[i] = a.re[i] * b.im[i] + a.im[i] * b.re[i];
    }
}

EACH_SAMPLE divide(const float* a, const float* b, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a[i] / b[i];
}

EACH_SAMPLE
divide(const read_planes& a, const read_planes& b, const planes& to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float size = b.re[i] * b.re[i] + b.im[i] * b.im[i];
        const float im = a.im ? a.im[i] : 0;
        to.re[i] = (a.re[i] * b.re[i] + im * b.im[i]) / size;
        to.im[i] = (im * b.re[i] - a.re[i] * b.im[i]) / size;
    }
}

EACH_SAMPLE norm(const read_planes& a, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = a.re[i] * a.re[i] + a.im[i] * a.im[i];
}

EACH_SAMPLE square_roots(const float* a, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = std::sqrt(a[i]);
}

EACH_SAMPLE magnitudes(const float* a, float* to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = std::abs(a[i]);
}

template <class Function>
void each(const float* a, float* to, std::size_t count, const Function& f)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = f(a[i]);
}

template <class Function>
void each(const float* a, const float* b, float* to, std::size_t count, const Function& f)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = f(a[i], b[i]);
}

void copy(const float* a, float* to, std::size_t count)
{
    std::memcpy(to, a, count * sizeof(float));
}

void exponentials(const read_planes& a, const planes& to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        const float size = std::exp(a.re[i]);
        to.re[i] = size * std::cos(a.im[i]);
        to.im[i] = size * std::sin(a.im[i]);
    }
}

void add_parts(operation does,
               const read_planes& a,
               const read_planes& b,
               const planes& to,
               std::size_t count)
{
    const bool adds = does == operation::add;
    const auto both = [&](const float* x, const float* y, float* z) {
        adds ? add(x, y, z, count) : subtract(x, y, z, count);
    };
    both(a.re, b.re, to.re);
    if (a.im && b.im)
        both(a.im, b.im, to.im);
    else if (a.im || (b.im && adds))
        copy(a.im ? a.im : b.im, to.im, count);
    else if (b.im)
        negate(b.im, to.im, count);
}

void multiply_parts(const read_planes& a,
                    const read_planes& b,
                    const planes& to,
                    std::size_t count)
{
    if (a.im && b.im) {
        multiply(a, b, to, count);
        return;
    }
    multiply(a.re, b.re, to.re, count);
    if (a.im)
        multiply(a.im, b.re, to.im, count);
    else if (b.im)
        multiply(a.re, b.im, to.im, count);
}

void divide_parts(const read_planes& a,
                  const read_planes& b,
                  const planes& to,
                  std::size_t count)
{
    if (b.im) {
        divide(a, b, to, count);
        return;
    }
    divide(a.re, b.re, to.re, count);
    if (a.im)
        divide(a.im, b.re, to.im, count);
}

EACH_SAMPLE choose_where_less(const float* left,
                              const float* right,
                              const float* a,
                              const float* b,
                              float* to,
                              std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = left[i] < right[i] ? a[i] : b[i];
}

EACH_SAMPLE choose_where_not_more(const float* left,
                                  const float* right,
                                  const float* a,
                                  const float* b,
                                  float* to,
                                  std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = left[i] <= right[i] ? a[i] : b[i];
}

EACH_SAMPLE choose_where_equal(const float* left,
                               const float* right,
                               const float* a,
                               const float* b,
                               float* to,
                               std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = left[i] == right[i] ? a[i] : b[i];
}

EACH_SAMPLE take_apart(const float* pairs, const planes& to, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        to.re[i] = pairs[2 * i];
        to.im[i] = pairs[2 * i + 1];
    }
}

EACH_SAMPLE put_together(const read_planes& from, float* pairs, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        pairs[2 * i] = from.re[i];
        pairs[2 * i + 1] = from.im[i];
    }
}

template <class whole>
void widen(const void* from, float* to, std::size_t count)
{
    const auto* samples = static_cast<const whole*>(from);
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<float>(samples[i]);
}

//! \p limit is the first float above all values of the type, which are whole from -\p
//! limit on.
template <class whole>
void round_to(const float* from, void* to, std::size_t count, float limit)
{
    auto* samples = static_cast<whole*>(to);
    for (std::size_t i = 0; i < count; ++i) {
        const float y = std::nearbyint(from[i]);
        samples[i] = std::isnan(y) ? whole(0)
                     : y <= -limit ? std::numeric_limits<whole>::min()
                     : y >= limit  ? std::numeric_limits<whole>::max()
                                   : static_cast<whole>(y);
    }
}

} // namespace

void compute_planes(operation does,
                    const read_planes& a,
                    const read_planes& b,
                    const planes& to,
                    std::size_t count)
{
    switch (does) {
    case operation::add:
    case operation::subtract:
        return add_parts(does, a, b, to, count);
    case operation::multiply:
        return multiply_parts(a, b, to, count);
    case operation::divide:
        return divide_parts(a, b, to, count);
    case operation::negate:
        negate(a.re, to.re, count);
        if (a.im)
            negate(a.im, to.im, count);
        return;
    case operation::norm:
        return a.im ? norm(a, to.re, count) : multiply(a.re, a.re, to.re, count);
    case operation::absolute:
        if (!a.im)
            return magnitudes(a.re, to.re, count);
        norm(a, to.re, count);
        return square_roots(to.re, to.re, count);
    case operation::exponential:
        return a.im ? exponentials(a, to, count)
                    : each(a.re, to.re, count, [](float x) { return std::exp(x); });
    case operation::logarithm:
        return each(a.re, to.re, count, [](float x) { return std::log(x); });
    case operation::logarithm10:
        return each(a.re, to.re, count, [](float x) { return std::log10(x); });
    case operation::square_root:
        return square_roots(a.re, to.re, count);
    case operation::sine:
        return each(a.re, to.re, count, [](float x) { return std::sin(x); });
    case operation::cosine:
        return each(a.re, to.re, count, [](float x) { return std::cos(x); });
    case operation::minimum:
        return each(
            a.re, b.re, to.re, count, [](float x, float y) { return std::fmin(x, y); });
    default: // maximum
        return each(
            a.re, b.re, to.re, count, [](float x, float y) { return std::fmax(x, y); });
    }
}

void choose(operation does,
            const float* left,
            const float* right,
            const float* a,
            const float* b,
            float* to,
            std::size_t count)
{
    switch (does) {
    case operation::less:
        return choose_where_less(left, right, a, b, to, count);
    case operation::less_or_equal:
        return choose_where_not_more(left, right, a, b, to, count);
    default:
        return choose_where_equal(left, right, a, b, to, count);
    }
}

void load_samples(item_type t, const void* from, const planes& to, std::size_t count)
{
    switch (t) {
    case item_type::complex_float:
        return take_apart(static_cast<const float*>(from), to, count);
    case item_type::real_float:
        return copy(static_cast<const float*>(from), to.re, count);
    case item_type::int32:
        return widen<std::int32_t>(from, to.re, count);
    case item_type::int16:
        return widen<std::int16_t>(from, to.re, count);
    case item_type::int8:
        return widen<std::int8_t>(from, to.re, count);
    }
}

void store_samples(item_type t, const read_planes& from, void* to, std::size_t count)
{
    switch (t) {
    case item_type::complex_float:
        return put_together(from, static_cast<float*>(to), count);
    case item_type::real_float:
        return copy(from.re, static_cast<float*>(to), count);
    case item_type::int32:
        return round_to<std::int32_t>(from.re, to, count, 2147483648.0F);
    case item_type::int16:
        return round_to<std::int16_t>(from.re, to, count, 32768.0F);
    case item_type::int8:
        return round_to<std::int8_t>(from.re, to, count, 128.0F);
    }
}

} // namespace gpufft
