/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/judges/reference_dft.h"
#include "support/judges/reference_kinds.h"
#include <stdexcept>

namespace gpufft::testing {

namespace {

template <class real>
using points = std::vector<std::complex<real>>;

//! sum of x[n] trig(2 pi (a n + b)(c k + d) / order), the cosine or the sine
struct sparse_dft {
    bool is_sine = false;
    std::int64_t order = 1;
    std::int64_t a = 1, b = 0;
    std::int64_t c = 1, d = 0;
};

sparse_dft sparse_dft_of(transform_kind kind, std::int64_t n)
{
    switch (kind) {
    case transform_kind::dct1:
        return { false, 2 * (n - 1), 1, 0, 1, 0 };
    case transform_kind::dct2:
        return { false, 4 * n, 2, 1, 1, 0 };
    case transform_kind::dct3:
        return { false, 4 * n, 1, 0, 2, 1 };
    case transform_kind::dct4:
        return { false, 8 * n, 2, 1, 2, 1 };
    case transform_kind::dst1:
        return { true, 2 * (n + 1), 1, 1, 1, 1 };
    case transform_kind::dst2:
        return { true, 4 * n, 2, 1, 1, 1 };
    case transform_kind::dst3:
        return { true, 4 * n, 1, 1, 2, 1 };
    case transform_kind::dst4:
        return { true, 8 * n, 2, 1, 2, 1 };
    default:
        throw std::logic_error("no DCT and no DST");
    }
}

//! Times that the definition counts x[n]: once at the first or last point of some kinds,
//! twice elsewhere.
int weight(transform_kind kind, std::int64_t n, std::int64_t length)
{
    const bool is_first = n == 0, is_last = n == length - 1;
    switch (kind) {
    case transform_kind::dct1:
        return is_first || is_last ? 1 : 2;
    case transform_kind::dct3:
        return is_first ? 1 : 2;
    case transform_kind::dst3:
        return is_last ? 1 : 2;
    default:
        return 2;
    }
}

template <class real>
points<real> trigonometric(transform_kind kind, const points<real>& x)
{
    const auto length = static_cast<std::int64_t>(x.size());
    const auto s = sparse_dft_of(kind, length);
    points<real> longer(s.order);
    for (std::int64_t n = 0; n < length; ++n)
        longer[s.a * n + s.b] = x[n].real() * static_cast<real>(weight(kind, n, length));
    const auto y = fast_dft(longer, 1);
    points<real> result(length);
    for (std::int64_t k = 0; k < length; ++k) {
        const auto value = y[s.c * k + s.d];
        result[k] = s.is_sine ? value.imag() : value.real();
    }
    return result;
}

template <class real>
points<real> real_from_bins(std::int64_t length, const points<real>& bins)
{
    points<real> whole(length);
    whole[0] = bins[0].real();
    for (std::int64_t k = 1; 2 * k <= length; ++k) {
        whole[k] = 2 * k == length ? bins[k].real() : bins[k];
        whole[length - k] = std::conj(whole[k]);
    }
    auto y = fast_dft(whole, 1);
    for (auto& v : y)
        v = v.real();
    return y;
}

} // namespace

template <class real>
points<real>
transform_line(transform_kind kind, int sign, std::int64_t length, const points<real>& x)
{
    if (kind == transform_kind::c2c)
        return fast_dft(x, sign);
    if (kind == transform_kind::c2r)
        return real_from_bins(length, x);
    if (kind == transform_kind::r2c) {
        auto y = fast_dft(x, -1);
        y.resize(length / 2 + 1);
        return y;
    }
    return trigonometric(kind, x);
}

template points<double>
transform_line(transform_kind, int, std::int64_t, const points<double>&);
template points<long double>
transform_line(transform_kind, int, std::int64_t, const points<long double>&);

} // namespace gpufft::testing
