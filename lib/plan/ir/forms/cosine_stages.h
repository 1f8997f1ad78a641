/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_COSINE_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_COSINE_STAGES_H

#include "codelet/cosine.h"
#include "plan/ir/pass.h"

//! Passes of real numbers, whose stages are whole DCTs or DSTs.
namespace gpufft {

//! A dimension of \p length points can be one codelet of \p kind.
bool has_cosine_stage(transform_kind kind, std::int64_t length);

//! The codelets of \p kind; type 0 where there are none.
cosine_kind cosine_of(transform_kind kind);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_COSINE_STAGES_H */
