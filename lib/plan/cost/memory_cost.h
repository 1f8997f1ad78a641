/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_COST_MEMORY_PASS_COST_H
#define INCLUDED_GPUFFT_LIB_PLAN_COST_MEMORY_PASS_COST_H

#include "plan/ir/element_bytes.h"
#include <gpufft/device_limits.h>
#include <gpufft/transform.h>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Additional cost of a pass, in memory passes, where a compute unit holds one workgroup
//! at a time: nothing loads while that workgroup computes.
constexpr double ALONE_COST = 0.15;

//! Local memory is so plentiful that parts need not be exchanged one by one.
bool has_plenty(const device_limits& limits);

//! Points that fit a workgroup's local memory with \p columns columns.
std::int64_t
most_points(std::int64_t columns, precision number, const device_limits& limits);

//! Memory passes that runs of \p columns neighbours cost, on one side of a pass, beside
//! runs that are long.
double loss_of_runs(std::int64_t columns, const point_spacing& side);

//! Time of a pass over \p points points of each of \p columns columns, in memory passes.
//! \param load, store  how columns lie beside each other
double memory_cost(std::int64_t points,
                   std::int64_t columns,
                   const point_spacing& load,
                   const point_spacing& store,
                   precision number,
                   const device_limits& limits);
//! Columns are complex numbers of the precision on both sides.
double memory_cost(std::int64_t points,
                   std::int64_t columns,
                   precision number,
                   const device_limits& limits);

//! The cheapest number of columns that divides \p extent and lets \p points fit.
std::int64_t columns_for(std::int64_t points,
                         std::int64_t extent,
                         precision number,
                         const device_limits& limits);

//! columns_for() of the same points for one extent after another.
class ranked_columns
{
public:
    ranked_columns(std::int64_t points,
                   const point_spacing& load,
                   const point_spacing& store,
                   precision number,
                   const device_limits& limits);

    std::int64_t count_for(std::int64_t extent) const { return first_for(extent).count; }
    //! memory_cost() with count_for(\p extent) columns.
    double cost_for(std::int64_t extent) const { return first_for(extent).cost; }

private:
    struct ranked {
        std::int64_t count;
        double cost;
    };

    const ranked& first_for(std::int64_t extent) const;

    std::vector<ranked> d_all; //!< that fit, the cheapest first
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_COST_MEMORY_PASS_COST_H */
