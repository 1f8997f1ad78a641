/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/printed_text.h"
#include "codelet/program.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <cstdio>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int ROWS = 300;

//! To single precision, whatever the compiler would like to keep.
float rounded(float value)
{
    volatile float stored = value;
    return stored;
}

//! What a device computes in single precision, with or without multiply-adds
std::vector<float>
run_in_float(const program& p, std::vector<float> values, bool is_fused)
{
    const auto is_product = [](const term& t) {
        return t.factor != 0.0 && std::abs(t.factor) != 1.0;
    };
    const auto scaled = [&](const term& t) {
        return t.factor == 0.0
                   ? 0.0f
                   : rounded(static_cast<float>(t.factor) * values[t.operand]);
    };
    const auto multiply_add = [&](const term& product, const term& addend) {
        return std::fma(
            static_cast<float>(product.factor), values[product.operand], scaled(addend));
    };
    for (const statement& s : p.statements) {
        if (is_fused && is_product(s.first))
            values.push_back(multiply_add(s.first, s.second));
        else if (is_fused && is_product(s.second))
            values.push_back(multiply_add(s.second, s.first));
        else
            values.push_back(rounded(scaled(s.first) + scaled(s.second)));
    }
    std::vector<float> outputs;
    for (const int output : p.outputs)
        outputs.push_back(values[p.inputs + output]);
    return outputs;
}

//! Relative RMS error over ROWS rows of noise
double error_of(int length, const program& p, bool is_fused)
{
    double difference = 0.0;
    double size = 0.0;
    for (int row = 0; row < ROWS; ++row) {
        const auto x = noise(length, 77 * row + length);
        std::vector<float> inputs;
        for (const auto& point : x) {
            inputs.push_back(point.real());
            inputs.push_back(point.imag());
        }
        const auto y = run_in_float(p, inputs, is_fused);
        const auto expected =
            naive_dft(complex_points(x.begin(), x.end()), direction::forward);
        for (int k = 0; k < length; ++k) {
            const std::complex<double> got(y[2 * k], y[2 * k + 1]);
            difference += std::norm(got - expected[k]);
            size += std::norm(expected[k]);
        }
    }
    return std::sqrt(difference / size);
}

class qa_codelet_accuracy : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_codelet_accuracy);
    CPPUNIT_TEST(rounds_little_and_less_when_fused);
    CPPUNIT_TEST_SUITE_END();

    // Twiddles and further stages want their share of the bound, which is 6e-8 of a plan.
    void rounds_little_and_less_when_fused()
    {
        std::printf(
            "\nrelative error / (6e-8 sqrt(log2 length)): separate, contracted by "
            "the compiler, fused\n");
        for (const int length : codelet_lengths()) {
            if (length == 1)
                continue;
            const network n = build_network(length, choose_algorithm(length));
            const program separate = to_program(n);
            const program fused = to_program(n, arithmetic::fused);
            const double bound = 6e-8 * std::sqrt(std::log2(length));
            const double ratios[] = { error_of(length, separate, false) / bound,
                                      error_of(length, separate, true) / bound,
                                      error_of(length, fused, true) / bound };
            const auto found = fmt::format("length {:2}: {:.2f} {:.2f} {:.2f}",
                                           length,
                                           ratios[0],
                                           ratios[1],
                                           ratios[2]);
            std::puts(found.c_str());
            CPPUNIT_ASSERT_MESSAGE(found, ratios[0] <= 0.80 && ratios[2] <= 0.72);
            CPPUNIT_ASSERT_MESSAGE(found, ratios[2] <= ratios[0]);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_codelet_accuracy);

} // namespace
