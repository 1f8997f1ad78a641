/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_DECIBEL_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_DECIBEL_TEXT_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"

namespace gpufft {

//! Function decibels_of(): 10 log10 of a power, of 0 minus infinity. Within 1.2e-7 of the
//! value, or 3e-7 dB where that is more.
void emit_decibels(source_writer& w, const dialect& d);

//! Function decibels_of_vector(): decibels_of() of each lane of an OpenCL vector of 16
//! floats.
void emit_vector_decibels(source_writer& w);

//! Function log2_of(): log2 of a power, or of each lane of an OpenCL vector of \p lanes;
//! as exact. A NaN stays, of 0 it is minus infinity, of infinity anything above 127.
void emit_log2(source_writer& w, int lanes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_DECIBEL_TEXT_H */
