/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H

#include "plan/ir/ends.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Shape of the kernel text: work-items for GPUs, or explicit vectors for CPUs.
enum class kernel_form { simt, simd };

//! How stages exchange: complex values at once, or real then imaginary parts in half
//! the local memory (Nukada and Matsuoka 2009, section 4.2).
enum class exchange { whole, split };

//! Which twiddles of a butterfly are read from the table; the rest are products of those.
enum class twiddle_source {
    full, //!< all
    m2,   //!< of points 1, 2, 4, 8, 16
    m3    //!< of points 1, 4, 16
};

//! Work-items of a subgroup of the devices that have clusters.
constexpr int CLUSTER_SUBGROUP = 32;

//! Of pass::fetch_ahead: as far as was fast on the devices at hand.
constexpr int USUAL_FETCH = -1;

//! Where a pass reads from or writes to. Passes after the first may go on in the
//! caller's output.
enum class place { input, scratch, output };

//! One radix step. The registers of a work-item hold `radix` points of each of `fill`
//! butterflies.
struct stage {
    int radix = 1;
    //! Top factor of the next digit (of the previous one in the last stage) that the
    //! registers hold as well, so that all stages keep as many points in registers.
    int fill = 1;
    twiddle_source twiddles = twiddle_source::full;
    int dimension = 0; //!< of the pass' dimensions, the one it belongs to
};

//! A transformed dimension as a pass sees it: all of it, or one factor of its length.
struct pass_dimension {
    std::int64_t length = 1;        //!< points of the core along it, in all passes
    std::int64_t caller_length = 1; //!< of the dimension that the ends speak of
    //! From point j of the pass to the next, in core points, and in elements for each.
    std::int64_t input_step = 1;
    std::int64_t output_step = 1;
    std::int64_t input_stride = 1;
    std::int64_t output_stride = 1;
    //! Points in tiles: so many of the pass' follow one another at input_step, and the
    //! tile after them begins input_tile_step core points further. 0: there are none.
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
 * what it adds to the index along that, and the weights are those times the strides.
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
};

/*!
 * \brief One kernel launch: one trip through global memory
 *
 * A workgroup transforms `points()` points, of one dimension or of several, of each of
 * `columns.size` neighbouring columns. Within a dimension, point j of the pass is j *
 * input_step core points and its output k is k * output_step, each plus what columns and
 * grid axes add. In mixed radix j = (n_1, n_2, ... n_m) with n_1 the slowest digit, k =
 * (k_m, ... k_1) with k_1 the fastest, over the stages of that dimension. Before its
 * first stage, point j is multiplied by exp(-2 pi i K j / twiddle_order), where columns
 * and grid axes give K.
 *
 * A pass that `convolves` then multiplies output k by the spectrum and goes through the
 * stages in reverse, each digit a second time: a cyclic convolution, in the order of the
 * input. Where it has twiddles before, it has the same ones after.
 *
 * plan_text.cc prints and parses every field.
 */
