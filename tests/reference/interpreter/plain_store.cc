/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "reference/interpreter/plain_dft.h"
#include "reference/interpreter/plain_expression.h"
#include "reference/interpreter/plain_io.h"
#include <cmath>

namespace gpufft {

namespace {

using complex_number = std::complex<double>;

complex_number exchanged(complex_number z) { return { z.imag(), z.real() }; }

} // namespace

plain_store::plain_store(const pass& p, const pass_memory& m)
    : d_p(p),
      d_out("the output",
            m.out,
            p.store,
            p.number,
            sample_format::number,
            plain_store_expression(p, m)),
      d_scale(p.store.scaled ? m.scale : 1),
      d_length(p.dimensions.back().caller_length)
{
}

complex_number plain_store::dft_output(complex_number z, std::int64_t k) const
{
    if (d_p.store.by == convolution::bluestein) {
        if (!d_p.convolves) // the last of several passes back, on exchanged parts
            z = exchanged(z);
        z *= plain_root(k * k, 2 * dft_length(d_p, d_p.store));
    }
    return d_p.store.swap_parts ? exchanged(z) : z;
}

void plain_store::operator()(std::int64_t line,
                             const dft_index& k,
                             complex_number z) const
{
    const auto last = k.back();
    if (d_p.store.by == convolution::bluestein && last >= dft_length(d_p, d_p.store))
        return;
    z = dft_output(z, last);
    switch (d_p.store.kind) {
    case transform_kind::c2c:
        copy(line, k, z);
        break;
    case transform_kind::r2c:
        if (last <= d_length / 2)
            copy(line, k, z);
        break;
    case transform_kind::c2r: {
        auto places = k;
        if (!d_p.store.is_half) {
            d_out.set_real(at(line, k), d_scale * z.real());
            break;
        }
        places.back() = 2 * last;
        d_out.set_real(at(line, places), d_scale * z.real());
        places.back() = 2 * last + 1;
        d_out.set_real(at(line, places), d_scale * z.imag());
        break;
    }
    default:
        trigonometric(line, k, z);
    }
}

void plain_store::copy(std::int64_t line, const dft_index& k, complex_number z) const
{
    dft_index places(k.size());
    for (std::size_t i = 0; i < k.size(); ++i) {
        const auto& d = d_p.dimensions[i];
        places[i] =
            d.output_rotation ? (k[i] + d.output_rotation) % d.caller_length : k[i];
    }
    if (const auto& kept = d_p.store.kept) {
        const auto n = k.back() - kept->first;
        if (n < 0 || n % kept->step || n / kept->step >= kept->count)
            return;
        places.back() = n / kept->step;
    }
    d_out.set_complex(at(line, places), d_scale * z);
}

void plain_store::trigonometric(std::int64_t line,
                                const dft_index& k,
                                complex_number z) const
{
    const auto last = k.back();
    switch (d_p.store.kind) {
    case transform_kind::dct2:
    case transform_kind::dst2:
        put(line, k, 2 * (plain_root(last, 4 * d_length) * z).real());
        break;
    case transform_kind::dct3:
    case transform_kind::dst3:
        if (!d_p.store.is_half) {
            put_shuffled(line, k, last, z.real());
            break;
        }
        put_shuffled(line, k, 2 * last, z.real());
        put_shuffled(line, k, 2 * last + 1, z.imag());
        break;
    default: // dct4, dst4
        if (d_p.store.is_half) {
            const auto turned = plain_root(last, 2 * d_length) * z;
            put(line, k, 2 * last, 2 * turned.real());
            put(line, k, d_length - 1 - 2 * last, -2 * turned.imag());
            break;
        }
        const auto to = dct4_output_of(last, d_length);
        put(line, k, to.place, 2 * (plain_root(to.turn, 8) * z).real());
    }
}

void plain_store::mirrored(std::int64_t line,
                           const dft_index& k,
                           complex_number z,
                           complex_number mirror) const
{
    const auto core = dft_length(d_p, d_p.store);
    const auto last = k.back();
    z = dft_output(z, last);
    mirror = dft_output(mirror, (core - last) % core);
    const auto even = (z + std::conj(mirror)) / 2.0;
    const auto odd = (z - std::conj(mirror)) / complex_number(0, 2);
    const auto bin = even + plain_root(last, 2 * core) * odd;
    const auto middle = even - odd;
    auto places = k;
    places.back() = core;
    switch (d_p.store.kind) {
    case transform_kind::r2c:
        copy(line, k, bin);
        if (last == 0)
            copy(line, places, middle);
        break;
    case transform_kind::dct1:
        put(line, k, last, bin.real());
        if (last == 0)
            put(line, k, core, middle.real());
        break;
    case transform_kind::dst1:
        if (last)
            put(line, k, last - 1, -bin.imag());
        break;
    default: { // dct2, dst2
        const auto turned = plain_root(last, 4 * d_length) * bin;
        put(line, k, last, 2 * turned.real());
        if (last)
            put(line, k, d_length - last, -2 * turned.imag());
        else
            put(line, k, core, 2 * (plain_root(core, 4 * d_length) * middle).real());
    }
    }
}

void plain_store::put(std::int64_t line, const dft_index& k, double y) const
{
    const auto kind = d_p.store.kind;
    const bool is_type_2 = kind == transform_kind::dct2 || kind == transform_kind::dst2;
    const bool is_alternating =
        kind == transform_kind::dst3 || kind == transform_kind::dst4;
    auto places = k;
    for (std::size_t i = 0; i < k.size(); ++i) {
        const auto last = d_p.dimensions[i].caller_length - 1;
        if (kind == transform_kind::dst2)
            places[i] = last - k[i];
        if (is_alternating && k[i] % 2)
            y = -y;
        const bool is_end = kind == transform_kind::dct1 && (k[i] == 0 || k[i] == last);
        if (d_p.store.orthogonalize && (is_end || (is_type_2 && k[i] == 0)))
            y /= std::sqrt(2.0);
    }
    d_out.set_real(at(line, places), d_scale * y);
}

void plain_store::put(std::int64_t line, dft_index k, std::int64_t last, double y) const
{
    k.back() = last;
    put(line, k, y);
}

void plain_store::put_shuffled(std::int64_t line,
                               dft_index k,
                               std::int64_t m,
                               double y) const
{
    k.back() = m;
    for (std::size_t i = 0; i < k.size(); ++i)
        k[i] = shuffled_place(k[i], d_p.dimensions[i].caller_length);
    put(line, k, y);
}

std::int64_t plain_store::at(std::int64_t line, const dft_index& places) const
{
    for (std::size_t i = 0; i < places.size(); ++i)
        line += places[i] * d_p.dimensions[i].output_stride;
    return line;
}

} // namespace gpufft
