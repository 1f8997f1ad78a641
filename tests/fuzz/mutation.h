/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FUZZ_MUTATION_H
#define INCLUDED_GPUFFT_TESTS_FUZZ_MUTATION_H

#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

/*!
 * \brief One of \p seeds, changed in one to four places
 *
 * Numbers become those at which integers and floats end, words and pieces are left out,
 * doubled or taken from other seeds, and bytes become those that parsers treat as
 * special. About one in two hundred is tens of thousands of bytes long.
 */
std::string mutated(const std::vector<std::string>& seeds, std::mt19937& random);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FUZZ_MUTATION_H */
