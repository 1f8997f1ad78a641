/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H

#include "plan/ir/pass.h"
#include <optional>
#include <vector>

namespace gpufft {

//! `size` values of digit `digit` (from 0), each `low` of its own values apart.
struct digit_part {
    std::size_t digit = 0;
    int low = 1;
    int size = 1;
};

/*!
 * \brief What a workgroup's number in its cluster stands for
 *
 * A factor of it is the one part of a digit before the exchange through the cluster and
 * the other after it.
 */
struct rank_part {
    digit_part before;
    digit_part after;
    int size() const { return before.size; }
};

//! Digits that the parts of the rank are taken from: those of the largest strides first.
struct rank_order {
    std::vector<std::size_t> before; //!< before the exchange: of the stages after it
    std::vector<std::size_t> after;  //!< after the exchange: of the stages before it
};
//! The rank_order of \p p, which depends on the stage that its cluster exchanges after
//! and not on the cluster's size.
rank_order rank_order_of(const pass& p);

/*!
 * The factors of the cluster of \p p, highest first: before the exchange, of the digits
 * that follow it, after it of those before. They are tops of the digits of the largest
 * strides, so that what a group loads and stores are runs. Empty without a cluster.
 *
 * \throws plan_error  the cluster does not divide either
 */
std::vector<rank_part> rank_parts(const pass& p);
//! rank_parts() of \p p with its digits in \p order, rank_order_of(); nothing where the
//! cluster does not divide them.
std::optional<std::vector<rank_part>> find_rank_parts(const pass& p,
                                                      const rank_order& order);

//! Every work-item has a part in the exchange through the cluster, and so every subgroup.
bool is_of_whole_subgroups(const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_FORMS_RANK_DIGITS_H */
