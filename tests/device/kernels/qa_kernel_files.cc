/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is said of kernels that a compiler refused, whatever the compiler said.
#include "device/kernels/kernel_files.h"
#include <cppunit/extensions/HelperMacros.h>
#include <string>

using namespace gpufft;

namespace {

struct sample {
    const char* why;
    std::string log;
    std::string said; //!< of it
};

const std::string LONG(200000, 'x');

const sample SAMPLES[] = {
    { "Clang", "input.cl:2:5: error: no such type", "line 2: no such type: second" },
    { "PoCL", "error: input.cl:2:5: error: no", "line 2: no: second" },
    { "NVRTC", "name.cu(3): error: no", "line 3: no: third" },
    { "fatal", "input.cl:1:1: fatal error: no", "line 1: no: first" },
    { "warnings before it",
      "input.cl:1:1: warning: hm\ninput.cl:2:1: error: no",
      "line 2: no: second" },
    { "a line that there is not", "input.cl:77:1: error: no", "line 77: no: " },
    { "a number above 31 bits",
      "input.cl:4294967298:1: error: no",
      "line 4294967298: no: " },
    { "a number that no integer is",
      "input.cl:99999999999999999999999:1: error: no",
      "input.cl:99999999999999999999999:1: error: no" },
    { "a column like that",
      "input.cl:2:99999999999999999999999: error: no",
      "input.cl:2:99999999999999999999999: error: no" },
    { "a text that is long", "input.cl:2:5: error: " + LONG, "line 2: " + LONG },
    { "digits without end", "error:" + std::string(200000, '7'), "error:7777" },
    { "nothing that looks like one", " Segmentation fault \n", "Segmentation fault" },
    { "nothing", "", ": " },
};

} // namespace

class qa_kernel_files : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_kernel_files);
    CPPUNIT_TEST(name_the_line_of_the_first_error);
    CPPUNIT_TEST_SUITE_END();

public:
    void name_the_line_of_the_first_error()
    {
        kernel_source source;
        source.name = "refused";
        source.suffix = "cl";
        source.text = "first\n  second\nthird\n";
        for (const auto& s : SAMPLES) {
            const auto text = refusal_text(source, "A compiler", s.log);
            CPPUNIT_ASSERT_MESSAGE(std::string(s.why) + ": " + text.substr(0, 500),
                                   text.find(s.said) != std::string::npos);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_kernel_files);
