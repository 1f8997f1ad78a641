/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where outputs stand after stages in place: found by going through the digits of each
// place.
#include "plan/simd/output_permutation.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

class qa_output_permutation : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_output_permutation);
    CPPUNIT_TEST(a_single_stage_leaves_them_in_order);
    CPPUNIT_TEST(digits_are_reversed);
    CPPUNIT_TEST_SUITE_END();

    using places = std::vector<std::int64_t>;

    static pass with_radices(const std::vector<int>& radices)
    {
        pass p;
        for (const int radix : radices)
            p.stages.push_back({ radix, 1, twiddle_source::full });
        return p;
    }

    void a_single_stage_leaves_them_in_order()
    {
        CPPUNIT_ASSERT(places({ 0, 1, 2, 3, 4 }) ==
                       output_permutation(with_radices({ 5 })));
    }

    //! Place (k_1, k_2, k_3), k_1 the slowest, holds output k_1 + 2 k_2 + 6 k_3.
    void digits_are_reversed()
    {
        const auto made = output_permutation(with_radices({ 2, 3, 5 }));
        CPPUNIT_ASSERT_EQUAL(std::size_t(30), made.size());
        std::int64_t place = 0;
        for (int k1 = 0; k1 < 2; ++k1)
            for (int k2 = 0; k2 < 3; ++k2)
                for (int k3 = 0; k3 < 5; ++k3, ++place)
                    CPPUNIT_ASSERT_EQUAL(place, made[k1 + 2 * k2 + 6 * k3]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_output_permutation);
