/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_CONTEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_CONTEXT_H

#include "codegen/dialect.h"
#include "codegen/source_writer.h"
#include "plan/pass.h"
#include "plan/tile.h"
#include "plan/twiddle_layout.h"

namespace gpufft {

//! What every emitter of the SIMT form looks at.
struct simt_context {
    source_writer& w;
    const dialect& d;
    const pass& p;
    tile layout;
    twiddle_layout twiddles;

    bool is_first(std::size_t i) const { return i == 0; }
    bool is_last(std::size_t i) const { return i + 1 == p.stages.size(); }
    bool is_split() const { return p.exchange_parts == exchange::split; }
    //! In place, a work-item stores to where others have loaded: their loads must be
    //! complete, which a fence of local memory does not promise.
    const char* barrier() const { return p.in_place ? d.barrier_all : d.barrier; }
    //! The rows of a batch may end inside the workgroup.
    bool may_be_partial() const { return p.columns_are_rows() && p.columns.size > 1; }
};

//! Declares `row` and the pointer `from` or `to` to the first element of it.
void emit_input_row(simt_context& c);
void emit_output_row(simt_context& c);

//! Offset from the start of the row: \p tile, where the pass has a grid, and the sum of
//! \p atoms but a column that is a row of the batch, which is in the pointer already.
std::string offset_in_row(const simt_context& c,
                          const char* tile,
                          const std::vector<atom>& atoms,
                          std::int64_t atom::*weight);

//! Loads, twiddles and butterflies of stage \p i, and its stores where it is the last.
void emit_stage(simt_context& c, std::size_t i);

//! From the registers of stage \p i to those of the next, one part at a time.
void emit_split_exchange(simt_context& c, std::size_t i);

//! Twiddles on the registers of stage \p i: those before the pass for the first stage,
//! those between stages for the others.
void emit_twiddles(simt_context& c, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_SIMT_CONTEXT_H */
