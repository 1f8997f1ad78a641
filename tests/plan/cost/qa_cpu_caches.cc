/* SPDX-License-Identifier: GPL-3.0-or-later */
// Plans for other caches than the default ones, which differ where sizes decide, and
// nowhere else.
#include "codegen/generate/generate.h"
#include "codegen/text/dialect.h"
#include "plan/ir/plan.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/histogram_lanes.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <string>

using namespace gpufft;

namespace {

constexpr std::int64_t KIB = 1024;

device_limits cpu(std::int64_t l2_kib)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.compute_units = 2;
    limits.row_stack_bytes = 2048 * KIB;
    limits.l2_bytes = l2_kib * KIB;
    return limits;
}

plan plan_of(const char* request, std::int64_t l2_kib)
{
    return model_plan(parse_transform(request), cpu(l2_kib));
}

struct expectation {
    const char* why;
    const char* request;
    std::int64_t l2_kib;
    const char* strategy;
};

const expectation EXPECTED[] = {
    { "half of 2 MiB holds 656 KiB of stack buffer, a lane a row",
      "c2c forward 5250",
      2048,
      "vector rows" },
    { "and half of 1 MiB do not", "c2c forward 5250", 1024, "vector passes" },
    { "1200 KiB of stack buffer, a lane an N-d row",
      "c2c forward 98x98",
      2048,
      "vector nd rows" },
    { "1 MiB does not hold 1200 KiB of stack buffer",
      "c2c forward 98x98",
      1024,
      "vector rows + vector columns" },
    { "128 KiB of stack buffer hold 1024 rows of 16 lanes",
      "c2c forward 1000",
      256,
      "vector rows" },
    { "and no more", "c2c forward 2250", 256, "vector passes" },
};

} // namespace

class qa_cpu_caches : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cpu_caches);
    CPPUNIT_TEST(sizes_decide_what_a_pass_holds);
    CPPUNIT_TEST(a_stack_holds_no_more);
    CPPUNIT_TEST(larger_ones_hold_more_rows);
    CPPUNIT_TEST(lines_say_what_is_unusual);
    CPPUNIT_TEST(a_line_fixes_the_text);
    CPPUNIT_TEST(sizes_that_nothing_has_are_refused);
    CPPUNIT_TEST(counts_lie_in_whole_vectors_where_there_are_bins_enough);
    CPPUNIT_TEST_SUITE_END();

public:
    void sizes_decide_what_a_pass_holds()
    {
        for (const auto& e : EXPECTED)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                e.why, std::string(e.strategy), plan_of(e.request, e.l2_kib).strategy);
    }

    void a_stack_holds_no_more()
    {
        auto limits = cpu(4096);
        limits.row_stack_bytes = 512 * KIB;
        CPPUNIT_ASSERT_EQUAL(
            plan_of("c2c forward 5250", 1024).strategy,
            model_plan(parse_transform("c2c forward 5250"), limits).strategy);
    }

    void larger_ones_hold_more_rows()
    {
        const auto rows = [](std::int64_t l2_kib) {
            return plan_of("c2c forward 1024", l2_kib)
                .passes.at(0)
                .vector()
                .nt_store_rows;
        };
        CPPUNIT_ASSERT_EQUAL(std::int64_t(2 * 2048 * KIB / (2 * 1024 * 8)), rows(1024));
        CPPUNIT_ASSERT_EQUAL(2 * rows(1024), rows(2048));
    }

    void lines_say_what_is_unusual()
    {
        CPPUNIT_ASSERT_EQUAL(std::string::npos,
                             plan_text(plan_of("c2c forward 1024", 1024)).find("l2-"));
        CPPUNIT_ASSERT_EQUAL(plan_text(plan_of("c2c forward 1024", 0)),
                             plan_text(plan_of("c2c forward 1024", 1024)));
        const auto line = plan_text(plan_of("c2c forward 5250", 2048));
        CPPUNIT_ASSERT_MESSAGE(line, line.find(" l2-bytes=2097152") != line.npos);
        CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
    }

    void a_line_fixes_the_text()
    {
        const auto text_of = [](const plan& p) {
            return generate_kernels(p, pocl_dialect()).at(0).text;
        };
        const auto usual = plan_of("c2c forward 60", 1024);
        const auto larger = plan_of("c2c forward 60", 2048);
        const auto prefetches = [](std::int64_t rows) {
            return fmt::format("const bool fetches = rows > {};", rows);
        };
        const auto has = [&](const plan& p, const std::string& words) {
            return text_of(p).find(words) != std::string::npos;
        };
        CPPUNIT_ASSERT(has(usual, prefetches(2 * 1024 * KIB / (60 * 8))));
        CPPUNIT_ASSERT(has(larger, prefetches(2 * 2048 * KIB / (60 * 8))));
        CPPUNIT_ASSERT_EQUAL(text_of(larger), text_of(parse_plan(plan_text(larger))));
    }

    void sizes_that_nothing_has_are_refused()
    {
        const std::string line =
            "c2c forward 64: vectors | 8.8 simd lanes=8 workgroups=8 ";
        parse_plan(line + "l1-bytes=65536 l2-bytes=65536");
        for (const auto* words : { "l1-bytes=4095",
                                   "l1-bytes=2097152",
                                   "l2-bytes=16384",
                                   "l2-bytes=1073741825",
                                   "l1-bytes=0",
                                   "l2-bytes=-1" })
            CPPUNIT_ASSERT_THROW_MESSAGE(words, parse_plan(line + words), plan_error);
        // Half a MiB of stack buffer is as much as the default second-level cache allows.
        CPPUNIT_ASSERT_THROW(
            parse_plan("c2c forward 5250: vector rows | 15.14.5.5 columns=row:16 simd "
                       "lanes=16 lane-columns workgroups=16"),
            plan_error);
    }

    void counts_lie_in_whole_vectors_where_there_are_bins_enough()
    {
        auto limits = cpu(0);
        CPPUNIT_ASSERT_EQUAL(16, histogram_lanes({ 1024, 4096 }, limits));
        CPPUNIT_ASSERT_EQUAL(16, histogram_lanes({ 37, 256 }, limits));
        CPPUNIT_ASSERT_EQUAL(8, histogram_lanes({ 15, 256 }, limits));
        CPPUNIT_ASSERT_EQUAL(1, histogram_lanes({ 1, 256 }, limits));
        limits.vector_width = 8;
        CPPUNIT_ASSERT_EQUAL(8, histogram_lanes({ 1024, 256 }, limits));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cpu_caches);
