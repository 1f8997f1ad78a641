/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_DICE_H
#define INCLUDED_GPUFFT_TESTS_SOAK_DICE_H

#include <initializer_list>
#include <iterator>
#include <random>

namespace gpufft::testing {

//! What a round does, the same for the same seed, on every machine.
class dice
{
public:
    explicit dice(unsigned seed) : d_random(seed) {}

    unsigned any() { return static_cast<unsigned>(d_random()); }
    //! 0 .. n - 1
    int below(int n) { return static_cast<int>(d_random() % static_cast<unsigned>(n)); }

    template <typename Table>
    auto pick(const Table& table)
    {
        return *(std::begin(table) + below(static_cast<int>(std::size(table))));
    }
    template <typename Thing>
    Thing pick(std::initializer_list<Thing> table)
    {
        return *(table.begin() + below(static_cast<int>(table.size())));
    }

private:
    std::mt19937 d_random;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_DICE_H */
