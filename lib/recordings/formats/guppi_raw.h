/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_RAW_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_RAW_H

#include "recordings/samples/recording_facts.h"
#include <string>

namespace gpufft {

//! Whether the file begins as GUPPI RAW does: other files are called .raw, too.
bool is_guppi_raw(const std::string& path);

/*!
 * \brief Reads the headers of a file of GUPPI RAW
 *
 * GUPPI RAW is what telescopes as Green Bank, MeerKAT and the ATA record voltages in:
 * blocks, each a header of lines of 80 letters and then samples, one frequency channel
 * behind the other. Each frequency channel of each antenna and polarization is a channel
 * here, at a centre of its own; they are numbered channel by channel, polarizations side
 * by side. What a block repeats of the one before (OVERLAP) is left out; where the number
 * of a block's first packet (PKTIDX) is not what the block before leads to, a gap is.
 * Samples are complex integers of 8 or 16 bits. Where frequencies descend (OBSBW below
 * 0), spectra are mirrored, and Q is taken with the other sign, which mirrors them back.
 *
 * Where DIRECTIO says so, headers end at a multiple of 512 bytes, and data may.
 *
 * \param allow_damaged  leaves out a last block that is cut off
 * \param poll  called at each block
 * \throws recording_error  a header or a block is damaged, samples are real, or are not
 * stored channel by channel (PKTFMT is SIMPLE)
 */
recording_facts
open_guppi_raw(const std::string& path, bool allow_damaged, const opening_poll& poll);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_GUPPI_RAW_H */
