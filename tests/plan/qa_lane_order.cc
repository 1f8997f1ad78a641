/* SPDX-License-Identifier: GPL-3.0-or-later */
// Lanes in the order of halves: what shuffles within them do, followed on the host.
#include "math/roots.h"
#include "plan/lane_order.h"
#include "plan/vector_twiddles.h"
#include <cppunit/extensions/HelperMacros.h>
#include <complex>
#include <numeric>

using namespace gpufft;

namespace {

//! A row of 8 x 8 points, a lane a column, and then an output.
pass row_of_64(int lanes, precision number)
{
    pass p;
    p.form = kernel_form::simd;
    p.lanes = lanes;
    p.number = number;
    p.stages = { { lanes, 1, twiddle_source::full },
                 { 64 / lanes, 1, twiddle_source::full } };
    p.dimensions[0].length = p.dimensions[0].caller_length = 64;
    return p;
}

//! Parts of one kind of the points of two vectors, taken within halves.
std::vector<int> taken_within_halves(int lanes)
{
    std::vector<int> points;
    for (const int half : { 0, lanes / 2 })
        for (const int vector : { 0, lanes })
            for (int part = 0; part < lanes / 2; part += 2)
                points.push_back((vector + half + part) / 2);
    return points;
}

} // namespace

class qa_lane_order : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_lane_order);
    CPPUNIT_TEST(is_what_shuffles_within_halves_give);
    CPPUNIT_TEST(is_that_of_points_otherwise);
    CPPUNIT_TEST(twiddles_are_in_it);
    CPPUNIT_TEST(vectors_of_one_number_a_lane_keep_theirs);
    CPPUNIT_TEST_SUITE_END();

public:
    void is_what_shuffles_within_halves_give()
    {
        for (const int lanes : { 4, 8 })
            CPPUNIT_ASSERT(taken_within_halves(lanes) == lane_order(lanes, true));
    }

    void is_that_of_points_otherwise()
    {
        std::vector<int> points(16);
        std::iota(points.begin(), points.end(), 0);
        CPPUNIT_ASSERT(points == lane_order(16, false));
        CPPUNIT_ASSERT(!loads_by_halves(row_of_64(4, precision::float32)));
        CPPUNIT_ASSERT(!loads_by_halves(row_of_64(16, precision::float32)));
        CPPUNIT_ASSERT(loads_by_halves(row_of_64(8, precision::float32)));
        CPPUNIT_ASSERT(loads_by_halves(row_of_64(4, precision::float64)));
        CPPUNIT_ASSERT(stores_by_halves(row_of_64(8, precision::float32)));
    }

    void twiddles_are_in_it()
    {
        const auto p = row_of_64(8, precision::float32);
        const auto table = vector_twiddle_table(p);
        const auto order = lane_order(8, true);
        // Output k1 = 1 of the first tile: eight real parts, then as many imaginary ones.
        const auto part = [&](int i) {
            return i % 2 ? table[i / 2].imag() : table[i / 2].real();
        };
        for (int lane = 0; lane < 8; ++lane) {
            const auto expected = root_of_unity(-order[lane], 64);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(expected.real(), part(lane), 1e-15);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(expected.imag(), part(8 + lane), 1e-15);
        }
    }

    // Each would have to be put in order first.
    void vectors_of_one_number_a_lane_keep_theirs()
    {
        auto p = row_of_64(8, precision::float32);
        p.load.windowed = true;
        CPPUNIT_ASSERT(!loads_by_halves(p));
        CPPUNIT_ASSERT(stores_by_halves(p));
        p = row_of_64(8, precision::float32);
        p.load.stored = element::real;
        p.store.stored = element::planar;
        CPPUNIT_ASSERT(!loads_by_halves(p));
        CPPUNIT_ASSERT(!stores_by_halves(p));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_lane_order);
