/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_POINTS_PER_ITEM_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_POINTS_PER_ITEM_H

#include "codelet/codelet.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/*!
 * Points that the stages of a pass may keep in the registers of a work-item. Some stage
 * holds the most, and takes the registers that it wants from all; the others must hold
 * enough for the number of work-items that this leaves. Results for neighbouring stages
 * are looked up, since a search asks again and again.
 */
namespace gpufft {

//! Numbers that the most points per item may be, from 1: a bit each.
using held_set = std::uint64_t;
static_assert(MAX_CODELET_LENGTH <= 64, "a bit each");

class points_per_item
{
public:
    //! Points of a stage whose butterflies per item come from a certain neighbour.
    struct beside {
        int most = 0;      //!< points that butterflies per item bring together
        held_set fits = 0; //!< the most points per item with which it has enough
    };

    /*!
     * \param most      points that a work-item may hold
     * \param may_pair  stages may hold two butterflies as a conjugate pair
     * \param least     least(n): points that all must hold where the most is n
     */
    template <typename Least>
    points_per_item(int most, bool may_pair, Least least)
        : d_most(most),
          d_may_pair(may_pair),
          d_fits(static_cast<std::size_t>(most) + 1),
          d_known(d_fits.size() * d_fits.size())
    {
        for (int n = 1; n <= most; ++n) {
            for (int held = std::max(1, least(n)); held <= n; ++held) {
                d_fits[static_cast<std::size_t>(held)] |= bit(n);
                d_has_any = true;
            }
            d_all |= bit(n);
        }
    }

    held_set all() const { return d_all; }
    //! Some stage may have enough.
    bool has_any() const { return d_has_any; }
    //! The most is \p n at least.
    held_set from(int n) const { return d_all & ~(bit(n) - 1); }

    //! A stage of \p radix points beside one of \p neighbour, which gives the butterflies
    //! per item; 1: there is none.
    const beside& of(int radix, int neighbour)
    {
        auto& known = d_known[static_cast<std::size_t>(radix) * d_fits.size() +
                              static_cast<std::size_t>(neighbour)];
        if (!known.most)
            known = combined(radix, neighbour);
        return known;
    }

private:
    static held_set bit(int n) { return held_set(1) << (n - 1); }

    beside combined(int radix, int neighbour) const
    {
        beside one;
        const auto add = [&](int held) {
            one.most = std::max(one.most, held);
            one.fits |= d_fits[static_cast<std::size_t>(held)];
        };
        for (int per_item = 1; per_item <= neighbour && per_item * radix <= d_most;
             ++per_item) {
            if (neighbour % per_item == 0)
                add(per_item * radix);
        }
        if (d_may_pair && neighbour > 1) {
            one.most = std::max(one.most, 2 * radix);
            if (2 * radix <= d_most)
                add(2 * radix);
        }
        return one;
    }

    int d_most;
    bool d_may_pair;
    bool d_has_any = false;
    held_set d_all = 0;
    std::vector<held_set> d_fits; //!< by the points that a stage holds
    std::vector<beside> d_known;  //!< by the radices; most 0: not yet
};

/*!
 * States from which a search has found no stages that fit, whatever the most points per
 * item are. Remembers the latest of the states that share a place.
 */
class dead_ends
{
public:
    //! \param state  a number for all that the rest depends on
    held_set at(std::size_t state) const
    {
        const auto& known = d_known[place(state)];
        return known.state == state ? known.dead : 0;
    }

    void add(std::size_t state, held_set dead)
    {
        auto& known = d_known[place(state)];
        if (known.state != state)
            known = { state, 0 };
        known.dead |= dead;
    }

private:
    static constexpr int PLACE_BITS = 9;

    struct end {
        std::size_t state = 0;
        held_set dead = 0;
    };

    //! Neighbouring numbers far apart (Knuth's multiplicative hashing).
    static std::size_t place(std::size_t state)
    {
        return static_cast<std::size_t>(state * std::uint64_t(0x9e3779b97f4a7c15) >>
                                        (64 - PLACE_BITS));
    }

    std::array<end, std::size_t(1) << PLACE_BITS> d_known = {};
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_POINTS_PER_ITEM_H */
