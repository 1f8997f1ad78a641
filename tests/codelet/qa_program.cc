/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/printed_text.h"
#include "codelet/program.h"
#include "codelet/unparse.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct inputs {
    value a, b, c, d;
};

using graph = expression_graph;

//! 0.5 x + 0.25 y
value turn(graph& g, value x, value y)
{
    const value first = g.multiply(0.5, x); // in this order: nodes are numbered
    return g.add(first, g.multiply(0.25, y));
}

struct translation {
    const char* why;
    std::vector<value> (*build)(graph& g, const inputs& in);
    std::vector<std::string> separate; // right-hand sides
    std::vector<std::string> fused;
};

const translation TRANSLATIONS[] = {
    { "nothing to scale",
      [](graph& g, const inputs& in) -> std::vector<value> {
          return { g.add(in.a, in.b) };
      },
      { "a + b" },
      { "a + b" } },
    { "one product is a multiply-add as it stands",
      [](graph& g, const inputs& in) -> std::vector<value> {
          return { g.subtract(in.a, g.multiply(0.5, in.b)) };
      },
      { "a - 0.5 * b" },
      { "a - 0.5 * b" } },
    { "a shared product goes into both of its readers",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value product = g.multiply(0.75, in.b);
          return { g.add(in.a, product), g.subtract(in.a, product) };
      },
      { "0.75 * b", "a + t0", "a - t0" },
      { "a + 0.75 * b", "a - 0.75 * b" } },
    { "a rotated point is kept divided by its larger constant",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value turned = turn(g, in.b, in.c);
          return { g.add(in.a, turned), g.subtract(in.a, turned) };
      },
      { "0.5 * b + 0.25 * c", "a + t0", "a - t0" },
      { "b + 0.5 * c", "a + 0.5 * t0", "a - 0.5 * t0" } },
    { "scales add up along a chain",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value first = turn(g, in.b, in.c);
          const value second = g.add(first, g.multiply(0.125, in.d));
          return { g.add(in.a, g.multiply(3.0, second)) };
      },
      { "0.5 * b + 0.25 * c", "t0 + 0.125 * d", "a + 3 * t1" },
      { "b + 0.5 * c", "t0 + 0.25 * d", "a + 1.5 * t1" } },
    { "what is divided by the same constant needs no product",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value x = turn(g, in.a, in.b);
          const value y = turn(g, in.c, in.d);
          const value sum = g.add(x, y);
          return { g.add(in.a, sum), g.add(in.b, sum) };
      },
      { "0.5 * a + 0.25 * b", "0.5 * c + 0.25 * d", "t0 + t1", "a + t2", "b + t2" },
      { "a + 0.5 * b", "c + 0.5 * d", "t0 + t1", "a + 0.5 * t2", "b + 0.5 * t2" } },
    { "an output is not divided",
      [](graph& g, const inputs& in) -> std::vector<value> {
          return { turn(g, in.a, in.b) };
      },
      { "0.5 * a + 0.25 * b" },
      { "0.5 * a + 0.25 * b" } },
    { "nor where others read it",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value turned = turn(g, in.a, in.b);
          return { turned, g.add(turned, in.c) };
      },
      { "0.5 * a + 0.25 * b", "c + y0_re" },
      { "0.5 * a + 0.25 * b", "c + y0_re" } },
    { "a product that is an output is there to be read",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value product = g.multiply(0.5, in.a);
          return { product, g.add(product, in.b) };
      },
      { "0.5 * a", "b + y0_re" },
      { "0.5 * a", "b + y0_re" } },
    { "an output that is a multiple of a divided value",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value turned = turn(g, in.a, in.b);
          return { g.multiply(3.0, turned), g.add(turned, in.c) };
      },
      { "0.5 * a + 0.25 * b", "3 * t0", "c + t0" },
      { "a + 0.5 * b", "1.5 * t0", "c + 0.5 * t0" } },
    { "the multiple may be the value as it is kept",
      [](graph& g, const inputs& in) -> std::vector<value> {
          const value turned = turn(g, in.a, in.b);
          return { g.multiply(2.0, turned), g.add(turned, in.c) };
      },
      { "0.5 * a + 0.25 * b", "2 * t0", "c + t0" },
      { "a + 0.5 * b", "t0", "c + 0.5 * t0" } },
};

network network_of(const translation& t)
{
    network n;
    n.inputs = 4;
    const inputs in{
        n.graph.input(0), n.graph.input(1), n.graph.input(2), n.graph.input(3)
    };
    n.outputs = t.build(n.graph, in);
    return n;
}

std::vector<std::string> right_sides(const program& p)
{
    codelet_names names = exact_names();
    names.input = [](int index, bool is_second) {
        return std::string(1, static_cast<char>('a' + 2 * index + is_second));
    };
    std::vector<std::string> texts;
    for (const std::string& line : unparse(p, names)) {
        const auto begin = line.find("= ") + 2;
        texts.push_back(line.substr(begin, line.size() - begin - 1));
    }
    return texts;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const auto& text : texts)
        all += text + "; ";
    return all;
}

class qa_program : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_program);
    CPPUNIT_TEST(translates_for_either_arithmetic);
    CPPUNIT_TEST(both_arithmetics_compute_the_same);
    CPPUNIT_TEST_SUITE_END();

    void translates_for_either_arithmetic()
    {
        for (const translation& t : TRANSLATIONS) {
            const network n = network_of(t);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                t.why, joined(t.separate), joined(right_sides(to_program(n))));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                t.why,
                joined(t.fused),
                joined(right_sides(to_program(n, arithmetic::fused))));
        }
    }

    void both_arithmetics_compute_the_same()
    {
        // All constants above are sums of few powers of two: nothing rounds.
        const std::vector<double> in{ 1, 16, 256, 4096 };
        for (const translation& t : TRANSLATIONS) {
            const network n = network_of(t);
            CPPUNIT_ASSERT_MESSAGE(t.why,
                                   run_program(to_program(n), in) ==
                                       run_program(to_program(n, arithmetic::fused), in));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_program);

} // namespace
