/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/convolution.h"
#include "codelet/program.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>

using namespace gpufft;

namespace {

struct shape {
    const char* why;
    int size;
};

const shape SHAPES[] = {
    { "a product", 1 },
    { "by definition", 2 },
    { "three points: not thirds of one point", 3 },
    { "halves", 4 },
    { "odd, no thirds", 5 },
    { "skew: complex thirds", 6 },
    { "odd, no thirds", 7 },
    { "skew: halves of halves", 8 },
    { "thirds of three", 9 },
    { "halves of five", 10 },
    { "cyclic: a half of complex thirds", 12 },
    { "skew: halves that are odd", 14 },
    { "thirds of five", 15 },
    { "halves, down to one", 16 },
    { "cyclic: a half of thirds", 18 },
};

// Neither symmetric nor of zero mean
double kernel_at(int j) { return std::cos(1.7 * j + 0.3) + 0.125 * j; }
double point_at(int j) { return std::sin(2.3 * j + 0.9) - 0.25; }
constexpr double ADDEND = 0.7;

struct example {
    explicit example(int size)
    {
        made.inputs = size + 1;
        for (int j = 0; j < size; ++j) {
            u.push_back(made.graph.input(j));
            h.push_back(kernel_at(j));
        }
        addend = made.graph.input(size);
    }

    std::vector<double> run() const
    {
        std::vector<double> inputs;
        for (std::size_t j = 0; j < u.size(); ++j)
            inputs.push_back(point_at(static_cast<int>(j)));
        inputs.push_back(ADDEND);
        return run_program(to_program(made), inputs);
    }

    network made;
    values u;
    constants h;
    value addend;
};

double expected(int size, int i, int wrap)
{
    double sum = 0.0;
    for (int j = 0; j < size; ++j)
        sum += (i >= j ? kernel_at(i - j) : wrap * kernel_at(i - j + size)) * point_at(j);
    return sum;
}

class qa_convolution : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_convolution);
    CPPUNIT_TEST(convolves_cyclically);
    CPPUNIT_TEST(convolves_with_a_sign_where_it_wraps);
    CPPUNIT_TEST(sums_as_the_convolution_does);
    CPPUNIT_TEST(multiplies_by_a_toeplitz_matrix);
    CPPUNIT_TEST_SUITE_END();

    void convolves_cyclically()
    {
        for (const shape& s : SHAPES) {
            example e(s.size);
            e.made.outputs = convolve_cyclic(e.made.graph, e.u, e.h, e.addend);
            const auto y = e.run();
            for (int i = 0; i < s.size; ++i)
                CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(fmt::format("{}: {}", s.why, s.size),
                                                     ADDEND + expected(s.size, i, 1),
                                                     y[i],
                                                     1e-13);
        }
    }

    void convolves_with_a_sign_where_it_wraps()
    {
        for (const shape& s : SHAPES) {
            example e(s.size);
            e.made.outputs = convolve_skew(e.made.graph, e.u, e.h);
            const auto y = e.run();
            for (int i = 0; i < s.size; ++i)
                CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(fmt::format("{}: {}", s.why, s.size),
                                                     expected(s.size, i, -1),
                                                     y[i],
                                                     1e-13);
        }
    }

    void sums_as_the_convolution_does()
    {
        for (const shape& s : SHAPES) {
            example e(s.size);
            convolve_cyclic(e.made.graph, e.u, e.h, e.addend);
            const auto nodes = e.made.graph.nodes().size();
            e.made.outputs = { sum_of(e.made.graph, e.u) };
            const bool is_split = s.size % 2 == 0 || (s.size % 3 == 0 && s.size > 3);
            int odd = s.size;
            while (odd % 2 == 0)
                odd /= 2;
            const int left = odd % 3 == 0 && odd > 3 ? odd / 3 : odd;
            // What halves and thirds have summed is there; only the rest is new.
            if (is_split)
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    s.why, nodes + left - 1, e.made.graph.nodes().size());
            double sum = 0.0;
            for (int j = 0; j < s.size; ++j)
                sum += point_at(j);
            CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(s.why, sum, e.run()[0], 1e-13);
        }
    }

    void multiplies_by_a_toeplitz_matrix()
    {
        for (const shape& s : SHAPES) {
            example e(s.size);
            constants diagonals;
            for (int d = 1 - s.size; d < s.size; ++d)
                diagonals.push_back(kernel_at(d));
            e.made.outputs = multiply(e.made.graph, toeplitz(diagonals), e.u, e.addend);
            const auto y = e.run();
            for (int i = 0; i < s.size; ++i) {
                double sum = ADDEND;
                for (int j = 0; j < s.size; ++j)
                    sum += kernel_at(i - j) * point_at(j);
                CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(s.why, sum, y[i], 1e-13);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_convolution);

} // namespace
