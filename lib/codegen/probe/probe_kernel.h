/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_PROBE_KERNEL_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_PROBE_KERNEL_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"

namespace gpufft {

constexpr int PROBE_ITEMS = 32; // of a workgroup
constexpr int PROBE_LARGEST_STRIDE = 64;

/*!
 * \brief A kernel whose time tells how many banks local memory has
 *
 * Each of PROBE_ITEMS work-items reads the same four bytes of local memory over and over,
 * `stride` words from its neighbour's; where an address comes from is what was read
 * before, so that reads wait for each other. Arguments: uint* out, one number for each
 * work-item, uint steps, uint stride from 1 to PROBE_LARGEST_STRIDE. With 0 steps its
 * time is that of a launch. out: steps + work-item * stride.
 */
kernel_source generate_bank_probe(const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_PROBE_PROBE_KERNEL_H */
