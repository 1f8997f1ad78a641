/* SPDX-License-Identifier: GPL-3.0-or-later */
// The fake device's kernels against the sum that defines a transform.
#include "reference/interpreter/pass_interpreter.h"
#include "reference/interpreter/plain_dft.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <random>

using namespace gpufft;

namespace {

using complex = std::complex<float>;
using signal = std::vector<complex>;

constexpr std::int64_t LENGTH = 12;
constexpr std::uint64_t ROWS = 5;

signal noise(std::size_t count)
{
    std::mt19937 engine(1);
    std::normal_distribution<float> normal;
    signal x(count);
    for (auto& value : x)
        value = { normal(engine), normal(engine) };
    return x;
}

//! Each row of \p x; \p sign is that of the exponent.
signal sum_by_definition(const signal& x, int sign)
{
    signal y(x.size());
    for (std::size_t row = 0; row < x.size(); row += LENGTH)
        for (std::int64_t k = 0; k < LENGTH; ++k) {
            std::complex<double> sum;
            for (std::int64_t n = 0; n < LENGTH; ++n)
                sum += std::complex<double>(x[row + n]) *
                       std::polar(1.0, sign * 2 * M_PI * double(n * k) / LENGTH);
            y[row + k] = complex(sum);
        }
    return y;
}

//! Bins 0 .. LENGTH of each row of \p x, taken as 2 LENGTH reals.
signal bins_by_definition(const signal& x)
{
    signal bins;
    for (std::size_t row = 0; row < x.size(); row += LENGTH)
        for (std::int64_t k = 0; k <= LENGTH; ++k) {
            std::complex<double> sum;
            for (std::int64_t n = 0; n < 2 * LENGTH; ++n) {
                const auto pair = x[row + n / 2];
                sum += double(n % 2 ? pair.imag() : pair.real()) *
                       std::polar(1.0, -M_PI * double(n * k) / LENGTH);
            }
            bins.push_back(complex(sum));
        }
    return bins;
}

memory_view view_of(const signal& x)
{
    return { const_cast<complex*>(x.data()), x.size() * sizeof(complex) };
}

pass_memory memory_of(const signal& in, const signal& out)
{
    pass_memory memory;
    memory.in[0] = view_of(in);
    memory.out[0] = view_of(out);
    return memory;
}

void assert_close(const char* why, const signal& expected, const signal& actual)
{
    double error = 0, power = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        error += std::norm(expected[i] - actual[i]);
        power += std::norm(expected[i]);
    }
    CPPUNIT_ASSERT_MESSAGE(why, error <= 1e-13 * power);
}

stage of_radix(int radix, int dimension = 0)
{
    stage s;
    s.radix = radix;
    s.dimension = dimension;
    return s;
}

//! Rows in pairs, so that the last workgroup of an odd batch is half empty.
pass whole_row()
{
    pass p;
    p.dimensions[0].length = p.dimensions[0].caller_length = LENGTH;
    p.stages = { of_radix(4), of_radix(3) };
    p.columns = { "row", 2, LENGTH, LENGTH };
    p.input_distance = p.output_distance = LENGTH;
    return p;
}

//! One pass of two, n = 3 j1 + j2 and k = 4 k2 + k1; each row is a workgroup's.
pass part_of_row(int radix)
{
    auto p = whole_row();
    p.stages = { of_radix(radix) };
    p.grid = { { "column_tile" } };
    return p;
}

//! An axis inside the dimension, whose elements lie next to each other.
axis inside(const char* name,
            std::int64_t size,
            std::int64_t input_step,
            std::int64_t output_step,
            std::int64_t twiddle_weight)
{
    return {
        name, size, input_step, output_step, twiddle_weight, input_step, output_step
    };
}

//! The first one, in place, and the second.
std::pair<pass, pass> two_passes()
{
    auto first = part_of_row(4);
    first.dimensions[0].input_step = first.dimensions[0].output_step = 3;
    first.columns = inside("column", 3, 1, 1, 0);
    first.in_place = true;

    auto second = part_of_row(3);
    second.dimensions[0].output_step = 4;
    second.columns = inside("column", 2, 3, 1, 1);
    second.grid = { inside("column_tile", 2, 6, 2, 2) };
    second.twiddle_order = LENGTH;
    return { first, second };
}

} // namespace

