/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_VALIDATE_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_VALIDATE_H

#include <gpufft/device_limits.h>
#include <gpufft/transform.h>
#include <cstdint>

//! The parts of validate(), and the checks that it cannot make, since they depend on the
//! device or on the rows of a call.
namespace gpufft {

struct side;

//! Elements of a row, first to last with gaps, that index arithmetic in kernels covers.
constexpr std::int64_t MAX_ROW_EXTENT = std::int64_t(1) << 31;

//! \throws plan_error  the device has no double precision, or not the memory that a row
//!                     takes; \p workspace_bytes: between the passes of a row
void check_device(const transform& t,
                  const device_limits& limits,
                  std::uint64_t workspace_bytes = 0);

//! \throws plan_error  bytes of \p rows rows do not fit 64 bits, or rows share an output
void check_rows(const transform& t, std::uint64_t rows);

//! \throws plan_error  of \p rows rows, two elements of \p full at \p s share an address
void check_overlap(const transform& full, const side& s, std::uint64_t rows);

//! \throws plan_error  \p full is in place, and its two sides do not fit into one buffer
void check_in_place(const transform& full);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_VALIDATE_H */
