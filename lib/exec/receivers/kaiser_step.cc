/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/receivers/kaiser_step.h"
#include <cmath>
#include <cstdlib>

namespace gpufft {

namespace {

// Gauss and Legendre's points and weights on -1 .. 1, five of them.
constexpr double POINTS[] = { 0.0, 0.5384693101056831, 0.9061798459386640 };
constexpr double WEIGHTS[] = { 0.5688888888888889,
                               0.4786286704993665,
                               0.2369268850561891 };
// The main lobe of G is wider than 2 and other lobes are 1 wide: within so much of it a
// polynomial of degree 9 is exact to 1e-12.
constexpr double WIDEST_PIECE = 0.25;

//! Modified Bessel function of the first kind, of order 0, by its series.
double bessel_i0(double x)
{
    double sum = 1, term = 1;
    for (int k = 1; term > 1e-17 * sum; ++k) {
        term *= (x / 2 / k) * (x / 2 / k);
        sum += term;
    }
    return sum;
}

class window_spectrum
{
public:
    explicit window_spectrum(double beta)
        : d_square(beta * beta), d_weight(1 / bessel_i0(beta))
    {
    }

    double operator()(double y) const
    {
        const double square = d_square - M_PI * M_PI * y * y;
        const double r = std::sqrt(std::abs(square));
        if (r < 1e-4)
            return d_weight * (1 + square / 6);
        return d_weight * (square > 0 ? std::sinh(r) : std::sin(r)) / r;
    }

    //! The integral from \p from to \p to.
    double integral(double from, double to) const
    {
        const double pieces = std::ceil(std::abs(to - from) / WIDEST_PIECE);
        const double half = (to - from) / pieces / 2;
        double sum = 0;
        for (double i = 0; i < pieces; ++i) {
            const double middle = from + (2 * i + 1) * half;
            double piece = WEIGHTS[0] * (*this)(middle);
            for (int k = 1; k < 3; ++k)
                piece += WEIGHTS[k] * ((*this)(middle - half * POINTS[k]) +
                                       (*this)(middle + half * POINTS[k]));
            sum += piece * half;
        }
        return sum;
    }

private:
    double d_square;
    double d_weight;
};

} // namespace

std::vector<double> kaiser_step(double beta, double first, double step, std::size_t count)
{
    const window_spectrum spectrum(beta);
    std::vector<double> values(count);
    double value = 0.5 + (first == 0 ? 0 : spectrum.integral(0, first));
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = value;
        const double at = first + static_cast<double>(i) * step;
        value += spectrum.integral(at, at + step);
    }
    return values;
}

double kaiser_reach(double beta) { return std::sqrt(1 + (beta / M_PI) * (beta / M_PI)); }

} // namespace gpufft
