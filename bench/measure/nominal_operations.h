/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_NOMINAL_OPERATIONS_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_NOMINAL_OPERATIONS_H

#include <gpufft/transform.h>
#include <cmath>

namespace gpufft::app {

/*!
 * \brief Operations of a row of \p request as papers count them, however it is computed
 *
 * 5 N log2 N of N complex points, half of that where either side is real but for what a
 * store expression makes.
 */
inline double nominal_operations(const transform& request)
{
    double rows = 1;
    for (const auto& l : request.loops)
        rows *= static_cast<double>(l.count);
    const auto n = static_cast<double>(request.points());
    const bool is_real =
        has_real_input(request) || (has_real_output(request) && !request.real_output);
    return (is_real ? 2.5 : 5) * n * std::log2(n) * rows;
}

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_NOMINAL_OPERATIONS_H */
