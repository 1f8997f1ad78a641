/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H

#include "plan/ir/plan.h"
#include <cstddef>
#include <cstdint>

/*!
 * \brief How the rows of a call go through the passes of a plan
 *
 * All at once, or a slice of few rows after another, whose scratch stays in the caches:
 * chains of such slices go side by side where the device takes them, or each thread of a
 * CPU device takes slices of its own.
 */
namespace gpufft {

class row_slices
{
public:
    row_slices() = default; //!< all at once
    //! \param takes_slices  device::takes_slices()
    row_slices(const plan& p, const device_limits& limits, bool takes_slices);

    //! Threads take the rows of a call of \p rows each by itself, of_a_thread() at a
    //! time.
    bool go_by_threads(std::size_t rows) const;
    std::uint32_t of_a_thread() const
    {
        return static_cast<std::uint32_t>(d_of_a_thread);
    }

    //! Rows that go through all passes at a time, of a call of \p rows.
    std::uint32_t at_once(std::size_t rows) const;
    //! The chain that slice \p number, from 0, goes with, and its first row of scratch,
    //! which a chain's slices share.
    int chain_of(std::size_t number) const;
    std::size_t workspace_row(int chain) const;

    //! Rows of scratch of a call of \p rows.
    std::size_t in_workspace(std::size_t rows) const;

private:
    std::size_t d_rows = 0; //!< of a slice; 0: all at once
    std::size_t d_chains = 1;
    std::size_t d_of_a_thread = 0; //!< 0: none takes any
    std::size_t d_threads = 1;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_ROW_SLICES_H */
