/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/roots.h"
#include "plan/simd/row_factors.h"
#include <cmath>

namespace gpufft {

namespace {

using kind = transform_kind;
using number = std::complex<double>;

const number I(0, 1);

//! w(order)^e.
number root(std::int64_t e, std::int64_t order) { return root_of_unity(-e, order); }

std::int64_t length_of(const pass& p) { return p.dimensions.back().caller_length; }

//! Points of the inner DFT.
std::int64_t dft_of(const pass& p) { return p.dimensions.back().length; }

//! \p of each pair 0 .. count / 2.
template <typename factors>
factor_table each_pair(std::int64_t count, factors of)
{
    factor_table table;
    for (std::int64_t k = 0; k <= count / 2; ++k) {
        const auto more = of(k);
        table.insert(table.end(), more.begin(), more.end());
    }
    return table;
}

template <typename factor>
factor_table each_slot(std::int64_t count, factor of)
{
    factor_table table;
    for (std::int64_t k = 0; k < count; ++k)
        table.push_back(of(k));
    return table;
}

} // namespace

int preprocess_factors(const pass& p)
{
    switch (p.load.kind) {
    case kind::c2r:
        return p.load.is_half ? 1 : 0;
    case kind::dct3:
    case kind::dst3:
        return p.load.is_half ? 3 : 2;
    case kind::dct4:
    case kind::dst4:
        return 1;
    default:
        return 0;
    }
}

int postprocess_factors(const pass& p)
{
    switch (p.store.kind) {
    case kind::r2c:
        return p.store.is_half ? 1 : 0;
    case kind::dct2:
    case kind::dst2:
        return p.store.is_half ? 3 : 1;
    case kind::dct1:
    case kind::dst1:
    case kind::dct4:
    case kind::dst4:
        return 1;
    default:
        return 0;
    }
}

factor_table preprocess_factor_table(const pass& p)
{
    const auto n = length_of(p);
    const auto dft = dft_of(p);
    const auto turn = [&](std::int64_t k) { return I * root(-k, 2 * dft); };
    switch (p.load.kind) {
    case kind::c2r:
        if (!p.load.is_half)
            return {};
        return each_pair(dft, [&](std::int64_t k) { return factor_table{ turn(k) }; });
    case kind::dct3:
    case kind::dst3:
        return each_pair(dft, [&](std::int64_t k) {
            factor_table f;
            if (p.load.is_half)
                f.push_back(turn(k));
            f.push_back(root(-k, 4 * n));
            f.push_back(root(k - dft, 4 * n));
            return f;
        });
    case kind::dct4:
    case kind::dst4:
        return each_slot(dft, [&](std::int64_t q) {
            return p.load.is_half ? root(4 * q + 1, 8 * n)
                                  : number(dct4_input_of(q, n).sign);
        });
    default:
        return {};
    }
}

factor_table postprocess_factor_table(const pass& p)
{
    const auto n = length_of(p);
    const auto dft = dft_of(p);
    const auto half_turn = [&](std::int64_t k) { return -0.5 * I * root(k, 2 * dft); };
    switch (p.store.kind) {
    case kind::r2c:
        if (!p.store.is_half)
            return {};
        [[fallthrough]];
    case kind::dct1:
    case kind::dst1:
        return each_pair(dft,
                         [&](std::int64_t k) { return factor_table{ half_turn(k) }; });
    case kind::dct2:
    case kind::dst2:
        if (!p.store.is_half)
            return each_slot(dft, [&](std::int64_t k) {
                const bool is_weighted = k == 0 && p.store.orthogonalize;
                return (is_weighted ? std::sqrt(2.0) : 2.0) * root(k, 4 * n);
            });
        return each_pair(dft, [&](std::int64_t k) {
            return factor_table{ half_turn(k),
                                 2.0 * root(k, 4 * n),
                                 2.0 * root(dft - k, 4 * n) };
        });
    case kind::dct4:
    case kind::dst4:
        return each_slot(dft, [&](std::int64_t k) {
            return p.store.is_half ? 2.0 * root(k, 2 * n)
                                   : 2.0 * root(dct4_output_of(k, n).turn, 8);
        });
    default:
        return {};
    }
}

} // namespace gpufft
