/* SPDX-License-Identifier: GPL-3.0-or-later */
// Costs of vector kernels: how they grow, and that plans have the cheapest.
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/vector_stages.h"
#include "plan/strategies/simd/vector_cost.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <string>

using namespace gpufft;

namespace {

device_limits cpu(const std::string& architecture, int width = 16)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = width;
    limits.architecture = architecture;
    limits.has_float64 = true;
    limits.compute_units = 2;
    return limits;
}

pass pass_of(const std::string& line) { return parse_plan(line).passes.at(0); }

std::string
stages_of(std::int64_t points, int width = 16, buffer_form form = buffer_form::dense)
{
    std::string text;
    for (const auto& s : choose_vector_stages(points, cpu("", width), form))
        text += fmt::format(".{}", s.radix);
    return text;
}

//! Lanes along a row of \p request, of an inner DFT of \p points.
pass along(const std::string& request, std::int64_t points, int lanes)
{
    return pass_of(fmt::format("{}: vectors | {}{} simd lanes={} workgroups=16",
                               request,
                               lanes,
                               stages_of(points / lanes),
                               lanes));
}

double row_cost(std::int64_t points, int lanes, const std::string& architecture)
{
    return vector_cost(along(fmt::format("c2c forward {}", points), points, lanes),
                       cpu(architecture));
}

double bins_cost(std::int64_t points, int lanes, const std::string& architecture)
{
    return vector_cost(along(fmt::format("r2c forward {}", 2 * points), points, lanes),
                       cpu(architecture));
}

double columns_cost(std::int64_t columns, int lanes)
{
    const auto tiles = (columns + lanes - 1) / lanes;
    const auto extent = columns % lanes ? fmt::format(" column-extent={}", columns) : "";
    return vector_cost(
        pass_of(fmt::format("c2c forward 8, loops {0}, input loop strides 1, input "
                            "strides {0}, output loop strides 1, output strides {0}: "
                            "vector columns | 8 grid=column_tile:{1}:w{2}/{2} "
                            "columns=column:{2}:w1/1{3} simd lanes={2} lane-columns "
                            "workgroups=16",
                            columns,
                            tiles,
                            lanes,
                            extent)),
        cpu(""));
}

//! Two ways of a transform, of which a plan takes the first.
struct rivals {
    const char* why;
    const char* request;
    const char* other;
};

const rivals RIVALS[] = {
    { "whole vectors along a row",
      "c2c forward 1024",
      "vector rows | 16.8.8 columns=row:16 simd lanes=16 lane-columns workgroups=16" },
    { "a lane a row",
      "c2c forward 1000",
      "vectors | 8.5.5.5 simd lanes=8 workgroups=16" },
    { "a lane a row of reals",
      "r2c forward 144",
      "vectors | 8.9 simd lanes=8 workgroups=16" },
    { "bins loaded along a row",
      "c2r inverse 256",
      "real rows | 16.8 columns=row:16 simd lanes=16 lane-columns workgroups=16" },
    { "a lane an N-d row",
      "c2c forward 64x4",
      "vector dimensions | 8.8.4d1 simd lanes=4 workgroups=16" },
    { "narrow lanes along two short dimensions",
      "c2c forward 12x12",
      "vector nd rows | 12.12d1 columns=row:16 simd lanes=16 lane-columns "
      "workgroups=16" },
};

//! Rows of reals, a lane each, and whether they count as more than three passes.
struct real_rows {
    const char* why;
    const char* line;
    bool are_narrow;
};

const real_rows REAL_ROWS[] = {
    { "whole vectors",
      "r2c forward 144: real rows | 9.8 columns=row:16 simd lanes=16 lane-columns",
      false },
    { "a quarter of a vector",
      "r2c forward 20000: real rows | 16.5.5.5.5 columns=row:4 simd lanes=4 lane-columns",
      true },
    { "a quarter, and an inner DFT that no lanes divide",
      "r2c forward 30030: real rows | 15.13.11.7 columns=row:4 simd lanes=4 lane-columns",
      false },
    { "half a vector, rows 64 KiB apart",
      "r2c forward 16384: real rows | 16.16.16.2 columns=row:8 simd lanes=8 lane-columns",
      true },
    { "half a vector, rows 40000 bytes apart",
      "r2c forward 10000: real rows | 8.5.5.5.5 columns=row:8 simd lanes=8 lane-columns",
      false },
};

} // namespace

