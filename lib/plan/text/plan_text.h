/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_TEXT_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_TEXT_H

#include "plan/ir/plan.h"
#include <string>

/*!
 * A plan in one line, from which the same kernels are made again, and the line's parser.
 *
 *     TRANSFORM: STRATEGY | PASS | PASS ...
 *
 * TRANSFORM is what to_string() prints of one. STRATEGY is words of the letters a .. z,
 * digits, + and -, for people. A PASS is words between single spaces: its stages (see
 * plan_words.h), or the word pointwise; then what it is (simd, convolves), and
 * NAME=VALUE, in any order. Names are those of struct pass. Fields with their default are
 * left out; "no-" stands before a word that is the default and does not hold.
 *
 *     c2c forward 4096: stockham | 16m2.16m2.16m2 padding=0,1
 *
 * Defaults follow from the transform, the words before and the pass before: where a pass
 * reads and writes, the load operation of the first pass and the store operation of the
 * last, strides and distances without gaps, a single column. The limits that the plan was
 * made for are no part of the line.
 */
namespace gpufft {

//! \p p in one line; p.limits are not in it.
std::string plan_text(const plan& p);

/*!
 * \brief The plan that plan_text() printed as \p line
 *
 * It is checked by check_plan(), so kernels can be made from it. Its limits are the
 * defaults.
 *
 * \throws plan_error  names the word that is wrong
 */
plan parse_plan(const std::string& line);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_TEXT_H */
