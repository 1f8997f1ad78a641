/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Vectors load and store points of such an end as they lie: interleaved, planar or real.
bool vectors_copy(const io_operation& e);

//! The SIMD form knows the ends of \p r: complex values or reals that follow one another
//! in a row of their own, or points whatever apart with neither window nor rotation.
bool vectors_take(const dft_problem& r);

//! No window and no rotation: the ends need no index.
bool is_plain(const dft_problem& r);

//! Number of the other whose values are neighbours on both sides; -1: none is.
int neighbouring_other(const dft_problem& r);

//! The device's vectors are wide enough for the SIMD form.
bool has_vectors(const device_limits& limits);

//! Widest vector of the device for arithmetic of \p number, or that of \p r, in reals: of
//! double ones two native vectors where one is a pair.
int widest_vector(precision number, const device_limits& limits);
int widest_vector(const dft_problem& r, const device_limits& limits);

//! Reals of a vector for such arithmetic that units take in one turn: on AMD's
//! Zen 4 8 floats of the 16 of widest_vector(), but all of its doubles, which are
//! slower in half the lanes: see measurements.md, "Doubles in half the lanes".
int native_vector(precision number, const device_limits& limits);
int native_vector(const dft_problem& r, const device_limits& limits);

//! Bytes of scratch that a worker of the SIMD form may have to itself, and a lane count
//! is worth: half of the second level of caches, as far as its stack has room for.
std::int64_t most_workspace_bytes(const device_limits& limits);

//! Vectors of most_workspace_bytes().
std::int64_t
most_buffer_vectors(int lanes, precision number, const device_limits& limits);

//! Vectors of scratch that \p p may have at most where most_row_vectors() does not bound
//! them, by the second level of caches that it is for.
std::int64_t most_buffer_vectors(const pass& p);

//! Vectors of scratch that a work-item may have whose lanes are points of a long row, or
//! rows of several dimensions: as many as its stack has room for.
std::int64_t most_row_vectors(int lanes, precision number, std::int64_t workspace_bytes);

//! Vectors of scratch that a work-item of \p p has for its points or slots.
std::int64_t workspace_vectors(const pass& p);

//! Scratch that no work-item takes for a long row, whatever room its stack has.
constexpr std::int64_t MOST_ROW_STACK_BYTES = 2 * 1024 * 1024;

//! Reals of an element of the caller's that follow one another at such an end.
int numbers_of(const io_operation& e);

//! Reals of an element that follow one another at the end that has fewer.
int numbers_of(const io_operation& load, const io_operation& store);

//! Neighbouring rows of \p points elements, of so many \p numbers each, that a lane takes
//! together, so that vectors of \p lanes reals are full: 1 but for very short rows.
int rows_of_a_lane(std::int64_t points, int lanes, int numbers);

//! Lanes of rows know what a real transform's ends do, load operation and store
//! operation.
bool real_rows_take(const load_operation& load, const store_operation& store);

//! rows_of_a_lane() of \p p, where the caller has reals.
int real_rows_of_a_lane(const pass& p);

//! Lanes of points store bins 0 .. M of 2 M reals: opposite outputs of the core are in
//! the scratch of one work-item.
bool stores_bins(const pass& p);

//! Lanes of points make the core's points from bins 0 .. M of 2 M reals, and store points
//! as the pairs of reals that they are.
bool loads_bins(const load_operation& load, const store_operation& store);
bool loads_bins(const pass& p);

//! Workgroups that share the work of a SIMD pass.
int workgroup_count(const device_limits& limits);

//! Whether spare vectors keep points apart that would drive each other out of the caches,
//! plan/simd/buffer_padding.h.
enum class buffer_form { dense, spread };

//! As few stages as cover \p points, as even as possible, of radices that the vector
//! registers hold; empty where none do.
std::vector<stage> choose_vector_stages(std::int64_t points,
                                        buffer_form form = buffer_form::dense);

//! Time of the stages of choose_vector_stages() for a point, in trips of one through the
//! scratch; none: infinite.
double vector_stage_cost(std::int64_t points);

//! Time of a pass of columns for a point, in trips of one through the scratch: \p stages
//! is that of its stages; a trip through memory and what so many bytes of scratch cost
//! beside a first level of \p l1_bytes come on top.
double vector_pass_cost(double stages, double workspace_bytes, std::int64_t l1_bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMD_VECTOR_STAGES_H */
