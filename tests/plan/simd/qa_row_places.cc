/* SPDX-License-Identifier: GPL-3.0-or-later */
// Places of a row's reals among vectors, and what they are multiplied by there, against
// the formulas of plan/ir/io_operations.h.
#include "math/roots.h"
#include "plan/simd/row_factors.h"
#include "plan/simd/row_places.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <set>

using namespace gpufft;

namespace {

using kind = transform_kind;

//! A pass whose load and store operations are of one kind.
pass made(kind k, std::int64_t length, std::vector<int> radices)
{
    pass p;
    p.kernel = vector_kernel{ lane_kind::real_rows };
    p.load.kind = p.store.kind = k;
    p.load.stored = k == kind::c2r ? element::complex : element::real;
    p.store.stored = k == kind::r2c ? element::complex : element::real;
    const bool is_half = length % 2 == 0 || k == kind::dct1 || k == kind::dst1;
    p.load.is_half = p.store.is_half = is_half;
    p.load.swap_parts = p.store.swap_parts =
        k == kind::c2r || k == kind::dct3 || k == kind::dst3;
    p.dimensions[0].caller_length = length;
    p.dimensions[0].length = dft_length(k, is_half, length);
    for (const int r : radices)
        p.stages.push_back({ r, 1, twiddle_source::full });
    return p;
}

struct sample {
    const char* why;
    std::int64_t length;
    std::vector<int> radices;
};

const kind KINDS[] = { kind::r2c,  kind::c2r,  kind::dct2, kind::dct3,
                       kind::dct4, kind::dst2, kind::dst3, kind::dst4 };

const sample SAMPLES[] = {
    { "a stage", 12, { 6 } },
    { "two stages", 12, { 2, 3 } },
    { "an odd inner DFT", 30, { 5, 3 } },
    { "an odd length", 15, { 3, 5 } },
    { "odd, and 8 m + 3", 35, { 5, 7 } },
};

} // namespace

class qa_row_places : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_row_places);
    CPPUNIT_TEST(no_two_reals_share_a_place);
    CPPUNIT_TEST(even_reals_come_first_in_a_dct2);
    CPPUNIT_TEST(bins_stand_where_the_stages_leave_outputs);
    CPPUNIT_TEST(exchanged_parts_are_in_the_other_half);
    CPPUNIT_TEST(type_1_has_a_core_beside_its_length);
    CPPUNIT_TEST(factors_are_those_of_the_formulas);
    CPPUNIT_TEST_SUITE_END();

    void no_two_reals_share_a_place()
    {
        for (const auto& s : SAMPLES) {
            for (const auto k : KINDS) {
                const auto p = made(k, s.length, s.radices);
                const auto most = 2 * row_slots(p);
                for (const auto& places : { row_input_places(p), row_output_places(p) }) {
                    const std::set<std::uint32_t> different(places.begin(), places.end());
                    CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, places.size(), different.size());
                    CPPUNIT_ASSERT(*different.rbegin() < most);
                }
            }
        }
    }

    void even_reals_come_first_in_a_dct2()
    {
        // v[0 .. 5] = x[0], x[2], x[4], x[5], x[3], x[1]; two to a slot, three slots
        const std::vector<std::uint32_t> expected = { 0, 5, 3, 2, 1, 4 };
        CPPUNIT_ASSERT(expected == row_input_places(made(kind::dct2, 6, { 3 })));
    }

    void bins_stand_where_the_stages_leave_outputs()
    {
        // Output k = k1 + 2 k2 of radices 2 and 3 is in slot 3 k1 + k2; bin 6 above.
        const std::vector<std::uint32_t> expected = { 0,  7, 3, 10, 1,  8, 4,
                                                      11, 2, 9, 5,  12, 6, 13 };
        CPPUNIT_ASSERT(expected == row_output_places(made(kind::r2c, 12, { 2, 3 })));
    }

    void exchanged_parts_are_in_the_other_half()
    {
        const auto p = made(kind::c2r, 12, { 6 });
        const auto in = row_input_places(p);
        const auto out = row_output_places(p);
        CPPUNIT_ASSERT_EQUAL(std::size_t(14), in.size());
        for (std::uint32_t n = 0; n < in.size(); ++n)
            CPPUNIT_ASSERT_EQUAL(n / 2 + (n % 2 ? 0 : 7), in[n]);
        for (std::uint32_t n = 0; n < out.size(); ++n)
            CPPUNIT_ASSERT_EQUAL(n / 2 + (n % 2 ? 0 : 7), out[n]);
    }

    void type_1_has_a_core_beside_its_length()
    {
        const auto cosine = made(kind::dct1, 7, { 6 });
        CPPUNIT_ASSERT(row_input_places(cosine) ==
                       (std::vector<std::uint32_t>{ 0, 6, 1, 7, 2, 8, 3 }));
        CPPUNIT_ASSERT(row_output_places(cosine) ==
                       (std::vector<std::uint32_t>{ 0, 1, 2, 3, 4, 5, 6 }));
        const auto sine = made(kind::dst1, 5, { 6 });
        CPPUNIT_ASSERT(row_input_places(sine) ==
                       (std::vector<std::uint32_t>{ 6, 1, 7, 2, 8 }));
        CPPUNIT_ASSERT(row_output_places(sine) ==
                       (std::vector<std::uint32_t>{ 1, 2, 3, 4, 5 }));
    }

    static void check(std::complex<double> expected, std::complex<double> found)
    {
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0, std::abs(expected - found), 1e-15);
    }

    void factors_are_those_of_the_formulas()
    {
        const std::complex<double> i(0, 1);
        const auto bins = postprocess_factor_table(made(kind::r2c, 12, { 6 }));
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), bins.size()); // pairs 0 .. 3
        check(-0.5 * i * root_of_unity(-2, 12), bins[2]);
        const auto cosine = postprocess_factor_table(made(kind::dct2, 12, { 6 }));
        CPPUNIT_ASSERT_EQUAL(std::size_t(12), cosine.size());
        check(2.0 * root_of_unity(-2, 48), cosine[7]);
        check(2.0 * root_of_unity(-4, 48), cosine[8]);
        const auto back = preprocess_factor_table(made(kind::dct3, 12, { 6 }));
        check(i * root_of_unity(1, 12), back[3]);
        check(root_of_unity(5, 48), back[5]);
        CPPUNIT_ASSERT(preprocess_factor_table(made(kind::r2c, 12, { 6 })).empty());
        const auto type_4 = made(kind::dct4, 12, { 6 });
        check(root_of_unity(-9, 96), preprocess_factor_table(type_4)[2]);
        check(2.0 * root_of_unity(-2, 24), postprocess_factor_table(type_4)[2]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_row_places);
