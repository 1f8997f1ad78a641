/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_SUBMISSION_SIZE_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_SUBMISSION_SIZE_H

#include "exec/executor/executor.h"
#include <cstddef>

namespace gpufft {

//! Rows that one submission should hold: copies at full rate, as measured, and what fits
//! the device. \throws device_error  while measuring
std::size_t submission_rows(const executor& e);

//! Rows of a submission that stays on the device: launches take little of its time.
std::size_t linked_submission_rows(const executor& e);

//! Submissions of \p rows rows that a quarter of the device's memory holds at once, \p
//! wanted at most; 0: as many as keep the device busy.
std::size_t submissions_in_flight(const executor& e, std::size_t rows, int wanted);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_SUBMISSION_SIZE_H */
