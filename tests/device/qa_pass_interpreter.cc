/* SPDX-License-Identifier: GPL-3.0-or-later */
// The fake device's kernels against the sum that defines a transform.
#include "device/fake/pass_interpreter.h"
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

pass_memory memory_of(const signal& in, signal* out)
{
    pass_memory memory;
    memory.in = reinterpret_cast<const float*>(in.data());
    memory.in_floats = 2 * in.size();
    memory.out = reinterpret_cast<float*>(out->data());
    memory.out_floats = 2 * out->size();
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

//! Rows in pairs, so that the last workgroup of an odd batch is half empty.
pass whole_row()
{
    pass p;
    p.length = LENGTH;
    p.stages = { { 4, 1, twiddle_source::full }, { 3, 1, twiddle_source::full } };
    p.columns = { "row", 2, LENGTH, LENGTH, 0 };
    return p;
}

} // namespace

class qa_pass_interpreter : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pass_interpreter);
    CPPUNIT_TEST(one_pass_is_the_whole_transform);
    CPPUNIT_TEST(two_passes_with_twiddles_are_the_whole_transform);
    CPPUNIT_TEST(swapped_parts_make_the_inverse);
    CPPUNIT_TEST(real_input_has_no_imaginary_part);
    CPPUNIT_TEST(window_rotation_and_scale_are_applied_at_the_ends);
    CPPUNIT_TEST(rows_beyond_the_batch_are_left_alone);
    CPPUNIT_TEST(recursion_agrees_with_the_definition);
    CPPUNIT_TEST_SUITE_END();

public:
    void one_pass_is_the_whole_transform()
    {
        const auto x = noise(LENGTH * ROWS);
        signal y(x.size());
        interpret_pass(whole_row(), memory_of(x, &y), ROWS);
        assert_close("forward", sum_by_definition(x, -1), y);
    }

    // Four times three: n = 3 j1 + j2, k = 4 k2 + k1.
    void two_passes_with_twiddles_are_the_whole_transform()
    {
        pass first;
        first.length = LENGTH;
        first.stages = { { 4, 1, twiddle_source::full } };
        first.input_stride = first.output_stride = 3;
        first.columns = { "column", 3, 1, 1, 0 };
        first.grid = { { "column_tile", 1, 3, 3, 0 } };
        first.in_place = true;

        pass second;
        second.length = LENGTH;
        second.stages = { { 3, 1, twiddle_source::full } };
        second.output_stride = 4;
        second.columns = { "column", 2, 3, 1, 1 };
        second.grid = { { "column_tile", 2, 6, 2, 2 } };
        second.twiddle_order = LENGTH;

        const auto x = noise(LENGTH * ROWS);
        auto scratch = x;
        signal y(x.size());
        interpret_pass(first, memory_of(scratch, &scratch), ROWS);
        interpret_pass(second, memory_of(scratch, &y), ROWS);
        assert_close("forward", sum_by_definition(x, -1), y);
    }

    void swapped_parts_make_the_inverse()
    {
        auto p = whole_row();
        p.load.swap_parts = p.store.swap_parts = true;
        const auto x = noise(LENGTH * ROWS);
        signal y(x.size());
        interpret_pass(p, memory_of(x, &y), ROWS);
        assert_close("inverse", sum_by_definition(x, +1), y);
    }

    void real_input_has_no_imaginary_part()
    {
        auto p = whole_row();
        p.load.format = input_format::real32;
        std::vector<float> real;
        auto x = noise(LENGTH * ROWS);
        for (auto& value : x) {
            value.imag(0);
            real.push_back(value.real());
        }
        signal y(x.size());
        auto memory = memory_of(x, &y);
        memory.in = real.data();
        memory.in_floats = real.size();
        interpret_pass(p, memory, ROWS);
        assert_close("real", sum_by_definition(x, -1), y);
    }

    void window_rotation_and_scale_are_applied_at_the_ends()
    {
        auto p = whole_row();
        p.load.windowed = true;
        p.load.rotation = 5;
        p.store.rotation = 6;
        p.store.scale = 0.25;
        const auto x = noise(LENGTH * ROWS);
        std::vector<float> window;
        for (int n = 0; n < LENGTH; ++n)
            window.push_back(1.0f + n);
        signal y(x.size());
        auto memory = memory_of(x, &y);
        memory.window = window.data();
        memory.window_floats = window.size();
        interpret_pass(p, memory, ROWS);

        signal rotated(x.size()), expected(x.size());
        for (std::size_t row = 0; row < x.size(); row += LENGTH)
            for (std::int64_t n = 0; n < LENGTH; ++n)
                rotated[row + n] = x[row + (n + 5) % LENGTH] * window[n];
        const auto spectrum = sum_by_definition(rotated, -1);
        for (std::size_t row = 0; row < x.size(); row += LENGTH)
            for (std::int64_t k = 0; k < LENGTH; ++k)
                expected[row + (k + 6) % LENGTH] = spectrum[row + k] * 0.25f;
        assert_close("ends", expected, y);
    }

    void rows_beyond_the_batch_are_left_alone()
    {
        const complex mark(77, 77);
        const auto x = noise(LENGTH * ROWS);
        signal y(x.size(), mark);
        interpret_pass(whole_row(), memory_of(x, &y), ROWS - 2);
        for (std::size_t i = 0; i < y.size(); ++i)
            CPPUNIT_ASSERT_EQUAL(i >= LENGTH * (ROWS - 2), y[i] == mark);

        signal short_output(x.size() - 1);
        CPPUNIT_ASSERT_THROW(
            interpret_pass(whole_row(), memory_of(x, &short_output), ROWS), device_error);
    }

    void recursion_agrees_with_the_definition()
    {
        for (const std::size_t n : { 1, 2, 3, 8, 13, 60, 143 }) {
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
