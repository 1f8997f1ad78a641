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

//! What M may be for a DFT of \p length points, ascending; one at least.
std::vector<std::int64_t> padded_lengths(std::int64_t length);

/*!
 * \brief Lengths M that one workgroup may convolve, cheapest first
 *
 * Exact costs take time, which is spent on lengths that may be the next alone.
 */
class one_pass_lengths
{
public:
    //! \p r, a core of one dimension, outlives this.
    one_pass_lengths(const dft_problem& r, const device_limits& limits);

    //! Leaves out those of which \p may_fit says no.
    template <typename Predicate>
    void keep_if(const Predicate& may_fit)
    {
        const auto end = std::remove_if(
            d_bounds.begin(), d_bounds.end(), [&](const weighed_length& one) {
                return !may_fit(one.second);
            });
        d_bounds.erase(end, d_bounds.end());
    }

    //! No more than the cheapest length costs; infinite where there is none. To be asked
    //! for before next().
    double least_cost() const;

    //! Nothing: that was the last.
    std::optional<std::int64_t> next();

private:
    using weighed_length = std::pair<double, std::int64_t>;

    const dft_problem& d_request;
    device_limits d_limits;
    std::vector<weighed_length> d_bounds;  //!< least that they may cost, descending
    std::vector<weighed_length> d_weighed; //!< what they do, likewise
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STRATEGIES_CONVOLUTIONS_PADDED_LENGTHS_H */
