/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/row_branches.h"
#include "exec/self_test/test_counts.h"
#include "math/divided_up.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/request/io_view.h"
#include "plan/request/validate.h"
#include "plan/simt/bulk_rows.h"
#include <gpufft/error.h>
#include <algorithm>
#include <set>

namespace gpufft {

namespace {

// Most bytes of input, output and workspace of a call, so that a test is short: see
// measurements.md, "Calls of the self test".
constexpr std::int64_t MOST_BYTES = std::int64_t(64) << 20;
// Most bytes of input, output and workspace of a call of two rows, which any call may
// have: two rows of 2^25 points.
constexpr std::int64_t MOST_PAIR_BYTES = std::int64_t(2) << 30;
// Most bytes of input, output and workspace of a call for each core of a CPU device:
// kernels take other code where a call is more than the caches of all cores hold, and
// each core takes rows of up to 4 MiB by itself.
constexpr std::int64_t MOST_CORE_BYTES = std::int64_t(12) << 20;

class count_set
{
public:
    count_set(const executor& e, std::uint32_t most)
        : d_executor(e),
          d_plan(e.made_plan()),
          d_limits(e.on()->info().limits),
          d_most(std::min<std::int64_t>(most, static_cast<std::int64_t>(e.max_rows())))
    {
    }

    std::vector<std::uint32_t> all()
    {
        add(2);
        for (std::size_t i = 0; i < d_plan.passes.size(); ++i) {
            add_tiles(d_plan.passes[i]);
            add_branches(i);
        }
        add_slices();
        add_threads();
        return { d_counts.begin(), d_counts.end() };
    }

private:
    //! \return whether \p rows are among them
    bool add(std::int64_t rows)
    {
        if (rows < 2 || rows > d_most || !fits(rows))
            return false;
        d_counts.insert(static_cast<std::uint32_t>(rows));
        return true;
    }

    bool fits(std::int64_t rows) const
    {
        const auto count = static_cast<std::size_t>(rows);
        const auto in = static_cast<std::int64_t>(d_executor.input_bytes(count));
        const auto out = static_cast<std::int64_t>(d_executor.output_bytes(count));
        const auto workspace =
            static_cast<std::int64_t>(d_executor.workspace_bytes(count));
        const auto whole = d_limits.global_memory_bytes / 4;
        return std::max({ in, out, workspace }) <= d_limits.max_allocation_bytes &&
               in + out + workspace <=
                   std::min(whole, rows == 2 ? MOST_PAIR_BYTES : most_bytes()) &&
               are_apart(rows);
    }

    std::int64_t most_bytes() const
    {
        return d_limits.is_cpu
                   ? std::max(MOST_BYTES, MOST_CORE_BYTES * d_limits.compute_units)
                   : MOST_BYTES;
    }

    //! Rows that interleave are no more than fit between one another, and share no input.
    bool are_apart(std::int64_t rows) const
    {
        const auto full = packed(d_plan.request);
        const auto count = static_cast<std::uint64_t>(rows);
        try {
            check_rows(full, count);
            if (input_extent(full) > full.input_distance)
                check_overlap(full, INPUT_VIEW, count);
            return true;
        } catch (const plan_error&) {
            return false;
        }
    }

    //! Rows of which each workgroup that filters has more than a turn of its registers,
    //! and the last one a tile that is not full.
    std::int64_t rows_of_turns(const pass& p) const
    {
        const auto groups =
            static_cast<std::int64_t>(filtering_groups(p, d_limits.compute_units));
        const auto tiles = divided_up(filter_shape_of(p).turn, p.columns.size) + 1;
        return groups * tiles * p.columns.size + 1;
    }

    void add_tiles(const pass& p)
    {
        const bool is_of_rows = p.columns_are_rows() && !p.is_pointwise();
        const auto tile = is_of_rows ? p.columns.size : 1;
        const auto of_row = static_cast<std::int64_t>(p.tiles(1)); // where it has many
        for (const auto columns : { tile / 2, tile - 1, tile + 1 })
            add(divided_up(columns, p.row_factor));
        if (has_odd_rows(p)) // the second tile begins at another alignment than the first
            add(divided_up(2 * tile, p.row_factor));
        if (p.workgroup().filter_items)
            add(divided_up(rows_of_turns(p), p.row_factor));
        if (!p.is_vector())
            return;
        const auto of_workers = 2 * std::int64_t(p.vector().workgroups);
        add(is_of_rows ? divided_up(of_workers * tile + 1, p.row_factor)
                       : divided_up(of_workers, of_row) + 1);
    }

    void add_branches(std::size_t number)
    {
        const auto& p = d_plan.passes[number];
        const auto tile = p.columns_are_rows() ? p.columns.size : 1;
        const auto& source = d_executor.built()[number].compiled->source();
        for (const auto branch : row_branches(source.text)) {
            const auto rows = divided_up(branch, p.row_factor);
            add(rows - 1);
            add(rows);
            // So that the last tile is a part, if that is not one.
            if (tile > 1 && rows * p.row_factor % tile == 0)
                add(rows + 1);
        }
    }

    //! Adds a count whose last slice follows others on its chain of concurrent slices,
    //! and is cut short if a slice has several rows.
    void add_slices()
    {
        const auto most = static_cast<std::size_t>(d_most);
        const std::int64_t slice = d_executor.slices().at_once(most);
        if (slice == d_most)
            return;
        add(slice + 1);
        add(slice * d_plan.concurrent_slices + std::min<std::int64_t>(slice, 2));
    }

    //! Two slices for each thread, or one where that is much; and a row more, which all
    //! threads share.
    void add_threads()
    {
        const std::int64_t slice = d_executor.slices().of_a_thread();
        if (!slice)
            return;
        const auto each = d_limits.compute_units * slice;
        const auto is_taken = add(2 * each) ? 2 * each : add(each) ? each : 0;
        add(is_taken + 1);
    }

    const executor& d_executor;
    const plan& d_plan;
    const device_limits& d_limits;
    std::int64_t d_most;
    std::set<std::uint32_t> d_counts;
};

} // namespace

std::vector<std::uint32_t> test_counts(const executor& e, std::uint32_t most)
{
    return count_set(e, most).all();
}

} // namespace gpufft
