/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H

#include "plan/ir/io_operations.h"
#include "plan/ir/pointwise_kernel.h"
#include "plan/ir/vector_kernel.h"
#include "plan/ir/workgroup_kernel.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gpufft {

//! Which twiddles of a butterfly are read from the table; products of these give the
//! rest.
enum class twiddle_source {
    full, //!< all
    m2,   //!< of points 1, 2, 4, 8, 16
    m3    //!< of points 1, 4, 16
};

//! The buffer that a pass reads from or writes to. Passes after the first may also work
//! in the caller's output.
enum class buffer_role { input, workspace, output };

//! One radix step. The registers of a work-item hold `radix` points of each of `per_item`
//! butterflies.
struct stage {
    int radix = 1;
    //! Butterflies per item: the top factor of the next digit (of the previous one in the
    //! last stage) that the registers hold as well, so that all stages keep as many
    //! points.
    int per_item = 1;
    twiddle_source twiddles = twiddle_source::full;
    int dimension = 0; //!< the index of the pass' dimension that the stage belongs to
};

//! A transformed dimension as a pass sees it: all of it, or one factor of its length.
struct pass_dimension {
    std::int64_t length = 1;        //!< points of the inner DFT along it, in all passes
    std::int64_t caller_length = 1; //!< length that the load and store operations see
    //! From point j of the pass to the next: steps in inner points, strides in elements.
    std::int64_t input_step = 1;
    std::int64_t output_step = 1;
    std::int64_t input_stride = 1;
    std::int64_t output_stride = 1;
    //! Points in tiles: `input_tile` points of the pass follow one another at input_step,
    //! and the next tile begins input_tile_step inner points further. 0: there are no
    //! tiles.
    std::int64_t input_tile = 0;
    std::int64_t input_tile_step = 0;
    std::int64_t input_rotation =
        0; //!< point n is read from place (n + rotation) mod length
    std::int64_t output_rotation =
        0; //!< output k is written to place (k + rotation) mod length

    bool is_rotated() const { return input_rotation || output_rotation; }
};

/*!
 * \brief One index that a pass runs over without transforming it
 *
 * Weights are the elements between neighbours in the input and in the output. Where the
 * index is part of the pass' first dimension (one factor of a long one), the steps are
 * what the index adds along that dimension, and the weights are the steps times the
 * strides.
 */
struct axis {
    std::string name; //!< what the kernel calls it
    std::int64_t size = 1;
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    //! What the index adds to K of the pass twiddle.
    std::int64_t twiddle_weight = 0;
    std::int64_t input_step = 0;
    std::int64_t output_step = 0;
    //! Columns in all, where the tiles together have more; 0: the tiles have no more.
    std::int64_t extent = 0;
};

//! How Rader's algorithm orders the points of a prime length.
struct rader_numbers {
    int generator = 0; //!< of the order of points; 0: the smallest
    /*!
     * Radices without a common factor (Good and Thomas): digit n_i is the point's place
     * in Rader's order modulo r_i, and k_i counts times length / r_i. So no twiddles
     * stand between the stages, and the index maps and the spectrum are in that order.
     */
    bool has_prime_factors = false;
};

/*!
 * \brief One kernel launch: one memory pass
 *
 * A workgroup transforms `points()` points, of one dimension or of several, of each of
 * `columns.size` neighbouring columns. Within a dimension, point j of the pass is inner
 * point j * input_step and its output k is inner output k * output_step, each plus what
 * columns and grid axes add. In mixed radix j = (n_1, n_2, ... n_m) with n_1 the slowest
 * digit, k = (k_m, ... k_1) with k_1 the fastest, over the stages of that dimension.
 * Before its first stage, point j is multiplied by exp(-2 pi i K j / twiddle_order),
 * where columns and grid axes give K.
 *
 * A pass that `convolves` then multiplies output k by the spectrum and goes through the
 * stages in reverse, each digit a second time: a cyclic convolution, in the order of the
 * input. Where the pass has twiddles before the first stage, it has equal ones after the
 * last.
 *
 * plan_text.cc prints and parses every field.
 */
struct pass {
    std::variant<workgroup_kernel, vector_kernel, pointwise_kernel> kernel;
    precision number = precision::float32;
    std::vector<pass_dimension> dimensions = std::vector<pass_dimension>(1);
    std::vector<stage> stages; //!< those of one dimension in order; pointwise: none
    bool convolves = false;
    //! The spectrum that the pass multiplies by is the caller's, an argument of the
    //! kernel: real parts of all outputs of the inner DFT in order, then their imaginary
    //! parts.
    bool callers_spectrum = false;
    /*!
     * What the butterflies are: c2c of complex numbers, or the codelet of a DCT or DST of
     * reals, a stage for all of each dimension. Load and store operations then copy
     * reals.
     */
    transform_kind codelets = transform_kind::c2c;
    rader_numbers order;
    axis columns;           //!< in a workgroup; the batch's rows where grid is empty
    std::vector<axis> grid; //!< over workgroups, fastest first; the rows come on top
    //! Rows of the pass in a row of the transform: loops and other dimensions that
    //! follow one another like rows.
    std::int64_t row_factor = 1;
    std::int64_t input_distance = 1; //!< elements between rows of the pass
    std::int64_t output_distance = 1;
    std::int64_t input_offset = 0; //!< of the first row: a later part of the workspace
    std::int64_t output_offset = 0;
    std::int64_t twiddle_order = 1; //!< 1: no twiddle before the pass
    buffer_role from = buffer_role::input;
    buffer_role to = buffer_role::output;
    bool in_place = false; //!< input and output may be one buffer
    load_operation load;
    store_operation store;

