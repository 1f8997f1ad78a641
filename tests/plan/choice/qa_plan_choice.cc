/* SPDX-License-Identifier: GPL-3.0-or-later */
// Whose plan is taken: this device's wisdom, another's of its architecture, the
// library's.
#include "exec/executor/device_key.h"
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/text/plan_text.h"
#include "support/transforms/wisdom_entries.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <cstdlib>

using namespace gpufft;
using testing::wise;

namespace {

device_info gpu(const std::string& product = "GPU A", const std::string& driver = "1.0")
{
    device_info info;
    info.name = "cuda:0";
    info.product = product;
    info.platform = "CUDA";
    info.driver = driver;
    info.limits.local_memory_bytes = 48 * 1024;
    info.limits.max_work_items = 1024;
    info.limits.registers = 128;
    info.limits.architecture = "sm_1";
    return info;
}

const char OTHER[] = "c2c forward 1024: stockham | 4.16.16 columns=row:2 padding=1";

wisdom_entry wise(const device_info& on) { return testing::wise(on, OTHER); }

chosen_plan chosen(const std::vector<wisdom_entry>& known,
                   const transform& request = transform(1024),
                   effort how = effort::wisdom,
                   const device_info& on = gpu())
{
    wisdom_index book;
    for (const auto& k : known)
        book.add(k);
    return choose_plan(request, on.limits, device_key_of(on), how, book);
}

transform square()
{
    transform request(128);
    request.shape.push_back(dimension{ 128 });
    return request;
}

std::string line_of(const chosen_plan& c) { return plan_text(c.result); }

} // namespace

class qa_plan_choice : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_choice);
    CPPUNIT_TEST(without_wisdom_it_is_the_planners);
    CPPUNIT_TEST(wisdom_of_the_device_comes_first);
    CPPUNIT_TEST(an_estimate_reads_no_wisdom);
    CPPUNIT_TEST(the_newest_counts);
    CPPUNIT_TEST(another_device_of_the_architecture_comes_next);
    CPPUNIT_TEST(another_driver_or_version_is_not_believed);
    CPPUNIT_TEST(settings_suit_other_transforms_of_the_lengths);
    CPPUNIT_TEST(what_does_not_fit_is_not_taken);
    CPPUNIT_TEST(what_comes_with_the_library_says_so);
    CPPUNIT_TEST(hints_are_all_there_is);
    CPPUNIT_TEST(small_batches_have_wisdom_of_their_own);
    CPPUNIT_TEST(efforts_have_names);
    CPPUNIT_TEST_SUITE_END();

