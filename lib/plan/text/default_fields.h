/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

//! What the fields of a pass are where a plan line does not say it.
namespace gpufft {

//! What a pass stands among.
struct pass_context {
    const transform& what; //!< packed
    const pass* before;    //!< none: it is the first
    bool is_last;
};

//! The ends of all of \p t in one pass of such codelets.
load_operation default_load(const transform& t, transform_kind codelets);
store_operation default_store(const transform& t, transform_kind codelets);

//! Lengths as the pass before has them, or as the stages make them.
std::vector<std::int64_t> default_lengths(const pass& p, const pass_context& c);

//! What the ends make of the lengths.
std::vector<std::int64_t> default_caller_lengths(const pass& p);

//! The caller's where the pass has the transform's dimensions; else without gaps.
std::vector<std::int64_t> default_strides(const pass& p,
                                          const pass_context& c,
                                          bool is_callers,
                                          std::int64_t dimension::*stride);

//! The caller's where the pass has the transform's dimensions; else none.
std::vector<std::int64_t> default_rotations(const pass& p,
                                            const pass_context& c,
                                            bool is_callers,
                                            std::int64_t dimension::*rotation);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H */
