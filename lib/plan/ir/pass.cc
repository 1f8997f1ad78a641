/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/pass.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int POINTWISE_ITEMS = 64; // of a workgroup: a few subgroups on any device

// Points that are worth waking another thread: with little work for each, few workgroups
// are faster than many, see measurements.md, "Workgroups of little work".
constexpr std::uint64_t WORTH_A_GROUP = 16 * 1024;
constexpr std::uint64_t FEWEST = 2;

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

} // namespace

const workgroup_kernel& pass::workgroup() const
{
    static const workgroup_kernel nothing_chosen;
    const auto* own = std::get_if<workgroup_kernel>(&kernel);
    return own ? *own : nothing_chosen;
}

const vector_kernel& pass::vector() const
{
    static const vector_kernel nothing_chosen;
    const auto* own = std::get_if<vector_kernel>(&kernel);
    return own ? *own : nothing_chosen;
}

int pass::lanes() const
{
    const auto* pointwise = std::get_if<pointwise_kernel>(&kernel);
    return pointwise ? pointwise->lanes : vector().lanes;
}

std::int64_t pass::points() const
{
    std::int64_t product = vector().inner_batch;
    for (const auto& s : stages)
        product *= s.radix;
    return product;
}

std::size_t pass::stage_of(std::size_t i) const
{
    return i < stages.size() ? i : 2 * stages.size() - 1 - i;
}

int pass::butterflies(std::size_t i) const
{
    if (is_paired(i))
        return stages.size() > 1 ? 2 : 1;
    return stages[stage_of(i)].per_item;
}

int pass::points_per_item(std::size_t i) const
{
    return stages[stage_of(i)].radix * butterflies(i);
}

int pass::points_per_item() const
{
    int most = 0;
    for (std::size_t i = 0; i < stages.size(); ++i)
        most = std::max(most, points_per_item(i));
    return most;
}

int pass::active_items(std::size_t i) const
{
    return static_cast<int>(points() * columns.size / workgroup().cluster.size /
                            points_per_item(i));
}

int pass::work_items() const
{
    if (is_vector())
        return 1;
    if (is_pointwise())
        return POINTWISE_ITEMS;
    int most = 1;
    for (std::size_t i = 0; i < stages.size(); ++i)
        most = std::max(most, active_items(i));
    return most;
}

std::uint64_t pass::tiles(std::uint64_t rows) const
{
    rows *= static_cast<std::uint64_t>(row_factor);
    if (columns_are_rows() && !is_pointwise()) {
        const auto before = static_cast<std::uint64_t>(rows_before());
        return divided_up(rows - std::min(rows, before),
                          static_cast<std::uint64_t>(rows_of_group()));
    }
    std::uint64_t in_row = 1;
    for (const auto& a : grid)
        in_row *= static_cast<std::uint64_t>(a.size);
    if (is_pointwise())
        in_row = divided_up(in_row * columns.size / lanes(), POINTWISE_ITEMS);
    return rows * in_row;
}

std::uint64_t pass::groups(std::uint64_t rows) const
{
    if (is_vector()) {
        const auto all = tiles(rows);
        const auto tile = static_cast<std::uint64_t>(points() * columns.size);
        const auto most = std::max(all * tile / WORTH_A_GROUP, FEWEST);
        return std::min({ all, static_cast<std::uint64_t>(vector().workgroups), most });
    }
    return tiles(rows) * static_cast<std::uint64_t>(workgroup().cluster.size);
}

bool pass::uses_local_memory() const
{
    if (!is_workgroup())
        return false;
    return stages.size() > 1 || workgroup().staged_input || workgroup().staged_output ||
           leaves_by_exchange();
}

} // namespace gpufft
