/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/expression.h"
#include "codelet/printed_text.h"
#include "codelet/program.h"
#include "codelet/unparse.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

struct law {
    const char* why;
    value (*build)(expression_graph& g, value a, value b);
    const char* text; // of the right-hand side
};

using graph = expression_graph;

const law LAWS[] = {
    { "plain sum", [](graph& g, value a, value b) { return g.add(a, b); }, "a + b" },
    { "adding zero", [](graph& g, value a, value) { return g.add(a, g.zero()); }, "a" },
    { "adding to zero",
      [](graph& g, value a, value) { return g.subtract(g.zero(), a); },
      "-a" },
    { "a negative term is subtracted",
      [](graph& g, value a, value b) { return g.add(a, -b); },
      "a - b" },
    { "a negative first term goes second",
      [](graph& g, value a, value b) { return g.add(-a, b); },
      "b - a" },
    { "nothing else helps: a minus in front",
      [](graph& g, value a, value b) { return -g.add(a, b); },
      "-a - b" },
    { "negated twice",
      [](graph& g, value a, value b) { return g.subtract(a, -b); },
      "a + b" },
    { "x - x", [](graph& g, value a, value) { return g.subtract(a, a); }, "0" },
    { "x + x", [](graph& g, value a, value) { return g.add(a, a); }, "2 * a" },
    { "times zero", [](graph& g, value a, value) { return g.multiply(0.0, a); }, "0" },
    { "times one", [](graph& g, value a, value) { return g.multiply(1.0, a); }, "a" },
    { "times minus one",
      [](graph& g, value a, value) { return g.multiply(-1.0, a); },
      "-a" },
    { "constants fold",
      [](graph& g, value a, value) { return g.multiply(3.0, g.multiply(-0.5, a)); },
      "-1.5 * a" },
    { "constants that fold to one",
      [](graph& g, value a, value) { return g.multiply(4.0, g.multiply(0.25, a)); },
      "a" },
    { "c x + d x",
      [](graph& g, value a, value) {
          return g.add(g.multiply(0.5, a), g.multiply(0.25, a));
      },
      "0.75 * a" },
    { "x - c x",
      [](graph& g, value a, value) { return g.subtract(a, g.multiply(0.25, a)); },
      "0.75 * a" },
    { "c x - c x",
      [](graph& g, value a, value) {
          return g.subtract(g.multiply(0.3, a), g.multiply(0.1 + 0.2, a));
      },
      "0" },
    { "a product inside a sum is part of its statement",
      [](graph& g, value a, value b) { return g.subtract(a, g.multiply(0.5, b)); },
      "a - 0.5 * b" },
    { "a constant absorbs the sign",
      [](graph& g, value a, value b) { return -g.add(a, g.multiply(0.5, b)); },
      "-0.5 * b - a" },
};

std::vector<std::string> print(const network& n)
{
    codelet_names names = testing::exact_names();
    names.input = [](int, bool is_second) { return is_second ? "b" : "a"; };
    return unparse(to_program(n), names);
}

class qa_expression : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expression);
    CPPUNIT_TEST(simplifies_as_it_builds);
    CPPUNIT_TEST(one_constant_multiplies_once);
    CPPUNIT_TEST(a_sum_is_built_once);
    CPPUNIT_TEST(opposite_differences_are_one_node);
    CPPUNIT_TEST(nearly_equal_constants_are_one);
    CPPUNIT_TEST(a_trivial_complex_factor_costs_nothing);
    CPPUNIT_TEST_SUITE_END();

    void simplifies_as_it_builds()
    {
        for (const law& l : LAWS) {
            network n;
            n.inputs = 2;
            const value a = n.graph.input(0);
            const value b = n.graph.input(1);
            n.outputs = { l.build(n.graph, a, b) };
            const auto lines = print(n);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                l.why, fmt::format("const float y0_re = {};", l.text), lines.back());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(l.why, std::size_t(1), lines.size());
        }
    }

    void one_constant_multiplies_once()
    {
        network n;
        n.inputs = 2;
        const value a = n.graph.multiply(0.5, n.graph.input(0));
        const value b = n.graph.multiply(0.5, n.graph.input(1));
        n.outputs = { n.graph.subtract(a, b) };
        const std::vector<std::string> expected{ "const float t0 = a - b;",
                                                 "const float y0_re = 0.5 * t0;" };
        CPPUNIT_ASSERT(expected == print(n));
    }

    void a_sum_is_built_once()
    {
        graph g;
        const value a = g.input(0);
        const value b = g.input(1);
        CPPUNIT_ASSERT_EQUAL(g.add(a, b).node, g.add(b, a).node);
        CPPUNIT_ASSERT_EQUAL(g.add(a, b).node, g.add(-a, -b).node);
    }

    void opposite_differences_are_one_node()
    {
        graph g;
        const value a = g.input(0);
        const value b = g.input(1);
        CPPUNIT_ASSERT_EQUAL(g.subtract(a, b).node, g.subtract(b, a).node);
        CPPUNIT_ASSERT(g.subtract(a, b).negative != g.subtract(b, a).negative);
    }

    void nearly_equal_constants_are_one()
    {
        graph g;
        const value a = g.input(0);
        CPPUNIT_ASSERT_EQUAL(g.multiply(0.3, a).node, g.multiply(0.1 + 0.2, a).node);
        CPPUNIT_ASSERT(g.multiply(0.3, a).node != g.multiply(0.3 + 1e-12, a).node);
    }

    void a_trivial_complex_factor_costs_nothing()
    {
        graph g;
        const complex_value x{ g.input(0), g.input(1) };
        const auto nodes = g.nodes().size();
        const auto turned = multiply(g, { 0.0, -1.0 }, x);
        CPPUNIT_ASSERT_EQUAL(nodes, g.nodes().size());
        CPPUNIT_ASSERT_EQUAL(x.im.node, turned.re.node);
        CPPUNIT_ASSERT(turned.im.negative);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expression);

} // namespace
