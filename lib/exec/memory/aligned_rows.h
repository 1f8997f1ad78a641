/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ALIGNED_ROWS_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ALIGNED_ROWS_H

#include <cstddef>

namespace gpufft {

/*!
 * \brief Pieces of a stream that begin where CPU devices work in place
 *
 * Their kernels take vectors of 64 bytes from addresses that these divide; a piece that
 * begins elsewhere is copied there and back. Rows of 1000 complex points begin so each
 * time, those of 513 every eighth time.
 */
class aligned_rows
{
public:
    static constexpr std::size_t BYTES = 64;

    aligned_rows(std::size_t input_row_bytes, std::size_t output_row_bytes);

    //! From an aligned row to the next, on both sides.
    std::size_t period() const { return d_period; }

    //! How many of \p rows rows at \p in and \p out to send as one piece, so that pieces
    //! are few and aligned; 1 at least, and as many as there are where that is not worth
    //! a piece more.
    std::size_t piece_of(std::size_t rows, const void* in, const void* out) const;

private:
    bool is_aligned(std::size_t row, const void* in, const void* out) const;

    std::size_t d_input_row_bytes;
    std::size_t d_output_row_bytes;
    std::size_t d_period;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_ALIGNED_ROWS_H */
