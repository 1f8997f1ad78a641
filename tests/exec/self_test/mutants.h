/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_MUTANTS_H
#define INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_MUTANTS_H

#include "exec/self_test/self_test.h"
#include "plan/text/plan_text.h"
#include "support/devices/changed_device.h"
#include "support/devices/cpu_device.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <memory>
#include <regex>
#include <string>

//! Kernels with a fault, which the self test has to find.
namespace gpufft::testing {

//! A change of the text of a plan's kernels.
struct mutant {
    const char* why;
    const char* line; // of a plan
    const char* from; // a regular expression
    const char* to;
};

inline plan plan_for(const char* line, const device& on)
{
    auto p = parse_plan(line);
    p.limits = on.info().limits;
    return p;
}

inline std::shared_ptr<device> cpu_or_skip()
{
    auto on = cpu_device();
    if (!on)
        skip("there is no CPU device");
    return on;
}

//! \return whether there was any
inline bool replace(std::string& text, const char* from, const char* to)
{
    const auto changed = std::regex_replace(text, std::regex(from), to);
    const bool is_other = changed != text;
    text = changed;
    return is_other;
}

inline changes of_text(const mutant& m)
{
    changes how;
    how.kernel = [m](std::string& text) { return replace(text, m.from, m.to); };
    return how;
}

//! What the self test says of \p p on \p on; "": it passes.
inline std::string said_of(const plan& p, const std::shared_ptr<device>& on)
{
    const executor e(p, on);
    try {
        self_test(e);
    } catch (const build_error& error) {
        return error.what();
    }
    return "";
}

inline void expect_wrong_values(const std::string& why, const std::string& said)
{
    CPPUNIT_ASSERT_MESSAGE(why + ": was not found", !said.empty());
    CPPUNIT_ASSERT_MESSAGE(why + ": " + said,
                           said.find("wrong values") != std::string::npos);
}

//! \p real, changed, fails the test of \p p, and as it is does not.
inline void expect_found(const std::string& why,
                         const plan& p,
                         const std::shared_ptr<device>& real,
                         const changes& how)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why, std::string(), said_of(p, real));
    const auto on = std::make_shared<changed_device>(real, how);
    const auto said = said_of(p, on);
    CPPUNIT_ASSERT_MESSAGE(why + ": nothing was changed", on->is_changed());
    expect_wrong_values(why, said);
}

//! Says of all those that are not.
template <typename Mutants>
void expect_each_found(const Mutants& all)
{
    const auto real = cpu_or_skip();
    std::string wrong;
    for (const auto& m : all) {
        try {
            expect_found(m.why, plan_for(m.line, *real), real, of_text(m));
        } catch (const CppUnit::Exception& e) {
            wrong += std::string(e.what()) + "\n";
        }
    }
    CPPUNIT_ASSERT_EQUAL(std::string(), wrong);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_EXEC_SELF_TEST_MUTANTS_H */
