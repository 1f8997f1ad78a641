/* SPDX-License-Identifier: GPL-3.0-or-later */
// What FFTW's interfaces ask for, in the engine's words; no FFTW is needed.
#include "fftw3/request/efforts.h"
#include "fftw3/request/loops.h"
#include "fftw3/request/request.h"
#include "fftw3/request/steps.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::fftw3;

namespace {

void* at(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

constexpr std::uintptr_t IN = 0x100000, OUT = 0x900000, PLANE = 0x40000;

//! A complex problem of single precision; strides count numbers.
problem dft(std::vector<axis> dimensions, std::vector<axis> loops, int sign = FORWARD)
{
    problem p;
    p.dimensions = std::move(dimensions);
    p.loops = std::move(loops);
    p.at = { interleaved(at(IN), sizeof(float), sign),
             interleaved(at(OUT), sizeof(float), sign) };
    return p;
}

struct effort_row {
    const char* why;
    unsigned flags;
    double limit_s;
    effort expected;
};

const effort_row EFFORTS[] = {
    { "what programs say most", MEASURE, -1, effort::wisdom },
    { "nothing is timed", ESTIMATE, -1, effort::wisdom },
    { "the least of two", ESTIMATE | PATIENT, -1, effort::wisdom },
    { "seconds are fine", PATIENT, -1, effort::measure },
    { "a limit that leaves them", PATIENT, 10, effort::measure },
    { "a limit that does not", PATIENT, 9.9, effort::wisdom },
    { "none at all", PATIENT, 0, effort::wisdom },
    { "a minute is fine", EXHAUSTIVE, -1, effort::exhaustive },
    { "as FFTW sets both", EXHAUSTIVE | PATIENT, 60, effort::exhaustive },
    { "seconds in place of a minute", EXHAUSTIVE, 30, effort::measure },
};

class requests_test : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(requests_test);
    CPPUNIT_TEST(flags_become_efforts);
    CPPUNIT_TEST(loops_that_follow_each_other_are_one);
    CPPUNIT_TEST(loops_that_go_backwards_are_turned_round);
    CPPUNIT_TEST(batches_become_rows);
    CPPUNIT_TEST(columns_become_a_loop);
    CPPUNIT_TEST(single_points_are_left_out);
    CPPUNIT_TEST(sign_plus_is_an_inverse);
    CPPUNIT_TEST(split_arrays_are_planar);
    CPPUNIT_TEST(neighbouring_split_arrays_are_interleaved);
    CPPUNIT_TEST(odd_strides_are_planar);
    CPPUNIT_TEST(kinds_are_taken_together);
    CPPUNIT_TEST(many_dimensions_are_cut);
    CPPUNIT_TEST_SUITE_END();

    void flags_become_efforts()
    {
        unsetenv("GPUFFT_EFFORT");
        for (const auto& row : EFFORTS)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why,
                std::string(to_string(row.expected)),
                std::string(to_string(effort_of(row.flags, row.limit_s))));
    }

    static void
    expect_loop(const axis& loop, std::int64_t n, std::int64_t is, std::int64_t os)
    {
        CPPUNIT_ASSERT_EQUAL(n, loop.length);
        CPPUNIT_ASSERT_EQUAL(is, loop.input_stride);
        CPPUNIT_ASSERT_EQUAL(os, loop.output_stride);
    }

