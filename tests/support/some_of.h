/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_SOME_OF_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_SOME_OF_H

#include "support/sanitized.h"
#include <fmt/format.h>
#include <type_traits>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace gpufft::testing {

//! What $GPUFFT_ROWS says; where it is not set, the same random seed in all of a process.
inline std::string seed_of_rows()
{
    static const std::string drawn = std::to_string(std::random_device()() % 1000000000);
    const char* given = std::getenv("GPUFFT_ROWS");
    return given && *given ? given : drawn;
}

//! One row of so many is taken. Programs with sanitizers take an eighth, out of the half
//! of others: they look at the code around kernels, which the rows of a table share.
inline std::size_t rows_for_one() { return is_sanitized() ? 8 : 2; }

/*!
 * \brief A random half of the rows of \p table, rounded up, in order
 *
 * A row of such a table is a kernel to compile. $GPUFFT_ROWS is `all`, which takes all of
 * them, or the seed of an earlier run, which takes the same half again. Tables of one
 * length lose the same rows within a process, so that tests share kernels.
 */
template <class Table>
auto some_of(const Table& table)
{
    using row = std::decay_t<decltype(*std::begin(table))>;
    const std::vector<row> all(std::begin(table), std::end(table));
    const auto seed = seed_of_rows();
    if (seed == "all")
        return all;
    std::vector<std::size_t> places(all.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    std::shuffle(
        places.begin(),
        places.end(),
        std::mt19937(static_cast<unsigned>(std::strtoul(seed.c_str(), nullptr, 10))));
    places.resize((all.size() + rows_for_one() - 1) / rows_for_one());
    std::sort(places.begin(), places.end());
    std::vector<row> taken;
    for (const auto place : places)
        taken.push_back(all[place]);
    fmt::print(
        "{} of {} rows; the same with GPUFFT_ROWS={}\n", taken.size(), all.size(), seed);
    std::fflush(stdout); // before anything can crash
    return taken;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_SOME_OF_H */
