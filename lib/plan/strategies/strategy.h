/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief An algorithm that can turn an inner DFT into passes
 *
 * Strategies are asked in order of the memory passes that they need. The planner takes
 * the cheapest of several vector kernels that need as many, by vector_cost() in
 * plan/strategies/simd/vector_cost.h.
 */
struct strategy {
    const char* name;
    int fewest; //!< passes
    //! Returns no passes where the strategy does not apply to this inner DFT on such a
    //! device.
    std::vector<pass> (*make_passes)(const dft_problem& r, const device_limits& limits);
};

//! The SIMD form: a work-item transforms a row in vectors of the row's own points.
//! "vectors"
std::vector<pass> make_vector_pass(const dft_problem& r, const device_limits& limits);

//! The SIMD form, with a lane for each row of the batch, or for several very short ones:
//! any length of small primes. "vector rows"
std::vector<pass> make_vector_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form over real rows (r2c, c2r, dct and dst), with a lane for each row of the
//! batch, or for several very short ones. "real rows"
std::vector<pass> make_real_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form over reals, a dct or dst along a dimension that is not the last, with a
//! lane for each column. "real columns"
std::vector<pass> make_real_columns(const dft_problem& r, const device_limits& limits);

//! The SIMD form, with a lane for each column: one pass along a dimension whose
//! neighbouring columns lie next to each other. "vector columns"
std::vector<pass> make_vector_columns(const dft_problem& r, const device_limits& limits);

//! The SIMD form over several dimensions in one pass. "vector dimensions"
std::vector<pass> make_vector_dimensions(const dft_problem& r,
                                         const device_limits& limits);

//! The SIMD form over several dimensions, or over any with inner columns, in one pass,
//! with a lane for each N-d row of the batch. "vector nd rows"
std::vector<pass> make_vector_nd_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form in 2 or 3 passes, with a lane for each column. "vector passes"
std::vector<pass> make_vector_passes(const dft_problem& r, const device_limits& limits);

//! Like make_vector_passes(), but also over rows that are short enough for lanes of their
//! own: for small batches of them.
std::vector<pass> make_shared_vector_passes(const dft_problem& r,
                                            const device_limits& limits);

//! All stages in one workgroup, of one dimension or of several. "stockham": the exchange
//! leaves the output in order.
std::vector<pass> make_single_pass(const dft_problem& r, const device_limits& limits);

//! All stages over a cluster of workgroups, where one alone has little or no room.
//! "cluster"
std::vector<pass> make_cluster_pass(const dft_problem& r, const device_limits& limits);

//! Any length as a convolution of at least 2 length - 1 points, which a cluster does in
//! one pass there and back.
std::vector<pass> make_cluster_convolution(const dft_problem& r,
                                           const device_limits& limits);

//! A DCT or DST of type 2, 3 or 4 whose dimensions are a codelet of reals each, which
//! needs no inner DFT: on GPUs, in one workgroup. "codelets"
std::vector<pass> make_cosine_pass(const dft_problem& r, const device_limits& limits);

//! The length split into 2 .. 4 passes, four-step and beyond. "multi-pass"
std::vector<pass> make_multi_pass(const dft_problem& r, const device_limits& limits);

//! Several dimensions in two passes, each of which takes a factor of one in the middle.
//! "split dimension"
std::vector<pass> make_split_dimension(const dft_problem& r, const device_limits& limits);

//! The SIMD form, with a lane for each row or column: any length as a convolution, a
//! prime one by Rader's algorithm. "vector convolution"
std::vector<pass> make_vector_convolution(const dft_problem& r,
                                          const device_limits& limits);

//! The SIMD form, any length as a convolution in three passes, with a lane for each
//! column. "vector bluestein"
std::vector<pass> make_vector_bluestein(const dft_problem& r,
                                        const device_limits& limits);

//! A long dimension beside few points or columns, in two passes of the SIMD form. "vector
//! split dimension"
std::vector<pass> make_vector_split_dimension(const dft_problem& r,
                                              const device_limits& limits);

//! A prime length as a convolution of length - 1 points, in one pass. "rader"
std::vector<pass> make_rader(const dft_problem& r, const device_limits& limits);

//! Any length as a convolution of at least 2 length - 1 points. "bluestein"
std::vector<pass> make_bluestein(const dft_problem& r, const device_limits& limits);

//! A convolution that the caller asks for, dft_problem::is_convolved, in one pass of the
//! SIMD form: lanes are points of a row. "convolved vectors"
std::vector<pass> make_convolved_vectors(const dft_problem& r,
                                         const device_limits& limits);

//! Such a convolution in three passes of the SIMD form, with a lane for each column.
//! "convolved vector passes"
std::vector<pass> make_convolved_vector_passes(const dft_problem& r,
                                               const device_limits& limits);

//! Such a convolution in one workgroup. "convolved"
std::vector<pass> make_convolved_pass(const dft_problem& r, const device_limits& limits);

//! Such a convolution in three or five passes. "convolved passes"
std::vector<pass> make_convolved_passes(const dft_problem& r,
                                        const device_limits& limits);

//! A store operation that needs conjugate pairs, over passes that cannot do it
//! themselves: they leave the outputs of the inner DFT in the workspace, and a pass of
//! its own follows.
std::vector<pass> with_pointwise_store(const dft_problem& r,
                                       const device_limits& limits,
                                       const strategy& dft);

//! The load and store operations of a real kind as passes of their own, around passes
//! over the inner DFT that know complex points alone: on CPU devices.
std::vector<pass> with_separate_io_passes(const dft_problem& r,
                                          const device_limits& limits,
                                          const strategy& dft);

//! Complex rows that vector kernels do not take as they lie, over passes that do: copied
//! to the workspace, or from it, on CPU devices.
std::vector<pass>
with_copy_passes(const dft_problem& r, const device_limits& limits, const strategy& dft);


} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H */
