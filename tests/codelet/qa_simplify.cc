/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/program.h"
#include "codelet/simplify.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>

using namespace gpufft;

namespace {

using matrix = std::vector<std::vector<double>>;

//! Row i: what output i makes of each input
matrix matrix_of(const network& n)
{
    const program p = to_program(n);
    matrix rows(n.outputs.size(), std::vector<double>(n.inputs));
    for (int j = 0; j < n.inputs; ++j) {
        std::vector<double> unit(n.inputs);
        unit[j] = 1.0;
        const auto column = run_program(p, unit);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i][j] = column[i];
    }
    return rows;
}

matrix transposed(const matrix& rows)
{
    matrix columns(rows[0].size(), std::vector<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[0].size(); ++j)
            columns[j][i] = rows[i][j];
    return columns;
}

void assert_equal(const std::string& what, const matrix& a, const matrix& b)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(what, a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a[i].size(); ++j)
            CPPUNIT_ASSERT_MESSAGE(what, std::abs(a[i][j] - b[i][j]) < 1e-14);
}

//! 0.5 a + (0.5 b + c), and c - a twice under different signs
network scattered_terms()
{
    network n;
    n.inputs = 3;
    auto& g = n.graph;
    const value a = g.input(0), b = g.input(1), c = g.input(2);
    n.outputs = { g.add(g.multiply(0.5, a), g.add(g.multiply(0.5, b), c)),
                  g.subtract(c, a),
                  g.subtract(a, c) };
    return n;
}

//! (a + b) + c and (a + c) - b: nothing to share, but their transpose adds x + y twice
network hidden_sharing()
{
    network n;
    n.inputs = 3;
    auto& g = n.graph;
    const value a = g.input(0), b = g.input(1), c = g.input(2);
    n.outputs = { g.add(g.add(a, b), c), g.subtract(g.add(a, c), b) };
    return n;
}

struct gain {
    const char* why;
    network (*make)();
    network_cost before;
    network_cost after;
};

const gain GAINS[] = {
    { "one constant in nested sums", scattered_terms, { 3, 2 }, { 3, 1 } },
    { "a common sum in another order", hidden_sharing, { 4, 0 }, { 3, 0 } },
};

class qa_simplify : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_simplify);
    CPPUNIT_TEST(finds_what_building_cannot_see);
    CPPUNIT_TEST(collecting_keeps_the_matrix);
    CPPUNIT_TEST(transposing_transposes_the_matrix);
    CPPUNIT_TEST(every_output_may_be_an_input_or_zero);
    CPPUNIT_TEST_SUITE_END();

    void finds_what_building_cannot_see()
    {
        for (const gain& t : GAINS) {
            const network n = t.make();
            const network simple = simplify(n);
            CPPUNIT_ASSERT_MESSAGE(t.why, cost_of(n) == t.before);
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} additions, {} multiplications",
                                               t.why,
                                               cost_of(simple).first,
                                               cost_of(simple).second),
                                   cost_of(simple) == t.after);
            assert_equal(t.why, matrix_of(n), matrix_of(simple));
        }
    }

    void collecting_keeps_the_matrix()
    {
        for (const int length : { 3, 5, 8, 9, 12, 13 }) {
            const network n = build_network(length, choose_algorithm(length));
            assert_equal(fmt::format("length {}", length),
                         matrix_of(n),
                         matrix_of(collect_terms(n)));
        }
    }

    void transposing_transposes_the_matrix()
    {
        for (const int length : { 3, 5, 8, 9, 12, 13 }) {
            const network n = build_network(length, choose_algorithm(length));
            const auto what = fmt::format("length {}", length);
            assert_equal(what, transposed(matrix_of(n)), matrix_of(transpose(n)));
            assert_equal(what, matrix_of(n), matrix_of(transpose(transpose(n))));
        }
    }

    void every_output_may_be_an_input_or_zero()
    {
        network n;
        n.inputs = 2;
        const value a = n.graph.input(0);
        const value sum = n.graph.add(a, n.graph.input(1));
        n.outputs = { a, -a, n.graph.zero(), sum, sum, -sum };
        const matrix expected{ { 1, 0 }, { -1, 0 }, { 0, 0 },
                               { 1, 1 }, { 1, 1 },  { -1, -1 } };
        assert_equal("as built", expected, matrix_of(n));
        assert_equal("simplified", expected, matrix_of(simplify(n)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_simplify);

} // namespace
