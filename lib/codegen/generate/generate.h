/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_GENERATE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_GENERATE_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "plan/ir/plan.h"
#include <vector>

namespace gpufft {

//! The kernels of a plan, a pass each, in order. Needs no device; the same plan gives
//! the same text.
std::vector<kernel_source> generate_kernels(const plan& p, const dialect& d);

//! The options of the program that stand for \p limits, as far as plans depend on them.
std::string limit_options(const device_limits& limits);

//! The command that prints the kernels of \p p again: its plan line, which holds what
//! limits and tuning made of the transform.
std::string dump_command(const plan& p, const dialect& d);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_GENERATE_GENERATE_H */
