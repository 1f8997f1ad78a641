/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PREFIXES_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PREFIXES_H

#include "plan/ir/pass.h"
#include "plan/stages/points_per_item.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gpufft {

constexpr std::size_t MOST_CHOSEN_STAGES = 8;

//! Facts of stages that are chosen up to one of them.
struct stage_prefix {
    int least = 0;            //!< points in registers where they are fewest, at most
    int largest = 1;          //!< radix
    int sum = 0;              //!< of radices
    std::uint32_t points = 1; //!< left for later stages
    held_set most = 0;        //!< values of the most points per item that suit them
    std::uint64_t code = 0;   //!< of the radices
};

/*!
 * All prefixes of the stages that a search has come to, so that to take back the last
 * stage costs nothing.
 */
class stage_prefixes
{
public:
    //! \param most    points that a work-item may hold
    //! \param points  of the pass
    stage_prefixes(points_per_item held, int most, std::int64_t points)
        : d_held(std::move(held))
    {
        d_after[0].least = most;
        d_after[0].points = static_cast<std::uint32_t>(points);
        d_after[0].most = d_held.all();
    }

    //! \p count stages are to be chosen from now on.
    void begin(std::size_t count) { d_count = count; }
    std::size_t count() const { return d_count; }

    //! The prefix of the first \p count stages.
    const stage_prefix& after(std::size_t count) const { return d_after[count]; }

    //! The values of the most points per item that suit \p s with a stage of \p radix
    //! behind it. The last stage of \p s has no neighbour yet, if it is not the last of
    //! all.
    held_set most_with(const std::vector<stage>& s, int radix)
    {
        auto most = d_after[s.size()].most & d_held.from(radix);
        const int neighbour = s.empty() ? 1 : s.back().radix;
        if (!s.empty())
            most &= d_held.of(neighbour, radix).fits;
        if (s.size() + 1 == d_count)
            most &= d_held.of(radix, neighbour).fits;
        return most;
    }

    //! The last stage of \p s is new; \p most are the values of the most points per item
    //! that are asked for.
    const stage_prefix& add(const std::vector<stage>& s, held_set most)
    {
        const auto count = s.size();
        const int radix = s.back().radix;
        const int neighbour = count > 1 ? s[count - 2].radix : 1;
        auto& now = d_after[count];
        now = d_after[count - 1];
        if (count > 1)
            now.least = std::min(now.least, d_held.of(neighbour, radix).most);
        if (count == d_count)
            now.least = std::min(now.least, d_held.of(radix, neighbour).most);
        now.largest = std::max(now.largest, radix);
        now.sum += radix;
        now.points /= static_cast<std::uint32_t>(radix);
        now.most = most;
        now.code = now.code * MAX_CODELET_LENGTH + static_cast<std::uint64_t>(radix - 1);
        return now;
    }

private:
    points_per_item d_held;
    std::size_t d_count = 0;
    std::array<stage_prefix, MOST_CHOSEN_STAGES + 1> d_after; //!< so many stages
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_PREFIXES_H */
