/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TILE_DIGITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TILE_DIGITS_H

#include "plan/tile.h"
#include <cstdint>
#include <map>
#include <set>
#include <vector>

/*!
 * The whole digits that a tile's atoms are cut from: one a stage, and the columns last.
 */
namespace gpufft {

//! A whole digit with the weights of its lowest step, before it is cut.
struct digit {
    int number = 0; // 1 for the first stage's; 0: the columns
    int size = 1;
    int dimension = -1;
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    std::int64_t input_index = 0;
    std::int64_t output_index = 0;
    std::int64_t below = 0; // points of its dimension that the later digits number
    std::int64_t above = 0; // likewise the earlier ones
    std::set<int> begins;   // of its atoms above the lowest
    // In local memory: the weight of its parts from each low on.
    std::map<int, std::int64_t> places = { { 1, 0 } };
    // Points in tiles at the input: in one, and from one to the next.
    std::int64_t tile_points = 0;
    std::int64_t tile_weight = 0;
    std::int64_t tile_index = 0;

    std::int64_t local_weight(int low) const
    {
        const auto& [begin, weight] = *std::prev(places.upper_bound(low));
        return weight * (low / begin);
    }
};

//! A tile of the input ends inside the digit.
bool straddles(const digit& d);

//! The part of \p d that starts at factor \p low and holds \p size values.
atom part(const digit& d, digit_state state, int low, int size);
atom whole(const digit& d, digit_state state);

//! Values \p low .. \p high - 1 of \p d, low to high, cut where its atoms begin, which
//! divide one another in a chain.
std::vector<atom> cut(const digit& d, digit_state state, int low, int high);

//! Whether step \p i comes before the exchange through the cluster.
bool is_before(const pass& p, std::size_t i);

//! Values of digit \p d that a group has at step \p i: its top is the rank.
int held(const pass& p, const std::vector<digit>& digits, std::size_t d, std::size_t i);

//! Digits 1 .. m, then the columns.
std::vector<digit> make_digits(const pass& p);

//! What step \p i finds digit \p d to be: 0-based, all but the one it works on.
digit_state state_at(const pass& p, std::size_t d, std::size_t i);

//! No tile of the input ends where the first stage cannot cut.
bool tiles_fit(const pass& p, const std::vector<digit>& digits);

//! Digits as the first step sees them, which loads: cut where a tile of the input ends,
//! as well as by the step's own fill.
void cut_at_tiles(const pass& p, std::vector<digit>& digits);

//! Index of the digit whose top factor stage \p i keeps in registers: the next one that
//! the group has some of, or in the last stage the previous one.
std::size_t fill_digit(const pass& p, const std::vector<digit>& digits, std::size_t i);

//! Cuts digits where fills and the rank take their tops.
//! \throws plan_error  they do not divide one another
void mark_cuts(const pass& p, std::vector<digit>& digits);

/*!
 * Local memory, innermost first: the columns where they are lanes of the lowest weight,
 * digits m .. 1, the columns else. Between levels lies the padding.
 * \return elements
 */
std::int64_t assign_local_weights(const pass& p, std::vector<digit>& digits);

/*!
 * Local memory after the exchange through the cluster: as the stage that sends has its
 * work-items, so that neighbours store to neighbours. What their registers hold and what
 * was the rank comes on top. Between digits lies the padding from level 2 on.
 * \return elements
 */
std::int64_t assign_arrival_weights(const pass& p,
                                    const stage_layout& sent,
                                    std::vector<digit>& digits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TILE_DIGITS_H */
