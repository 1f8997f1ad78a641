/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_TEXT_H

#include "codegen/text/computation.h"
#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/histogram.h"
#include <cstdint>
#include <string>
#include <vector>

//! What the texts of the histogram kernels of CPU devices have in common.
namespace gpufft {

//! "float16"; "float" of one lane.
std::string vector_of(const char* type, int lanes);

//! Where a vector of \p lanes begins at \p pointer, as what is read or written there.
std::string
vector_at(int lanes, const char* qualifiers, const char* type, const char* pointer);

//! The launch of a kernel whose workgroups of one work-item share the work.
launch_facts shared_launch();

//! The comment before a kernel: its name, then \p says line by line.
void begin_histogram_text(source_writer& w,
                          const std::string& name,
                          const std::vector<const char*>& says);

//! Opens a loop over those of \p units that are this workgroup's share, with \p unit as
//! the variable.
void open_shares(source_writer& w,
                 const dialect& d,
                 const char* unit,
                 std::int64_t units);

//! Declares `first`, the block's first bin, and `shared`, lanes that the block before
//! has.
void emit_first_bin(source_writer& w, const histogram_blocks& b);

//! The kernel as a device takes it.
kernel_source histogram_source(const std::string& name,
                               const source_writer& w,
                               helper_kernel which,
                               const histogram_blocks& b,
                               const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_HELPERS_HISTOGRAM_TEXT_H */
