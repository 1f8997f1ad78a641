/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_OVERLAPPING_ROWS_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_OVERLAPPING_ROWS_TEST_H

#include "exec/self_test/many_rows_test.h"
#include "exec/self_test/test_memory.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! Rows of the input share elements, as those of a stream that is convolved.
bool inputs_overlap(const transform& packed);

/*!
 * \brief A call of \p rows overlapping rows of noise, compared with what the host
 * computes of each, or of some where that would take long
 *
 * \param request   packed, without scale, one that host_transform can
 * \param taps   its window or spectrum
 * \param scale  of the call
 * \param bound  of each part of an output, times scale
 */
std::optional<wrong_output> find_wrong_overlapping(test_memory& in,
                                                   const transform& request,
                                                   const std::vector<double>& taps,
                                                   std::uint32_t rows,
                                                   double scale,
                                                   double bound);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_OVERLAPPING_ROWS_TEST_H */
