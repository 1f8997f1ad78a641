/* SPDX-License-Identifier: GPL-3.0-or-later */
// Runs every suite registered in the test program. Exit status: 0 passed, 1 a test
// failed, 77 each was skipped.
#include "support/skipped.h"
#include <cppunit/CompilerOutputter.h>
#include <cppunit/Protector.h>
#include <cppunit/Test.h>
#include <cppunit/TestListener.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/extensions/TestFactoryRegistry.h>
#include <cppunit/ui/text/TestRunner.h>
#include <iostream>
#include <string>

namespace {

constexpr int PASSED = 0, FAILED = 1, SKIPPED = 77;

//! The tests that skip() ended.
class skip_count : public CppUnit::TestListener
{
public:
    void startTest(CppUnit::Test* test) override { d_name = test->getName(); }
    void add(const std::string& why)
    {
        std::cout << "skipped " << d_name << ": " << why << std::endl;
        ++d_count;
    }
    int count() const { return d_count; }

private:
    std::string d_name;
    int d_count = 0;
};

//! Takes what skip() throws for the end of a test.
class skip_protector : public CppUnit::Protector
{
public:
    explicit skip_protector(skip_count& skips) : d_skips(skips) {}

    bool protect(const CppUnit::Functor& test, const CppUnit::ProtectorContext&) override
    {
        try {
            return test();
        } catch (const gpufft::testing::skipped& s) {
            d_skips.add(s.why);
            return true;
        }
    }

private:
    skip_count& d_skips;
};

} // namespace

int main()
{
    skip_count skips;
    CppUnit::TextUi::TestRunner runner;
    runner.addTest(CppUnit::TestFactoryRegistry::getRegistry().makeTest());
    runner.setOutputter(new CppUnit::CompilerOutputter(&runner.result(), std::cerr));
    runner.eventManager().addListener(&skips);
    runner.eventManager().pushProtector(new skip_protector(skips));
    if (!runner.run("", false, true, false))
        return FAILED;
    return skips.count() > 0 && skips.count() == runner.result().runTests() ? SKIPPED
                                                                            : PASSED;
}
