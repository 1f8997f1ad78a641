/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/index_bounds.h"
#include <algorithm>

namespace gpufft {

namespace {

// Where bounds end: no product of a bound with another overflows beside it.
constexpr std::int64_t ENDLESS = std::int64_t(1) << 61;

std::int64_t bounded(std::int64_t value) { return std::clamp(value, -ENDLESS, ENDLESS); }

std::int64_t product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        return (a < 0) == (b < 0) ? ENDLESS : -ENDLESS;
    return bounded(result);
}

index_bounds product(const index_bounds& a, const index_bounds& b)
{
    const auto [least, most] = std::minmax({ product(a.least, b.least),
                                             product(a.least, b.most),
                                             product(a.most, b.least),
                                             product(a.most, b.most) });
    return { least, most };
}

//! Bounds of quotients that are rounded towards 0, by a number above 0.
index_bounds quotient(const index_bounds& a, std::int64_t by)
{
    return { a.least / by, a.most / by };
}

index_bounds remainder(const index_bounds& a, std::int64_t by)
{
    return { a.least < 0 ? std::max(a.least, 1 - by) : 0,
             a.most > 0 ? std::min(a.most, by - 1) : 0 };
}

index_bounds value_of(const node& n, const index_bounds& a, const index_bounds& b)
{
    switch (n.does) {
    case operation::negate:
        return { -a.most, -a.least };
    case operation::add:
        return { bounded(a.least + b.least), bounded(a.most + b.most) };
    case operation::subtract:
        return { bounded(a.least - b.most), bounded(a.most - b.least) };
    case operation::multiply:
        return product(a, b);
    case operation::divide:
        return quotient(a, b.least);
    case operation::modulo:
        return remainder(a, b.least);
    case operation::minimum:
        return { std::min(a.least, b.least), std::min(a.most, b.most) };
    default: // maximum
        return { std::max(a.least, b.least), std::max(a.most, b.most) };
    }
}

} // namespace

index_bounds index_bounds::and_also(const index_bounds& other) const
{
    return { std::min(least, other.least), std::max(most, other.most) };
}

bounds_of_index
bounds_of(const node& n, const std::vector<std::int64_t>& counts, std::int64_t rows)
{
    index_bounds own;
    switch (n.does) {
    case operation::constant:
        own.least = own.most = static_cast<std::int64_t>(n.value);
        return { own, own };
    case operation::index:
        own.most = counts[static_cast<std::size_t>(n.number)] - 1;
        return { own, own };
    case operation::row:
        own.most = rows - 1;
        return { own, own };
    default:
        break;
    }
    const auto a = bounds_of(*n.operands[0], counts, rows);
    const auto b = n.operands.size() > 1 ? bounds_of(*n.operands[1], counts, rows) : a;
    own = value_of(n, a.value, b.value);
    return { own, own.and_also(a.on_the_way).and_also(b.on_the_way) };
}

} // namespace gpufft