struct pass {
    kernel_form form = kernel_form::simt;
    precision number = precision::float32;
    std::vector<pass_dimension> dimensions = { pass_dimension{} };
    std::vector<stage> stages; //!< those of one dimension in order
    bool convolves = false;
    /*!
     * What the butterflies are: c2c of complex numbers, or the codelet of a DCT or DST of
     * real ones, a stage for all of each dimension. The ends then copy reals.
     */
    transform_kind codelets = transform_kind::c2c;
    //! No stages: what its ends do, point by point; beside a mirrored store a plain load.
    bool is_pointwise = false;
    //! Of a vector, in the SIMD form. A lane is a point: the first stage's radix is the
    //! number of lanes; or a lane is a column, and they are as many; or where the columns
    //! are the batch's rows, a lane is one of them, or several neighbouring short ones.
    int lanes = 1;
    bool lanes_are_columns = false;
    int workers = 1; //!< workgroups that share the tiles in the SIMD form
    //! From so many rows of the pass on, stores to whole lines bypass the caches (SIMD
    //! form); 0: they never do.
    std::int64_t stream_rows = 0;
    //! How far ahead inputs are asked for, see plan/simd/fetching.h; 0: they are not.
    int fetch_ahead = USUAL_FETCH;
    axis columns; //!< inside a workgroup; the batch's rows where grid is empty
    /*!
     * The columns are pairs of opposite outputs of the earlier passes, so that -k meets k
     * in the workgroup: of p pairs, pair a < p is K = a and 2 p - a, and of a = 0 p. The
     * first half of a tile's columns are neighbouring K = a, the other their partners.
     */
    bool columns_are_paired = false;
    /*!
     * Columns that lie between neighbouring points of a row, and are transformed side by
     * side without lanes of their own: of so many channels, say, in turn (SIMD form).
     */
    std::int64_t inner_columns = 1;
    //! Columns there are in all, where the tiles' columns come to more; 0: as many.
    std::int64_t column_extent = 0;
    std::vector<axis> grid; //!< over workgroups, fastest first; the rows come on top
    //! Rows of the pass in a row of the transform: loops and other dimensions that
    //! follow one another like rows.
    std::int64_t row_factor = 1;
    std::int64_t input_distance = 1; //!< elements between rows of the pass
    std::int64_t output_distance = 1;
    std::int64_t input_offset = 0; //!< of the first row: a later part of the scratch
    std::int64_t output_offset = 0;
    std::int64_t twiddle_order = 1; //!< 1: no twiddle before the pass
    place from = place::input;
    place to = place::output;
    bool in_place = false; //!< input and output may be one buffer
    load_operation load;
    store_operation store;
    exchange exchange_parts = exchange::whole;
    //! Through local memory, so that loads stay coalesced. Of Rader's ends: whole rows
    //! through a buffer beside the exchange's, in which points are looked up.
    bool staged_input = false;
    bool staged_output = false; //!< likewise for stores
    //! What is read (written) is not wanted again soon, and had better leave the caches
    //! before what is. Of plain complex ends of work-items; CUDA alone has words for it.
    bool streamed_input = false;
    bool streamed_output = false;
    //! Rader's staged rows come (leave) in bulk: a unit beside the work-items copies them
    //! where they fill the workgroup and lie at whole 16 bytes. So come tiles of other
    //! rows (bulk_tiles.h). CUDA, from sm_90 on.
    bool bulk_input = false;
    bool bulk_output = false;
    //! Neighbouring work-items take neighbouring columns, but where an end in global
    //! memory wants another order. Columns at an odd distance then never meet in a bank.
    bool low_columns = false;
    //! The registers of the first (last) stage hold opposite butterflies, so that what
    //! the load (store) operation takes or makes together is in one work-item: paired.h.
    bool paired_input = false;
    bool paired_output = false;
    /*!
     * All stages find their points in the same places of local memory, and leave them in
     * the same others, a digit further up (Pease): the place of a digit goes round with
     * the stages, and the last one leaves digits reversed. Of one dimension in stages of
     * equal radix and fill.
     */
    bool has_constant_geometry = false;
    /*!
     * Radices without a common factor (Good and Thomas): digit n_i is the point's place
     * in Rader's order modulo r_i, and k_i counts times length / r_i. So no twiddles
     * stand between the stages, and the tables of places and the spectrum are in that
     * order.
     */
    bool has_prime_factors = false;
    int generator = 0; //!< of Rader's order of points; 0: the smallest
    //! Numbers of the stages, from 1, in the order in which their digits lie in the
    //! exchange buffer, innermost first; empty: the last stage's first.
    std::vector<int> nesting;
    std::vector<int> padding; //!< of the exchange buffer, a level each (local_layout)
    //! Workgroups that a compute unit must have registers for at once, which caps those
    //! of a work-item; 0: as the compiler likes. CUDA alone has a word for it.
    int resident = 0;
    /*!
     * Workgroups that share a tile and reach into each other's local memory: a cluster.
     * Up to stage `cluster_after`, counted from 1, each has one value of the top of the
     * later digits, and from then on one value of the top of the earlier ones, so the
     * exchange after that stage goes through the whole cluster. A pass that convolves
     * goes back to the first of these on its way back. CUDA alone has words for it.
     */
    int cluster = 1;
    int cluster_after = 1;
    //! Points are sent without waiting, and counted where they arrive, instead of a
    //! meeting of all groups before and after.
    bool cluster_is_async = false;
    //! Clusters go to where there is least to do, instead of next to each other.
    bool cluster_is_balanced = false;

