/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FUZZ_ANY_MESSAGE_H
#define INCLUDED_GPUFFT_TESTS_FUZZ_ANY_MESSAGE_H

#include <pmt/pmt.h>
#include <random>

namespace gpufft::testing {

/*!
 * \brief What somebody may send to the port "command" of a block
 *
 * Mostly a command of ours, with a value that it takes or one of another kind: numbers at
 * which integers and floats end, words, vectors of \p length taps or of others, lists,
 * dictionaries, and what is none of these. Alone, in a pair, in a dictionary with others,
 * or anything in their place.
 */
pmt::pmt_t any_message(std::mt19937& random, int length);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FUZZ_ANY_MESSAGE_H */
