/* SPDX-License-Identifier: GPL-3.0-or-later */
// Whether what was timed was right: a wrong result has no time.
#ifndef INCLUDED_GPUFFT_BENCH_CASES_OUTPUT_CHECK_H
#define INCLUDED_GPUFFT_BENCH_CASES_OUTPUT_CHECK_H

#include "bench/measure/noise.h"
#include "device/interface/device.h"
#include "plan/ir/plan.h"
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft::app {

//! Relative error (RMS) that a plan may have: docs/numerics.md.
double error_bound(const plan& p);

//! Taps of the window of a case, in which no two are alike.
std::vector<double> case_taps(const noise& in, const transform& request);

/*!
 * \brief Relative error (RMS) of outputs here and there, computed directly in double
 * \param what  without loops, unscaled
 * \param in    filled the input; case_taps() were its window
 * \param out   of \p rows rows; the second buffer where the output is planar
 */
double sampled_error(const transform& request,
                     std::uint32_t rows,
                     const noise& in,
                     const std::array<const buffer*, 2>& out,
                     queue& q);

//! Compares whole buffers of floats on the device.
class buffer_difference
{
public:
    explicit buffer_difference(device& on);
    //! Root of the sum of squares of \p a - \p b over the first \p floats, over that of
    //! \p b; NaN where either holds one.
    double operator()(buffer& a, buffer& b, std::size_t floats, queue& q) const;

private:
    std::shared_ptr<kernel> d_kernel;
    std::shared_ptr<buffer> d_sums;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_CASES_OUTPUT_CHECK_H */
