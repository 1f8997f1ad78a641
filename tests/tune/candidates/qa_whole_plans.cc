/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where a search may begin: other splits, shorter vectors, what others measured.
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/request/text_parts.h"
#include "plan/text/plan_text.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/pass_choices.h"
#include "tune/candidates/vector_choices.h"
#include "tune/candidates/whole_plans.h"
#include <cppunit/extensions/HelperMacros.h>
#include <set>

using namespace gpufft;

namespace {

device_limits gpu()
{
    device_limits limits;
    limits.local_memory_bytes = 96 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    return limits;
}

device_limits cpu()
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = 16;
    limits.compute_units = 2;
    limits.local_memory_banks = 0;
    limits.subgroup = 1;
    return limits;
}

std::set<std::string> lines_of(const std::vector<plan>& plans)
{
    std::set<std::string> lines;
    for (const auto& p : plans)
        lines.insert(plan_text(p));
    CPPUNIT_ASSERT_EQUAL(plans.size(), lines.size()); // none twice
    return lines;
}

std::vector<std::vector<int>> radices_of(const std::vector<pass>& passes)
{
    std::vector<std::vector<int>> all;
    for (const auto& p : passes) {
        all.emplace_back();
        for (const auto& s : p.stages)
            all.back().push_back(s.radix);
    }
    return all;
}

} // namespace

class qa_whole_plans : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_whole_plans);
    CPPUNIT_TEST(less_of_something_makes_other_plans);
    CPPUNIT_TEST(vectors_come_in_all_widths);
    CPPUNIT_TEST(radices_over_vectors_come_in_every_order);
    CPPUNIT_TEST(workers_are_a_setting);
    CPPUNIT_TEST(streaming_is_a_setting);
    CPPUNIT_TEST(prefetching_is_a_setting);
    CPPUNIT_TEST(the_stack_buffer_is_a_setting);
    CPPUNIT_TEST(changes_leave_stack_buffers_to_the_usual);
    CPPUNIT_TEST(candidates_over_vectors_are_sound);
    CPPUNIT_TEST(hints_are_of_every_driver_and_fit);
    CPPUNIT_TEST(estimates_grow_with_passes);
    CPPUNIT_TEST_SUITE_END();