class qa_pass_interpreter : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_interpreter);
    CPPUNIT_TEST(one_pass_is_the_whole_transform);
    CPPUNIT_TEST(two_passes_with_twiddles_are_the_whole_transform);
    CPPUNIT_TEST(columns_beyond_the_last_are_left_alone);
    CPPUNIT_TEST(factors_and_offsets_of_rows_are_kept);
    CPPUNIT_TEST(a_chirp_in_several_passes_is_the_whole_transform);
    CPPUNIT_TEST(opposite_outputs_meet_in_paired_columns);
    CPPUNIT_TEST(a_pointwise_pass_stores_what_needs_pairs);
    CPPUNIT_TEST(rows_beyond_the_batch_are_left_alone);
    CPPUNIT_TEST(recursion_agrees_with_the_definition);
    CPPUNIT_TEST_SUITE_END();

public:
    void one_pass_is_the_whole_transform()
    {
        const auto x = noise(LENGTH * ROWS);
        signal y(x.size());
        interpret_pass(whole_row(), memory_of(x, y), ROWS);
        assert_close("forward", sum_by_definition(x, -1), y);
    }

    void two_passes_with_twiddles_are_the_whole_transform()
    {
        const auto [first, second] = two_passes();
        const auto x = noise(LENGTH * ROWS);
        auto workspace = x;
        signal y(x.size());
        interpret_pass(first, memory_of(workspace, workspace), ROWS);
        interpret_pass(second, memory_of(workspace, y), ROWS);
        assert_close("forward", sum_by_definition(x, -1), y);
    }

    // Five columns in tiles of two: the sixth is not there.
    void columns_beyond_the_last_are_left_alone()
    {
        auto p = part_of_row(LENGTH);
        p.dimensions[0].input_stride = p.dimensions[0].output_stride = ROWS;
        p.columns = { "column", 2, 1, 1 };
        p.grid = { { "column_tile", 3, 2, 2 } };
        p.columns.extent = ROWS;
        p.input_distance = p.output_distance = LENGTH * ROWS;
        const auto x = noise(LENGTH * ROWS);
        signal rows(x.size()), y(x.size()), expected(x.size());
        for (std::size_t row = 0; row < ROWS; ++row)
            for (std::int64_t n = 0; n < LENGTH; ++n)
                rows[row * LENGTH + n] = x[n * ROWS + row];
        const auto spectra = sum_by_definition(rows, -1);
        for (std::size_t row = 0; row < ROWS; ++row)
            for (std::int64_t n = 0; n < LENGTH; ++n)
                expected[n * ROWS + row] = spectra[row * LENGTH + n];
        interpret_pass(p, memory_of(x, y), 1);
        assert_close("columns", expected, y);
    }

    // Rows of the pass that are parts of the caller's, behind an offset.
    void factors_and_offsets_of_rows_are_kept()
    {
        auto p = whole_row();
        p.row_factor = ROWS;
        p.input_offset = 3;
        p.output_offset = 1;
        auto x = noise(LENGTH * ROWS);
        const auto expected = sum_by_definition(x, -1);
        x.insert(x.begin(), 3, complex());
        signal y(expected.size() + 1);
        interpret_pass(p, memory_of(x, y), 1);
        y.erase(y.begin());
        assert_close("rows", expected, y);
    }

    // The three passes of Bluestein: 12 points by a convolution of 24 = 4 times 6.
    void a_chirp_in_several_passes_is_the_whole_transform()
    {
        constexpr std::int64_t PADDED = 24;
        auto first = part_of_row(4);
        first.dimensions[0].length = PADDED;
        first.dimensions[0].input_step = first.dimensions[0].output_step = 6;
        first.columns = inside("column", 6, 1, 1, 0);
        first.output_distance = PADDED;
        auto second = part_of_row(6);
        second.dimensions[0].length = PADDED;
        second.columns = inside("column", 4, 6, 6, 1);
        second.twiddle_order = PADDED;
        second.input_distance = second.output_distance = PADDED;
        second.convolves = true;
        auto third = first;
        third.input_distance = PADDED;
        third.output_distance = LENGTH;
        third.load.swap_parts = true;
        first.load.by = third.store.by = convolution::bluestein;

        const auto x = noise(LENGTH * ROWS);
        signal workspace(PADDED * ROWS), y(x.size());
        interpret_pass(first, memory_of(x, workspace), ROWS);
        interpret_pass(second, memory_of(workspace, workspace), ROWS);
        interpret_pass(third, memory_of(workspace, y), ROWS);
        assert_close("chirp", sum_by_definition(x, -1), y);
    }

    // An r2c in two passes: of the first one's four outputs, 0 meets 2 and 1 meets 3 in
    // the second one.
    void opposite_outputs_meet_in_paired_columns()
    {
        auto [first, second] = two_passes();
        second.dimensions[0].caller_length = 2 * LENGTH;
        second.change_workgroup().paired_columns = true;
        second.grid = { { "column_tile", 2 } };
        second.output_distance = LENGTH + 1;
        second.store.kind = transform_kind::r2c;
        second.store.is_half = true;
        const auto x = noise(LENGTH * ROWS);
        auto workspace = x;
        signal y((LENGTH + 1) * ROWS);
        interpret_pass(first, memory_of(workspace, workspace), ROWS);
        interpret_pass(second, memory_of(workspace, y), ROWS);
        assert_close("paired", bins_by_definition(x), y);

        second.change_workgroup().paired_columns = false;
        CPPUNIT_ASSERT_THROW(interpret_pass(second, memory_of(workspace, y), ROWS),
                             device_error);
    }

    // A real transform whose halves meet in a pass of their own.
    void a_pointwise_pass_stores_what_needs_pairs()
    {
        pass p;
        p.kernel = pointwise_kernel();
        p.dimensions[0].length = LENGTH;
        p.dimensions[0].caller_length = 2 * LENGTH;
        p.columns = inside("k", LENGTH, 1, 1, 0);
        p.input_distance = LENGTH;
        p.output_distance = LENGTH + 1;
        p.store.kind = transform_kind::r2c;
        p.store.is_half = true;
        const auto x = noise(LENGTH * ROWS);
        const auto core = sum_by_definition(x, -1);
        signal y((LENGTH + 1) * ROWS);
        interpret_pass(p, memory_of(core, y), ROWS);

        assert_close("pointwise", bins_by_definition(x), y);
    }

    void rows_beyond_the_batch_are_left_alone()
    {
        const complex mark(77, 77);
        const auto x = noise(LENGTH * ROWS);
        signal y(x.size(), mark);
        interpret_pass(whole_row(), memory_of(x, y), ROWS - 2);
        for (std::size_t i = 0; i < y.size(); ++i)
            CPPUNIT_ASSERT_EQUAL(i >= LENGTH * (ROWS - 2), y[i] == mark);

        signal short_output(x.size() - 1);
        CPPUNIT_ASSERT_THROW(
            interpret_pass(whole_row(), memory_of(x, short_output), ROWS), device_error);
    }

    void recursion_agrees_with_the_definition()
    {
        for (const std::size_t n : { 1, 2, 3, 6, 8, 13, 60, 64, 143 }) {
            const auto single = noise(n);
            const std::vector<std::complex<double>> x(single.begin(), single.end());
            const auto y = plain_dft(x);
            for (std::size_t k = 0; k < n; ++k) {
                std::complex<double> sum;
                for (std::size_t i = 0; i < n; ++i)
                    sum +=
                        x[i] * std::polar(1.0, -2 * M_PI * double(i * k % n) / double(n));
                CPPUNIT_ASSERT(std::abs(sum - y[k]) < 1e-12 * double(n));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pass_interpreter);
