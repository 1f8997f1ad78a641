/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "reference/interpreter/plain_dft.h"
#include "reference/interpreter/plain_expression.h"
#include "reference/interpreter/plain_io.h"
#include <cmath>

namespace gpufft {

namespace {

using complex_number = std::complex<double>;

constexpr complex_number I(0, 1);

} // namespace

std::int64_t shuffled_place(std::int64_t m, std::int64_t length)
{
    return 2 * m < length ? 2 * m : 2 * (length - 1 - m) + 1;
}

dft_index mirrored(const dft_index& k, const dft_index& lengths)
{
    dft_index mirror(k.size());
    for (std::size_t i = 0; i < k.size(); ++i)
        mirror[i] = (lengths[i] - k[i]) % lengths[i];
    return mirror;
}

plain_load::plain_load(const pass& p, const pass_memory& m)
    : d_p(p),
      d_in("the input",
           m.in,
           p.load,
           p.number,
           p.load.samples,
           plain_load_expression(p, m)),
      d_window("the window", { m.window, {} }, io_operation{}, p.number),
      d_length(p.dimensions.back().caller_length)
{
}

complex_number plain_load::operator()(std::int64_t line, const dft_index& n) const
{
    const bool is_chirped = d_p.load.by == convolution::bluestein;
    const auto length = dft_length(d_p, d_p.load);
    if (is_chirped && n.back() >= length)
        return 0;
    auto x = formula(line, n);
    if (d_p.load.swap_parts)
        x = { x.imag(), x.real() };
    if (is_chirped)
        x *= plain_root(n.back() * n.back(), 2 * length);
    return x;
}

complex_number plain_load::formula(std::int64_t line, const dft_index& n) const
{
    const auto last = n.back();
    switch (d_p.load.kind) {
    case transform_kind::c2c:
        return copied(line, n);
    case transform_kind::r2c:
        if (!d_p.load.is_half)
            return copied(line, n);
        return { windowed_real(line, n, 2 * last), windowed_real(line, n, 2 * last + 1) };
    case transform_kind::c2r: {
        dft_index lengths(n.size());
        for (std::size_t d = 0; d < n.size(); ++d)
            lengths[d] = d_p.dimensions[d].length;
        auto mirror = gpufft::mirrored(n, lengths);
        if (d_p.load.is_half) {
            mirror.back() = d_length / 2 - last;
            return half_of(bin(line, n), bin(line, mirror), last);
        }
        mirror.back() = d_length - last;
        return last <= d_length / 2 ? bin(line, n) : std::conj(bin(line, mirror));
    }
    case transform_kind::dct1:
    case transform_kind::dst1:
        return { extended(line, 2 * last), extended(line, 2 * last + 1) };
    case transform_kind::dct2:
    case transform_kind::dst2:
        if (!d_p.load.is_half)
            return shuffled_sample(line, n, last);
        return { shuffled_sample(line, n, 2 * last),
                 shuffled_sample(line, n, 2 * last + 1) };
    case transform_kind::dct3:
    case transform_kind::dst3: {
        if (!d_p.load.is_half)
            return bin_of_dct3(line, n);
        auto mirror = n;
        mirror.back() = d_length / 2 - last;
        return half_of(bin_of_dct3(line, n), bin_of_dct3(line, mirror), last);
    }
    default: { // dct4, dst4
        if (d_p.load.is_half)
            return plain_root(4 * last + 1, 8 * d_length) *
                   complex_number(sample(line, { 2 * last }),
                                  sample(line, { d_length - 1 - 2 * last }));
        const auto from = dct4_input_of(last, d_length);
        return from.sign * sample(line, { from.place });
    }
    }
}

complex_number plain_load::copied(std::int64_t line, const dft_index& n) const
{
    dft_index places(n.size());
    for (std::size_t i = 0; i < n.size(); ++i) {
        const auto& d = d_p.dimensions[i];
        places[i] = d.input_rotation ? (n[i] + d.input_rotation) % d.caller_length : n[i];
    }
    const auto first = at(line, places);
    if (!d_p.load.windowed)
        return d_in.complex(first);
    const auto& last = d_p.dimensions.back();
    complex_number sum = 0;
    for (std::int64_t branch = 0; branch < d_p.load.taps_per_branch; ++branch) {
        const auto taken = branch * last.caller_length;
        sum += d_window.real(n.back() + taken) *
               d_in.complex(first + taken * last.input_stride);
    }
    return sum;
}

complex_number plain_load::bin(std::int64_t line, dft_index n) const
{
    const auto x = d_in.complex(at(line, n));
    if (n.back() != 0 && 2 * n.back() != d_length)
        return x;
    for (std::size_t i = 0; i + 1 < n.size(); ++i)
        n[i] = (d_p.dimensions[i].length - n[i]) % d_p.dimensions[i].length;
    return 0.5 * (x + std::conj(d_in.complex(at(line, n))));
}

complex_number plain_load::bin_of_dct3(std::int64_t line, dft_index n) const
{
    const auto last = n.back();
    const double point = sample(line, n);
    n.back() = d_length - last;
    const double opposite = last ? sample(line, n) : 0;
    return plain_root(-last, 4 * d_length) * complex_number(point, -opposite);
}

complex_number
plain_load::half_of(complex_number bin, complex_number mirror, std::int64_t n) const
{
    const auto a = bin + std::conj(mirror);
    const auto b = bin - std::conj(mirror);
    return a + I * plain_root(-n, d_length) * b;
}

double plain_load::sample(std::int64_t line, const dft_index& n) const
{
    const auto kind = d_p.load.kind;
    const bool is_reversed = kind == transform_kind::dst3 || kind == transform_kind::dst4;
    const bool is_type_3 = kind == transform_kind::dct3 || kind == transform_kind::dst3;
    auto places = n;
    double weight = 1;
    for (std::size_t i = 0; i < n.size(); ++i) {
        const auto last = d_p.dimensions[i].caller_length - 1;
        if (is_reversed)
            places[i] = last - n[i];
        if (kind == transform_kind::dst2 && n[i] % 2)
            weight = -weight;
        const bool is_end = kind == transform_kind::dct1 && (n[i] == 0 || n[i] == last);
        if (d_p.load.orthogonalize && (is_end || (is_type_3 && n[i] == 0)))
            weight *= std::sqrt(2.0);
    }
    return weight * d_in.real(at(line, places));
}

double plain_load::shuffled_sample(std::int64_t line, dft_index n, std::int64_t m) const
{
    n.back() = m;
    for (std::size_t i = 0; i < n.size(); ++i)
        n[i] = shuffled_place(n[i], d_p.dimensions[i].caller_length);
    return sample(line, n);
}

double plain_load::extended(std::int64_t line, std::int64_t m) const
{
    if (d_p.load.kind == transform_kind::dct1)
        return sample(line, { m < d_length ? m : 2 * (d_length - 1) - m });
    if (m % (d_length + 1) == 0)
        return 0;
    return m <= d_length ? sample(line, { m - 1 })
                         : -sample(line, { 2 * d_length + 1 - m });
}

double plain_load::windowed_real(std::int64_t line, dft_index n, std::int64_t place) const
{
    n.back() = place;
    if (!d_p.load.windowed)
        return d_in.real(at(line, n));
    double sum = 0;
    for (std::int64_t branch = 0; branch < d_p.load.taps_per_branch; ++branch) {
        n.back() = place + branch * d_length;
        sum += d_window.real(n.back()) * d_in.real(at(line, n));
    }
    return sum;
}

std::int64_t plain_load::at(std::int64_t line, const dft_index& places) const
{
    for (std::size_t i = 0; i < places.size(); ++i)
        line += places[i] * d_p.dimensions[i].input_stride;
    return line;
}

} // namespace gpufft