public:
    void less_of_something_makes_other_plans()
    {
        for (const char* what :
             { "c2c forward 1048576", "c2c forward 128x128", "r2c forward 65536" }) {
            const auto asked = parse_transform(what);
            const auto all = whole_plans(asked, gpu());
            CPPUNIT_ASSERT_MESSAGE(what, lines_of(all).size() > 2);
            CPPUNIT_ASSERT_EQUAL(plan_text(choose_plan(asked, gpu())),
                                 plan_text(all.front()));
            for (const auto& p : all) {
                CPPUNIT_ASSERT_EQUAL(gpu().local_memory_bytes,
                                     p.limits.local_memory_bytes);
                CPPUNIT_ASSERT_NO_THROW(check_plan(p));
            }
        }
    }

    void vectors_come_in_all_widths()
    {
        std::set<int> lanes;
        for (const auto& p : whole_plans(transform(4096), cpu()))
            lanes.insert(p.passes.front().lanes());
        CPPUNIT_ASSERT((lanes == std::set<int>{ 4, 8, 16 }));
    }

    void radices_over_vectors_come_in_every_order()
    {
        // 1024 = 16 lanes times 64 points: the ordered factorizations of 64 into 2 .. 32.
        const auto planners = choose_plan(transform(1024), cpu());
        const auto& p = planners.passes.front();
        CPPUNIT_ASSERT(p.is_vector() && !p.is_across());
        const auto all = radices_of(other_vector_stages(p, 1000));
        CPPUNIT_ASSERT_EQUAL(std::size_t(31), all.size());
        CPPUNIT_ASSERT((all.front() == std::vector<int>{ 16, 8, 8 }));
        for (const auto& r : all)
            CPPUNIT_ASSERT_EQUAL(16, r.front());
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), other_vector_stages(p, 3).size());
    }

    void workers_are_a_setting()
    {
        const auto planners = choose_plan(transform(1024), cpu());
        const auto& p = planners.passes.front();
        std::set<int> workgroups;
        for (const auto& other : other_settings(p, cpu()))
            workgroups.insert(other.vector().workgroups);
        CPPUNIT_ASSERT((workgroups == std::set<int>{ p.vector().workgroups / 2,
                                                     p.vector().workgroups,
                                                     2 * p.vector().workgroups }));
        // At least one workgroup for each unit, 64 at most.
        auto other = p;
        other.change_vector().workgroups = 2;
        for (const auto& o : other_workgroups(other, cpu()))
            CPPUNIT_ASSERT_EQUAL(4, o.vector().workgroups);
        other.change_vector().workgroups = 128;
        for (const auto& o : other_workgroups(other, cpu()))
            CPPUNIT_ASSERT_EQUAL(64, o.vector().workgroups);
    }

    void streaming_is_a_setting()
    {
        const auto planners = choose_plan(transform(1024), cpu());
        std::set<std::int64_t> rows;
        for (const auto& p : neighbours_of(planners))
            rows.insert(p.passes.front().vector().nt_store_rows);
        CPPUNIT_ASSERT(planners.passes.front().vector().nt_store_rows > 1);
        CPPUNIT_ASSERT(
            (rows == std::set<std::int64_t>{
                         0, 1, planners.passes.front().vector().nt_store_rows }));
    }

    void prefetching_is_a_setting()
    {
        auto planners = choose_plan(transform(60), cpu());
        auto& ahead = planners.passes.front().change_vector().prefetch_distance;
        const auto others = [](const plan& one) {
            std::set<int> all;
            for (const auto& p : neighbours_of(one))
                all.insert(p.passes.front().vector().prefetch_distance);
            all.erase(one.passes.front().vector().prefetch_distance);
            return all;
        };
        CPPUNIT_ASSERT_EQUAL(AUTO_PREFETCH, ahead);
        CPPUNIT_ASSERT((others(planners) == std::set<int>{ 0, 2, 8 }));
        ahead = 8;
        CPPUNIT_ASSERT((others(planners) == std::set<int>{ 4, 16 }));
        ahead = 64;
        CPPUNIT_ASSERT((others(planners) == std::set<int>{ 32 }));
        // Lanes that are points may have other prefetch distances, too, where they load
        // points as they lie.
        const auto points = choose_plan(transform(1024), cpu());
        CPPUNIT_ASSERT(!points.passes.front().lanes_are_rows());
        CPPUNIT_ASSERT((others(points) == std::set<int>{ 0, 2, 8 }));
        transform planar(1024);
        planar.input_layout = complex_layout::planar;
        for (const auto& p : neighbours_of(choose_plan(planar, cpu())))
            CPPUNIT_ASSERT_EQUAL(AUTO_PREFETCH,
                                 p.passes.front().vector().prefetch_distance);
    }

    //! What the line of a neighbour of \p one says of its only pass' stack buffer.
    static std::set<std::string> buffer_words(const plan& one)
    {
        std::set<std::string> all;
        for (const auto& p : neighbours_of(one)) {
            for (const auto& word : split_text(plan_text(p), " ")) {
                if (word.rfind("buffer-padding=", 0) == 0 ||
                    word.rfind("last-stage=", 0) == 0)
                    all.insert(word);
            }
        }
        return all;
    }

    void the_stack_buffer_is_a_setting()
    {
        using words = std::set<std::string>;
        auto wide = cpu();
        wide.row_stack_bytes = 2 * 1024 * 1024;
        const auto of = [&](const char* what) {
            return buffer_words(choose_plan(parse_transform(what), wide));
        };
        CPPUNIT_ASSERT((of("c2c forward 65536") ==
                        words{ "buffer-padding=0", "last-stage=points" }));
        CPPUNIT_ASSERT(
            (of("c2c forward 65536, in place") ==
             words{ "buffer-padding=0", "last-stage=points", "last-stage=outputs" }));
        // A row of 32 KiB has one other padding, and two stages one order.
        CPPUNIT_ASSERT((of("c2c forward 4096") == words{ "buffer-padding=64,1" }));
        // Points that are close in any order, and lanes that leave nothing out.
        CPPUNIT_ASSERT(of("c2c forward 1024").empty());
        CPPUNIT_ASSERT(of("c2c forward 1000").empty());
        // From what a line says back to the default.
        const auto said = parse_plan("c2c forward 65536: vectors | 16m3.16.16.16 simd "
                                     "lanes=16 buffer-padding=0 last-stage=points");
        const auto back = buffer_words(said);
        CPPUNIT_ASSERT(back.count("buffer-padding=64,1"));
        CPPUNIT_ASSERT(back.count("last-stage=nested"));
        CPPUNIT_ASSERT(back.count("last-stage=outputs"));
    }

    //! With other stages, or with non-temporal stores in place of plain ones, the default
    //! may be another one.
    void changes_leave_stack_buffers_to_the_usual()
    {
        const auto said =
            parse_plan("c2c forward 65536: vectors | 16m3.16.16.16 simd lanes=16 "
                       "nt-store-rows=9 buffer-padding=256,1 last-stage=outputs");
        const auto& p = said.passes.front();
        for (const auto& other : other_vector_stages(p, 5)) {
            CPPUNIT_ASSERT(!other.vector().padding);
            CPPUNIT_ASSERT(!other.vector().last_stage);
        }
        for (const auto& other : other_streaming(p)) {
            CPPUNIT_ASSERT(other.vector().padding == p.vector().padding);
            CPPUNIT_ASSERT(!other.vector().last_stage);
        }
    }

    void candidates_over_vectors_are_sound()
    {
        for (const char* what : { "c2c forward 4096",
                                  "c2c forward 1048576",
                                  "c2c forward 64x64",
                                  "c2c inverse 1920, by length" }) {
            const auto planners = choose_plan(parse_transform(what), cpu());
            const auto first = first_candidates(planners, 20);
            CPPUNIT_ASSERT_MESSAGE(what, first.size() > 2);
            for (const auto& p : first)
                CPPUNIT_ASSERT_NO_THROW(check_plan(parse_plan(plan_text(p))));
            CPPUNIT_ASSERT(!neighbours_of(planners).empty());
        }
    }

    void hints_are_of_every_driver_and_fit()
    {
        wisdom_entry old;
        old.on = { "cuda", "GPU A", "CUDA", "0.9", "sm_1", "0.1.0" };
        old.transform = "c2c forward 1024";
        old.plan = "c2c forward 1024: stockham | 4.16.16";
        auto other = old;
        other.on.driver = "0.8";
        other.plan = "c2c forward 1024: stockham | 16.4"; // not of that length
        wisdom_index book;
        book.add(old);
        book.add(other);
        auto now = old.on;
        now.driver = "1.0";
        const auto hints = [&](const char* what) {
            std::set<std::string> lines; // a line may come as itself and as settings
            for (const auto& p :
                 hinted_plans(parse_transform(what), gpu(), now, call_size::many, book))
                lines.insert(plan_text(p));
            return lines;
        };
        CPPUNIT_ASSERT(hints("c2c forward 1024").count(old.plan));
        CPPUNIT_ASSERT(
            hints("c2c inverse 1024").count("c2c inverse 1024: stockham | 4.16.16"));
        CPPUNIT_ASSERT(hints("c2c forward 512").empty());
    }

    void estimates_grow_with_passes()
    {
        for (const auto& limits : { gpu(), cpu() }) {
            const double one = plan_estimate(choose_plan(transform(256), limits));
            const double more = plan_estimate(choose_plan(transform(1 << 20), limits));
            CPPUNIT_ASSERT(one >= 1 && one < 2);
            CPPUNIT_ASSERT(more >= 2);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_whole_plans);
