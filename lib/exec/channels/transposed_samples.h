/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_TRANSPOSED_SAMPLES_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_TRANSPOSED_SAMPLES_H

#include <complex>
#include <cstddef>

//! Samples of streams into rows, a sample of each stream, and back.
namespace gpufft {

using channel_sample = std::complex<float>;

//! to[r * count + i] = streams[i][first + r] of \p rows rows and \p count streams.
void streams_to_rows(const channel_sample* const* streams,
                     std::size_t count,
                     std::size_t first,
                     std::size_t rows,
                     channel_sample* to);

//! streams[i][first + r] = from[r * distance + i] of \p rows rows and \p count streams.
void rows_to_streams(const channel_sample* from,
                     std::size_t distance,
                     std::size_t rows,
                     channel_sample* const* streams,
                     std::size_t count,
                     std::size_t first);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_TRANSPOSED_SAMPLES_H */
