/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_PARTS_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_PARTS_H

#include "codegen/io/io_text.h"
#include <string>

/*!
 * What emit_io() is put together from. Every function of a kernel that is emitted takes
 * the pointers of its operation first, most then the line, then the indices, and
 * `twiddles` where it looks up a root. What returns text emits the declarations that it
 * needs before.
 */
namespace gpufft {

constexpr double ROOT_2 = 1.4142135623730950488;

//! The operation is that of a dct or a dst.
bool is_trigonometric(const io_text& t);

//! The formula of the operation looks up roots.
bool load_needs_twiddles(const pass& p);
bool store_needs_twiddles(const pass& p);

//! load_point() and what it calls, but for roots and the shuffle.
void emit_load(const io_text& t);
//! Function sample_at(), which load_point() does without: a sample by its address.
void emit_sample_at(const io_text& t);
//! store_point() or store_mirrored() and what it calls, but for roots and the shuffle.
void emit_store(const io_text& t);
void emit_pair_store(const io_text& t);

//! Text of -\p index modulo \p n.
std::string negated(const std::string& index, std::int64_t n);

//! Function bin_at(): a c2r's input with real what a real transform leaves real.
void emit_real_bins(const io_text& t);
//! Function bin_at() of a dct3: V of its formula.
void emit_dct3_bins(const io_text& t);
//! Call of bin_at() at \p at, a place along each dimension.
std::string bin_text(const io_text& t, const std::vector<place_text>& at);
//! DFT point n of the half-length c2r of bin_at().
std::string emit_half_of_bins(const io_text& t);
//! DFT point n of the full-length c2r of bin_at(), where bins above the middle are
//! conjugates of those below.
std::string emit_conjugate_bins(const io_text& t);

//! Function sample(): input of the dct that a dct or dst comes down to, where it is not
//! just read; and extended() of type 1.
void emit_sample(const io_text& t);
//! Input of the dct of emit_sample() at \p at, a place along each dimension.
std::string sample_text(const io_text& t, const std::vector<place_text>& at);
//! The address of that point, \p at, in the caller's input, and its text where the
//! address is known.
std::string sample_address(const io_text& t, const std::vector<place_text>& at);
std::string sample_text_at(const io_text& t,
                           const std::string& address,
                           const std::vector<place_text>& at);
//! Function put(): output of the dct, where it is not just written.
void emit_put(const io_text& t);
//! The statement that writes \p value as the output at \p at of the dct of emit_put().
std::string
put_text(const io_text& t, const std::vector<place_text>& at, const std::string& value);
//! DFT point n of a dct or dst.
std::string emit_trigonometric_load(const io_text& t);
//! Stores z, DFT output k of a dct or dst that needs no pairs.
void emit_trigonometric_store(const io_text& t);
//! Stores what belongs to k of a dct or dst that needs pairs, from E and O, `even` and
//! `odd`.
void emit_trigonometric_pair(const io_text& t);
//! Function shuffled(), or one for each length of several dimensions: place of Makhoul's
//! v[m].
void emit_shuffle(source_writer& w, const dialect& d, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_EMIT_IO_PARTS_H */
