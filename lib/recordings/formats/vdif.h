/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_H

#include "recordings/samples/recording_facts.h"
#include <optional>
#include <string>

namespace gpufft {

//! Whether the file's name ends in .vdif.
bool is_vdif_name(const std::string& path);

/*!
 * \brief Reads the headers of a file of VDIF
 *
 * VDIF is what radio telescopes record for interferometry (VLBI Data Interchange Format,
 * release 1.1.1, vlbi.org): frames of one length, each with the second and the number in
 * that second of its first sample. Each channel of each thread is a channel here, threads
 * in the order of their numbers. Where a frame is missing, or is marked invalid, in any
 * thread, a gap lies in all of them. Samples have 1, 2, 4, 8, 16 or 32 bits, offset
 * binary.
 *
 * The rate is \p samp_rate_hz where it is given, else what frames of the extended kinds 1
 * and 3 say, else as many samples as a second has in a file that is longer than one.
 *
 * \param allow_damaged  leaves out a last frame that is cut off
 * \param poll  called each few thousand frames
 * \throws recording_error  it is no VDIF, or frames in it differ in their format
 */
recording_facts open_vdif(const std::string& path,
                          std::optional<double> samp_rate_hz,
                          bool allow_damaged,
                          const opening_poll& poll);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FORMATS_VDIF_H */
