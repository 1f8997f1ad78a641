/* SPDX-License-Identifier: GPL-3.0-or-later */
// Bluestein's algorithm: its spectrum, the choice of the padded length, and its passes,
// which are run as the fake device does.
#include "math/factor.h"
#include "math/host_fft.h"
#include "math/roots.h"
#include "plan/roots/convolution.h"
#include "plan/simt/tile.h"
#include "plan/stages/convolution_cost.h"
#include "plan/strategies/convolutions/padded_lengths.h"
#include "plan/strategies/strategy.h"
#include "reference/interpreter/pass_interpreter.h"
#include "support/transforms/cores.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <ctime>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

std::complex<double> swapped(std::complex<double> v) { return { v.imag(), v.real() }; }

//! The algorithm of convolution.h, step by step.
complex_points dft_by_bluestein(const complex_points& x, std::int64_t padded)
{
    const auto length = static_cast<std::int64_t>(x.size());
    const auto spectrum = convolution_spectrum(convolution::bluestein, length, padded);
    const auto chirp = [&](std::int64_t n) { return root_of_unity(-n * n, 2 * length); };

    complex_points a(padded), y(x.size());
    for (std::int64_t n = 0; n < length; ++n)
        a[n] = x[n] * chirp(n);
    a = host_fft(a);
    for (std::int64_t k = 0; k < padded; ++k)
        a[k] = swapped(a[k] * spectrum[k]);
    a = host_fft(a);
    for (std::int64_t k = 0; k < length; ++k)
        y[k] = swapped(a[k]) * chirp(k);
    return y;
}

//! Lengths that stages do not cover.
const std::int64_t LENGTHS[] = { 37,      41,       59,        74,       107,
                                 37 * 41, 509,      1030,      2039,     4093,
                                 8191,    16381,    65537,     99991,    262147,
                                 1000003, 16777213, 100000007, 134217689 };

struct expectation {
    const char* why;
    int device; //!< of LIMITS
    std::int64_t length;
    std::size_t passes;
};

const expectation PASSES[] = {
    { "four thousand points fit 32 KiB", 0, 2039, 1 },
    { "twice as many do not", 0, 4093, 3 },
    { "1024 work-items of 32 points, 48 KiB one part at a time", 2, 4093, 1 },
    { "a factor of 1024 and one of 2048", 2, 1000003, 3 },
    { "227 KiB", 3, 8191, 1 },
    { "28000 points, one part at a time", 3, 16381, 1 },
    { "beyond any workgroup", 3, 65537, 3 },
    { "4096 and 8192, in runs of 8 columns", 3, 16777213, 3 },
    { "three factors", 3, 134217689, 5 },
    { "16 KiB, one part at a time", 4, 2039, 1 },
    { "4 KiB", 5, 509, 1 },
    { "4 KiB, a thousand points", 5, 1021, 3 },
    { "4 KiB, three factors", 5, 131071, 5 },
};

