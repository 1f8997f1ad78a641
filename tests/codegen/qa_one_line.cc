/* SPDX-License-Identifier: GPL-3.0-or-later */
// What others wrote stays within the comment that names it, whoever let it through.
#include "codegen/generate/generate.h"
#include "codegen/text/one_line.h"
#include "codegen/text/source_writer.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <string>

using namespace gpufft;

namespace {

struct row {
    const char* why;
    std::string text;
};

const row REFUSED[] = {
    { "a statement behind a comment", "// plan: x\nint evil;" },
    { "its end as some compilers see it", "// plan: x\rint evil;" },
    { "a line's end at the end", "// plan: x\n" },
    { "what ends a text of C", std::string("// plan: \0", 10) },
    { "what a terminal obeys", "// plan: \x1b[2J" },
    { "the last of them", "// plan: \x7f" },
    { "the next line would be comment", "// plan: x\\" },
    { "compilers do not mind spaces there", "// plan: x\\  " },
    { "a trigraph", "// plan: x?\?/" },
    { "behind a statement", "int a; // x\\" },
};

const row TAKEN[] = {
    { "nothing", "" },
    { "a plan", "// plan: c2c forward 64: stockham | 8.8" },
    { "within a comment", "// a \\ b ?\?/ c" },
    { "a macro goes on", "#define LOAD_INPUT(p) \\" },
    { "what is no ASCII", "// \xc3\xa4" },
};

plan with_strategy(const std::string& strategy)
{
    auto p = parse_plan("c2c forward 64: stockham | 8.8");
    p.strategy = strategy; // past the parser
    return p;
}

} // namespace

class qa_one_line : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_one_line);
    CPPUNIT_TEST(the_writer_refuses_what_is_no_line);
    CPPUNIT_TEST(the_writer_takes_lines);
    CPPUNIT_TEST(no_kernel_is_made_of_a_strategy_that_is_code);
    CPPUNIT_TEST(no_strategy_becomes_a_part_of_a_name);
    CPPUNIT_TEST_SUITE_END();

public:
    void the_writer_refuses_what_is_no_line()
    {
        for (const auto& r : REFUSED) {
            source_writer w;
            CPPUNIT_ASSERT_THROW_MESSAGE(r.why, check_line(r.text), plan_error);
            CPPUNIT_ASSERT_THROW_MESSAGE(r.why, w.put(r.text), plan_error);
            CPPUNIT_ASSERT_THROW_MESSAGE(r.why, w.line("{}", r.text), plan_error);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, std::string(), w.str());
        }
    }

    void the_writer_takes_lines()
    {
        for (const auto& r : TAKEN) {
            source_writer w;
            w.put(r.text);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.text + '\n', w.str());
        }
    }

    void no_kernel_is_made_of_a_strategy_that_is_code()
    {
        const auto evil = with_strategy("x\n int evil = system(\"true\"); //");
        for (const auto* d : { &opencl_dialect(), &cuda_dialect() })
            CPPUNIT_ASSERT_THROW(generate_kernels(evil, *d), plan_error);
        CPPUNIT_ASSERT(!generate_kernels(with_strategy("x"), opencl_dialect()).empty());
    }

    void no_strategy_becomes_a_part_of_a_name()
    {
        const auto name_of = [](const std::string& strategy) {
            return generate_kernels(with_strategy(strategy), opencl_dialect())[0].name;
        };
        CPPUNIT_ASSERT_EQUAL(std::string("fft_64_forward_pass2"), name_of("pass 2"));
        for (const auto* strategy : { "pass 2 evil", "pass ", "pass -1", "pass 123" })
            CPPUNIT_ASSERT_EQUAL(std::string("fft_64_forward"), name_of(strategy));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_one_line);