    void loops_that_follow_each_other_are_one()
    {
        const auto one = plain({ { 5, 20, 40 }, { 1, 7, 9 }, { 3, 100, 200 } });
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), one.loops.size());
        expect_loop(one.loops[0], 15, 20, 40);
        const auto two = plain({ { 5, 20, 40 }, { 3, 100, 210 } });
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), two.loops.size());
        expect_loop(two.loops[0], 3, 100, 210);
    }

    void loops_that_go_backwards_are_turned_round()
    {
        const auto turned = plain({ { 5, -20, -40 } });
        expect_loop(turned.loops.at(0), 5, 20, 40);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(-80), turned.input_offset);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(-160), turned.output_offset);
        const auto half = plain({ { 5, -20, 40 } });
        expect_loop(half.loops.at(0), 5, -20, 40);
        CPPUNIT_ASSERT(!to_request(dft({ { 4, 2, 2 } }, { { 5, -20, 40 } })));
    }

    void batches_become_rows()
    {
        const auto r = to_request(dft({ { 16, 2, 2 } }, { { 100, 32, 40 } }));
        CPPUNIT_ASSERT(r);
        CPPUNIT_ASSERT_EQUAL(std::size_t(100), r->rows);
        CPPUNIT_ASSERT(r->computed.loops.empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(16), r->computed.input_distance);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(20), r->computed.output_distance);
    }

    void columns_become_a_loop()
    {
        const auto r = to_request(dft({ { 16, 20, 20 } }, { { 10, 2, 2 } }));
        CPPUNIT_ASSERT(r);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), r->rows);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(10), r->computed.loops.at(0).count);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(10), r->computed.shape.at(0).input_stride);
    }

    void single_points_are_left_out()
    {
        const auto r = to_request(
            dft({ { 1, 99, 98 }, { 16, 2, 2 }, { 1, 3, 1 } }, { { 1, 5, 5 } }));
        CPPUNIT_ASSERT(r);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), r->computed.rank());
        CPPUNIT_ASSERT(to_request(dft({ { 1, 2, 2 } }, {})));
    }

    void sign_plus_is_an_inverse()
    {
        const auto r = to_request(dft({ { 16, 2, 2 } }, {}, BACKWARD));
        CPPUNIT_ASSERT(r && r->is_exchanged);
        CPPUNIT_ASSERT(r->computed.dir == direction::inverse);
        CPPUNIT_ASSERT(r->computed.input_layout == complex_layout::interleaved);
        const auto there = r->arrays_of(dft({}, {}, BACKWARD).at);
        CPPUNIT_ASSERT(there && there->in[0] == at(IN) && there->out[0] == at(OUT));
        CPPUNIT_ASSERT(!r->arrays_of(dft({}, {}, FORWARD).at));
    }

    void split_arrays_are_planar()
    {
        auto p = dft({ { 16, 1, 2 } }, {});
        p.at.in = { at(IN), at(IN + PLANE) };
        const auto r = to_request(p);
        CPPUNIT_ASSERT(r && !r->is_exchanged);
        CPPUNIT_ASSERT(r->computed.input_layout == complex_layout::planar);
        CPPUNIT_ASSERT(r->computed.output_layout == complex_layout::interleaved);
        // With both parts exchanged the output is interleaved again.
        p.at.out = interleaved(at(OUT), sizeof(float), BACKWARD);
        const auto back = to_request(p);
        CPPUNIT_ASSERT(back && back->is_exchanged);
        CPPUNIT_ASSERT(back->computed.dir == direction::inverse);
        const auto there = back->arrays_of(p.at);
        CPPUNIT_ASSERT(there->in[0] == at(IN + PLANE) && there->in[1] == at(IN));
        CPPUNIT_ASSERT(there->out[0] == at(OUT));
    }

    void neighbouring_split_arrays_are_interleaved()
    {
        auto p = dft({ { 16, 4, 2 } }, {});
        const auto r = to_request(p);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(2), r->computed.shape[0].input_stride);
    }

    void odd_strides_are_planar()
    {
        const auto r = to_request(dft({ { 16, 3, 2 } }, {}));
        CPPUNIT_ASSERT(r);
        CPPUNIT_ASSERT(r->computed.input_layout == complex_layout::planar);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(3), r->computed.shape[0].input_stride);
    }

    void kinds_are_taken_together()
    {
        problem p;
        p.kind = problem_kind::r2r;
        p.dimensions = { { 4, 30, 60 }, { 5, 6, 7 }, { 6, 1, 1 } };
        p.r2r_kinds = { REDFT10, RODFT10, REDFT10 };
        p.at = { { at(IN), nullptr }, { at(OUT), nullptr } };
        const auto steps = steps_of(p);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), steps.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), steps[0].dimensions.size());
        expect_loop(steps[0].loops.at(0), 5, 6, 7);
        CPPUNIT_ASSERT(steps[1].is_in_place());
        expect_loop(steps[1].dimensions.at(0), 5, 7, 7);
        expect_loop(steps[1].loops.at(0), 4, 60, 60);
        for (const auto& step : steps)
            CPPUNIT_ASSERT(to_request(step));
    }

    void many_dimensions_are_cut()
    {
        std::vector<axis> dimensions;
        for (std::int64_t d = 0, stride = 2; d < 6; ++d, stride *= 3)
            dimensions.insert(dimensions.begin(), { 3, stride, stride });
        const auto steps = steps_of(dft(dimensions, {}));
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), steps.size());
        CPPUNIT_ASSERT_EQUAL(MAX_RANK, steps[0].dimensions.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), steps[1].dimensions.size());
        auto halved = dft(dimensions, {});
        halved.kind = problem_kind::c2r;
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), steps_of(halved).size());
        CPPUNIT_ASSERT(!to_request(halved));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(requests_test);

} // namespace
