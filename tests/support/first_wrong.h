/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FIRST_WRONG_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FIRST_WRONG_H

#include <cppunit/TestAssert.h>
#include <fmt/format.h>
#include <cstddef>
#include <string>

//! Assertions about many numbers: CppUnit's macros put a message together for each that
//! is right, too, which takes longer than what a test of millions compares.
namespace gpufft::testing {

//! The first index of [\p begin, \p end) for which \p is_right is false, or \p end.
template <class predicate>
std::size_t first_wrong(std::size_t begin, std::size_t end, const predicate& is_right)
{
    while (begin < end && is_right(begin))
        ++begin;
    return begin;
}

//! \p is_right is true for each of [\p begin, \p end). A failure names the first one for
//! which it is not, as a \p what.
template <class predicate>
void expect_all(const std::string& why,
                const char* what,
                std::size_t begin,
                std::size_t end,
                const predicate& is_right)
{
    const auto wrong = first_wrong(begin, end, is_right);
    if (wrong < end)
        CPPUNIT_FAIL(fmt::format("{}: {} {} is wrong", why, what, wrong));
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FIRST_WRONG_H */
