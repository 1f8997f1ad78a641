/* SPDX-License-Identifier: GPL-3.0-or-later */
// The self test finds a fault that shows in one part of a kernel alone. Each is a change
// of a kernel's text, of a launch or of a plan, behind the test's back.
#include "exec/self_test/mutants.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "reference/fake/fake_backend.h"
#include <algorithm>
#include <iterator>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr const char* ROWS = "c2c forward 20: vector rows | 4.5 columns=row:8 simd "
                             "lanes=8 lane-columns workgroups=2 nt-store-rows=40";
constexpr const char* SCALED =
    "c2c forward 20, scaled by 0.5, in place: vector rows | 4.5 columns=row:8 simd "
    "lanes=8 lane-columns workgroups=2";
constexpr const char* OVERLAPPING =
    "c2c forward 64: vectors | 4.4.4 simd lanes=4 workgroups=2 nt-store-rows=20";
constexpr const char* SHORT_REALS = "dct2 forward 5: real rows | 5 columns=row:16 simd "
                                    "lanes=8 lane-columns workgroups=2 nt-store-rows=70";
constexpr const char* ODD_HALVES =
    "dst4 forward 9, float16: stockham | 9m2 columns=row:16";
constexpr const char* STAGED =
    "dct4 forward 1x5, float16: codelets + codelets | 5x2 codelets=dct4 store=c2c.real "
    "output-distance=6 columns=row:128 staged-input staged-output | 1 codelets=dct4 "
    "load=c2c.real length=1 input-stride=5 grid=column_tile:1:w5/5 "
    "columns=column:5:w1/1";

const mutant MUTANTS[] = {
    { "a row of a full tile is its neighbour",
      ROWS,
      R"(LOAD\(from \+ 280 \+)",
      "LOAD(from + 240 +" },
    { "a row of a part of a tile is its neighbour",
      ROWS,
      R"(min\(i, present - 1\) \* 40;)",
      "(min(i, present - 1) & 6) * 40;" },
    { "the last row of a part is left out",
      ROWS,
      R"(min\(i, present - 1\) \* 40;)",
      "min(i, present - 1 - (present > 5)) * 40;" },
    { "a workgroup's second tile is its first",
      ROWS,
      R"(const uint row = number \* 8;)",
      "const uint row = first_tile * 8;" },
    { "a non-temporal store goes elsewhere in its line",
      ROWS,
      R"(STREAM\(to \+ 8 \* v, lines\[v\]\))",
      "STREAM(to + 8 * v, SHUFFLE(lines[v], lines[v], 1, 0, 2, 3, 4, 5, 6, 7))" },
    { "a prefetch changes what is there",
      ROWS,
      R"(if \(fetches\) \{)",
      "if (fetches) { re[1] += 1.0f;" },
    { "the scale is forgotten", SCALED, R"(scale \* )", "" },
    { "the input is the output",
      SCALED,
      R"((\n *)(\S+ im\[\d+\] = square\[1\];|im\[j\] = square\[1\];))",
      "$1$2$1re[0] = (ulong)in == (ulong)out ? re[0] + 1.0f : re[0];" },
    { "a row after another one begins late",
      OVERLAPPING,
      R"(if \(has_row && turn >= delay\) \{)",
      "if (has_row && turn >= delay + (has_outputs && !streams)) {" },
    { "a row pipelined with another one begins late",
      OVERLAPPING,
      R"(if \(has_row && turn >= delay\) \{)",
      "if (has_row && turn >= delay + (has_outputs && streams)) {" },
    { "a number of a part of a tile of short rows",
      SHORT_REALS,
      R"(const uint lane = i / (\d+);)",
      "const uint lane = i / $1 + (i == 6);" },
    { "rows that begin inside a pair of halves begin with it",
      ODD_HALVES,
      R"(in \+ \(ulong\)row \* 9;)",
      "in + (ulong)row * 9 / 2 * 2;" },
    { "the last row of a batch is left out",
      ODD_HALVES,
      R"(if \(row >= rows\))",
      "if (row + (row > 15) >= rows)" },
    { "the last number of a part that is staged",
      STAGED,
      R"(min\(i, count - 1\))",
      "min(i, count - 2)" },
    { "a run of a full tile that is staged",
      STAGED,
      R"(load_point\(from, 64\))",
      "load_point(from, 65)" },
};

