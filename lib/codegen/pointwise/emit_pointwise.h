/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINTWISE_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINTWISE_H

#include "codegen/text/dialect.h"
#include "codegen/text/source_writer.h"
#include "plan/ir/pass.h"
#include <string>

namespace gpufft {

//! A pass without stages: each work-item takes a point through the load and the store
//! operation. Where the store operation needs pairs, a work-item takes outputs k and -k
//! of the inner DFT from the workspace and stores what belongs to k. On CPU devices rows
//! of even length go through the operations in vectors of neighbours,
//! emit_point_vectors.h.
void emit_pointwise(source_writer& w,
                    const dialect& d,
                    const pass& p,
                    const std::string& name);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_POINTWISE_EMIT_POINTWISE_H */
