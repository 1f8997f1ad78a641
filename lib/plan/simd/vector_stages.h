/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Vectors load and store the points of \p e as they lie: interleaved, planar or real.
bool vectors_copy(const io_operation& e);

//! The SIMD form knows the load and store operations of \p r: complex values or reals
//! that follow one another in a row of their own, or points at any distance with neither
//! window nor rotation.
bool vectors_take(const dft_problem& r);
//! So are \p r and its expressions, which vectors of lanes along a row, or of a row each,
//! compute: the text is in codegen/simd/emit_vector_value.h.
bool vectors_take_expressions(const dft_problem& r, lane_kind lanes);

//! There is no window and no rotation: the load and store operations need no index.
bool is_plain(const dft_problem& r);

//! Number of the outer loop whose values are neighbours in input and output; -1: none is.
int neighbouring_other(const dft_problem& r);

//! The device's vectors are wide enough for the SIMD form.
bool has_vectors(const device_limits& limits);

//! Widest vector of the device for arithmetic in \p number, or that of \p r, in reals:
//! two native vectors of doubles where one holds just a pair.
int widest_vector(precision number, const device_limits& limits);
int widest_vector(const dft_problem& r, const device_limits& limits);

//! Reals of a vector for such arithmetic that a native instruction computes at once: on
//! AMD's Zen 4 8 floats of the 16 of widest_vector(), but all of its doubles, which are
//! slower in half the lanes: see measurements.md, "Doubles in half the lanes".
int native_vector(precision number, const device_limits& limits);
int native_vector(const dft_problem& r, const device_limits& limits);

//! Bytes of the stack buffer that a work-item of the SIMD form may have, and that a lane
//! count is worth: half of the second-level cache, as far as its stack has room for.
std::int64_t most_workspace_bytes(const device_limits& limits);

//! Vectors of most_workspace_bytes().
std::int64_t
most_buffer_vectors(int lanes, precision number, const device_limits& limits);

//! Most vectors of the stack buffer of \p p, by its second-level cache, where
//! most_row_vectors() does not bound them.
std::int64_t most_buffer_vectors(const pass& p);

//! Most vectors of a stack buffer whose lanes are points of a long row, or rows of
//! several dimensions: as many as the stack of a work-item has room for.
std::int64_t most_row_vectors(int lanes, precision number, std::int64_t workspace_bytes);

//! Vectors of the stack buffer of \p p that hold its points or slots.
std::int64_t workspace_vectors(const pass& p);

//! Most bytes of a stack buffer for a long row, whatever room the stack has.
constexpr std::int64_t MOST_ROW_STACK_BYTES = 2 * 1024 * 1024;

//! Reals of an element in the caller's memory that follow one another: two of an
//! interleaved complex one.
int numbers_of(const io_operation& e);

//! Reals of an element that follow one another on the side that has fewer.
int numbers_of(const io_operation& load, const io_operation& store);

//! Neighbouring rows of \p points elements, of so many \p numbers each, that a lane takes
//! together, so that vectors of \p lanes reals are full: 1 but for very short rows.
int rows_of_a_lane(std::int64_t points, int lanes, int numbers);

//! Lanes of rows can do the load and store operations \p load and \p store of a real
//! transform.
bool real_rows_take(const load_operation& load, const store_operation& store);

//! rows_of_a_lane() of \p p, where the caller has reals.
int real_rows_of_a_lane(const pass& p);

//! Lanes of points store bins 0 .. M of 2 M reals: conjugate outputs k and -k of the
//! inner DFT are in the stack buffer of one work-item.
bool stores_bins(const pass& p);

//! Lanes of points make the points of the inner DFT from bins 0 .. M of 2 M reals, and
//! store points as the pairs of reals that they are.
bool loads_bins(const load_operation& load, const store_operation& store);
bool loads_bins(const pass& p);

//! Workgroups that share the work of a SIMD pass.
int workgroup_count(const device_limits& limits);

//! Whether vectors left out keep points apart that would drive each other out of the
//! caches, plan/simd/buffer_padding.h.
enum class buffer_form { dense, spread };

//! As few stages as cover \p points, as even as possible, of radices that the vector
//! registers hold; more of smaller ones where these are faster, as registers are few.
//! Empty where none do.
std::vector<stage> choose_vector_stages(std::int64_t points,
                                        const device_limits& limits,
                                        buffer_form form = buffer_form::dense);

//! Time of the stages of choose_vector_stages() for a point, in passes of a point over
//! the stack buffer; infinite where there are no stages.
double vector_stage_cost(std::int64_t points, const device_limits& limits);

//! Time of a pass of columns for a point, in passes of a point over the stack buffer:
//! \p stages is that of its stages; a memory pass is added, and what so many bytes of
//! stack buffer cost beside a first-level cache of \p l1_bytes.
double vector_pass_cost(double stages, double workspace_bytes, std::int64_t l1_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H */
