/* SPDX-License-Identifier: GPL-3.0-or-later */
// Short measurements of a device that is there, and what times say of banks.
#include "codegen/probe_kernel.h"
#include "device/registry.h"
#include "exec/executor.h"
#include "tune/probe.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

class qa_probe : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_probe);
    CPPUNIT_TEST(banks_are_where_times_stop_growing);
    CPPUNIT_TEST(the_kernel_reads_where_it_should);
    CPPUNIT_TEST(rates_are_plausible_and_kept);
    CPPUNIT_TEST_SUITE_END();

public:
    void banks_are_where_times_stop_growing()
    {
        // Strides 1 .. 64; in cycles, conflicts add to a latency of 23.
        CPPUNIT_ASSERT_EQUAL(32, banks_by_times({ 24, 25, 27, 31, 39, 54, 54 }));
        CPPUNIT_ASSERT_EQUAL(16, banks_by_times({ 24, 25, 27, 31, 39, 39.5, 38.9 }));
        CPPUNIT_ASSERT_EQUAL(0, banks_by_times({ 24, 24, 25, 24, 23, 24, 26 }));
    }

    void the_kernel_reads_where_it_should()
    {
        const auto on = open_device("auto");
        const auto built = on->build(generate_bank_probe(dialect_of(on->info())));
        std::vector<std::uint32_t> found(2 * PROBE_ITEMS);
        const auto out = on->make_buffer(found.size() * sizeof(found[0]));
        const auto q = on->make_queue();
        for (const std::uint32_t stride : { 1, 7, PROBE_LARGEST_STRIDE }) {
            q->launch(*built, 2, { out.get(), std::uint32_t(100), stride });
            q->download(found.data(), *out, 0, found.size() * sizeof(found[0]));
            q->wait_all();
            for (std::uint32_t i = 0; i < found.size(); ++i)
                CPPUNIT_ASSERT_EQUAL(100 + i % PROBE_ITEMS * stride, found[i]);
        }
    }

    void rates_are_plausible_and_kept()
    {
        const auto on = open_device("auto");
        wisdom_store kept("");
        const auto made = known_probe(on, kept);
        for (const char* name : { "copy_gb_per_s",
                                  "launch_us",
                                  "round_trip_us",
                                  "locked_up_gb_per_s",
                                  "locked_down_gb_per_s",
                                  "locked_both_gb_per_s",
                                  "pageable_up_gb_per_s",
                                  "pageable_down_gb_per_s" }) {
            // On a machine that is busy with other things it may run out of time.
            if (made.numbers.at("seconds") > 1.5 && !made.numbers.count(name))
                continue;
            const double value = made.numbers.at(name);
            CPPUNIT_ASSERT_MESSAGE(name, value > 1e-3 && value < 1e6);
        }
        if (made.numbers.at("seconds") < 1.5)
            CPPUNIT_ASSERT_EQUAL(on->info().limits.is_cpu ? std::size_t(0)
                                                          : std::size_t(1),
                                 made.numbers.count("local_memory_banks"));
        if (made.numbers.count("local_memory_banks"))
            CPPUNIT_ASSERT_EQUAL(32.0, made.numbers.at("local_memory_banks"));
        CPPUNIT_ASSERT(made.numbers.at("seconds") > 0);
        if (made.numbers.at("seconds") > 1.5)
            return; // some may be left out, so it is not kept
        // Another one would take other times.
        CPPUNIT_ASSERT(known_probe(on, kept).numbers == made.numbers);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), kept.book()->records().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_probe);
