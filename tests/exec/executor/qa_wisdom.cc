/* SPDX-License-Identifier: GPL-3.0-or-later */
// Executors on a fake device that was measured: with a cache that the test may empty.
#include "exec/executor/executor.h"
#include "exec/frames/frame_front.h"
#include "plan/planner/model_plan.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/own_cache.h"
#include "support/transforms/limits.h"
#include "support/transforms/wisdom_entries.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <boost/filesystem.hpp>

using namespace gpufft;

namespace {

const char LINE[] = "c2c forward 1024: stockham | 4.16.16 padding=1";

//! Each test takes another device: a plan that is left aside on one is left aside for
//! good.
std::string& product()
{
    static std::string name;
    return name;
}

struct fake {
    std::shared_ptr<fake_control> control = std::make_shared<fake_control>();
    std::shared_ptr<device> on;

    explicit fake(const std::string& of = product())
    {
        device_info info;
        info.name = "fake:0";
        info.product = of;
        info.limits.architecture = "fake";
        on = make_fake_device(info, control);
    }
    std::string origin(const char* how) const
    {
        return executor(transform(1024), on, parse_effort(how)).plan_origin();
    }
};

void know(const fake& of) { testing::know(of.on->info(), LINE); }

} // namespace

class qa_wisdom : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_wisdom);
    CPPUNIT_TEST(runs_what_is_known);
    CPPUNIT_TEST(gives_up_what_does_not_build);
    CPPUNIT_TEST(gives_up_what_does_not_build_for_small_batch);
    CPPUNIT_TEST(gives_up_the_librarys_plan_that_does_not_build);
    CPPUNIT_TEST(spectra_run_what_is_known);
    CPPUNIT_TEST(spectra_give_up_what_does_not_build);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        testing::use_own_cache();
        static int tests = 0;
        product() = fmt::format("Fake {}", ++tests);
        boost::filesystem::remove(wisdom_store::of_user().file().path());
    }

    void runs_what_is_known()
    {
        const fake one;
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), one.origin("wisdom"));
        know(one);
        const executor e(transform(1024), one.on);
        CPPUNIT_ASSERT_EQUAL(std::string(LINE), plan_text(e.made_plan()));
        CPPUNIT_ASSERT_EQUAL(std::string("wisdom of this device for c2c forward 1024"),
                             e.plan_origin());
        CPPUNIT_ASSERT_EQUAL("wisdom of " + product() + " for c2c forward 1024",
                             fake("Another fake").origin("measure"));
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), one.origin("estimate"));
    }

    void gives_up_what_does_not_build()
    {
        fake one;
        know(one);
        one.control->unbuildable = 1;
        const executor e(transform(1024), one.on);
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), e.plan_origin());
        CPPUNIT_ASSERT(e.made_plan().passes.size() == e.resources().size());
        one.control->unbuildable = 2;
        CPPUNIT_ASSERT_THROW(executor(transform(1024), one.on), build_error);
    }

    void gives_up_what_does_not_build_for_small_batch()
    {
        // The plan for many rows is the model's, the plan for a small batch was measured.
        fake one;
        auto few = testing::wise(one.on->info(), LINE);
        few.rows = call_size::few;
        few.batch = 4;
        wisdom_store::of_user().add({ few });
        const auto many = plan_text(executor(transform(1024), one.on).made_plan());
        CPPUNIT_ASSERT_EQUAL(std::string(LINE),
                             plan_text(executor(transform(1024), one.on).made_plan(4)));

        one.control->refused_text = LINE;
        const executor e(transform(1024), one.on);
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), e.plan_origin());
        CPPUNIT_ASSERT_EQUAL(many, plan_text(e.made_plan()));
        CPPUNIT_ASSERT_EQUAL(many, plan_text(e.made_plan(4)));
        // A small batch takes no plan that was measured for many rows as well.
        one.control->refused_text.clear();
        const std::string other = "c2c forward 1024: stockham | 16.4.16";
        testing::know(one.on->info(), other);
        one.control->refused_text = LINE;
        const executor both(transform(1024), one.on);
        CPPUNIT_ASSERT_EQUAL(other, plan_text(both.made_plan()));
        CPPUNIT_ASSERT_EQUAL(other, plan_text(both.made_plan(4)));
    }

    void gives_up_the_librarys_plan_that_does_not_build()
    {
        device_info info;
        info.name = "fake:0";
        info.limits = testing::with_clusters();
        info.limits.architecture = "sm_90";
        const auto control = std::make_shared<fake_control>();
        const auto on = make_fake_device(info, control);
        const transform what(1024);
        const auto models = plan_text(model_plan(what, info.limits));
        const executor before(what, on, effort::estimate);
        CPPUNIT_ASSERT(plan_text(before.made_plan()) != models);
        control->refused_text = plan_text(before.made_plan());
        const executor e(what, on, effort::estimate);
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), e.plan_origin());
        CPPUNIT_ASSERT_EQUAL(models, plan_text(e.made_plan()));
        control->refused_text = "c2c forward 1024"; // the model's as well
        CPPUNIT_ASSERT_THROW(executor(what, on, effort::estimate), build_error);
    }

    void spectra_run_what_is_known()
    {
        const fake one;
        const frame_front before({}, one.on);
        CPPUNIT_ASSERT_EQUAL(std::string("the planner"), before.plan_origin());
        CPPUNIT_ASSERT(!before.is_outdated());
        know(one);
        CPPUNIT_ASSERT(before.is_outdated());
        const frame_front after({}, one.on);
        CPPUNIT_ASSERT(!after.is_outdated());
        CPPUNIT_ASSERT_EQUAL(
            std::string("settings of wisdom of this device for c2c forward 1024"),
            after.plan_origin());
        CPPUNIT_ASSERT(plan_text(after.made_plan().front).find("4.16.16") !=
                       std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string("the planner"),
                             frame_front({}, one.on, effort::estimate).plan_origin());
    }

    void spectra_give_up_what_does_not_build()
    {
        fake one;
        know(one);
        one.control->unbuildable = 1;
        const frame_front f({}, one.on);
        CPPUNIT_ASSERT_EQUAL(std::string("the planner"), f.plan_origin());
        one.control->unbuildable = 2;
        CPPUNIT_ASSERT_THROW(frame_front({}, one.on), build_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_wisdom);
