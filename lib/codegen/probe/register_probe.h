/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_REGISTER_PROBE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_REGISTER_PROBE_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include <vector>

namespace gpufft {

//! How many values, each of so many floats, work-items hold at a time.
struct register_probe_shape {
    std::vector<int> values; //!< one loop each, so that all of them are one kernel
    int lanes = 1;           //!< of a value; several in OpenCL alone
    int work_items = 1;      //!< of a workgroup
};

/*!
 * \brief A kernel whose time tells how many values stay in registers
 *
 * Each work-item goes round a ring of `values` values, which must be one of the shape's:
 * every one becomes itself times `factor` plus the next. All of them are alive at any
 * time and few wait for each other, so a step takes as long as its operations, until
 * values are put into memory in between. Arguments: out, of a value a work-item; uint
 * values, uint steps, float factor. out: the sum of the values, which begin as the
 * work-item's number of all and whole numbers from there on. 0 is a factor with which
 * none ever overflows.
 */
kernel_source generate_register_probe(const register_probe_shape& s, const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_REGISTER_PROBE_H */
