/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/check/check_parts.h"
#include "plan/ir/pass_io_view.h"
#include <string_view>
#include <set>
#include <string>

namespace gpufft {

namespace {

constexpr std::size_t MOST_AXES = 16;

//! \p begin, a number of one or two digits, and \p end.
bool is_numbered(std::string_view name, std::string_view begin, std::string_view end)
{
    if (name.size() < begin.size() + end.size() + 1 ||
        name.substr(0, begin.size()) != begin ||
        name.substr(name.size() - end.size()) != end)
        return false;
    const auto number =
        name.substr(begin.size(), name.size() - begin.size() - end.size());
    return number.size() <= 2 &&
           number.find_first_not_of("0123456789") == std::string_view::npos;
}

//! Names of axes become variables of the kernel, which has other variables: where an axis
//! had the name of one of these, the kernel would read that variable for the axis, or
//! none at all, and access memory anywhere. So only names that the planner gives are
//! allowed.
void check_name_of_grid(const std::string& name)
{
    if (name != "column_tile" && name != "point" && !is_numbered(name, "loop", "") &&
        !is_numbered(name, "pass", "_k") && !is_numbered(name, "pass", "_j"))
        refuse("an axis of the grid must be called column_tile, point or such as loop1, "
               "pass1_k and pass2_j, got \"{}\"",
               name);
}

void check_names(const pass& p)
{
    check_count(
        "the number of axes", static_cast<std::int64_t>(p.grid.size()), 0, MOST_AXES);
    if (p.columns.name != "row" && p.columns.name != "column" && p.columns.name != "k")
        refuse("columns must be called row, column or k, got \"{}\"", p.columns.name);
    std::set<std::string> names = { p.columns.name };
    std::int64_t tiles = 1;
    bool has_tile = false;
    for (const auto& a : p.grid) {
        check_count("the size of an axis", a.size, 1, MOST_POINTS);
        check_name_of_grid(a.name);
        if (!names.insert(a.name).second)
            refuse("two axes are called {}", a.name);
        tiles = saturated_product(tiles, a.size);
        has_tile = has_tile || a.name == "column_tile";
    }
    check_count("tiles in a row", tiles, 1, MOST_POINTS);
    if (p.columns.extent && !has_tile)
        refuse(
            "column-extent is for columns in tiles, and no axis is called column_tile");
}

//! Other points of the dimension are in columns or grid axes.
bool has_steps(const pass& p)
{
    bool any = p.columns.size > 1 && p.columns.output_step;
    for (const auto& a : p.grid)
        any = any || (a.size > 1 && a.output_step);
    return any;
}

//! Columns that are conjugate pairs: half a tile each, along a dimension of their own.
void check_pairs(const pass& p)
{
    if (!p.workgroup().paired_columns) {
        if (p.store.needs_pairs() && !p.is_pointwise() && has_steps(p))
            refuse("outputs k and -k meet in a workgroup, so it must take all of a "
                   "dimension");
        return;
    }
    const bool has_tiles = !p.grid.empty() && p.grid.front().name == "column_tile" &&
                           !p.grid.front().input_step && !p.grid.front().output_step &&
                           !p.grid.front().input_weight && !p.grid.front().output_weight;
    if (!has_tiles || p.columns.size % 2 || !p.columns.input_step ||
        !p.columns.output_step || p.columns.extent || p.dimensions.size() != 1 ||
        p.is_pointwise() || p.convolves || !p.store.needs_pairs())
        refuse("paired columns are an even number of outputs of earlier passes, in tiles "
               "without a weight, for a store operation that needs pairs");
}

//! Columns of all tiles are as many as there are, or more by less than a tile.
void check_extent(const pass& p)
{
    if (!p.columns.extent)
        return;
    for (const auto& a : p.grid) {
        if (a.name != "column_tile")
            continue;
        const auto room = a.size * p.columns.size;
        check_count("column-extent", p.columns.extent, room - p.columns.size + 1, room);
        if (a.input_weight != p.columns.input_weight * p.columns.size ||
            a.output_weight != p.columns.output_weight * p.columns.size)
            refuse("a tile of columns must follow the one before without a gap");
    }
}

//! Columns that are rows lie as far apart as the rows do.
void check_rows(const pass& p)
{
    if (p.is_pointwise() || !p.columns_are_rows())
        return;
    if (p.columns.input_weight != p.input_distance ||
        p.columns.output_weight != p.output_distance)
        refuse("columns that are rows lie {}/{} elements apart, and their weights are "
               "{}/{}; leave the weights out",
               p.input_distance,
               p.output_distance,
               p.columns.input_weight,
               p.columns.output_weight);
}

//! Each root of the twiddle before the pass has one product K j, over the points of the
//! first dimension.
void check_twiddles(const pass& p)
{
    if (p.twiddle_order == 1)
        return;
    std::int64_t points = 1;
    for (const auto& s : p.stages) {
        if (s.dimension == 0)
            points = saturated_product(points, s.radix);
    }
    std::int64_t most = 0;
    for (const auto& a : whole_axes(p))
        most = saturated_sum(most, saturated_product(a.size - 1, a.twiddle_weight));
    if (saturated_product(saturated_sum(most, 1), points) != p.twiddle_order)
        refuse("axes give K = 0 .. {}, times {} points, and the twiddle's order is {}",
               most,
               points,
               p.twiddle_order);
}

} // namespace

void check_axes(const pass& p)
{
    check_names(p);
    check_extent(p);
    check_pairs(p);
    check_rows(p);
    check_twiddles(p);
}

} // namespace gpufft
