/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_DIGITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_DIGITS_H

#include "plan/ir/forms/rank_digits.h"
#include "plan/simt/tile.h"
#include <cstdint>
#include <vector>

/*!
 * The whole digits that a tile's atoms are cut from: one a stage, and the columns last.
 */
namespace gpufft {

//! Where the part of a digit that begins at `low` lies in local memory.
struct part_place {
    int low;
    std::int64_t weight;
};

//! A whole digit with the weights of its lowest step, before it is cut.
struct digit {
    int number = 0; // 1 for the first stage's; 0: the columns
    int size = 1;
    int dimension = -1;
    std::int64_t input_weight = 0;
    std::int64_t output_weight = 0;
    std::int64_t input_index = 0;
    std::int64_t output_index = 0;
    std::int64_t below = 0;  // points of its dimension that the later digits number
    std::int64_t above = 0;  // points of its dimension that the earlier digits number
    std::vector<int> begins; // of its atoms above the lowest, ascending
    // In local memory: the weight of its lowest part, and of those from each low on that
    // lie elsewhere, ascending.
    std::int64_t lowest_place = 0;
    std::vector<part_place> places;
    // Points in tiles at the input: in one, and from one to the next.
    std::int64_t tile_points = 0;
    std::int64_t tile_weight = 0;
    std::int64_t tile_index = 0;

    std::int64_t input_weight_at(int low) const;
    std::int64_t local_weight(int low) const;
    void set_place(int low, std::int64_t weight);
};

//! The digits of a pass, and which parts of them are the rank of a group in its cluster.
struct digit_list {
    std::vector<digit> all;
    std::vector<rank_part> rank;

    digit& of(const atom& a) { return a.digit ? all[a.digit - 1] : all.back(); }
    const digit& of(const atom& a) const
    {
        return a.digit ? all[a.digit - 1] : all.back();
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
int held(const pass& p, const digit_list& digits, std::size_t d, std::size_t i);

//! Digits 1 .. m, then the columns.
std::vector<digit> make_digits(const pass& p);

//! State of digit \p d, 0-based, as step \p i finds it: for all digits but the one that
//! the step works on.
digit_state state_at(const pass& p, std::size_t d, std::size_t i);

//! No tile of the input ends where the first stage cannot cut.
bool tiles_fit(const pass& p, const std::vector<digit>& digits);
//! \throws plan_error  a tile of the input ends where the first stage cannot cut
void check_tiles(const pass& p, const std::vector<digit>& digits);

//! Digits as the first step sees them, which loads: cut where a tile of the input ends,
//! as well as by the step's own butterflies per item.
void cut_at_tiles(const pass& p, std::vector<digit>& digits);

//! Index of the digit whose top factor stage \p i keeps in registers: the next one that
//! the group has some of, or in the last stage the previous one.
std::size_t per_item_digit(const pass& p, const digit_list& digits, std::size_t i);

//! Values of a digit that the registers of a stage hold beside the stage's own digit.
struct filled {
    std::size_t digit;
    int size;
};

//! The digits of which stage \p i holds several values as butterflies per item, lowest
//! digit first; none where it holds one butterfly.
std::vector<filled> per_item_of(const pass& p, const digit_list& digits, std::size_t i);

//! Cuts digits where stages take their top factors as butterflies per item, and where the
//! rank does. \return the error: these do not divide one another; empty: there is none
std::string mark_cuts(const pass& p, digit_list& digits);

//! Digits, cut. \throws plan_error  butterflies per item or the cluster do not divide, or
//! tiles of the input do not fit
digit_list cut_digits(const pass& p);

//! Elements that follow one another without a gap in the lanes of the first step, in the
//! order of the input; of the last one in that of the output.
std::int64_t input_run(const pass& p, const digit_list& digits);
std::int64_t output_run(const pass& p, const digit_list& digits);

//! Order of the digits in the exchange buffer, innermost first.
struct nested {
    std::size_t digit;
    int low;
    int size;
    int level; //!< of the padding behind it; -1: there is none
};
using exchange_order = std::vector<nested>;

//! The columns where they are lanes of the lowest weight, digits m .. 1, the columns
//! else. Between levels lies the padding.
exchange_order nest_digits(const pass& p, const digit_list& digits);

/*!
 * After the exchange through the cluster: as the stage that sends has its work-items, so
 * that neighbours store to neighbours. The digits that their registers hold and the
 * former rank come on top. Between digits lies the padding from level 2 on.
 */
exchange_order nest_arrivals(const pass& p, const stage_layout& sent);

//! Elements that \p nest takes with \p padding; gives \p digits their places there.
std::int64_t place_nested(const exchange_order& nest,
                          const std::vector<int>& padding,
                          std::vector<digit>& digits);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_DIGITS_H */
