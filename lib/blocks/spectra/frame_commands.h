/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_COMMANDS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_COMMANDS_H

#include "blocks/messages/block_messages.h"
#include "blocks/spectra/frame_edits.h"

namespace gr {
namespace gpufft {

//! The commands that spectra and histograms of a stream have in common, each with the
//! edit of its name to \p changes, of a block whose frames are \p of the settings'
//! length.
void take_frame_commands(block_messages& m,
                         spectrum_changes& changes,
                         const spectrum_settings& of);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_FRAME_COMMANDS_H */