//! DCTs and DSTs of halves in several passes: columns that are rows once lay where rows
//! without gaps do, and rows of their workspace have gaps.
const char* const GAPS[] = {
    STAGED,
    "dst4 forward 1x3, float16, in place: codelets + codelets | 3x4 codelets=dst4 "
    "store=c2c.real output-distance=4 columns=row:256 staged-input staged-output | 1 "
    "codelets=dst4 load=c2c.real length=1 input-stride=3 grid=column_tile:1:w3/3 "
    "columns=column:3:w1/1",
    "dst4 inverse 9x1, float16: codelets + codelets | 1 codelets=dst4 store=c2c.real "
    "output-distance=10 grid=column_tile:1:w9/9 columns=column:9:w1/1 | 9 codelets=dst4 "
    "load=c2c.real length=9 columns=row:64 staged-input staged-output",
};

//! Launches of slices: those that \p is_hit says read the first slice's input.
template <class Is_hit>
changes of_slices(const Is_hit& is_hit)
{
    changes how;
    how.launches = [is_hit](std::vector<kernel_launch>& list) {
        bool is_changed = false;
        for (auto& each : list) {
            auto* part = std::get_if<buffer_slice>(&each.arguments.front());
            if (!part || !is_hit(each))
                continue;
            each.arguments.front() = part->of;
            is_changed = true;
        }
        return is_changed;
    };
    return how;
}

} // namespace

class qa_mutants : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_mutants);
    CPPUNIT_TEST(of_a_kernel_are_found);
    CPPUNIT_TEST(of_rows_with_gaps_are_found);
    CPPUNIT_TEST(of_slices_and_chains_are_found);
    CPPUNIT_TEST(of_rows_of_threads_are_found);
    CPPUNIT_TEST_SUITE_END();

public:
    void of_a_kernel_are_found() { expect_each_found(MUTANTS); }

    void of_rows_with_gaps_are_found()
    {
        const auto real = cpu_or_skip();
        for (const auto* line : GAPS) {
            auto p = plan_for(line, *real);
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, self_test(executor(p, real)));
            for (auto& one : p.passes) {
                if (!one.columns_are_rows())
                    continue;
                const auto packed = std::min(one.input_distance, one.output_distance);
                CPPUNIT_ASSERT(packed <
                               std::max(one.input_distance, one.output_distance));
                one.columns.input_weight = one.columns.output_weight = packed;
            }
            CPPUNIT_ASSERT_THROW_MESSAGE(line, self_test(executor(p, real)), build_error);
        }
    }

    void of_slices_and_chains_are_found()
    {
        device_info info;
        info.product = "Fake";
        info.limits.local_memory_bytes = 4096;
        const auto real = make_fake_device(info, std::make_shared<fake_control>());
        auto p = model_plan(parse_transform("c2c forward 4096"), info.limits);
        CPPUNIT_ASSERT(p.passes.size() > 1);
        p.slice_rows = 3;
        p.concurrent_slices = 2;
        expect_found("slices of the second chain",
                     p,
                     real,
                     of_slices([](const kernel_launch& l) { return l.chain == 1; }));
        // The first slice's input begins where the caller's input does.
        expect_found("a later slice of the first chain",
                     p,
                     real,
                     of_slices([](const kernel_launch& l) { return l.chain == 0; }));
    }

    //! Rows that threads take run other code than rows of one call. The length is above
    //! that up to which many rows were tested in the past.
    void of_rows_of_threads_are_found()
    {
        const auto real = cpu_or_skip();
        if (!real->info().limits.threads_take_rows)
            skip("there is no device whose threads take rows");
        const auto p =
            model_plan(parse_transform("c2c forward 524288"), real->info().limits);
        CPPUNIT_ASSERT_EQUAL(1U, p.slice_rows);
        changes by_threads;
        by_threads.rows = [](std::uint32_t& rows) {
            --rows;
            return true;
        };
        expect_found("the last row of those that threads take", p, real, by_threads);
        changes shared;
        shared.kernel = [](std::string& text) {
            // Changes the kernel of the first pass, which reads the caller's input.
            return text.find("_pass1(") != std::string::npos &&
                   replace(text,
                           R"(float\*\)in \+ \(ulong\)row)",
                           "float*)in + (ulong)(rows % 2 ? 0 : row)");
        };
        expect_found(
            "the last of an odd number, which all threads share", p, real, shared);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_mutants);
