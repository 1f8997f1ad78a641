/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_FILTERBANK_FILE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_FILTERBANK_FILE_H

#include "survey/exports/exported_part.h"

namespace gpufft {

/*!
 * \brief Power over time and frequency as a filterbank of SIGPROC (Lorimer), ".fil"
 *
 * float32[time][channel], linear power whatever the survey's unit, the highest frequency
 * first, as that program's own are. The format knows rows of equal distance alone: a row
 * lies where its first sample was, to half a row, and rows that are missing, in gaps too,
 * are 0. tstart is when the first row begins, as MJD of UTC, or 0 where nobody knows.
 * fch1 is absolute, also where the group's frequencies are relative to several centres.
 * \throws survey_error  the product is no power, the part's rows have several centres, or
 * more than half of the file, and of 1 GiB, would be gaps
 */
void write_filterbank(const stored_group& g,
                      const stored_product& p,
                      const exported_part& part,
                      const byte_sink& to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_EXPORTS_FILTERBANK_FILE_H */
