/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_SLIDING_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_SLIDING_H

#include "codegen/simt/simt_context.h"

/*!
 * The load of frames that overlap, to local memory, by work-items that sum a point of
 * several frames each (plan/ir/forms/sliding_frames.h).
 */
namespace gpufft::simt {

//! All frames of a workgroup, none of which is beyond the last.
void emit_sliding_frames(simt_context& c);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_FRAMES_EMIT_SLIDING_H */
