/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_DATA_LAYOUT_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_DATA_LAYOUT_H

#include "plan/ir/pass.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! How all data of a transform lies in memory between two groups of passes.
struct data_layout {
    buffer_role at = buffer_role::input;
    std::int64_t offset = 0;
    std::int64_t distance = 1;
    std::vector<std::int64_t> strides;      //!< of the dimensions
    std::vector<std::int64_t> loop_strides; //!< of the loops
    element stored = element::complex;
    bool is_float16 = false;
    fused_pointer expression = {}; //!< of the caller's input or output
};

//! Layout of the caller's input (output) of \p t, which is packed().
data_layout input_layout(const transform& t);
data_layout output_layout(const transform& t);

//! Layout of a row of \p t in the workspace: complex values, or reals, \p lengths of
//! them.
data_layout workspace_layout(const transform& t,
                             const std::vector<std::int64_t>& lengths,
                             element stored);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_DATA_LAYOUT_H */