public:
    void without_wisdom_it_is_the_planners()
    {
        const auto c = chosen({});
        CPPUNIT_ASSERT_EQUAL(plan_text(choose_plan(transform(1024), gpu().limits)),
                             line_of(c));
        CPPUNIT_ASSERT(c.from == plan_origin::model);
        CPPUNIT_ASSERT_EQUAL(std::string("the model"), c.says);
    }

    void wisdom_of_the_device_comes_first()
    {
        const auto c = chosen({ wise(gpu()), wise(gpu("GPU B")) });
        CPPUNIT_ASSERT_EQUAL(std::string(OTHER), line_of(c));
        CPPUNIT_ASSERT(c.from == plan_origin::wisdom);
        CPPUNIT_ASSERT_EQUAL(std::string("wisdom of this device for c2c forward 1024"),
                             c.says);
        CPPUNIT_ASSERT_EQUAL(48 * 1024, int(c.result.limits.local_memory_bytes));
    }

    void an_estimate_reads_no_wisdom()
    {
        CPPUNIT_ASSERT(chosen({ wise(gpu()) }, transform(1024), effort::estimate).from ==
                       plan_origin::model);
    }

    void the_newest_counts()
    {
        const std::string older = "c2c forward 1024: stockham | 16.16.4";
        for (const auto& known : { std::vector{ wise(gpu(), older, 1), wise(gpu()) },
                                   std::vector{ wise(gpu()), wise(gpu(), older, 0) } })
            CPPUNIT_ASSERT_EQUAL(std::string(OTHER), line_of(chosen(known)));
    }

    void another_device_of_the_architecture_comes_next()
    {
        const auto c = chosen({ wise(gpu("GPU B", "2.0")) });
        CPPUNIT_ASSERT_EQUAL(std::string(OTHER), line_of(c));
        CPPUNIT_ASSERT(c.from == plan_origin::architecture);
        CPPUNIT_ASSERT_EQUAL(std::string("wisdom of GPU B for c2c forward 1024"), c.says);
        auto other = wise(gpu("GPU B"));
        other.on.architecture = "sm_2";
        CPPUNIT_ASSERT(chosen({ other }).from == plan_origin::model);
        other.on.architecture = gpu().limits.architecture;
        other.on.backend = "opencl";
        CPPUNIT_ASSERT(chosen({ other }).from == plan_origin::model);
    }

    void another_driver_or_version_is_not_believed()
    {
        CPPUNIT_ASSERT(chosen({ wise(gpu("GPU A", "2.0")) }).from == plan_origin::model);
        auto old = wise(gpu());
        old.on.version = "0.0.1";
        CPPUNIT_ASSERT(chosen({ old }).from == plan_origin::model);
        old = wise(gpu("GPU B"));
        old.on.version = "0.0.1";
        CPPUNIT_ASSERT(chosen({ old }).from == plan_origin::model);
    }

    void settings_suit_other_transforms_of_the_lengths()
    {
        transform inverse(1024);
        inverse.dir = direction::inverse;
        inverse.norm = normalization::by_length;
        const auto c = chosen({ wise(gpu()) }, inverse);
        CPPUNIT_ASSERT(c.from == plan_origin::wisdom);
        CPPUNIT_ASSERT_EQUAL(
            std::string("settings of wisdom of this device for c2c forward 1024"),
            c.says);
        CPPUNIT_ASSERT_EQUAL(
            std::string("c2c inverse 1024, by length: stockham | 4.16.16 columns=row:2 "
                        "padding=1"),
            line_of(c));
        CPPUNIT_ASSERT(chosen({ wise(gpu()) }, transform(2048)).from ==
                       plan_origin::model);
    }

    void what_does_not_fit_is_not_taken()
    {
        auto small = gpu();
        small.limits.local_memory_bytes = 8 * 1024;
        CPPUNIT_ASSERT(
            chosen({ wise(small) }, transform(1024), effort::wisdom, small).from ==
            plan_origin::model);
        for (const char* line :
             { "c2c forward 1024: stockham | 4.16",
               "c2c forward 1024: poetry",
               "c2c forward 1024: stockham | simd 16.16.4 lanes=16" }) {
            CPPUNIT_ASSERT_MESSAGE(
                line, chosen({ wise(gpu(), line) }).from == plan_origin::model);
        }
        // A line of another transform, kept under this one's name.
        auto swapped = wise(gpu(), "c2c forward 512: stockham | 8.8.8");
        swapped.transform = "c2c forward 1024";
        CPPUNIT_ASSERT(chosen({ swapped }).from == plan_origin::model);
    }

    void what_comes_with_the_library_says_so()
    {
        auto h200 = gpu();
        h200.limits.architecture = "sm_90";
        h200.limits.local_memory_bytes = 232448;
        h200.limits.workgroup_registers = 65536;
        const auto known = parse_plan(builtin_plan_lines("sm_90").front());
        const auto c = chosen({}, known.request, effort::estimate, h200);
        CPPUNIT_ASSERT(c.from == plan_origin::library);
        CPPUNIT_ASSERT_EQUAL(plan_text(known), line_of(c));
    }

    void hints_are_all_there_is()
    {
        wisdom_index book;
        book.add(wise(gpu("GPU A", "0.9"), OTHER, 3));
        book.add(wise(gpu("GPU B"), OTHER, 5));
        book.add(wise(gpu(), OTHER, 4));
        const auto all =
            book.hints(device_key_of(gpu()), "c2c forward 1024", call_size::many);
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), all.size());
        CPPUNIT_ASSERT_EQUAL(std::string("GPU B"), all[0]->on.product);
        CPPUNIT_ASSERT_EQUAL(std::string("0.9"), all[2]->on.driver);
        CPPUNIT_ASSERT(
            book.hints(device_key_of(gpu()), "c2c forward 1024", call_size::few).empty());
    }

    void small_batches_have_wisdom_of_their_own()
    {
        auto on = gpu();
        on.limits.local_memory_bytes = 232448;
        on.limits.compute_units = 132;
        on.limits.architecture = "sm_90";
        const auto many = choose_plan(square(), on.limits);
        const auto planners = choose_plan_for_small_batch(many);
        CPPUNIT_ASSERT(planners);
        auto known = wise(on, plan_text(many)); // one pass, which it would not take
        known.rows = call_size::few;
        wisdom_index book;
        book.add(known);
        const auto by = [&](effort how) {
            return plan_text(
                choose_plan_for_small_batch(many, device_key_of(on), how, book)->result);
        };
        CPPUNIT_ASSERT_EQUAL(plan_text(many), by(effort::wisdom));
        CPPUNIT_ASSERT_EQUAL(plan_text(planners->result), by(effort::estimate));
        CPPUNIT_ASSERT(
            choose_plan(many.request, on.limits, device_key_of(on), effort::wisdom, book)
                .from != plan_origin::wisdom);
    }

    void efforts_have_names()
    {
        for (const auto how :
             { effort::estimate, effort::wisdom, effort::measure, effort::exhaustive })
            CPPUNIT_ASSERT(parse_effort(to_string(how)) == how);
        try {
            parse_effort("heroic");
            CPPUNIT_FAIL("was taken");
        } catch (const plan_error& e) {
            CPPUNIT_ASSERT_EQUAL(std::string("effort \"heroic\" is none; there are "
                                             "estimate, wisdom, measure, exhaustive"),
                                 std::string(e.what()));
        }
        setenv("GPUFFT_EFFORT", "heroic", 1);
        try {
            default_effort();
            CPPUNIT_FAIL("was taken");
        } catch (const plan_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                std::string("effort \"heroic\" (from $GPUFFT_EFFORT) is none; there "
                            "are estimate, wisdom, measure, exhaustive"),
                std::string(e.what()));
        }
        unsetenv("GPUFFT_EFFORT");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_choice);
