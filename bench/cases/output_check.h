/* SPDX-License-Identifier: GPL-3.0-or-later */
// Whether what was timed was right: a wrong result has no time.
#ifndef INCLUDED_GPUFFT_BENCH_CASES_OUTPUT_CHECK_H
#define INCLUDED_GPUFFT_BENCH_CASES_OUTPUT_CHECK_H

#include "bench/measure/noise.h"
#include "device/interface/device.h"
#include "plan/ir/plan.h"
#include <cstdint>
#include <memory>

namespace gpufft::app {

//! Relative error (RMS) that a plan in float32 may have: docs/numerics.md.
double error_bound(const plan& p);

/*!
 * \brief Relative error (RMS) of outputs here and there, computed directly in double
 * \param out  of \p rows packed rows, whose input was \p in
 */
double sampled_error(const transform& request,
                     std::uint32_t rows,
                     const noise& in,
                     const buffer& out,
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
