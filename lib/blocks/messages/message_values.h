/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_VALUES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_VALUES_H

#include <pmt/pmt.h>
#include <string>

namespace gr {
namespace gpufft {

// The values of commands, which widgets and other languages send as they can. Each throws
// plan_error where it cannot be that.

double number_of(const pmt::pmt_t& value);
//! Whole numbers may come as floating point ones.
int whole_of(const pmt::pmt_t& value);
//! A boolean, or a number that is not 0.
bool truth_of(const pmt::pmt_t& value);
std::string word_of(const pmt::pmt_t& value);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_VALUES_H */
