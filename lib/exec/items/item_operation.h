/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H

#include <cstddef>

namespace gpufft {

//! Something that takes little time, done with each row of a stream: some bytes of the
//! input become some of the output.
struct item_operation {
    enum class kind {
        mag_squared, //!< complex float32 to the squares of their magnitudes
        keep         //!< some bytes of each row as they are
    };
    kind request = kind::mag_squared;
    std::size_t in_bytes = 0;  //!< of a row
    std::size_t out_bytes = 0; //!< of a row
    std::size_t skipped = 0;   //!< keep: bytes of a row before those that are kept

    //! Its kernel is in whole words of 32 bits.
    bool has_kernel() const
    {
        return in_bytes % 4 == 0 && out_bytes % 4 == 0 && skipped % 4 == 0;
    }
};

//! Computes \p rows rows on the host. \p in and \p out do not overlap.
void compute(const item_operation& request, const void* in, void* out, std::size_t rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H */
