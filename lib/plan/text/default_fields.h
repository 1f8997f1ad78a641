/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <vector>

//! Values of the fields of a pass where a plan line does not give them.
namespace gpufft {

//! The transform and the position of a pass in its plan.
struct pass_context {
    const transform& request; //!< packed
    const pass* before;       //!< none: it is the first
    bool is_last;
};

//! The load and store operations of all of \p t in one pass of \p codelets.
load_operation default_load(const transform& t, transform_kind codelets);
store_operation default_store(const transform& t, transform_kind codelets);

//! Lengths as the pass before has them, or as the stages make them.
std::vector<std::int64_t> default_lengths(const pass& p, const pass_context& c);

//! Lengths of the caller's dimensions, as the load and store operations map them.
std::vector<std::int64_t> default_caller_lengths(const pass& p);

//! The caller's strides where the pass has the transform's dimensions; else strides
//! without gaps.
std::vector<std::int64_t> default_strides(const pass& p,
                                          const pass_context& c,
                                          bool is_callers,
                                          std::int64_t dimension::*stride);

//! The caller's rotations where the pass has the transform's dimensions; else none.
std::vector<std::int64_t> default_rotations(const pass& p,
                                            const pass_context& c,
                                            bool is_callers,
                                            std::int64_t dimension::*rotation);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_DEFAULT_FIELDS_H */
