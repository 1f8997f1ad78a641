/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rader's algorithm: its tables, by doing on the host what kernels do with them, and
// where the strategy applies.
#include "math/factor.h"
#include "math/host_fft.h"
#include "math/modular.h"
#include "plan/roots/convolution.h"
#include "plan/simt/rader_order.h"
#include "plan/simt/tile.h"
#include "plan/stages/convolution_cost.h"
#include "plan/strategies/strategy.h"
#include "support/transforms/cores.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

std::complex<double> swapped(std::complex<double> v) { return { v.imag(), v.real() }; }

//! The algorithm of convolution.h, step by step.
complex_points dft_by_rader(const complex_points& x, std::int64_t generator = 0)
{
    const auto length = static_cast<std::int64_t>(x.size());
    const auto points = static_cast<std::size_t>(length - 1);
    const auto indices = rader_indices(length, generator);
    const auto spectrum =
        convolution_spectrum(convolution::rader, length, length - 1, generator);

    complex_points a(points), y(x.size());
    for (std::size_t q = 0; q < points; ++q)
        a[q] = x[indices[q]];
    a = host_fft(a);
    y[0] = x[0] + a[0];
    for (std::size_t k = 0; k < points; ++k)
        a[k] = swapped(a[k] * spectrum[k] + (k == 0 ? x[0] : 0));
    a = host_fft(a);
    for (std::size_t q = 0; q < points; ++q)
        y[indices[points + q]] = swapped(a[q]);
    return y;
}

dft_problem of_length(std::int64_t length) { return packed_core(length); }

dft_problem mirrored(std::int64_t length)
{
    auto r = packed_core(length);
    r.load.kind = r.store.kind = transform_kind::dct1;
    return r;
}

dft_problem of_two_dimensions()
{
    auto r = packed_core(37);
    r.dimensions.push_back(r.dimensions[0]);
    r.in.strides = r.out.strides = { 37, 1 };
    return r;
}

struct applicability {
    const char* why;
    dft_problem dft;
    bool applies;
};

const applicability APPLICABILITY[] = {
    { "the first prime without a stage of its own", of_length(37), true },
    { "length - 1 a power of two", of_length(257), true },
    { "stages of 17 points", of_length(1021), true },
    { "a stage is enough", of_length(31), false },
    { "not a prime", of_length(74), false },
    { "a square of a prime", of_length(37 * 37), false },
    { "length - 1 has the factor 53", of_length(107), false },
    { "does not fit a workgroup", of_length(65537), false },
    { "more than one dimension", of_two_dimensions(), false },
    { "outputs in an order that pairs k and -k", mirrored(37), false },
};