class qa_bluestein : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_bluestein);
    CPPUNIT_TEST(spectrum_gives_the_dft);
    CPPUNIT_TEST(any_padded_length_does);
    CPPUNIT_TEST(padded_lengths_are_smooth_and_near);
    CPPUNIT_TEST(the_next_power_of_two_is_never_exceeded_and_often_beaten);
    CPPUNIT_TEST(as_few_passes_as_the_device_allows);
    CPPUNIT_TEST(passes_fit_every_device);
    CPPUNIT_TEST(passes_compute_the_dft);
    CPPUNIT_TEST(columns_next_to_each_other_share_workgroups);
    CPPUNIT_TEST(lone_columns_take_several_passes);
    CPPUNIT_TEST(a_plan_takes_little_time);
    CPPUNIT_TEST_SUITE_END();

    void check(std::int64_t length, std::int64_t padded, std::int64_t step)
    {
        const auto x = random_points(length);
        const double error = dft_error(x, dft_by_bluestein(x, padded), step);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} points by {}: {:.2e}", length, padded, error), error < 2e-15);
    }

    void spectrum_gives_the_dft()
    {
        for (std::int64_t length = 1; length < 200; ++length)
            check(length, next_smooth(2 * length - 1), 1);
        for (const auto length : { 37 * 41, 1021, 4093, 65537 })
            check(length, next_smooth(2 * length - 1), length / 50 + 1);
    }

    void any_padded_length_does()
    {
        for (const auto padded : padded_lengths(107))
            check(107, padded, 1);
        check(107, 213, 1); // 3 * 71: not even smooth
        check(107, 1024, 1);
    }

    void padded_lengths_are_smooth_and_near()
    {
        for (const auto length : LENGTHS) {
            const auto lengths = padded_lengths(length);
            CPPUNIT_ASSERT(!lengths.empty());
            for (const auto m : lengths)
                CPPUNIT_ASSERT(is_smooth(m) && m >= 2 * length - 1 &&
                               m <= length * 13 / 5);
        }
        CPPUNIT_ASSERT(!padded_lengths(1).empty());
        CPPUNIT_ASSERT(!padded_lengths(2).empty());
    }

    //! The length of the convolution that is chosen.
    std::int64_t chosen(std::int64_t length, const device_limits& limits)
    {
        const auto passes = make_bluestein(packed_core(length), limits);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{}", length), !passes.empty());
        return passes[0].dimensions[0].length;
    }

    void the_next_power_of_two_is_never_exceeded_and_often_beaten()
    {
        for (const auto& on : LIMITS) {
            int shorter = 0;
            for (std::int64_t length = 37; length < 2000; length += 29) {
                std::int64_t power = 1;
                while (power < 2 * length - 1)
                    power *= 2;
                const auto m = chosen(length, on.limits);
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} on {}", length, on.why),
                                       m <= power);
                shorter += m < power * 9 / 10;
            }
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {}", on.why, shorter), shorter > 25);
        }
        // A power of two is chosen where it is just long enough.
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1024), chosen(509, LIMITS[2].limits));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4096), chosen(2039, LIMITS[2].limits));
        CPPUNIT_ASSERT(chosen(1030, LIMITS[2].limits) < 2500);
        CPPUNIT_ASSERT(chosen(1000003, LIMITS[2].limits) < 2100000);
    }

    void as_few_passes_as_the_device_allows()
    {
        for (const auto& e : PASSES) {
            const auto passes =
                make_bluestein(packed_core(e.length), LIMITS[e.device].limits);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                fmt::format("{}: {}", e.why, e.length), e.passes, passes.size());
        }
    }

    void check_passes(const std::vector<pass>& passes,
                      std::int64_t length,
                      const named_limits& on)
    {
        const auto what = fmt::format("{} on {}", length, on.why);
        const auto padded = passes[0].dimensions[0].length;
        CPPUNIT_ASSERT_MESSAGE(what, passes.size() % 2 == 1);
        for (std::size_t i = 0; i < passes.size(); ++i) {
            const auto& p = passes[i];
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, i == passes.size() / 2, p.convolves);
            CPPUNIT_ASSERT_MESSAGE(what,
                                   local_memory_bytes(p) <= on.limits.local_memory_bytes);
            CPPUNIT_ASSERT_MESSAGE(what, p.work_items() <= on.limits.max_work_items);
            std::int64_t covered = p.points();
            if (!p.columns_are_rows())
                covered *= p.columns.size;
            for (const auto& a : p.grid)
                covered *= a.size;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, padded, covered);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, i == 0, p.from == buffer_role::input);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                what, i + 1 == passes.size(), p.to == buffer_role::output);
        }
        if (passes.size() > 1)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, padded, workspace_extent(passes));
    }

    void passes_fit_every_device()
    {
        for (const auto& on : LIMITS) {
            const bool is_tiny = on.limits.local_memory_bytes <= 4096;
            for (const auto length : LENGTHS) {
                if (is_tiny && length > 20000000)
                    continue;
                check_passes(make_bluestein(packed_core(length), on.limits), length, on);
                if (length < 2000000) // of 8-byte numbers half as many fit
                    check_passes(make_bluestein(packed_core(length, precision::float64),
                                                on.limits),
                                 length,
                                 on);
            }
        }
    }

    //! Outputs that \p passes make of one row.
    complex_points run(const std::vector<pass>& passes, complex_points x)
    {
        complex_points y(x.size()), workspace(workspace_extent(passes));
        const auto at = [&](buffer_role where) -> memory_view {
            auto& points = where == buffer_role::input    ? x
                           : where == buffer_role::output ? y
                                                          : workspace;
            return { points.data(), points.size() * sizeof(points[0]) };
        };
        for (const auto& p : passes) {
            pass_memory memory;
            memory.in[0] = at(p.from);
            memory.out[0] = at(p.to);
            interpret_pass(p, memory, 1);
        }
        return y;
    }

    // Half a KiB of local memory: one, three and five passes at lengths that are quickly
    // interpreted.
    void passes_compute_the_dft()
    {
        auto limits = half_a_kib();
        std::size_t most = 0;
        for (const std::int64_t length :
             { 37, 53, 74, 107, 509, 1021, 2039, 4093, 9973 }) {
            const auto passes =
                make_bluestein(packed_core(length, precision::float64), limits);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}", length), !passes.empty());
            const auto x = random_points(length);
            const double error = dft_error(x, run(passes, x), length / 100 + 1);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format("{}, {} passes: {:.2e}", length, passes.size(), error),
                error < 5e-15);
            most = std::max(most, passes.size());
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(5), most);
    }

    //! \p count DFTs interleaved point by point.
    dft_problem columns_of(std::int64_t length,
                           std::int64_t count,
                           precision number = precision::float32)
    {
        auto r = packed_core(length, number);
        r.outer_loops = { count };
        r.in.strides = r.out.strides = { count };
        r.in.outer_weights = r.out.outer_weights = { 1 };
        r.in.distance = r.out.distance = length * count;
        return r;
    }

    // Several DFTs share a tile.
    void columns_next_to_each_other_share_workgroups()
    {
        constexpr std::int64_t COLUMNS = 7;
        for (const std::int64_t length : { 53, 107, 1021 }) {
            const auto passes = make_bluestein(
                columns_of(length, COLUMNS, precision::float64), half_a_kib());
            const auto what = fmt::format("{}, {} passes", length, passes.size());
            CPPUNIT_ASSERT_MESSAGE(what, passes.size() > 1);
            for (const auto& p : passes)
                CPPUNIT_ASSERT_MESSAGE(
                    what, p.columns.input_weight == 1 && p.columns.output_weight == 1);
            const auto x = random_points(length * COLUMNS);
            const auto y = run(passes, x);
            for (std::int64_t c = 0; c < COLUMNS; ++c) {
                complex_points in, out;
                for (std::int64_t n = 0; n < length; ++n) {
                    in.push_back(x[n * COLUMNS + c]);
                    out.push_back(y[n * COLUMNS + c]);
                }
                CPPUNIT_ASSERT_MESSAGE(what, dft_error(in, out, length / 50) < 5e-15);
            }
        }
    }

    // One pass would fit, but would touch points one by one.
    void lone_columns_take_several_passes()
    {
        const auto& limits = LIMITS[2].limits;
        CPPUNIT_ASSERT_EQUAL(std::size_t(1),
                             make_bluestein(packed_core(4093), limits).size());
        const auto passes = make_bluestein(columns_of(4093, 512), limits);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), passes.size());
        for (const auto& p : passes)
            CPPUNIT_ASSERT(p.columns.size >= 8);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1),
                             make_bluestein(columns_of(509, 512), limits).size());
    }

    void a_plan_takes_little_time()
    {
        const auto begin = std::clock(); // of this process: others may be busy
        for (const auto length : LENGTHS)
            make_bluestein(packed_core(length), LIMITS[2].limits);
        const double spent_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format("{} plans took {:.2f} s", std::size(LENGTHS), spent_s),
            spent_s < 0.1 * static_cast<double>(std::size(LENGTHS)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_bluestein);

} // namespace
