/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_H

#include "exec/channels/transposed_samples.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief The FIR filters of a polyphase filter bank, on the host
 *
 * Branch i of M has taps i, i + M, i + 2 M and so on of the prototype, and filters the
 * values at place i of rows.
 */
class branch_sums
{
public:
    //! \param branches  M
    branch_sums(const std::vector<double>& taps, std::int64_t branches);

    //! Rows that a sum is of: the newest, and those before it.
    std::size_t taps_per_branch() const { return d_per_branch; }

    /*!
     * Writes to[i] = sum over j of taps[i + j M] newest[i - j distance] for each i, M
     * values: \p newest is a place in the newest row, and rows are \p distance values
     * apart.
     */
    void
    sum(const channel_sample* newest, std::ptrdiff_t distance, channel_sample* to) const;
    //! sum() for \p rows rows that lie M values apart, M sums of each one after the
    //! other.
    void
    sum_rows(const channel_sample* first, std::size_t rows, channel_sample* to) const;

private:
    std::size_t d_branches;
    std::size_t d_per_branch;
    std::size_t d_together; //!< rows whose taps follow one another in d_pairs
    //! Taps j of the branches, d_together times, for each j; each tap twice, for both
    //! parts of a value.
    std::vector<float> d_pairs;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_BRANCH_SUMS_H */
