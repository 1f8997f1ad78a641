/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/folds.h"
#include "reference/interpreter/plain_fold.h"

namespace gpufft {

namespace {

using complex_number = std::complex<double>;
using lengths = std::vector<std::int64_t>;

//! Every element e of \p x becomes formula(k, length, x[e], opposite) along dimension \p
//! d; opposite is the element at -k modulo length.
template <class Formula>
complex_points folded_along(std::size_t d,
                            const complex_points& x,
                            const lengths& shape,
                            Formula formula)
{
    std::int64_t stride = 1;
    for (std::size_t i = d + 1; i < shape.size(); ++i)
        stride *= shape[i];
    complex_points made;
    for (std::size_t e = 0; e < x.size(); ++e) {
        const auto k = static_cast<std::int64_t>(e) / stride % shape[d];
        const auto opposite = (shape[d] - k) % shape[d];
        made.push_back(formula(k, shape[d], x[e], x[e + (opposite - k) * stride]));
    }
    return made;
}

template <class Formula>
complex_points
folded(complex_points x, const lengths& shape, bool are_exchanged, const Formula& formula)
{
    const auto exchange = [&] {
        for (auto& value : x)
            value = { value.imag(), value.real() };
    };
    if (are_exchanged)
        exchange();
    for (std::size_t d = 0; d + 1 < shape.size(); ++d)
        x = folded_along(d, x, shape, formula);
    if (are_exchanged)
        exchange();
    return x;
}

} // namespace

complex_points folded_input(const pass& p, complex_points x, const lengths& shape)
{
    if (!folds_input(p))
        return x;
    const auto formula = [](auto n, auto length, auto point, auto opposite) {
        if (n == 0)
            opposite = 0;
        return std::conj(plain_root(n, 4 * length)) *
               (point - complex_number(0, 1) * opposite);
    };
    return folded(std::move(x), shape, p.load.swap_parts, formula);
}

complex_points folded_output(const pass& p, complex_points y, const lengths& shape)
{
    if (!folds_output(p))
        return y;
    const auto formula = [](auto k, auto length, auto output, auto opposite) {
        const auto root = plain_root(k, 4 * length);
        return root * output + std::conj(root) * opposite;
    };
    return folded(std::move(y), shape, p.store.swap_parts, formula);
}

} // namespace gpufft
