/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/reference.h"
#include <algorithm>
#include <cmath>
#include <random>

namespace gpufft::testing {

namespace {

std::vector<complex64> roots(std::int64_t n, direction dir)
{
    const double turn = (dir == direction::forward ? -2 : 2) * std::acos(-1.0);
    std::vector<complex64> w(n);
    for (std::int64_t k = 0; k < n; ++k)
        w[k] = std::polar(1.0, turn * static_cast<double>(k) / static_cast<double>(n));
    return w;
}

std::int64_t smallest_factor(std::int64_t n)
{
    for (std::int64_t p = 2; p * p <= n; ++p) {
        if (n % p == 0)
            return p;
    }
    return n;
}

//! Transforms x[0], x[step], ... of \p n points into y. w holds the roots of the whole.
void transform_part(const complex64* x,
                    std::int64_t step,
                    std::int64_t n,
                    const std::vector<complex64>& w,
                    complex64* y)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    const auto p = smallest_factor(n);
    const auto m = n / p;
    const auto whole = static_cast<std::int64_t>(w.size());
    const auto unit = whole / n;
    for (std::int64_t r = 0; r < p; ++r)
        transform_part(x + r * step, step * p, m, w, y + r * m);
    std::vector<complex64> part(p);
    for (std::int64_t k = 0; k < m; ++k) {
        for (std::int64_t r = 0; r < p; ++r)
            part[r] = y[r * m + k];
        for (std::int64_t q = 0; q < p; ++q) {
            complex64 sum = 0;
            for (std::int64_t r = 0; r < p; ++r)
                sum += part[r] * w[r * (k + q * m) % n * unit];
            y[q * m + k] = sum;
        }
    }
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
    const auto n = static_cast<std::int64_t>(x.size());
    const auto w = roots(n, dir);
    std::vector<complex64> y(n);
    for (std::int64_t k = 0; k < n; ++k) {
        for (std::int64_t i = 0; i < n; ++i)
            y[k] += x[i] * w[i * k % n];
    }
    return y;
}

std::vector<complex64> reference_dft(const std::vector<complex64>& x, direction dir)
{
    const auto n = static_cast<std::int64_t>(x.size());
    std::vector<complex64> y(n);
    transform_part(x.data(), 1, n, roots(n, dir), y.data());
    return y;
}

std::vector<complex64> reference_rows(const transform& t,
                                      const std::vector<complex32>& stored,
                                      const std::vector<float>& window)
{
    const auto n = t.length;
    const auto rows = static_cast<std::int64_t>(stored.size()) / n;
    std::vector<complex64> result(stored.size());
    for (std::int64_t row = 0; row < rows; ++row) {
        std::vector<complex64> x(n);
        for (std::int64_t i = 0; i < n; ++i) {
            x[i] = stored[row * n + (i + t.input_rotation) % n];
            if (t.input == input_format::real32)
                x[i] = x[i].real();
            if (!window.empty())
                x[i] *= window[i];
        }
        const auto y = reference_dft(x, t.dir);
        for (std::int64_t k = 0; k < n; ++k)
            result[row * n + (k + t.output_rotation) % n] = y[k] * scale_of(t);
    }
    return result;
}

double relative_error(const std::vector<complex32>& got,
                      const std::vector<complex64>& expected)
{
    double difference = 0;
    double size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference += std::norm(complex64(got[i]) - expected[i]);
        size += std::norm(expected[i]);
    }
    return std::sqrt(difference / size);
}

double tolerance(std::int64_t length)
{
    return 6e-8 * std::sqrt(std::log2(std::max<double>(2, static_cast<double>(length))));
}

} // namespace gpufft::testing
