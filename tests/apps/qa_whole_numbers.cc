/* SPDX-License-Identifier: GPL-3.0-or-later */
// Lengths in the notation of flowgraphs, and what is none.
#include "apps/options/command.h"
#include "apps/options/whole_numbers.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace gpufft::app;

namespace {

const python_variables KNOWN = {
    { "size", "2**3" },         { "twice", "2 * size" },   { "there", "back" },
    { "back", "there" },        { "shape", "(size, 12)" }, { "rate", "32e3" },
    { "taps", "firdes.low()" },
};

struct sample {
    const char* why;
    const char* text;
    std::vector<std::int64_t> values;
};

const sample NUMBERS[] = {
    { "a number", "1024", { 1024 } },
    { "products before sums", "2 + 3 * 4 - 1", { 13 } },
    { "brackets", "(2 + 3) * 4", { 20 } },
    { "brackets around all of it", "((2 + 3))", { 5 } },
    { "a quotient rounds down", "7 // 2", { 3 } },
    { "powers before products, from the right", "2 * 2**3**2", { 1024 } },
    { "Python's conversion", "int(size)", { 8 } },
    { "a variable of a variable", "twice + 1", { 17 } },
    { "a tuple", "(4, size)", { 4, 8 } },
    { "a list, with a comma behind it", "[4, 5,]", { 4, 5 } },
    { "a variable that is a tuple", " shape ", { 8, 12 } },
};

const sample OTHERS[] = {
    { "nothing", "", {} },
    { "a call", "len(taps)", {} },
    { "a variable of a call", "taps", {} },
    { "a fraction", "1.5", {} },
    { "a variable with one", "rate", {} },
    { "a bracket that stays open", "(4", {} },
    { "two numbers", "4 5", {} },
    { "division by nothing", "4 // 0", {} },
    { "more than there are", "10**12 * 10**12", {} },
    { "a negative power", "2**(1 - 2)", {} },
    { "variables that need each other", "there", {} },
    { "a tuple in a sum", "shape + 1", {} },
    { "a tuple in a tuple", "(4, shape)", {} },
};

//! v0 is 1, and each of the others what the one before it is. Each lies one deeper.
python_variables chain(int last)
{
    python_variables known = { { "v0", "1" } };
    for (int i = 1; i <= last; ++i)
        known[fmt::format("v{}", i)] = fmt::format("v{}", i - 1);
    return known;
}

std::string in_brackets(const std::string& text, int times)
{
    return std::string(times, '(') + text + std::string(times, ')');
}

//! Values, or what is wrong with them.
std::string told(whole_numbers& among, const std::string& text)
{
    try {
        return fmt::format("{}", among.of(text));
    } catch (const usage_error& e) {
        return e.what();
    }
}

} // namespace

class qa_whole_numbers : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_whole_numbers);
    CPPUNIT_TEST(are_what_python_says);
    CPPUNIT_TEST(others_are_refused);
    CPPUNIT_TEST(are_the_same_in_any_order);
    CPPUNIT_TEST_SUITE_END();

    void are_what_python_says()
    {
        for (const auto& s : NUMBERS)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.why,
                fmt::format("{}", s.values),
                fmt::format("{}", whole_numbers(KNOWN).of(s.text)));
    }

    void others_are_refused()
    {
        for (const auto& s : OTHERS)
            CPPUNIT_ASSERT_THROW_MESSAGE(
                s.why, whole_numbers(KNOWN).of(s.text), usage_error);
    }

    // What a variable is known to be changes neither what is too deep nor what is not.
    void are_the_same_in_any_order()
    {
        auto known = chain(250);
        known["deep"] = in_brackets("v0", 150);
        known["bad"] = "v20 + firdes";
        known["wide"] = "shape";
        known["long"] = "1 +" + std::string(20000, ' ') + "1";
        known["shape"] = "(v3, 12)";
        const std::string texts[] = { "v250",
                                      "v199",
                                      "v198",
                                      "v60",
                                      "v10",
                                      "deep",
                                      "bad",
                                      "wide",
                                      "long",
                                      in_brackets("deep", 48),
                                      in_brackets("deep", 49),
                                      in_brackets("v60", 138),
                                      in_brackets("v60", 139),
                                      in_brackets("v60", 140),
                                      in_brackets("bad", 195),
                                      in_brackets("wide", 190) };
        std::string too_deep;
        for (const auto& first : texts)
            for (const auto& second : texts) {
                whole_numbers one(known), fresh(known);
                told(one, first);
                const auto want = told(fresh, second);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(first + " first", want, told(one, second));
                if (want.rfind("more than", 0) == 0)
                    too_deep = want;
            }
        CPPUNIT_ASSERT_EQUAL(
            std::string("more than 200 brackets, powers and variables in each other"),
            too_deep);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_whole_numbers);
