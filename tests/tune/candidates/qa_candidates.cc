/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a search may try: the same transform, in plans that fit the device.
#include "exec/self_test/self_test.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/forms/joined_stages.h"
#include "plan/request/parse_transform.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_text.h"
#include "reference/fake/fake_backend.h"
#include "tune/candidates/candidates.h"
#include "tune/candidates/pass_choices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <set>

using namespace gpufft;

namespace {

device_limits large_gpu()
{
    device_limits limits;
    limits.local_memory_bytes = 227 * 1024;
    limits.max_work_items = 1024;
    limits.registers = 128;
    limits.workgroup_registers = 65536;
    return limits;
}

plan planned(const std::string& what)
{
    return choose_plan(parse_transform(what), large_gpu());
}

std::set<std::vector<int>> orders_of(const std::vector<pass>& passes)
{
    std::set<std::vector<int>> orders;
    for (const auto& p : passes) {
        std::vector<int> radices;
        for (const auto& s : p.stages)
            radices.push_back(s.radix);
        orders.insert(radices);
    }
    return orders;
}

} // namespace

class qa_candidates : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_candidates);
    CPPUNIT_TEST(every_order_is_there);
    CPPUNIT_TEST(the_most_hopeful_ones_are_kept);
    CPPUNIT_TEST(a_few_have_constant_geometry);
    CPPUNIT_TEST(constant_geometry_has_no_exchange_order);
    CPPUNIT_TEST(every_setting_is_turned);
    CPPUNIT_TEST(clusters_are_turned);
    CPPUNIT_TEST(frames_slide_or_not);
    CPPUNIT_TEST(frames_are_filtered_or_not);
    CPPUNIT_TEST(settings_of_rader_are_turned);
    CPPUNIT_TEST(tiles_come_in_bulk_or_not);
    CPPUNIT_TEST(two_dimensions_end_in_joined_stages);
    CPPUNIT_TEST(columns_of_a_tile_keep_its_extent);
    CPPUNIT_TEST(all_fit_and_compute_the_transform);
    CPPUNIT_TEST(neighbours_of_one_stage_are_sound);
    CPPUNIT_TEST(what_has_no_choice_gives_none);
    CPPUNIT_TEST(slices_are_a_setting_of_several_passes);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_order_is_there()
    {
        const auto p = planned("c2c forward 60").passes.front();
        const auto orders = orders_of(other_stages(p, large_gpu(), 10000));
        for (const auto& wanted : { std::vector<int>{ 10, 6 },
                                    std::vector<int>{ 6, 10 },
                                    std::vector<int>{ 2, 30 },
                                    std::vector<int>{ 4, 15 },
                                    std::vector<int>{ 5, 3, 4 } })
            CPPUNIT_ASSERT(orders.count(wanted));
        // Ordered factorizations of 60 in two, both at most 40, and in three.
        std::size_t two = 0;
        std::size_t three = 0;
        for (const auto& o : orders) {
            two += o.size() == 2;
            three += o.size() == 3;
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(10), two);
        CPPUNIT_ASSERT_EQUAL(std::size_t(21), three);
    }

    void the_most_hopeful_ones_are_kept()
    {
        const auto p = planned("c2c forward 4096").passes.front();
        const auto few = other_stages(p, large_gpu(), 10);
        CPPUNIT_ASSERT_EQUAL(std::size_t(10), few.size());
        CPPUNIT_ASSERT(orders_of(few).count({ 16, 16, 16 }));
    }

    void a_few_have_constant_geometry()
    {
        const auto constant = [](const std::string& what) {
            std::size_t count = 0;
            for (const auto& p : first_candidates(planned(what), 64))
                count += p.passes.front().workgroup().has_constant_geometry;
            return count;
        };
        for (const char* what :
             { "c2c forward 256", "c2c inverse 4096", "c2r inverse 162" })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(4), constant(what));
        // Lengths without constant geometry: no power of a radix, several dimensions,
        // outputs that pair k and -k.
        for (const char* what :
             { "c2c forward 60", "c2c forward 16x16", "r2c forward 512" })
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, std::size_t(0), constant(what));
    }

    void constant_geometry_has_no_exchange_order()
    {
        auto p = parse_plan("c2c forward 256: stockham | 16.16 exchange-order=1,2");
        p.limits = large_gpu();
        std::size_t turned = 0, stages = 0;
        for (const auto& other : neighbours_of(p))
            turned += other.passes.front().workgroup().has_constant_geometry;
        for (const auto& other : first_candidates(p, 64))
            stages += other.passes.front().workgroup().has_constant_geometry;
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), turned);
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), stages);
    }

    void every_setting_is_turned()
    {
        auto p = planned("c2c forward 256").passes.front();
        p.stages.assign(4, { 4, 1, twiddle_source::full, 0 });
        std::set<std::string> turned;
        for (const auto& other : other_settings(p, large_gpu())) {
            if (other.columns.size != p.columns.size)
                turned.insert("columns");
            if (other.workgroup().min_blocks != p.workgroup().min_blocks)
                turned.insert("resident");
            if (other.stages.back().twiddles != p.stages.back().twiddles)
                turned.insert("twiddles");
            if (other.workgroup().parts != p.workgroup().parts)
                turned.insert("exchange");
            if (other.workgroup().staged_input != p.workgroup().staged_input)
                turned.insert("staged input");
            if (other.workgroup().staged_output != p.workgroup().staged_output)
                turned.insert("staged output");
            if (other.workgroup().padding != p.workgroup().padding)
                turned.insert("padding");
            if (other.stages.front().per_item != p.stages.front().per_item ||
                other.stages.back().per_item != p.stages.back().per_item)
                turned.insert("fills");
            if (other.workgroup().columns_fastest != p.workgroup().columns_fastest)
                turned.insert("low columns");
            if (other.workgroup().has_constant_geometry)
                turned.insert("geometry");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(10), turned.size());
    }

    void frames_slide_or_not()
    {
        const auto p = planned("c2c forward 64, windowed, taps per branch 12, input "
                               "distance 32");
        const auto& one = p.passes.front();
        CPPUNIT_ASSERT(one.workgroup().sliding_frames > 0);
        std::set<std::string> turned;
        for (const auto& other : neighbours_of(p)) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
            const auto& pass = other.passes.front();
            const auto frames = pass.workgroup().sliding_frames;
            if (!frames)
                turned.insert("each point by itself");
            else if (frames != one.workgroup().sliding_frames)
                turned.insert("frames");
            else if (pass.columns.size != one.columns.size)
                turned.insert("rows");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), turned.size());
        const auto others = other_stages(one, large_gpu(), 100);
        CPPUNIT_ASSERT(!others.empty());
        for (const auto& other : others)
            CPPUNIT_ASSERT(other.workgroup().sliding_frames > 0);
    }

    void frames_are_filtered_or_not()
    {
        auto limits = large_gpu();
        limits.max_cluster = 16;
        const auto p = choose_plan(parse_transform("c2c forward 1024, windowed, taps per "
                                                   "branch 8, input distance 1024"),
                                   limits);
        const auto& one = p.passes.front().workgroup();
        CPPUNIT_ASSERT(one.filter_items > 0);
        std::set<std::string> turned;
        for (const auto& other : neighbours_of(p)) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
            const auto& kernel = other.passes.front().workgroup();
            if (!kernel.filter_items)
                turned.insert(kernel.sliding_frames ? "slide" : "each point by itself");
            else if (kernel.filter_items != one.filter_items)
                turned.insert("work-items that filter");
            else if (other.passes.front().columns.size != p.passes.front().columns.size)
                turned.insert("work-items that transform");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), turned.size());
    }

    void settings_of_rader_are_turned()
    {
        auto limits = large_gpu();
        limits.max_cluster = 16;
        const auto p = choose_plan(parse_transform("c2c forward 127"), limits);
        const auto& one = p.passes.front();
        CPPUNIT_ASSERT(one.order.has_prime_factors && one.workgroup().bulk_input &&
                       one.workgroup().bulk_output);
        std::set<std::string> turned;
        for (const auto& other : neighbours_of(p)) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
            const auto& pass = other.passes.front();
            if (pass.stages_rows() && !pass.workgroup().bulk_input)
                turned.insert("bulk input");
            if (pass.stages_rows() && !pass.workgroup().bulk_output)
                turned.insert("bulk output");
            if (pass.stages.size() == one.stages.size() && !pass.order.has_prime_factors)
                turned.insert("prime factors");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), turned.size());
        for (const auto& other : first_candidates(p, 64))
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
    }

    void clusters_are_turned()
    {
        auto limits = large_gpu();
        limits.max_cluster = 16;
        const auto p = choose_plan(parse_transform("c2c forward 131072"), limits);
        const auto& one = p.passes.front();
        CPPUNIT_ASSERT(one.workgroup().cluster.size > 1);
        std::set<std::string> turned;
        for (const auto& other : neighbours_of(p)) {
            const auto& now = other.passes.front();
            if (now.workgroup().cluster.size != one.workgroup().cluster.size)
                turned.insert("cluster");
            if (now.workgroup().cluster.after != one.workgroup().cluster.after)
                turned.insert("after");
            if (now.workgroup().cluster.is_async != one.workgroup().cluster.is_async)
                turned.insert("asynchronous");
            if (now.workgroup().cluster.is_balanced !=
                one.workgroup().cluster.is_balanced)
                turned.insert("balanced");
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), turned.size());
    }

    void tiles_come_in_bulk_or_not()
    {
        auto limits = large_gpu();
        const auto turned = [&](bool from_bulk) {
            auto p = choose_plan(parse_transform("c2c forward 4096"), limits);
            p.passes.front().change_workgroup().bulk_input = from_bulk;
            std::size_t count = 0;
            for (const auto& other : neighbours_of(p)) {
                CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
                count += other.passes.front().workgroup().bulk_input != from_bulk;
            }
            return count;
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t(0), turned(false)); // the device has none
        limits.max_cluster = 16;
        CPPUNIT_ASSERT(turned(false) > 0);
        CPPUNIT_ASSERT(turned(true) > 0);
    }

    void two_dimensions_end_in_joined_stages()
    {
        int joined = 0, with_more = 0, nested = 0;
        const auto p = planned("c2c forward 128x128");
        for (const auto& other : first_candidates(p, 64)) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(plan_text(other), check_plan(other));
            const auto& one = other.passes.front();
            joined += has_joined_stages(one);
            with_more += has_joined_stages(one) && joined_rest(one) > 1;
            nested += !one.workgroup().exchange_order.empty();
        }
        CPPUNIT_ASSERT(joined > 0);
        CPPUNIT_ASSERT(with_more > 0);
        CPPUNIT_ASSERT(nested > 0);
    }

    void columns_of_a_tile_keep_its_extent()
    {
        const auto p = planned("c2c forward 1024x1024");
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), p.passes.size());
        std::set<std::int64_t> counts;
        for (const auto& other : neighbours_of(p)) {
            const auto& last = other.passes.back();
            CPPUNIT_ASSERT_EQUAL(std::int64_t(1024),
                                 last.columns.size * last.grid.front().size);
            CPPUNIT_ASSERT_EQUAL(last.columns.input_weight * last.columns.size,
                                 last.grid.front().input_weight);
            counts.insert(last.columns.size);
        }
        CPPUNIT_ASSERT(counts.size() > 2);
    }

    // Candidates are run on the fake device, which interprets plans.
    void all_fit_and_compute_the_transform()
    {
        device_info info;
        info.limits = large_gpu();
        const auto on = make_fake_device(info, std::make_shared<fake_control>());
        for (const std::string what : { "c2c forward 60",
                                        "c2c inverse 31",
                                        "c2c forward 61",
                                        "c2c forward 256",
                                        "c2c forward 16x16",
                                        "r2c forward 96",
                                        "dct2 forward 64",
                                        "dct2 forward 8x8",
                                        "c2r inverse 90",
                                        "c2c forward 12, windowed, taps per branch 4, "
                                        "input distance 6" }) {
            const auto p = planned(what);
            auto all = first_candidates(p, 12);
            CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(all.front()));
            const auto more = neighbours_of(all.back());
            all.insert(all.end(), more.begin(), more.end());
            CPPUNIT_ASSERT_MESSAGE(what, all.size() > 3);
            for (const auto& one : all) {
                const auto text = plan_text(one);
                CPPUNIT_ASSERT_EQUAL(text, plan_text(parse_plan(text)));
                for (const auto& pass : one.passes) {
                    CPPUNIT_ASSERT(local_memory_bytes(pass) <= 227 * 1024);
                    CPPUNIT_ASSERT(pass.work_items() <= 1024);
                }
                try {
                    self_test(executor(one, on));
                } catch (const std::exception& e) {
                    CPPUNIT_FAIL(text + ": " + e.what());
                }
            }
        }
    }

    // A single stage has its butterflies per item from the columns: input and output are
    // both staged, or neither fits.
    void neighbours_of_one_stage_are_sound()
    {
        for (const char* what : { "c2c forward 2", "c2c forward 6" }) {
            for (const auto& p : first_candidates(planned(what), 100)) {
                for (const auto& other : neighbours_of(p))
                    CPPUNIT_ASSERT_NO_THROW(check_plan(other));
            }
        }
    }

    void what_has_no_choice_gives_none()
    {
        pass pointwise;
        pointwise.kernel = pointwise_kernel();
        CPPUNIT_ASSERT(other_stages(pointwise, large_gpu(), 100).empty());
        CPPUNIT_ASSERT(other_settings(pointwise, large_gpu()).empty());
        CPPUNIT_ASSERT(
            other_stages(planned("c2c forward 1").passes.front(), large_gpu(), 100)
                .empty());
    }

    void slices_are_a_setting_of_several_passes()
    {
        const auto slices_of = [](const plan& p) {
            std::set<std::pair<std::uint32_t, int>> all;
            for (const auto& other : neighbours_of(p))
                all.insert({ other.slice_rows, other.concurrent_slices });
            return all;
        };
        using slices = std::set<std::pair<std::uint32_t, int>>;
        CPPUNIT_ASSERT((slices_of(planned("c2c forward 1024")) == slices{ { 0, 1 } }));
        // Rows of 8 MiB: one of them is a small cache's, up to four a large one's.
        auto p = planned("c2c forward 1048576");
        p.slice_rows = 0;
        p.concurrent_slices = 1;
        CPPUNIT_ASSERT(
            (slices_of(p) == slices{ { 0, 1 }, { 1, 1 }, { 4, 1 }, { 2, 2 }, { 1, 4 } }));
        p.slice_rows = 4;
        p.concurrent_slices = 2;
        CPPUNIT_ASSERT(
            (slices_of(p) ==
             slices{ { 0, 1 }, { 4, 2 }, { 8, 2 }, { 2, 2 }, { 4, 1 }, { 4, 3 } }));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_candidates);
