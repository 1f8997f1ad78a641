/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/forms/cosine_stages.h"
#include "reference/interpreter/plain_cosine.h"
#include <cmath>

namespace gpufft {

namespace {

//! The sum over n of 2 x[n] trig(2 pi angle / order), the cosine or the sine, but that
//! type 3 counts one point once.
struct definition {
    cosine_kind kind;
    std::int64_t length;

    //! The definition's angle, in units of 1 / (8 * length) of a turn.
    std::int64_t angle(std::int64_t n, std::int64_t k) const
    {
        const bool is_sine = kind.is_sine;
        if (kind.type == 2)
            return (2 * n + 1) * 2 * (k + is_sine);
        if (kind.type == 3)
            return 2 * (n + is_sine) * (2 * k + 1);
        return (2 * n + 1) * (2 * k + 1);
    }

    double trig(std::int64_t n, std::int64_t k) const
    {
        const auto order = 8 * length;
        const auto& root = plain_roots(order)[angle(n, k) % order];
        return kind.is_sine ? -root.imag() : root.real();
    }

    //! The one point (of type 3) or output (of type 2) that counts otherwise.
    std::int64_t end() const { return kind.is_sine ? length - 1 : 0; }
};

std::vector<double>
line_of(const definition& d, const std::vector<double>& x, bool is_orthogonal)
{
    std::vector<double> y;
    for (std::int64_t k = 0; k < d.length; ++k) {
        double sum = 0;
        for (std::int64_t n = 0; n < d.length; ++n) {
            const bool is_end = d.kind.type == 3 && n == d.end();
            const double weight = !is_end ? 2 : is_orthogonal ? std::sqrt(2.0) : 1;
            sum += weight * x[n] * d.trig(n, k);
        }
        if (d.kind.type == 2 && k == d.end() && is_orthogonal)
            sum *= std::sqrt(0.5);
        y.push_back(sum);
    }
    return y;
}

} // namespace

complex_points
plain_cosines(const pass& p, complex_points x, const std::vector<std::int64_t>& shape)
{
    std::int64_t stride = static_cast<std::int64_t>(x.size());
    for (const auto length : shape) {
        const definition d = { cosine_of(p.codelets), length };
        stride /= length;
        for (std::size_t first = 0; first < x.size(); ++first) {
            if (first / stride % length)
                continue;
            std::vector<double> line;
            for (std::int64_t n = 0; n < length; ++n)
                line.push_back(x[first + n * stride].real());
            line = line_of(d, line, p.load.orthogonalize || p.store.orthogonalize);
            for (std::int64_t k = 0; k < length; ++k)
                x[first + k * stride] = line[k];
        }
    }
    return x;
}

} // namespace gpufft
