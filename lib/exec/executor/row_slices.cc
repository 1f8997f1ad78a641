/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/row_slices.h"
#include "plan/planner/row_per_thread.h"
#include <algorithm>

namespace gpufft {

namespace {

// With so many slices for each thread, threads that end one slice apart idle little.
constexpr std::size_t SLICES_OF_A_THREAD = 4;

} // namespace

row_slices::row_slices(const plan& p, const device_limits& limits, bool takes_slices)
    : d_chains(static_cast<std::size_t>(p.concurrent_slices)),
      d_threads(static_cast<std::size_t>(limits.compute_units))
{
    // In place, slices must not write what later ones read.
    const bool stays =
        !p.request.in_place || input_row_bytes(p.request) == output_row_bytes(p.request);
    const auto rows = stays ? std::size_t(p.slice_rows) : 0;
    d_rows = takes_slices ? rows : 0;
    d_of_a_thread = threads_may_take_rows(p, limits) ? rows : 0;
}

bool row_slices::go_by_threads(std::size_t rows) const
{
    if (!d_of_a_thread)
        return false;
    const auto slices = (rows + d_of_a_thread - 1) / d_of_a_thread;
    return slices >= SLICES_OF_A_THREAD * d_threads ||
           (slices >= d_threads && slices % d_threads == 0);
}

std::uint32_t row_slices::at_once(std::size_t rows) const
{
    return static_cast<std::uint32_t>(d_rows ? std::min(rows, d_rows) : rows);
}

int row_slices::chain_of(std::size_t number) const
{
    return static_cast<int>(number % d_chains);
}

std::size_t row_slices::workspace_row(int chain) const
{
    return static_cast<std::size_t>(chain) * d_rows;
}

std::size_t row_slices::in_workspace(std::size_t rows) const
{
    if (d_of_a_thread) { // fewer may still go all at once
        const auto of_threads = d_threads * d_of_a_thread;
        return go_by_threads(rows) && rows < of_threads
                   ? of_threads
                   : std::min(rows, SLICES_OF_A_THREAD * of_threads);
    }
    const auto each = at_once(rows);
    return each < rows ? std::min(rows, each * d_chains) : rows;
}

} // namespace gpufft
