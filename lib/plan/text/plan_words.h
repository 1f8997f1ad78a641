/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_WORDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_WORDS_H

#include "plan/ir/pass.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/*!
 * Values of a plan as words, without spaces, and back.
 *
 * A word that cannot be read throws plan_error with what it should look like; the caller
 * adds which word of which pass it was.
 */
namespace gpufft {

std::string to_word(std::int64_t count);
void from_word(const std::string& word, std::int64_t* count);

std::string to_word(int count);
void from_word(const std::string& word, int* count);

//! "3,0,1"
std::string to_word(const std::vector<std::int64_t>& counts);
void from_word(const std::string& word, std::vector<std::int64_t>* counts);
std::string to_word(const std::vector<int>& counts);
void from_word(const std::string& word, std::vector<int>* counts);

std::string to_word(precision number);
void from_word(const std::string& word, precision* number);

std::string to_word(transform_kind kind);
void from_word(const std::string& word, transform_kind* kind);

std::string to_word(buffer_role at);
void from_word(const std::string& word, buffer_role* at);

//! "64,1": vectors of a block, and those left out behind it; "0": none are. No padding
//! has an empty word, which is never read as a padding.
std::string to_word(const std::optional<buffer_padding>& padding);
void from_word(const std::string& word, std::optional<buffer_padding>* padding);

//! "outputs". No order has an empty word, which is never read as an order.
std::string to_word(const std::optional<loop_order>& order);
void from_word(const std::string& word, std::optional<loop_order>* order);

//! "16.4x4m2.8d1": radices, each with butterflies per item, twiddle source and dimension
//! where they are not 1, full and 0.
std::string to_word(const std::vector<stage>& stages);
void from_word(const std::string& word, std::vector<stage>* stages);

//! An axis with the fields of its pass from which its default weights follow.
struct placed_axis {
    axis value;
    pass_dimension along; //!< the first of the pass: its strides convert steps to weights
    std::int64_t input_distance = 0; //!< weights without steps
    std::int64_t output_distance = 0;
};

//! "column:12:s1/12:w5/60:t1": name, size, steps, weights, twiddle weight; the last three
//! where they differ from the default.
std::string to_word(const placed_axis& a);
void from_word(const std::string& word, placed_axis* a);

//! Several axes: each is the word of a placed_axis, with commas between them.
struct placed_axes {
    std::vector<axis> all;
    pass_dimension along;
};
std::string to_word(const placed_axes& axes);
void from_word(const std::string& word, placed_axes* axes);

//! "r2c.real.half.windowed": kind, element and flags that are true; complex is left out.
std::string to_word(const load_operation& load);
void from_word(const std::string& word, load_operation* load);
std::string to_word(const store_operation& store);
void from_word(const std::string& word, store_operation* store);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_WORDS_H */
