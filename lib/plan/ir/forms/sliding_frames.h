/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_SLIDING_FRAMES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_SLIDING_FRAMES_H

#include "plan/ir/pass.h"
#include <cstdint>

/*!
 * Frames are the rows of a load of several taps a branch: N points each, of
 * taps_per_branch N samples, D samples apart (transform::taps_per_branch). With g the
 * greatest common divisor of N and D, frame r + N / g begins D / g times N samples after
 * frame r, so that the same point of both is summed of samples N apart, most of which
 * they share.
 *
 * A work-item with *sliding frames* sums point n of several such frames: r, r + N / g,
 * r + 2 N / g ... It loads each of their samples, and each of the point's taps, once.
 */
namespace gpufft {

constexpr int MOST_SLIDING_FRAMES = 64;
constexpr int MOST_SLIDING_TERMS = 1 << 11; //!< each is a statement of the kernel

//! From a frame to the next one whose points are summed of samples N apart from its own.
struct frame_steps {
    std::int64_t period = 1;   //!< frames
    std::int64_t branches = 1; //!< samples, in units of N
};
frame_steps frame_steps_of(const pass& p);

//! Work-items of \p p can slide over frames: the form of the pass and of its load
//! operation knows how, and frames share samples. What is staged and how many rows a
//! workgroup has is left aside.
bool suits_sliding_frames(const pass& p);

//! The work-items of \p p slide over frames, and the rest of \p p lets them: its input is
//! staged, and the workgroup's rows go into as many of them.
bool fits_sliding_frames(const pass& p);
//! Makes \p p load all samples of each point where it does not fit.
void drop_unfit_sliding(pass& p);

//! Points of frames that slide together in a workgroup: what its work-items share.
std::int64_t sliding_points(const pass& p);

//! Samples that a work-item loads for one point of \p frames frames.
std::int64_t sliding_samples(const pass& p, int frames);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_SLIDING_FRAMES_H */
