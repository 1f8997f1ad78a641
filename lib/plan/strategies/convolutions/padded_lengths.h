/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_LENGTHS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_LENGTHS_H

#include "plan/ir/dft_problem.h"
#include "plan/stages/fit_stages.h"
#include <gpufft/device_limits.h>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/*!
 * Bluestein's algorithm does a DFT of L points with a convolution of any length
 * M >= 2 L - 1. A smooth M that is somewhat longer than the least may have fewer stages,
 * or better ones, so all up to 2.6 L are weighed.
 */
namespace gpufft {

//! Values that M may have for a DFT of \p length points, ascending; one at least.
std::vector<std::int64_t> padded_lengths(std::int64_t length);

/*!
 * \brief Lengths M that one workgroup may convolve, cheapest first
 *
 * Exact costs take time, so they are computed only for lengths that may be the next.
 */
class one_pass_lengths
{
public:
    //! \p r, an inner DFT of one dimension, outlives this.
    one_pass_lengths(const dft_problem& r, const device_limits& limits);

    //! Leaves out the lengths for which \p may_fit returns false.
    template <typename Predicate>
    void keep_if(const Predicate& may_fit)
    {
        const auto end = std::remove_if(
            d_bounds.begin(), d_bounds.end(), [&](const weighed_length& one) {
                return !may_fit(one.second);
            });
        d_bounds.erase(end, d_bounds.end());
    }

    //! A lower bound of the cheapest length's cost; infinite where there is none. To be
    //! called before next().
    double least_cost() const;

    //! Returns nothing after the last length.
    std::optional<std::int64_t> next();

private:
    using weighed_length = std::pair<double, std::int64_t>;

    const dft_problem& d_request;
    device_limits d_limits;
    std::vector<weighed_length> d_bounds;  //!< their least costs, descending
    std::vector<weighed_length> d_weighed; //!< their exact costs, descending
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_LENGTHS_H */
