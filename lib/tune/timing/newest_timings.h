/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_NEWEST_TIMINGS_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_NEWEST_TIMINGS_H

#include <cstddef>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief The lines of a timing_file that are worth keeping, out of \p lines
 *
 * Of several about the same plan, device and calls the last one, and of these the last
 * ones, as many as have \p most_bytes together. Lines of other versions count as they
 * are; those that are damaged are left out.
 */
std::vector<std::string> newest_timings(const std::vector<std::string>& lines,
                                        std::size_t most_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_NEWEST_TIMINGS_H */