    bool is_workgroup() const { return std::holds_alternative<workgroup_kernel>(kernel); }
    bool is_vector() const { return std::holds_alternative<vector_kernel>(kernel); }
    bool is_pointwise() const { return std::holds_alternative<pointwise_kernel>(kernel); }
    //! The choices of a workgroup's kernel; the defaults where the kernel is of another
    //! kind.
    const workgroup_kernel& workgroup() const;
    //! The choices of a vector kernel; the defaults where the kernel is of another kind.
    const vector_kernel& vector() const;
    //! \throws std::bad_variant_access  the kernel is of another kind
    workgroup_kernel& change_workgroup() { return std::get<workgroup_kernel>(kernel); }
    vector_kernel& change_vector() { return std::get<vector_kernel>(kernel); }

    //! Lanes of a vector, whatever they hold; 1: the kernel has no vectors.
    int lanes() const;
    //! Vectorized across rows or columns: each lane takes one.
    bool is_across() const { return is_vector() && !is_within_row(vector().lanes_are); }
    //! Vectorized within a row: lanes take its points.
    bool is_within() const { return is_vector() && is_within_row(vector().lanes_are); }
    //! Vectorized across the batch: each lane takes a row.
    bool lanes_are_rows() const
    {
        return is_vector() && is_across_rows(vector().lanes_are);
    }
    //! The lanes of vectors are \p lanes.
    bool lanes_are(lane_kind lanes) const
    {
        return is_vector() && vector().lanes_are == lanes;
    }
    //! Product of the radices, times the inner batch.
    std::int64_t points() const;
    //! Number of times that stages run: each once, or there and back.
    std::size_t steps() const { return convolves ? 2 * stages.size() : stages.size(); }
    //! The stage, and so the digit, of step \p i.
    std::size_t stage_of(std::size_t i) const;
    //! Registers hold real numbers, not complex ones.
    bool is_real() const { return codelets != transform_kind::c2c; }
    //! The columns are the batch, so the last workgroup may be partly empty.
    bool columns_are_rows() const { return grid.empty(); }
    //! Step \p i works on conjugate pairs of butterflies.
    bool is_paired(std::size_t i) const
    {
        return (i == 0 && workgroup().paired_input) ||
               (i + 1 == stages.size() && workgroup().paired_output);
    }
    //! Butterflies of step \p i in the registers of a work-item: per_item of its stage
    //! or, where the step is paired, a conjugate pair, and one in a pass of one stage.
    int butterflies(std::size_t i) const;
    //! The first stage's points (the last one's outputs) lie in local memory, in the
    //! order of the exchange.
    bool comes_by_exchange() const
    {
        return workgroup().staged_input && !workgroup().paired_input;
    }
    bool leaves_by_exchange() const
    {
        return (workgroup().staged_output || store.needs_pairs()) &&
               !workgroup().paired_output;
    }
    //! Points that step \p i keeps in the registers of a work-item.
    int points_per_item(std::size_t i) const;
    //! Most points that any step keeps in the registers of a work-item.
    int points_per_item() const;
    //! Work-items of a workgroup that are active in step \p i.
    int active_items(std::size_t i) const;
    //! Work-items of a workgroup that go through the stages.
    int work_items() const;
    //! All work-items of a workgroup, those that filter among them.
    int launched_items() const { return work_items() + workgroup().filter_items; }
    //! Rows before the first of a workgroup's own that it transforms as well, to make
    //! samples of them: those of a batch begin with as many (branch_rows.h).
    std::int64_t rows_before() const
    {
        return store.branches ? store.branches->taps_per_branch - 1 : 0;
    }
    //! Rows from a workgroup's first one to the next one's, where columns are rows.
    std::int64_t rows_of_group() const { return columns.size - rows_before(); }
    //! Tiles that a batch of \p rows comes to. A workgroup of the SIMT form does one, or
    //! a cluster of them.
    std::uint64_t tiles(std::uint64_t rows) const;
    //! Workgroups for a batch of \p rows.
    std::uint64_t groups(std::uint64_t rows) const;
    //! The kernel exchanges, or stages its input or output, through local memory.
    bool uses_local_memory() const;
    //! A load or store operation looks indices up in a table of its own; vector kernels
    //! have these indices in their text.
    bool has_indices() const
    {
        if (is_vector())
            return false;
        return load.by == convolution::rader || store.by == convolution::rader;
    }
    //! Whole rows of Rader's stand in local memory, in their order in global memory, from
    //! the load to the store.
    bool stages_rows() const
    {
        return workgroup().staged_input && load.by == convolution::rader;
    }
    //! The outputs of step \p i go to the other workgroups of the cluster: once, and
    //! where the pass convolves, once more between the same two stages on the way back.
    bool leaves_group(std::size_t i) const
    {
        const auto& cluster = workgroup().cluster;
        const auto after = static_cast<std::size_t>(cluster.after);
        return cluster.size > 1 &&
               (i + 1 == after || (convolves && i + 1 + after == steps()));
    }
    //! The load (store) operation needs the index along each dimension, not just the
    //! address.
    bool load_is_indexed() const;
    bool store_is_indexed() const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H */
