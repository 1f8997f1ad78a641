/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H

#include "plan/ir/plan.h"
#include <cstddef>
#include <cstdint>

/*!
 * \brief How the rows of a call go through the passes of a plan
 *
 * All at once, or one slice of a few rows after another, so that the workspace of a slice
 * stays in the caches. Where the device takes concurrent slices, several chains of them
 * run side by side; on a CPU device each thread may take slices of its own.
 */
namespace gpufft {

class row_slices
{
public:
    row_slices() = default; //!< all at once
    //! \param takes_slices  device::takes_slices()
    row_slices(const plan& p, const device_limits& limits, bool takes_slices);

    //! In a call of \p rows, each thread takes rows by itself, of_a_thread() at a time.
    bool go_by_threads(std::size_t rows) const;
    std::uint32_t of_a_thread() const
    {
        return static_cast<std::uint32_t>(d_of_a_thread);
    }

    //! Rows that go through all passes at a time, of a call of \p rows.
    std::uint32_t at_once(std::size_t rows) const;
    //! The chain of concurrent slices that slice \p number, from 0, goes with.
    int chain_of(std::size_t number) const;
    //! The first row of the workspace that all slices of \p chain use.
    std::size_t workspace_row(int chain) const;

    //! Rows of workspace that a call of \p rows takes.
    std::size_t in_workspace(std::size_t rows) const;

private:
    std::size_t d_rows = 0; //!< of a slice; 0: all at once
    std::size_t d_chains = 1;
    std::size_t d_of_a_thread = 0; //!< 0: none takes any
    std::size_t d_threads = 1;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H */
