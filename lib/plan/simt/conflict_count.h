/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONFLICT_COUNT_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONFLICT_COUNT_H

#include "plan/ir/pass.h"
#include "plan/simt/tile_maker.h"
#include <gpufft/device_limits.h>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace gpufft {

/*!
 * \brief Turns that banks of local memory take, exactly, of one padding after another
 *
 * The lanes stay as they are, what they weigh changes. See bank_conflicts().
 */
class conflict_count
{
public:
    //! \param p  outlives this
    conflict_count(const pass& p, const device_limits& limits);
    conflict_count(const conflict_count&) = delete;
    conflict_count& operator=(const conflict_count&) = delete;

    //! Elements of the exchange buffer with \p padding.
    std::int64_t pad(const std::vector<int>& padding) { return d_maker.pad(padding); }

    //! Turns an access with the padding last given; or, as soon as that is certain,
    //! something above \p most.
    double average(double most = std::numeric_limits<double>::max());

private:
    //! A lane of an access, and what a step of it adds to the place.
    struct lane {
        const atom* of;
        std::int64_t weight = 0;
    };

    //! What the work-items of a step do with the exchange buffer, all at the same time.
    struct access {
        std::size_t step = 0;
        std::size_t places = 0; //!< the step that finds its points at these places
        bool is_remote = false; //!< the place is in another group
        int times = 1;          //!< that it is done
        int groups = 1;         //!< of lanes, which show the pattern
        std::vector<lane> lanes;
        //! Values of the lanes: for each group, for each lane, those of its work-items.
        std::vector<std::uint32_t> values;
        //! Turns that were counted, by what tells them apart.
        std::vector<std::pair<std::uint64_t, int>> known;
    };

    void add_step(std::size_t i);
    //! Adds an access of work-items that number \p lanes, done so many \p times, to where
    //! step \p i finds its points.
    access& add(std::size_t i, const std::vector<atom>& lanes, int times);
    bool has_whole_lanes(const access& a) const;
    int turns(access& a);
    int counted_turns(const access& a);
    int turns(const std::vector<lane>& lanes,
              const std::uint32_t* values,
              int count,
              bool are_shared);
    std::uint64_t key_of(const access& a) const;

    const pass& d_pass;
    tile_maker d_maker;
    tile d_tile;
    int d_banks = 1;
    int d_together = 1; //!< work-items that are served at once
    std::vector<access> d_all;
    double d_accesses = 0;
    // What turns() works with: the word of each work-item, the different words of each
    // bank, and how many these are.
    std::vector<std::uint32_t> d_addresses;
    std::vector<std::uint32_t> d_words;
    std::vector<int> d_in_bank;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_CONFLICT_COUNT_H */
