/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_BUFFER_PADDING_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_BUFFER_PADDING_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * Padding of a vector kernel's stack buffer: buffer_padding in plan/ir/vector_kernel.h.
 * Stages reach the points of a butterfly by constant distances, and a padding must leave
 * them so.
 */
namespace gpufft {

//! Vectors that the stages of \p p, a pass of vectors, go through in the stack buffer.
std::int64_t buffer_vectors(const pass& p);

//! The kernel of \p p may leave vectors out: its lanes are points of a row, columns, rows
//! of several dimensions or columns of several dimensions (or N-d rows with inner
//! columns).
bool may_pad(const pass& p);

//! With \p padding, points of each butterfly of \p p stay as far apart as those of every
//! other butterfly of the stage, and vectors that are stored side by side stay so.
bool keeps_distances(const pass& p, const buffer_padding& padding);

//! A line of the caches left out behind every 4 KiB of the stack buffer of \p p.
buffer_padding padding_of_lines(const pass& p);

/*!
 * \brief The padding of \p p where nothing else is said
 *
 * A line behind every 4 KiB where lanes are points; else behind every block of the last
 * stage whose points collide. None where each stage's points that collide fit into the
 * cache together, where keeps_distances() does not hold, or where p may not pad.
 */
buffer_padding default_padding(const pass& p);

//! The padding that \p p says, or else default_padding().
buffer_padding buffer_padding_of(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_BUFFER_PADDING_H */
