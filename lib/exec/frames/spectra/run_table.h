/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_RUN_TABLE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_RUN_TABLE_H

#include "exec/frames/spectra/spectrum_executor.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief The frames of a submission in runs, and the runs in averages
 *
 * What the kernels of codegen/helpers/power_kernels.h are told of it; on the host alone.
 */
struct run_table {
    std::vector<std::uint32_t> runs; //!< frames: run r begins at runs[r]; then their end
    std::vector<std::uint32_t> ends; //!< runs: average o ends at ends[o]; then their end
    std::vector<float> weights;      //!< share and gain of each run; exponential alone
    std::vector<float> factors;      //!< of each plane of each average
    std::uint32_t longest = 1;       //!< frames of the longest run

    std::uint32_t rows() const { return static_cast<std::uint32_t>(runs.size() - 1); }
    std::uint32_t outputs() const { return static_cast<std::uint32_t>(ends.size() - 1); }
};

/*!
 * \param accumulated  frames of the average that \p batch goes on from
 * \param run_frames   most frames of a run
 * \param planes       of an average
 */
run_table cut_runs(const spectrum_batch& batch,
                   std::uint64_t accumulated,
                   std::size_t run_frames,
                   const accumulations& planes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_RUN_TABLE_H */