class qa_rader : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_rader);
    CPPUNIT_TEST(tables_give_the_dft_of_every_prime_to_500);
    CPPUNIT_TEST(tables_give_the_dft_of_long_primes);
    CPPUNIT_TEST(tables_of_any_generator_give_the_dft);
    CPPUNIT_TEST(every_place_but_the_first_is_read_and_written_once);
    CPPUNIT_TEST(applies_where_it_says);
    CPPUNIT_TEST(smooth_neighbours_always_take_it);
    CPPUNIT_TEST(passes_fit_every_device);
    CPPUNIT_TEST(rows_are_staged_where_they_fit);
    CPPUNIT_TEST(columns_that_are_neighbours_need_no_staging);
    CPPUNIT_TEST(neighbouring_rows_do_not_meet_in_a_bank);
    CPPUNIT_TEST(the_chosen_generator_meets_in_fewer_banks);
    CPPUNIT_TEST_SUITE_END();

    void check(std::int64_t length, std::int64_t step)
    {
        const auto x = random_points(length);
        const double error = dft_error(x, dft_by_rader(x), step);
        CPPUNIT_ASSERT_MESSAGE(fmt::format("{} points: {:.2e}", length, error),
                               error < 2e-15);
    }

    // The tables do not ask whether stages cover length - 1.
    void tables_give_the_dft_of_every_prime_to_500()
    {
        for (std::int64_t length = 3; length < 500; ++length) {
            if (is_prime(length))
                check(length, 1);
        }
    }

    void tables_give_the_dft_of_long_primes()
    {
        check(1021, 1);
        check(4051, 37);
        check(65537, 1013);
    }

    void tables_of_any_generator_give_the_dft()
    {
        for (const std::int64_t g : { 3, 5, 6, 7, 10, 11, 14, 40 }) {
            const auto x = random_points(41);
            const bool generates = is_generator(g, 41);
            const double error = dft_error(x, dft_by_rader(x, g), 1);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("by {}: {:.2e}", g, error),
                                   (error < 2e-15) == generates);
        }
    }

    void every_place_but_the_first_is_read_and_written_once()
    {
        for (const std::int64_t length : { 3, 37, 1021 }) {
            auto indices = rader_indices(length);
            const auto middle = indices.begin() + (length - 1);
            CPPUNIT_ASSERT(indices.end() == middle + (length - 1));
            std::sort(indices.begin(), middle);
            std::sort(middle, indices.end());
            for (std::int64_t q = 0; q < length - 1; ++q) {
                CPPUNIT_ASSERT_EQUAL(q + 1, std::int64_t(indices[q]));
                CPPUNIT_ASSERT_EQUAL(q + 1, std::int64_t(middle[q]));
            }
        }
    }

    void applies_where_it_says()
    {
        for (const auto& row : APPLICABILITY)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, row.applies, !make_rader(row.dft, LIMITS[2].limits).empty());
    }

    void smooth_neighbours_always_take_it()
    {
        for (const auto& on : LIMITS) {
            // Real and imaginary parts may be exchanged one by one.
            const auto most = on.limits.local_memory_bytes / 4;
            for (std::int64_t n = 37; n <= std::min<std::int64_t>(most, 4096); ++n) {
                const auto what = fmt::format("{} on {}", n, on.why);
                if (is_prime(n) && is_smooth(n - 1) &&
                    std::isfinite(convolution_cost(n - 1, precision::float32, on.limits)))
                    CPPUNIT_ASSERT_MESSAGE(
                        what, !make_rader(packed_core(n), on.limits).empty());
            }
        }
    }

    void passes_fit_every_device()
    {
        int seen = 0;
        for (const auto& on : LIMITS) {
            for (std::int64_t n = 37; n < 1100; ++n) {
                for (const auto number : { precision::float32, precision::float64 }) {
                    for (const auto& p : make_rader(packed_core(n, number), on.limits)) {
                        const auto what = fmt::format("{} on {}", n, on.why);
                        CPPUNIT_ASSERT_EQUAL_MESSAGE(what, n - 1, p.points());
                        CPPUNIT_ASSERT_MESSAGE(
                            what, local_memory_bytes(p) <= on.limits.local_memory_bytes);
                        CPPUNIT_ASSERT_MESSAGE(
                            what, p.work_items() <= on.limits.max_work_items);
                        ++seen;
                    }
                }
            }
        }
        CPPUNIT_ASSERT(seen > 300);
    }

    void rows_are_staged_where_they_fit()
    {
        const auto staged = [](std::int64_t length, const device_limits& limits) {
            const auto passes = make_rader(packed_core(length), limits);
            CPPUNIT_ASSERT_EQUAL(std::size_t(1), passes.size());
            return passes[0].stages_rows();
        };
        CPPUNIT_ASSERT(staged(127, LIMITS[0].limits));
        CPPUNIT_ASSERT(staged(127, LIMITS[3].limits));
        CPPUNIT_ASSERT(!staged(127, LIMITS[1].limits)); // a CPU device
        auto small = make_limits(false, 1, 64, 64);     // one row, and no room for two
        CPPUNIT_ASSERT(!staged(127, small));
    }

    void columns_that_are_neighbours_need_no_staging()
    {
        auto r = packed_core(127);
        r.outer_loops = { 64 };
        r.in.strides = r.out.strides = { 64 };
        r.in.outer_weights = r.out.outer_weights = { 1 };
        r.in.distance = r.out.distance = 64 * 127;
        const auto passes = make_rader(r, LIMITS[3].limits);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), passes.size());
        CPPUNIT_ASSERT(!passes[0].stages_rows());
    }

    static pass staged_pass(std::vector<stage> stages, std::int64_t length, int rows)
    {
        pass p;
        p.stages = std::move(stages);
        p.dimensions[0].length = length - 1;
        p.dimensions[0].caller_length = length;
        p.convolves = true;
        p.load.by = p.store.by = convolution::rader;
        p.change_workgroup().staged_input = p.change_workgroup().staged_output = true;
        p.columns.size = rows;
        p.change_workgroup().columns_fastest = rows > 1;
        return p;
    }

    void neighbouring_rows_do_not_meet_in_a_bank()
    {
        // Two accesses of 16 elements of 8 bytes each, over 16 pairs of banks.
        const auto limits = LIMITS[3].limits;
        CPPUNIT_ASSERT_EQUAL(
            1.0, row_conflicts(staged_pass({ { 14 }, { 9 } }, 127, 16), limits));
        CPPUNIT_ASSERT(row_conflicts(staged_pass({ { 14 }, { 9 } }, 127, 1), limits) >
                       1.3);
        CPPUNIT_ASSERT_EQUAL(1.0,
                             row_conflicts(staged_pass({ { 14 }, { 9 } }, 127, 1),
                                           LIMITS[1].limits)); // a CPU has no banks
    }

    void the_chosen_generator_meets_in_fewer_banks()
    {
        auto p = staged_pass({ { 17 }, { 4 }, { 15 } }, 1021, 1);
        const auto limits = LIMITS[3].limits;
        const double least = row_conflicts(p, limits);
        p.order.generator = choose_generator(p, limits);
        CPPUNIT_ASSERT(is_generator(p.order.generator, 1021));
        CPPUNIT_ASSERT(row_conflicts(p, limits) < least);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_rader);

} // namespace
