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
};

} // namespace

class qa_whole_numbers : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_whole_numbers);
    CPPUNIT_TEST(are_what_python_says);
    CPPUNIT_TEST(others_are_refused);
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
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_whole_numbers);