class qa_vector_cost : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_vector_cost);
    CPPUNIT_TEST(narrower_vectors_cost_no_less);
    CPPUNIT_TEST(half_a_vector_costs_less_on_zen_4);
    CPPUNIT_TEST(longer_rows_cost_no_less_in_half_a_vector);
    CPPUNIT_TEST(more_bins_cost_no_more_along_a_row);
    CPPUNIT_TEST(fewer_columns_cost_no_less);
    CPPUNIT_TEST(narrow_rows_of_reals_count_as_more_than_three_passes);
    CPPUNIT_TEST(models_move_the_limits);
    CPPUNIT_TEST(few_registers_take_more_stages_rather_than_spill);
    CPPUNIT_TEST(the_cheaper_one_is_taken);
    CPPUNIT_TEST(plans_have_the_cheapest);
    CPPUNIT_TEST_SUITE_END();

public:
    void narrower_vectors_cost_no_less()
    {
        for (const std::int64_t points : { 256, 512, 1024, 4096, 65536 }) {
            double narrower = row_cost(points, 4, "");
            for (const int lanes : { 8, 16 }) {
                CPPUNIT_ASSERT(row_cost(points, lanes, "") <= narrower);
                narrower = row_cost(points, lanes, "");
            }
            CPPUNIT_ASSERT(narrower < row_cost(points, 4, ""));
        }
    }

    void half_a_vector_costs_less_on_zen_4()
    {
        for (const std::int64_t points : { 512, 1024, 4096, 65536 }) {
            CPPUNIT_ASSERT(row_cost(points, 8, "zen4") < row_cost(points, 16, "zen4"));
            CPPUNIT_ASSERT(row_cost(points, 8, "") > row_cost(points, 16, ""));
        }
        CPPUNIT_ASSERT(row_cost(256, 8, "zen4") > row_cost(256, 16, "zen4"));
    }

    void longer_rows_cost_no_less_in_half_a_vector()
    {
        double shorter = 0;
        for (std::int64_t points = 64; points <= 4096; points += 8) {
            if (stages_of(points / 8).empty())
                continue;
            CPPUNIT_ASSERT(shorter <= row_cost(points, 8, ""));
            shorter = row_cost(points, 8, "");
        }
        CPPUNIT_ASSERT(shorter > row_cost(64, 8, ""));
    }

    void more_bins_cost_no_more_along_a_row()
    {
        for (const auto* architecture : { "", "zen4" }) {
            double fewer = 100;
            for (std::int64_t points = 72; points <= 4096; points += 8) {
                if (stages_of(points / 8).empty())
                    continue;
                CPPUNIT_ASSERT(fewer >= bins_cost(points, 8, architecture));
                fewer = bins_cost(points, 8, architecture);
            }
            CPPUNIT_ASSERT(fewer < bins_cost(72, 8, architecture));
        }
    }

    void fewer_columns_cost_no_less()
    {
        for (const int lanes : { 4, 8, 16 }) {
            double more = 0;
            for (std::int64_t columns = 16 * lanes; columns >= lanes; columns /= 2) {
                CPPUNIT_ASSERT(more <= columns_cost(columns, lanes));
                more = columns_cost(columns, lanes);
            }
        }
        CPPUNIT_ASSERT(columns_cost(4, 4) > columns_cost(16, 16));
        CPPUNIT_ASSERT(columns_cost(13, 8) > columns_cost(8, 8));
        CPPUNIT_ASSERT_EQUAL(columns_cost(16, 16), columns_cost(20, 16));
    }

    void narrow_rows_of_reals_count_as_more_than_three_passes()
    {
        for (const auto& r : REAL_ROWS) {
            const auto passes = memory_passes_of(pass_of(r.line), cpu(""));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, r.are_narrow, passes > 3);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, !r.are_narrow, passes == 1);
        }
        // Load, stages and store in a pass each, all of vectors.
        const auto apart = model_plan(parse_transform("dct2 forward 65536"), cpu(""));
        CPPUNIT_ASSERT_EQUAL(std::size_t(3), apart.passes.size());
        CPPUNIT_ASSERT(apart.passes.front().is_pointwise());
        CPPUNIT_ASSERT(apart.passes.back().is_pointwise());
    }

    void models_move_the_limits()
    {
        // the model's short-row-points
        CPPUNIT_ASSERT(row_cost(128, 8, "zen5") < 1 && row_cost(128, 8, "") > 1);
        // the model's stored-bins-points, and of half a vector where that is the native
        // width
        CPPUNIT_ASSERT(bins_cost(248, 8, "") > 1 && bins_cost(256, 8, "") < 1);
        CPPUNIT_ASSERT(bins_cost(120, 8, "zen4") > 1 && bins_cost(128, 8, "zen4") < 1);
        CPPUNIT_ASSERT(bins_cost(64, 8, "zen4") < 1 && bins_cost(64, 8, "") > 1);
    }

    void few_registers_take_more_stages_rather_than_spill()
    {
        // 16 lanes have 32 registers, 8 have 16.
        const auto is = [](const std::string& wide,
                           const std::string& narrow,
                           std::int64_t points,
                           buffer_form form) {
            CPPUNIT_ASSERT_EQUAL(wide, stages_of(points, 16, form));
            CPPUNIT_ASSERT_EQUAL(narrow, stages_of(points, 8, form));
        };
        const auto dense = buffer_form::dense, spread = buffer_form::spread;
        is(".16", ".16", 16, dense); // nothing is stored between stages
        is(".16.8", ".8.4.4", 128, spread);
        is(".16.12", ".8.6.4", 192, spread);
        is(".16.16", ".4.8.8", 256, spread); // whose last outputs collide
        is(".8.8.8", ".8.8.8", 512, spread);
        // beyond the first-level cache
        is(".16.8.8", ".16.8.8", 1024, spread);
        is(".16.16.16", ".8.8.8.8", 4096, spread);
        is(".4.16.16", ".2.8.8.8", 1024, dense); // whose points collide
        is(".13.11", ".13.11", 143, dense);
        CPPUNIT_ASSERT(vector_stage_cost(1024, cpu("", 16)) <
                       vector_stage_cost(1024, cpu("", 8)));
    }

    void the_cheaper_one_is_taken()
    {
        const auto limits = cpu("");
        const std::vector<pass> wide = { along("c2c forward 1024", 1024, 16) };
        const std::vector<pass> narrow = { along("c2c forward 1024", 1024, 4) };
        CPPUNIT_ASSERT_EQUAL(16, cheaper(narrow, wide, limits).at(0).lanes());
        CPPUNIT_ASSERT_EQUAL(16, cheaper(wide, narrow, limits).at(0).lanes());
        CPPUNIT_ASSERT_EQUAL(4, cheaper(narrow, {}, limits).at(0).lanes());
        CPPUNIT_ASSERT_EQUAL(4, cheaper({}, narrow, limits).at(0).lanes());
        CPPUNIT_ASSERT(cheaper({}, {}, limits).empty());
        auto first = narrow;
        first.front().change_vector().workgroups = 3;
        CPPUNIT_ASSERT_EQUAL(3, cheaper(first, narrow, limits).at(0).vector().workgroups);
    }

    void plans_have_the_cheapest()
    {
        for (const auto& r : RIVALS) {
            const auto made = model_plan(parse_transform(r.request), cpu(""));
            const auto other = pass_of(fmt::format("{}: {}", r.request, r.other));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(r.why, std::size_t(1), made.passes.size());
            CPPUNIT_ASSERT_MESSAGE(
                r.why, vector_cost(made.passes, cpu("")) < vector_cost(other, cpu("")));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_vector_cost);
