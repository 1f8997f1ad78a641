/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_POWER_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_POWER_H

#include "plan/ir/power.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

//! How powers are accumulated, in double precision.
namespace gpufft {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

//! |z|^2; what float32 cannot hold is infinite.
inline double plain_power(std::complex<double> z)
{
    const double p = std::norm(z);
    return p > std::numeric_limits<float>::max() ? std::numeric_limits<double>::infinity()
                                                 : p;
}

//! \p s and \p p, both accumulated before, together.
inline double plain_accumulated(accumulation how, double s, double p)
{
    switch (how) {
    case accumulation::highest:
        return std::fmax(s, p);
    case accumulation::lowest:
        return std::fmin(s, p);
    default:
        return s + p;
    }
}

//! The powers of a run so far, and one more.
class plain_run
{
public:
    plain_run(accumulation how, double keep)
        : d_how(how),
          d_keep(keep),
          d_sum(accumulations(how).has_extremes() ? NOT_A_NUMBER : 0)
    {
    }

    void add(double power)
    {
        if (d_how == accumulation::sum)
            d_sum = d_keep * d_sum + power;
        else if (d_how == accumulation::square)
            d_sum += power * power;
        else
            d_sum = plain_accumulated(
                d_how, d_sum, std::isfinite(power) ? power : NOT_A_NUMBER);
    }
    float value() const { return static_cast<float>(d_sum); }

private:
    accumulation d_how;
    double d_keep;
    double d_sum;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_POWER_H */
