/* SPDX-License-Identifier: GPL-3.0-or-later */
// Lanes as shuffles within blocks of 128 bits leave them, followed on the host.
#include "math/roots.h"
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/vector_twiddles.h"
#include <cppunit/extensions/HelperMacros.h>
#include <complex>
#include <numeric>

using namespace gpufft;

namespace {

//! A row of lanes x lanes points: a lane is a column first, and then an output.
pass block_row(int lanes, precision number)
{
    pass p;
    p.kernel = vector_kernel{ lane_kind::row_points, lanes };
    p.number = number;
    p.stages = { { lanes, 1, twiddle_source::full }, { lanes, 1, twiddle_source::full } };
    p.dimensions[0].length = p.dimensions[0].caller_length = lanes * lanes;
    return p;
}

//! Parts of one kind of the points of two vectors, taken within blocks.
std::vector<int> taken_within_blocks(int lanes, int blocks)
{
    std::vector<int> points;
    for (int block = 0; block < blocks; ++block)
        for (const int vector : { 0, lanes })
            for (int part = 0; part < lanes / blocks; part += 2)
                points.push_back((vector + block * lanes / blocks + part) / 2);
    return points;
}

} // namespace

class qa_deinterleave_order : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_deinterleave_order);
    CPPUNIT_TEST(is_what_shuffles_within_blocks_give);
    CPPUNIT_TEST(blocks_have_128_bits);
    CPPUNIT_TEST(is_that_of_points_otherwise);
    CPPUNIT_TEST(twiddles_are_in_it);
    CPPUNIT_TEST(vectors_of_one_number_a_lane_keep_theirs);
    CPPUNIT_TEST_SUITE_END();

public:
    void is_what_shuffles_within_blocks_give()
    {
        CPPUNIT_ASSERT(taken_within_blocks(4, 2) == deinterleave_order(4, 2));
        CPPUNIT_ASSERT(taken_within_blocks(8, 2) == deinterleave_order(8, 2));
        CPPUNIT_ASSERT(taken_within_blocks(8, 4) == deinterleave_order(8, 4));
        CPPUNIT_ASSERT(taken_within_blocks(16, 4) == deinterleave_order(16, 4));
    }

    void blocks_have_128_bits()
    {
        CPPUNIT_ASSERT_EQUAL(1, input_blocks(block_row(4, precision::float32)));
        CPPUNIT_ASSERT_EQUAL(2, input_blocks(block_row(8, precision::float32)));
        CPPUNIT_ASSERT_EQUAL(4, input_blocks(block_row(16, precision::float32)));
        CPPUNIT_ASSERT_EQUAL(2, input_blocks(block_row(4, precision::float64)));
        CPPUNIT_ASSERT_EQUAL(4, input_blocks(block_row(8, precision::float64)));
        CPPUNIT_ASSERT_EQUAL(4, output_blocks(block_row(16, precision::float32)));
    }

    void is_that_of_points_otherwise()
    {
        std::vector<int> points(16);
        std::iota(points.begin(), points.end(), 0);
        CPPUNIT_ASSERT(points == deinterleave_order(16, 1));
    }

    void twiddles_are_in_it()
    {
        for (const int lanes : { 8, 16 }) {
            const auto p = block_row(lanes, precision::float32);
            const auto table = vector_twiddle_table(p);
            const auto order = deinterleave_order(lanes, lanes / 4);
            // Output k1 = 1 of the first tile: real parts, then as many imaginary ones.
            const auto part = [&](int i) {
                return i % 2 ? table[i / 2].imag() : table[i / 2].real();
            };
            for (int lane = 0; lane < lanes; ++lane) {
                const auto expected = root_of_unity(-order[lane], lanes * lanes);
                CPPUNIT_ASSERT_DOUBLES_EQUAL(expected.real(), part(lane), 1e-15);
                CPPUNIT_ASSERT_DOUBLES_EQUAL(expected.imag(), part(lanes + lane), 1e-15);
            }
        }
    }

    // Each would have to be put in order first.
    void vectors_of_one_number_a_lane_keep_theirs()
    {
        auto p = block_row(8, precision::float32);
        p.load.windowed = true;
        CPPUNIT_ASSERT_EQUAL(1, input_blocks(p));
        CPPUNIT_ASSERT_EQUAL(2, output_blocks(p));
        p = block_row(8, precision::float32);
        p.load.stored = element::real;
        p.store.stored = element::planar;
        CPPUNIT_ASSERT_EQUAL(1, input_blocks(p));
        CPPUNIT_ASSERT_EQUAL(1, output_blocks(p));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_deinterleave_order);
