/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H

#include "plan/ir/dft_problem.h"
#include "plan/ir/pass.h"
#include <gpufft/device_limits.h>
#include <vector>

namespace gpufft {

/*!
 * \brief An algorithm that can turn a core DFT into passes
 *
 * Strategies are asked in order of the trips through global memory that they need. Of
 * several vector kernels that need as many the planner takes the cheapest, vector_cost()
 * in plan/strategies/simd/vector_cost.h.
 */
struct strategy {
    const char* name;
    int fewest; //!< passes
    //! No passes: it does not apply to this core on such a device.
    std::vector<pass> (*make_passes)(const dft_problem& r, const device_limits& limits);
};

//! The SIMD form: a work-item transforms a row in vectors of its own. "vectors"
std::vector<pass> make_vector_pass(const dft_problem& r, const device_limits& limits);

//! The SIMD form, a lane a row of the batch, or several very short ones: any length of
//! small primes. "vector rows"
std::vector<pass> make_vector_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form over real rows (r2c, c2r, dct and dst), a lane a row of the batch, or
//! several very short ones. "real rows"
std::vector<pass> make_real_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form over reals, a dct or dst along a dimension that is not the last, a lane
//! a column. "real columns"
std::vector<pass> make_real_columns(const dft_problem& r, const device_limits& limits);

//! The SIMD form, a lane a column: one pass along a dimension whose neighbouring columns
//! lie next to each other. "vector columns"
std::vector<pass> make_vector_columns(const dft_problem& r, const device_limits& limits);

//! The SIMD form over several dimensions in one pass. "vector dimensions"
std::vector<pass> make_vector_dimensions(const dft_problem& r,
                                         const device_limits& limits);

//! The SIMD form over several dimensions, or over any with inner columns, in one pass, a
//! lane an image of the batch. "vector nd rows"
std::vector<pass> make_vector_nd_rows(const dft_problem& r, const device_limits& limits);

//! The SIMD form in 2 or 3 passes, a lane a column. "vector passes"
std::vector<pass> make_vector_passes(const dft_problem& r, const device_limits& limits);

//! make_vector_passes(), also over rows that are short enough for lanes of their own:
//! for few of them.
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
//! needs no core: on GPUs, in one workgroup. "codelets"
std::vector<pass> make_cosine_pass(const dft_problem& r, const device_limits& limits);

//! The length split into 2 .. 4 passes, four-step and beyond. "multi-pass"
std::vector<pass> make_multi_pass(const dft_problem& r, const device_limits& limits);

//! Several dimensions in two passes, each of which takes a factor of one in the middle.
//! "split dimension"
std::vector<pass> make_split_dimension(const dft_problem& r, const device_limits& limits);

//! The SIMD form, a lane a row or a column: any length as a convolution, a prime one by
//! Rader's.
//! "vector convolution"
std::vector<pass> make_vector_convolution(const dft_problem& r,
                                          const device_limits& limits);

//! The SIMD form, any length as a convolution in three passes, a lane a column. "vector
//! bluestein"
std::vector<pass> make_vector_bluestein(const dft_problem& r,
                                        const device_limits& limits);

//! Few points or columns beside those of a long dimension, in two passes of the SIMD
//! form. "vector split dimension"
std::vector<pass> make_vector_split_dimension(const dft_problem& r,
                                              const device_limits& limits);

//! A prime length as a convolution of length - 1 points, in one pass. "rader"
std::vector<pass> make_rader(const dft_problem& r, const device_limits& limits);

//! Any length as a convolution of at least 2 length - 1 points. "bluestein"
std::vector<pass> make_bluestein(const dft_problem& r, const device_limits& limits);

//! A store operation that is mirrored, over passes that cannot do it themselves: they
//! leave the core's output in the scratch, and a pass of its own follows.
std::vector<pass> with_pointwise_store(const dft_problem& r,
                                       const device_limits& limits,
                                       const strategy& dft);

//! The operations of both ends of a real kind as passes of their own, around passes over
//! the core that know complex points alone: on CPU devices.
std::vector<pass> with_separate_io_passes(const dft_problem& r,
                                          const device_limits& limits,
                                          const strategy& dft);

//! Complex rows that lanes do not take as they lie, over passes that do: copied to the
//! scratch, or from it, on CPU devices.
std::vector<pass>
with_copy_passes(const dft_problem& r, const device_limits& limits, const strategy& dft);


} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_STRATEGY_H */
