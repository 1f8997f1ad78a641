/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H

#include "plan/ir/pass.h"
#include <optional>
#include <vector>

namespace gpufft {

//! A part of digit `digit`, counted from 0: `size` values, `low` values of the digit
//! apart.
struct digit_part {
    std::size_t digit = 0;
    int low = 1;
    int size = 1;
};

/*!
 * \brief What a workgroup's number in its cluster stands for
 *
 * A factor of the number is a part of one digit before the exchange through the cluster
 * and a part of another digit after it.
 */
struct rank_part {
    digit_part before;
    digit_part after;
    int size() const { return before.size; }
};

//! Digits that the parts of the rank are taken from, in the order of falling strides.
struct rank_order {
    std::vector<std::size_t> before; //!< before the exchange: of the stages after it
    std::vector<std::size_t> after;  //!< after the exchange: of the stages before it
};
//! The rank_order of \p p. The order depends on the stage that the cluster exchanges
//! after, and not on the cluster's size.
rank_order rank_order_of(const pass& p);

/*!
 * The factors of the cluster of \p p, highest first. Before the exchange they are parts
 * of digits that follow it, after the exchange parts of digits before it: tops of the
 * digits of the largest strides, so that each workgroup loads and stores contiguous runs.
 * Empty without a cluster.
 *
 * \throws plan_error  the cluster's size does not divide the digits before or after the
 * exchange
 */
std::vector<rank_part> rank_parts(const pass& p);
//! rank_parts() of \p p with its digits in \p order, rank_order_of(); nothing where the
//! cluster does not divide them.
std::optional<std::vector<rank_part>> find_rank_parts(const pass& p,
                                                      const rank_order& order);

//! Every work-item, and so every subgroup, takes part in the exchange through the
//! cluster.
bool is_of_whole_subgroups(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H */
