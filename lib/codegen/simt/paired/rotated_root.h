/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_ROTATED_ROOT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_ROTATED_ROOT_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <string>

namespace gpufft::simt {

//! Roots that pairs k = base, base + L ... of a work-item take: w(order)^(step k). The
//! root of `base` is looked up; the others are that one rotated by constants.
struct rotated_root {
    std::string name;
    std::string function; // that looks up w(order)^e; its argument times step is e
    std::int64_t order;
    std::int64_t step; // of the exponent, for each k; -1: the conjugate root
};

//! w(order)^(step k) as a number of the kernel's text.
std::string root_number(const pass& p, const rotated_root& r, std::int64_t k);

//! The root \p name of \p r, rotated on by \p k.
std::string
rotated(const pass& p, const rotated_root& r, const std::string& name, std::int64_t k);

} // namespace gpufft::simt

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_PAIRED_ROTATED_ROOT_H */
