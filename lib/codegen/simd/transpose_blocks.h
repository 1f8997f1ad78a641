/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_TRANSPOSE_BLOCKS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_TRANSPOSE_BLOCKS_H

#include "codegen/simd/simd_context.h"
#include <functional>
#include <string>

namespace gpufft::simd {

//! The input or output of a tile of rows: as many elements of each row as fill a vector
//! make a transpose block.
struct transpose_blocks {
    const char* pointer = "from";  //!< the first row's first element, as numbers
    const char* plane = nullptr;   //!< its imaginary part, in blocks of its own
    std::int64_t distance = 1;     //!< numbers from row to row
    int numbers = 2;               //!< an element has: 2 where it is complex
    std::int64_t elements = 1;     //!< of a row
    std::int64_t number_bytes = 0; //!< of one number in the input
    bool is_prefetched = false;    //!< what comes later is prefetched
    bool is_combined = false;      //!< `lines` combines non-temporal stores

    //! Elements in a vector of \p lanes numbers.
    int together(int lanes) const { return lanes / numbers; }
};

//! Where the vectors of a transpose block are.
struct block_place {
    //! Text of the address in lane number `lane`; in that of a plane, where there is one.
    std::function<std::string(int lane, const char* plane)> at;
    std::string address(int lane) const { return at(lane, nullptr); }
    //! The macro that stores there; null: emit_stores() chooses.
    const char* store = nullptr;
};

//! Emits what is done to one block at \p place; \p first is its first element's number,
//! over the rows of a lane.
using block_body =
    std::function<void(const block_place& place, const std::string& first)>;

/*!
 * \brief The transpose blocks of a tile, with \p square for each
 *
 * The last one overlaps the one before where vectors do not divide the elements. A single
 * stage's are written out one by one, so that its points stay in registers; else they are
 * a loop. In a tile that is not full the lanes without a row take the last one. Where
 * lanes take several rows and those are not full or have gaps, \p loose is emitted
 * instead.
 */
void emit_blocks(simd_context& c,
                 const transpose_blocks& s,
                 const block_body& square,
                 const std::function<void()>& loose);

//! Stores the vectors of the array \p square at \p place, in \p plane where one is named.
void emit_block_stores(simd_context& c,
                       const block_place& place,
                       const char* square = "square",
                       const char* plane = nullptr);

//! Text of element \p i after element \p first: of numbers their sum.
std::string element_after(const std::string& first, std::int64_t i);

//! Place in its row of element \p n, which counts over the short rows of a lane, and the
//! first lane's row that it is in.
std::string place_in_row(const simd_context& c, const std::string& n);
std::string row_of_place(const simd_context& c, const std::string& n);

//! \p rotation where rows are rotated as they are copied; 0 where the kernel has tables
//! of places instead.
std::int64_t row_rotation(const simd_context& c, std::int64_t rotation);

/*!
 * Text of the inner DFT's point that stands at element \p m of the caller's rows, where
 * these are rotated: point q is read from place (q + rotation) mod length. Declares a
 * variable numbered \p i where \p m is no number.
 */
std::string
rotated_point(simd_context& c, int i, const std::string& m, std::int64_t rotation);

//! Opens the loops over number `f` of row `i` of a tile, of a lane each, with `at` its
//! address and `lane` its lane and `v` the vector that it belongs to.
void open_loose_numbers(simd_context& c, const transpose_blocks& s);

} // namespace gpufft::simd

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMD_TRANSPOSE_BLOCKS_H */
