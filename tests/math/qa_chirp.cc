/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/chirp.h"
#include "math/roots.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <limits>
#include <vector>

using gpufft::root_of_unity;
using gpufft::write_chirp;

class qa_chirp : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_chirp);
    CPPUNIT_TEST(each_is_a_root_of_the_square);
    CPPUNIT_TEST(writes_as_many_as_asked_for);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_is_a_root_of_the_square()
    {
        // The last two begin on several cores, somewhere inside.
        for (const std::int64_t length : { 1, 2, 3, 16, 509, 65537, 200003 }) {
            std::vector<std::complex<double>> chirp(static_cast<std::size_t>(length));
            write_chirp(length, chirp.data());
            for (std::int64_t n = 0; n<length; n += length> 600 ? 97 : 1) {
                const auto expected = root_of_unity(-(n * n % (2 * length)), 2 * length);
                const auto difference =
                    std::abs(expected - chirp[static_cast<std::size_t>(n)]);
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{} of {}: {:.1e}", n, length, difference),
                    difference <= std::numeric_limits<double>::epsilon());
            }
        }
    }

    void writes_as_many_as_asked_for()
    {
        std::vector<std::complex<double>> chirp(101, { 7, 7 });
        write_chirp(100, chirp.data());
        CPPUNIT_ASSERT(chirp[99] != std::complex<double>(7, 7));
        CPPUNIT_ASSERT(chirp[100] == std::complex<double>(7, 7));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_chirp);
