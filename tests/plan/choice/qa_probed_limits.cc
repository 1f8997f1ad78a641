/* SPDX-License-Identifier: GPL-3.0-or-later */
// What probing found of a device goes into plans where nothing better is known.
#include "plan/choice/plan_choice.h"
#include "plan/choice/probed_limits.h"
#include "plan/cost/cpu_model.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

device_key key()
{
    device_key on;
    on.product = "a processor";
    on.platform = "a platform";
    on.driver = "1.0";
    return on;
}

wisdom_index probed(const std::map<std::string, double>& numbers)
{
    wisdom_index book;
    book.add(probe_record{ key(), numbers, 1 });
    return book;
}

device_limits cpu(const std::string& architecture)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.compute_units = 2;
    limits.row_stack_bytes = 2048 * 1024;
    limits.architecture = architecture;
    return limits;
}

device_limits gpu(const std::string& architecture)
{
    device_limits limits;
    limits.registers = 128;
    limits.architecture = architecture;
    return limits;
}

const std::map<std::string, double> PROCESSOR = { { "l1_bytes", 49152 },
                                                  { "l2_bytes", 2097152 },
                                                  { "issue_bits", 256 } };

} // namespace

class qa_probed_limits : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_probed_limits);
    CPPUNIT_TEST(a_processor_without_a_file_has_what_was_probed);
    CPPUNIT_TEST(files_and_drivers_come_before);
    CPPUNIT_TEST(a_gpu_without_plans_has_what_was_probed);
    CPPUNIT_TEST(what_was_not_found_is_as_before);
    CPPUNIT_TEST(plans_are_for_what_was_probed);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_processor_without_a_file_has_what_was_probed()
    {
        const auto limits = probed_limits(cpu(""), key(), probed(PROCESSOR));
        const auto model = cpu_model_of(limits);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(49152), model.l1_bytes);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(2097152), model.l2_bytes);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(256), model.issue_bits);
    }

    void files_and_drivers_come_before()
    {
        const auto zen5 = probed_limits(cpu("zen5"), key(), probed(PROCESSOR));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), zen5.l2_bytes);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), zen5.issue_bits);
        auto told = cpu("");
        told.l2_bytes = 512 * 1024;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(512 * 1024),
                             probed_limits(told, key(), probed(PROCESSOR)).l2_bytes);
        const auto sm_90 =
            probed_limits(gpu("sm_90"), key(), probed({ { "local_memory_banks", 16 } }));
        CPPUNIT_ASSERT_EQUAL(32, sm_90.local_memory_banks);
    }

    void a_gpu_without_plans_has_what_was_probed()
    {
        const auto few = probed_limits(
            gpu(""),
            key(),
            probed({ { "local_memory_banks", 16 }, { "fast_register_bytes", 256 } }));
        CPPUNIT_ASSERT_EQUAL(16, few.local_memory_banks);
        CPPUNIT_ASSERT_EQUAL(64, few.registers);
        // More registers are a matter of how many workgroups run at a time.
        const auto many =
            probed_limits(gpu(""), key(), probed({ { "fast_register_bytes", 960 } }));
        CPPUNIT_ASSERT_EQUAL(128, many.registers);
        CPPUNIT_ASSERT_EQUAL(32, many.local_memory_banks);
    }

    void what_was_not_found_is_as_before()
    {
        const auto not_probed = probed_limits(cpu(""), key(), wisdom_index());
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), not_probed.l1_bytes);
        const auto unclear = probed_limits(
            cpu(""), key(), probed({ { "l1_bytes", 0 }, { "copy_gb_per_s", 20 } }));
        CPPUNIT_ASSERT_EQUAL(cpu_model_of(cpu("")).l1_bytes,
                             cpu_model_of(unclear).l1_bytes);
        auto other = key();
        other.driver = "2.0";
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0),
                             probed_limits(cpu(""), other, probed(PROCESSOR)).l2_bytes);
    }

    // 656 KiB of stack buffer, a lane a row, are half of 2 MiB and more than half of 1
    // MiB.
    void plans_are_for_what_was_probed()
    {
        const auto request = parse_transform("c2c forward 5250");
        const auto strategy = [&](effort how, const wisdom_index& book) {
            return choose_plan(request, cpu(""), key(), how, book).result.strategy;
        };
        const auto book = probed(PROCESSOR);
        CPPUNIT_ASSERT_EQUAL(std::string("vector passes"),
                             strategy(effort::wisdom, wisdom_index()));
        CPPUNIT_ASSERT_EQUAL(std::string("vector rows"), strategy(effort::wisdom, book));
        CPPUNIT_ASSERT_EQUAL(std::string("vector passes"),
                             strategy(effort::estimate, book));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_probed_limits);
