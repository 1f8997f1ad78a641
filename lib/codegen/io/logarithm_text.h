/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_LOGARITHM_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_LOGARITHM_TEXT_H

#include "codegen/text/source_writer.h"
#include <string>

/*!
 * Logarithms of vectors in OpenCL C. PoCL calls its own log10() once a lane, which takes
 * many times as long: docs/design/measurements.md, "Decibels".
 */
namespace gpufft {

//! Declares `log_m`, log(1 + m) for 1 + m from sqrt 0.5 to sqrt 2, by the polynomial of
//! the Cephes library's logf(). \p type: "float", or a vector of floats
void emit_log_of_m(source_writer& w, const std::string& type);

//! A function of a vector of floats: \p of_an_octave times log2 of each lane.
struct vector_logarithm {
    std::string name;
    std::string says; //!< what the comment above it says
    int lanes = 1;
    double of_an_octave = 1;
};

//! Within 1.2e-7 of the value, or 1e-7 of of_an_octave where that is more, denormal
//! numbers included. 0 gives minus infinity; infinity and NaN stay; below 0 it is NaN.
void emit_vector_logarithm(source_writer& w, const vector_logarithm& f);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_LOGARITHM_TEXT_H */
