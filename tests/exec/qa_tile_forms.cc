/* SPDX-License-Identifier: GPL-3.0-or-later */
// Forms of a workgroup's tile that the model picks for no device a test has, as plan
// lines: their kernels on a real device, PoCL where there is no other.
#include "device/registry.h"
#include "plan/plan_text.h"
#include "support/run_on.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct form {
    const char* why;
    const char* line;
    std::size_t rows;
};

const form FORMS[] = {
    { "low columns, staged",
      "c2c forward 60: stockham | 10.6 columns=row:8 staged-input staged-output "
      "low-columns padding=0,1",
      19 },
    { "low columns between ends in global memory",
      "c2c inverse 64: stockham | 4.4.4 columns=row:4 low-columns padding=0,0,1",
      9 },
};

} // namespace

class qa_tile_forms : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_tile_forms);
    CPPUNIT_TEST(match_the_reference);
    CPPUNIT_TEST_SUITE_END();

    void match_the_reference()
    {
        for (const auto& f : FORMS) {
            const auto p = parse_plan(f.line);
            CPPUNIT_ASSERT_EQUAL(std::string(f.line), plan_text(p));
            const auto v =
                run_noise(std::make_shared<executor>(p, open_device("auto")), f.rows);
            CPPUNIT_ASSERT_MESSAGE(std::string(f.why) + ": " + text_of(v), v.is_good());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_tile_forms);
