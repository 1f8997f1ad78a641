/* SPDX-License-Identifier: GPL-3.0-or-later */
// What golden texts leave out. That no change of a kernel is left out, codegen.golden
// tests with whole kernels.
#include "codegen/fold.h"
#include "codegen/text/literal.h"
#include "codelet/cosine.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! How an emitter names what a codelet reads and writes.
struct naming {
    const char* why;
    const char* type;
    const char* input[2]; //!< of point {0}, its parts
    const char* output[2];
    const char* line; //!< in place of a DFT of 5 points
};

const naming NAMINGS[] = {
    { "a work-item's registers",
      "float",
      { "x{}.x", "x{}.y" },
      { "y{}_re", "y{}_im" },
      "// codelet: DFT of 5 points, from x0.x, as float" },
    { "vectors",
      "vec",
      { "x{}_re", "x{}_im" },
      { "y{}_re", "y{}_im" },
      "// codelet: DFT of 5 points, from x0_re, as vec" },
};

codelet_names names_of(const naming& n)
{
    codelet_names names;
    names.type = n.type;
    names.literal = float_literal;
    names.input = [&n](int i, bool second) { return fmt::format(n.input[second], i); };
    names.output = [&n](int i, bool second) { return fmt::format(n.output[second], i); };
    return names;
}

codelet_names real_names(int first)
{
    codelet_names names;
    names.literal = double_literal;
    names.type = "double";
    names.input = [=](int i, bool odd) {
        return fmt::format("x{}", first + 2 * i + odd);
    };
    names.output = [](int i, bool odd) { return fmt::format("y{}", 2 * i + odd); };
    return names;
}

text_lines dft_of_5(const naming& n)
{
    return codelet::dft(5, arithmetic::fused).print(names_of(n));
}

struct run {
    const char* why;
    text_lines lines, left;
};

const std::vector<run>& runs()
{
    static const auto& all = *new std::vector<run>{
        { "equal steps in all numbers of a line",
          { "x0 = s[9];", "x1 = s[18];", "x2 = s[27];", "x3 = s[36];", "x4 = s[45];" },
          { "x0 = s[9];", "x1 = s[18];", "// ... 3 more, up to: x4 = s[45];" } },
        { "downwards",
          { "a(8);", "a(6);", "a(4);", "a(2);", "a(0);" },
          { "a(8);", "a(6);", "// ... 3 more, up to: a(0);" } },
        { "groups of lines, indented as the last of them",
          { " a(0);",
            "  b(1);",
            " a(1);",
            "  b(3);",
            " a(2);",
            "  b(5);",
            " a(3);",
            "  b(7);",
            " c();" },
          { " a(0);",
            "  b(1);",
            " a(1);",
            "  b(3);",
            "  // ... 2 more of these 2 lines, up to: b(7);",
            " c();" } },
        { "only as far as the steps are equal",
          { "a(0);", "a(1);", "a(2);", "a(3);", "a(4);", "a(6);" },
          { "a(0);", "a(1);", "// ... 3 more, up to: a(4);", "a(6);" } },
        { "three say what four would",
          { "a(0);", "a(1);", "a(2);" },
          { "a(0);", "a(1);", "a(2);" } },
        { "steps of one number that are not those of the other",
          { "a(0, 0);", "a(1, 1);", "a(2, 4);", "a(3, 9);", "a(4, 16);" },
          { "a(0, 0);", "a(1, 1);", "a(2, 4);", "a(3, 9);", "a(4, 16);" } },
        { "digits that are no whole number",
          { "a(0.01);", "a(0.02);", "a(0.03);", "a(0.04);", "a(0.05);" },
          { "a(0.01);", "a(0.02);", "a(0.03);", "a(0.04);", "a(0.05);" } },
    };
    return all;
}

} // namespace

class qa_fold : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fold);
    CPPUNIT_TEST(a_codelet_is_a_line);
    CPPUNIT_TEST(a_codelet_of_reals_is_a_line);
    CPPUNIT_TEST(a_changed_codelet_stays);
    CPPUNIT_TEST(runs_are_their_beginning_and_a_count);
    CPPUNIT_TEST_SUITE_END();

    static void
    are_equal(const char* why, const text_lines& expected, const text_lines& l)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(why,
                                     fmt::format("{}", fmt::join(expected, "\n")),
                                     fmt::format("{}", fmt::join(l, "\n")));
    }

    void a_codelet_is_a_line()
    {
        for (const auto& n : NAMINGS) {
            text_lines lines = { "before();" };
            for (const auto& line : dft_of_5(n))
                lines.push_back("    " + line);
            lines.push_back("after();");
            are_equal(n.why,
                      { "before();", std::string("    ") + n.line, "after();" },
                      fold_codelets(lines));
        }
    }

    void a_codelet_of_reals_is_a_line()
    {
        are_equal("doubles, some of whose registers come before",
                  { "// codelet: DST of type 3, 4 points, from x8, as double, "
                    "constants of doubles" },
                  fold_codelets(cosine_codelet({ 3, true }, 4).print(real_names(8))));
    }

    //! Without a line, with one twice, with another sign, input or type.
    void a_changed_codelet_stays()
    {
        const auto lines = dft_of_5(NAMINGS[0]);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            auto shorter = lines, longer = lines, other = lines;
            shorter.erase(shorter.begin() + i);
            longer.insert(longer.begin() + i, lines[i]);
            const auto sign = other[i].find_last_of("+-");
            if (sign != std::string::npos)
                other[i][sign] = other[i][sign] == '+' ? '-' : '+';
            else
                other[i].replace(6, 5, "double");
            for (const auto& changed : { shorter, longer, other })
                are_equal(lines[i].c_str(), changed, fold_codelets(changed));
        }
    }

    void runs_are_their_beginning_and_a_count()
    {
        for (const auto& r : runs())
            are_equal(r.why, r.left, fold_runs(r.lines));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fold);
