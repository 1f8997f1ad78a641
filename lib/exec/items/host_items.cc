/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/items/host_items.h"
#include "plan/expression/evaluate.h"
#include <algorithm>
#include <cstring>
#include <utility>

namespace gpufft {

namespace {

//! Samples at a time: a few parts' values are in the first level of the cache.
constexpr std::size_t AT_ONCE = 512;

//! Its values do not change from piece to piece.
bool is_fixed(const node& n)
{
    return n.does == operation::constant || n.does == operation::imaginary_unit ||
           n.does == operation::number;
}

} // namespace

host_items::host_items(const item_operation& request) : d_request(request)
{
    if (!d_request.expression)
        return;
    add_parts(*d_request.expression->value.value);
    d_memory.resize(d_parts.size() * 2 * AT_ONCE);
    d_zeros.resize(AT_ONCE);
    for (std::size_t i = 0; i < d_parts.size(); ++i) {
        auto& p = d_parts[i];
        auto* at = d_memory.data() + i * 2 * AT_ONCE;
        p.own = { at, p.of->type == value_type::complex ? at + AT_ONCE : nullptr };
        p.values = p.own;
        if (p.of->does == operation::constant)
            std::fill(at, at + AT_ONCE, static_cast<float>(p.of->value));
        if (p.of->does == operation::imaginary_unit)
            std::fill(p.own.im, p.own.im + AT_ONCE, 1.0F); // memory is 0
    }
}

std::size_t host_items::add_part(part&& p)
{
    d_parts.push_back(std::move(p));
    return d_parts.size() - 1;
}

//! \return the number of the part that \p of is
std::size_t host_items::add_parts(const node& of)
{
    part p;
    p.of = &of;
    if (of.does == operation::buffer)
        return add_part(std::move(p));
    auto operands = of.operands;
    if (of.does == operation::select)
        operands = { of.operands[1],
                     of.operands[2],
                     of.operands[0]->operands[0],
                     of.operands[0]->operands[1] };
    for (std::size_t i = 0; i < operands.size(); ++i)
        p.operands[i] = add_parts(*operands[i]); // which the tree holds
    return add_part(std::move(p));
}

void host_items::fill_numbers(const item_arguments* given)
{
    for (auto& p : d_parts)
        if (p.of->does == operation::number) {
            const auto& value = given->values[static_cast<std::size_t>(p.of->number)];
            std::fill(p.own.re, p.own.re + AT_ONCE, value[0].real());
        }
}

void host_items::compute(const std::vector<const void*>& in,
                         void* out,
                         std::size_t rows,
                         std::uint64_t first_row,
                         const item_arguments* given)
{
    if (!d_request.expression)
        return keep(in[0], out, rows);
    const auto& e = *d_request.expression;
    fill_numbers(given);
    auto& whole = d_parts.back();
    const bool is_real = e.output == item_type::real_float;
    const auto own = whole.own;
    const auto samples = rows * e.length;
    for (std::size_t at = 0; at < samples; at += AT_ONCE) {
        const piece now{
            in, at, std::min(AT_ONCE, samples - at), first_row * e.length, given
        };
        auto* to = static_cast<char*>(out) + at * sample_bytes(e.output);
        if (is_real && !is_fixed(*whole.of))
            whole.own.re = reinterpret_cast<float*>(to); // where its values are to be
        for (auto& p : d_parts)
            compute(p, now);
        if (!is_real || whole.values.re != reinterpret_cast<float*>(to))
            store_samples(
                e.output,
                { whole.values.re, whole.values.im ? whole.values.im : d_zeros.data() },
                to,
                now.count);
        whole.own = own;
    }
}

void host_items::compute(part& p, const piece& now) const
{
    switch (p.of->does) {
    case operation::constant:
    case operation::imaginary_unit:
    case operation::number:
        return;
    case operation::element:
        return load(p, now);
    case operation::index:
    case operation::row:
        return count(p, now);
    case operation::buffer:
        return look_up(p, now);
    case operation::select:
        return choose_values(p, now);
    case operation::real:
        p.values = { operand(p, 0).re, nullptr };
        return;
    case operation::imaginary:
        p.values = { operand(p, 0).im ? operand(p, 0).im : d_zeros.data(), nullptr };
        return;
    case operation::complex:
        p.values = { operand(p, 0).re, operand(p, 1).re };
        return;
    case operation::conjugate:
        p.values = { operand(p, 0).re, p.own.im };
        if (p.own.im)
            compute_planes(operation::negate,
                           { operand(p, 0).im, nullptr },
                           {},
                           { p.own.im, nullptr },
                           now.count);
        return;
    default:
        p.values = p.own;
        compute_planes(p.of->does, operand(p, 0), operand(p, 1), p.own, now.count);
    }
}

void host_items::load(part& p, const piece& now) const
{
    const auto number = static_cast<std::size_t>(p.of->number);
    const auto type = d_request.expression->inputs[number];
    const auto* from =
        static_cast<const char*>(now.in[number]) + now.at * sample_bytes(type);
    if (type == item_type::real_float) {
        p.values = { reinterpret_cast<const float*>(from), nullptr };
        return;
    }
    p.values = p.own;
    load_samples(type, from, p.own, now.count);
}

//! Indices and numbers of items.
void host_items::count(part& p, const piece& now) const
{
    const auto length = d_request.expression->length;
    const bool is_index = p.of->does == operation::index;
    p.values = p.own;
    for (std::size_t i = 0; i < now.count; ++i) {
        const auto sample = now.first + now.at + i;
        p.own.re[i] = static_cast<float>(is_index ? sample % length : sample / length);
    }
}

void host_items::look_up(part& p, const piece& now) const
{
    const auto& buffer = now.given->values[static_cast<std::size_t>(p.of->number)];
    const auto length = d_request.expression->length;
    const auto last = static_cast<std::int64_t>(buffer.size()) - 1;
    const auto& index = *p.of->operands[0];
    const bool is_plain = index.does == operation::index;
    std::vector<std::int64_t> n(1);
    p.values = p.own;
    for (std::size_t i = 0; i < now.count; ++i) {
        const auto sample = now.first + now.at + i;
        n[0] = static_cast<std::int64_t>(sample % length);
        auto at = n[0];
        if (!is_plain)
            at = evaluate_integer(index, n, static_cast<std::int64_t>(sample / length));
        const auto& value =
            buffer[static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, last))];
        p.own.re[i] = value.real();
        if (p.own.im)
            p.own.im[i] = value.imag();
    }
}

void host_items::choose_values(part& p, const piece& now) const
{
    const auto &yes = operand(p, 0), &no = operand(p, 1);
    const auto *left = operand(p, 2).re, *right = operand(p, 3).re;
    const auto does = p.of->operands[0]->does;
    p.values = p.own;
    choose(does, left, right, yes.re, no.re, p.own.re, now.count);
    if (p.own.im)
        choose(does,
               left,
               right,
               yes.im ? yes.im : d_zeros.data(),
               no.im ? no.im : d_zeros.data(),
               p.own.im,
               now.count);
}

void host_items::keep(const void* in, void* out, std::size_t rows) const
{
    const auto* from = static_cast<const char*>(in) + d_request.skipped;
    auto* to = static_cast<char*>(out);
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(to + row * d_request.out_bytes,
                    from + row * d_request.in_bytes[0],
                    d_request.out_bytes);
}

} // namespace gpufft
