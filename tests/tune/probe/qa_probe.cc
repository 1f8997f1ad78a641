/* SPDX-License-Identifier: GPL-3.0-or-later */
// Short measurements of a device that is there, and what times say of banks.
#include "codegen/probe/probe_kernel.h"
#include "codegen/probe/register_probe.h"
#include "device/interface/registry.h"
#include "exec/executor/device_key.h"
#include "exec/executor/executor.h"
#include "tune/probe/probe.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <numeric>
#include <random>

using namespace gpufft;

class qa_probe : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_probe);
    CPPUNIT_TEST(banks_are_where_times_stop_growing);
    CPPUNIT_TEST(the_kernel_reads_where_it_should);
    CPPUNIT_TEST(registers_end_where_times_jump);
    CPPUNIT_TEST(noise_does_not_move_the_end_of_registers);
    CPPUNIT_TEST(instructions_are_as_wide_as_times_say);
    CPPUNIT_TEST(rings_hold_what_they_should);
    CPPUNIT_TEST(rates_are_plausible_and_kept);
    CPPUNIT_TEST(what_was_cut_short_is_measured_again);
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
        const auto built = on->build(generate_bank_probe(on->kernel_dialect()));
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

    void registers_end_where_times_jump()
    {
        const std::vector<int> values = { 8, 16, 24, 32, 48, 64 };
        // ns an operation, of vectors on a CPU device with 32 registers.
        CPPUNIT_ASSERT_EQUAL(
            32, fast_values(values, { 0.479, 0.408, 0.422, 0.416, 0.877, 1.045 }));
        // Few values wait for each other.
        CPPUNIT_ASSERT_EQUAL(32, fast_values(values, { 1.2, 0.6, 0.4, 0.4, 1, 1 }));
        CPPUNIT_ASSERT_EQUAL(8, fast_values(values, { 0.4, 0.8, 0.9, 1, 1, 1.1 }));
        CPPUNIT_ASSERT_EQUAL(64, fast_values(values, { 1, 1, 1, 1, 1, 1.1 }));
        CPPUNIT_ASSERT_EQUAL(16, fast_values({ 16 }, { 0.3 }));
    }

    void noise_does_not_move_the_end_of_registers()
    {
        const std::vector<int> values = { 16, 32, 64, 96, 128, 192, 240, 320 };
        std::mt19937 random(1);
        std::uniform_real_distribution<double> noise(1, 1.2), spike(2, 9);
        for (std::size_t last = 0; last < values.size(); ++last) {
            for (int i = 0; i < 100; ++i) {
                std::vector<double> times;
                for (std::size_t k = 0; k < values.size(); ++k)
                    times.push_back((k > last ? 2.2 : 1) * noise(random));
                if (last > 1) // something else ran meanwhile
                    times[random() % last] *= spike(random);
                CPPUNIT_ASSERT_EQUAL(values[last], fast_values(values, times));
            }
        }
    }

    // ns an operation; Zen 4 has units of half its vectors.
    void instructions_are_as_wide_as_times_say()
    {
        CPPUNIT_ASSERT_EQUAL(512, issue_bits_by_times(16, 0.14, 0.13));
        CPPUNIT_ASSERT_EQUAL(256, issue_bits_by_times(16, 0.25, 0.13));
        CPPUNIT_ASSERT_EQUAL(256, issue_bits_by_times(8, 0.15, 0.13));
        CPPUNIT_ASSERT_EQUAL(128, issue_bits_by_times(8, 0.27, 0.13));
    }

    void rings_hold_what_they_should()
    {
        const auto on = open_device("auto");
        const bool is_opencl = on->info().name.rfind("cuda", 0) != 0;
        constexpr int GROUPS = 2, STEPS = 3, FACTOR = 2; // sums of small whole numbers
        for (const int lanes : { 1, 4 }) {
            if (lanes > 1 && !is_opencl)
                continue;
            const register_probe_shape s = { { 2, 5, 16 }, lanes, lanes > 1 ? 1 : 4 };
            const auto built =
                on->build(generate_register_probe(s, on->kernel_dialect()));
            const int items = GROUPS * s.work_items;
            std::vector<float> found(static_cast<std::size_t>(items * lanes));
            const auto bytes = found.size() * sizeof(float);
            const auto out = on->make_buffer(bytes);
            const auto q = on->make_queue();
            for (const int values : s.values) {
                q->launch(*built,
                          GROUPS,
                          { out.get(),
                            static_cast<std::uint32_t>(values),
                            std::uint32_t(STEPS),
                            static_cast<float>(FACTOR) });
                q->download(found.data(), *out, 0, bytes);
                q->wait_all();
                for (int i = 0; i < items * lanes; ++i)
                    CPPUNIT_ASSERT_EQUAL(ring_sum(i / lanes, values, STEPS, FACTOR),
                                         found[static_cast<std::size_t>(i)]);
            }
        }
    }

    static float ring_sum(int item, int values, int steps, int factor)
    {
        std::vector<long> x(static_cast<std::size_t>(values));
        std::iota(x.begin(), x.end(), item);
        for (int s = 0; s < steps; ++s)
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = x[i] * factor + x[(i + 1) % x.size()];
        return static_cast<float>(std::accumulate(x.begin(), x.end(), 0L));
    }

    void what_was_cut_short_is_measured_again()
    {
        const auto on = open_device("auto");
        wisdom_store kept("");
        probe_record before;
        before.on = device_key_of(on->info());
        before.numbers = { { "copy_gb_per_s", 12345678 }, { "seconds", 1.6 } };
        kept.add({ before });
        const auto again = known_probe(on, kept).numbers;
        CPPUNIT_ASSERT(again.at("seconds") != 1.6);
        const auto copy = again.find("copy_gb_per_s"); // which a busy machine leaves out
        CPPUNIT_ASSERT(copy == again.end() || copy->second < 12345678);
        for (const auto& name : left_out(before.numbers, on->info().limits))
            before.numbers[name] = 64;
        before.when_s = seconds_since_1970() + 1000; // of two, the newer counts
        kept.add({ before });
        CPPUNIT_ASSERT(known_probe(on, kept).numbers == before.numbers);
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
            // On a machine that is busy with other things it may run out of time, and
            // what it timed may be as slow.
            const double seconds = made.numbers.at("seconds");
            if (seconds > 1 && !made.numbers.count(name))
                continue;
            const double value = made.numbers.at(name), room = std::max(1.0, seconds);
            CPPUNIT_ASSERT_MESSAGE(name, value > 1e-3 / room && value < 1e6 * room);
        }
        if (made.numbers.at("seconds") < 1.5)
            CPPUNIT_ASSERT_EQUAL(on->info().limits.is_cpu ? std::size_t(0)
                                                          : std::size_t(1),
                                 made.numbers.count("local_memory_banks"));
        if (made.numbers.count("local_memory_banks"))
            CPPUNIT_ASSERT_EQUAL(32.0, made.numbers.at("local_memory_banks"));
        CPPUNIT_ASSERT(made.numbers.at("seconds") > 0);
        const auto bits = made.numbers.find("issue_bits");
        if (bits != made.numbers.end() && on->info().limits.vector_width >= 8)
            CPPUNIT_ASSERT(bits->second == 128 || bits->second == 256 ||
                           bits->second == 512);
        const auto bytes = made.numbers.find("fast_register_bytes");
        // From 8 vectors of a CPU device to more than GPUs have.
        if (bytes != made.numbers.end())
            CPPUNIT_ASSERT(bytes->second >= 32 && bytes->second <= 4096);
        if (!left_out(made.numbers, on->info().limits).empty()) { // whatever it is
            CPPUNIT_ASSERT(made.numbers.at("seconds") > 1);
            CPPUNIT_ASSERT(kept.book()->records().empty());
            return;
        }
        // Another one would take other times.
        CPPUNIT_ASSERT(known_probe(on, kept).numbers == made.numbers);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), kept.book()->records().size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_probe);
