/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FILTER_ITEMS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FILTER_ITEMS_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * Frames are the rows of a load of several taps a branch, as in sliding_frames.h: N
 * points each, D samples apart, with g the greatest common divisor of N and D.
 *
 * A pass with *filter items* has two kinds of work-items. The filter items come after
 * those of the stages. They sum the points of one frame after the other and leave these
 * in the rows of local memory that the stages transform, while the stages are busy with
 * the frames before. Few workgroups share all frames, so that a workgroup has many, one
 * after the other.
 *
 * Samples whose indices are equal modulo g are a *residue*: the points of every frame
 * that are equal modulo g are sums over the same residue. A filter item has one residue
 * or a few, and keeps in registers the samples of them that a frame needs. From frame to
 * frame it replaces D / g of these. Each sample is so loaded once, and copied to local
 * memory some frames before it is wanted.
 *
 * Only CUDA can express this, from sm_90 on: its barriers in local memory let either kind
 * of work-items wait for the other.
 */
namespace gpufft {

//! How the frames of a pass divide among its filter items.
struct filter_shape {
    std::int64_t residues = 1;  //!< g, and the elements between samples of a residue
    std::int64_t of_item = 1;   //!< residues that a filter item has
    std::int64_t period = 1;    //!< N / g: points of a frame that are of one residue
    std::int64_t samples = 1;   //!< of a residue, that a frame needs
    std::int64_t news = 1;      //!< of these, that the frame before did not need
    std::int64_t in_flight = 1; //!< frames whose new samples are on their way
    //! Frames after which each register, and each place of samples in flight, is taken
    //! again for a sample at the same place of its frame: the text has as many.
    std::int64_t turn = 1;
};
filter_shape filter_shape_of(const pass& p);

//! Other work-items could filter the frames of \p p, which has none that do: the
//! operations and stages of \p p know how. Rows lie within subgroups of work-items.
bool suits_filter_items(const pass& p);

//! The filter items of \p p divide its residues, and its text is not too long.
bool fits_filter_items(const pass& p);
//! Makes \p p load its frames without them where it does not fit.
void drop_unfit_filters(pass& p);

//! Bytes of local memory for samples in flight and for barriers.
std::int64_t filter_bytes(const pass& p);
//! Registers of a filter item for samples, taps and sums.
std::int64_t filter_registers(const pass& p);

//! Workgroups that \p compute_units run at once, which share all tiles.
std::uint64_t filtering_groups(const pass& p, int compute_units);

//! Subgroups of the stages' work-items, and rows that each of them has.
std::int64_t row_subgroups(const pass& p);
std::int64_t rows_of_subgroup(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_FILTER_ITEMS_H */