    //! Product of the radices, of each of the inner columns.
    std::int64_t points() const;
    //! Times that stages are run: each once, or there and back.
    std::size_t steps() const { return convolves ? 2 * stages.size() : stages.size(); }
    //! The stage, and so the digit, of step \p i.
    std::size_t stage_of(std::size_t i) const;
    //! Registers hold real numbers, not complex ones.
    bool is_real() const { return codelets != transform_kind::c2c; }
    //! The columns are the batch, so the last workgroup may be partly empty.
    bool columns_are_rows() const { return grid.empty(); }
    //! Of the SIMD form: each takes rows of the batch, columns.size of them in all.
    bool lanes_are_rows() const { return lanes_are_columns && columns_are_rows(); }
    //! Of the SIMD form: columns that are images, which neighbours share the output with.
    bool lanes_are_image_columns() const
    {
        return lanes_are_columns && !columns_are_rows() &&
               (dimensions.size() > 1 || inner_columns > 1);
    }
    //! Of the SIMD form: rows of several dimensions, or of inner columns.
    bool lanes_are_images() const
    {
        return lanes_are_rows() && (dimensions.size() > 1 || inner_columns > 1);
    }
    //! Step \p i works on opposite butterflies.
    bool is_paired(std::size_t i) const
    {
        return (i == 0 && paired_input) || (i + 1 == stages.size() && paired_output);
    }
    //! Of step \p i in the registers of a work-item: what it is filled up to, or two
    //! opposite ones, or where there is but one, that.
    int butterflies(std::size_t i) const;
    //! The first stage's points (the last one's outputs) lie in local memory, in the
    //! order of the exchange.
    bool comes_by_exchange() const { return staged_input && !paired_input; }
    bool leaves_by_exchange() const
    {
        return (staged_output || store.is_mirrored()) && !paired_output;
    }
    //! Points that step \p i keeps in the registers of a work-item.
    int points_held(std::size_t i) const;
    //! The most that any step keeps there.
    int points_held() const;
    //! Work-items of a workgroup that step \p i employs.
    int active_items(std::size_t i) const;
    //! In a workgroup.
    int work_items() const;
    //! Tiles that a batch of \p rows comes to. A workgroup of the SIMT form does one, or
    //! a cluster of them.
    std::uint64_t tiles(std::uint64_t rows) const;
    //! Workgroups for a batch of \p rows.
    std::uint64_t groups(std::uint64_t rows) const;
    //! Exchanges, or is staged, through local memory.
    bool uses_local_memory() const;
    //! An end looks places up in a table of its own; vectors have theirs in the text.
    bool has_indices() const
    {
        if (form == kernel_form::simd)
            return false;
        return load.by == convolution::rader || store.by == convolution::rader;
    }
    //! Rader's rows stand in local memory as they lie, from the load to the store.
    bool stages_rows() const { return staged_input && load.by == convolution::rader; }
    //! What step \p i leaves goes to the other workgroups of the cluster: once, and where
    //! the pass convolves once more between the same stages on the way back.
    bool leaves_group(std::size_t i) const
    {
        const auto after = static_cast<std::size_t>(cluster_after);
        return cluster > 1 && (i + 1 == after || (convolves && i + 1 + after == steps()));
    }
    //! The load (store) operation needs the index along each dimension, not just the
    //! address.
    bool load_is_indexed() const;
    bool store_is_indexed() const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_PASS_H */
