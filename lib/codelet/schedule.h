/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODELET_SCHEDULE_H
#define INCLUDED_GPUFFT_LIB_CODELET_SCHEDULE_H

#include "codelet/program.h"

namespace gpufft {

//! \return the statements of \p p in an order that keeps few values alive
program schedule(const program& p);

//! Most values alive between two statements: inputs from the start to their last use,
//! statements from theirs to their last use, outputs to the end.
int count_live_values(const program& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODELET_SCHEDULE_H */
