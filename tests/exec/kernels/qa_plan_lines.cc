/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plan lines of transforms that nobody thought of, on fake devices, which check every
// access: read back they compute the same, and with one character changed they are
// refused, or compute something within the memory they were given.
#include "plan/choice/choose_plan.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>

using namespace gpufft;
using namespace gpufft::testing;

class qa_plan_lines : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_lines);
    CPPUNIT_TEST(lines_compute_what_their_plans_do);
    CPPUNIT_TEST(damaged_lines_stay_within_the_memory);
    CPPUNIT_TEST(points_in_one_place_are_no_crash);
    CPPUNIT_TEST(workspace_that_no_device_has_is_refused);
    CPPUNIT_TEST(calls_have_as_many_rows_as_kernels_count);
    CPPUNIT_TEST_SUITE_END();

    //! A device with memory for whatever a changed line asks for.
    static std::shared_ptr<device> fake()
    {
        device_info info;
        info.limits.has_float64 = true;
        info.limits.local_memory_bytes = std::int64_t(1) << 40;
        info.limits.max_work_items = 1 << 20;
        return make_fake_device(info, std::make_shared<fake_control>());
    }

    static plan random_plan(std::mt19937& random, std::size_t rows)
    {
        auto limits = LIMITS[random() % std::size(LIMITS)].limits;
        limits.has_float64 = true;
        return choose_plan(random_transform(random, {}, rows), limits);
    }

    static verdict run(const plan& p, std::size_t rows, unsigned seed)
    {
        return run_noise(std::make_shared<executor>(p, fake()), rows, seed);
    }

    void lines_compute_what_their_plans_do()
    {
        std::mt19937 random(run_seed("exec.plan_lines"));
        int failed = 0;
        for (int i = 0; i < 500; ++i) {
            const std::size_t rows = 1 + random() % 5;
            const auto made = random_plan(random, rows);
            const auto line = plan_text(made);
            try {
                const auto again = parse_plan(line);
                const auto expected = run(made, rows, i);
                const auto v = run(again, rows, i);
                if (plan_text(again) == line && v.error == expected.error)
                    continue;
                fmt::print(
                    "{}: {}, and {} before\n", line, text_of(v), text_of(expected));
            } catch (const std::exception& e) {
                fmt::print("{}: {}\n", line, e.what());
            }
            ++failed;
        }
        CPPUNIT_ASSERT_EQUAL(0, failed);
    }

    //! \p line with one character changed, most likely one of a number.
    static std::string damaged(std::string line, std::mt19937& random)
    {
        const std::string likely = "0123456789123456789,:./|= abcdefghijklmnopqrstuvwxyz";
        for (;;) {
            const auto at = random() % line.size();
            const bool is_digit = line[at] >= '0' && line[at] <= '9';
            if (!is_digit && random() % 4)
                continue;
            const char put = likely[random() % (is_digit ? 19 : likely.size())];
            if (random() % 3)
                line[at] = put;
            else if (random() % 2)
                line.insert(at, 1, put);
            else
                line.erase(at, 1);
            return line;
        }
    }

    void damaged_lines_stay_within_the_memory()
    {
        std::mt19937 random(run_seed("exec.plan_lines, damaged"));
        int accepted = 0, refused = 0, failed = 0;
        for (int i = 0; i < 4000; ++i) {
            const std::size_t rows = 1 + random() % 3;
            const auto line = damaged(plan_text(random_plan(random, rows)), random);
            plan p;
            try {
                p = parse_plan(line);
            } catch (const plan_error&) {
                ++refused;
                continue;
            }
            ++accepted;
            // A transform of other lengths may be a large one.
            if (input_extent(p.request, rows) + output_extent(p.request, rows) > 100000)
                continue;
            try {
                run(p, rows, i);
            } catch (const plan_error& e) {
                // Rows overlap, which no plan line can know of.
            } catch (const std::exception& e) {
                if (++failed <= 10)
                    fmt::print("{} rows, {}: {}\n", rows, line, e.what());
            }
        }
        fmt::print("{} damaged lines accepted, {} refused\n", accepted, refused);
        CPPUNIT_ASSERT_EQUAL(0, failed);
        CPPUNIT_ASSERT(accepted > 100 && refused > accepted);
    }

    static plan in_passes(std::int64_t loops)
    {
        transform what(4096);
        what.loops = { { loops, 0, 0 } };
        return choose_plan(what, half_a_kib());
    }

    //! Found by the test above: the generator divided by a stride of no elements.
    void points_in_one_place_are_no_crash()
    {
        const auto p = parse_plan(
            "dst1 forward 1x6, input strides 1x4, input distance 2, output strides 1x4, "
            "output distance 2: stockham + stockham | 7 to=output store=dst1.real.half "
            "input-stride=0 output-stride=4 columns=row:32 paired-output | 2 from=output "
            "load=dst1.real.half length=2 grid=column_tile:1:w24/24 "
            "columns=column:6:w4/4 staged-input paired-output");
        run(p, 1, 1);
    }

    //! In 64 bits the product wraps to 0 elements, or to 0 bytes.
    void workspace_that_no_device_has_is_refused()
    {
        for (const int power : { 42, 58, 60, 61, 62 }) {
            auto p = in_passes(8);
            for (auto& one : p.passes) {
                one.input_distance = one.from == buffer_role::workspace
                                         ? std::int64_t(1) << power
                                         : one.input_distance;
                one.output_distance = one.to == buffer_role::workspace
                                          ? std::int64_t(1) << power
                                          : one.output_distance;
            }
            CPPUNIT_ASSERT_THROW_MESSAGE(
                fmt::format("2^{}", power), executor::planned(p, fake()), plan_error);
        }
    }

    void calls_have_as_many_rows_as_kernels_count()
    {
        for (const std::int64_t loops : { 1, 8, 1000, 2000 }) {
            const auto p = in_passes(loops);
            CPPUNIT_ASSERT(p.passes.size() > 1);
            const auto rows = executor::planned(p, fake()).max_rows();
            CPPUNIT_ASSERT(rows >= 1);
            for (const auto& one : p.passes) {
                CPPUNIT_ASSERT(rows * one.row_factor < std::uint64_t(1) << 32);
                CPPUNIT_ASSERT(one.groups(rows) < std::uint64_t(1) << 31);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_lines);
