/* SPDX-License-Identifier: GPL-3.0-or-later */
// What loads and stores lose by short contiguous runs, once all stages are chosen, is
// never less than what was known before.
#include "plan/stages/run_losses.h"
#include "plan/stages/stage_per_item.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <vector>

using namespace gpufft;

namespace {

struct shape {
    const char* why;
    std::vector<std::int64_t> lengths;
    std::int64_t columns;       // of the tile
    std::int64_t column_weight; // elements between neighbouring ones
    std::int64_t stride;        // of the last dimension's points
};

const shape SHAPES[] = {
    { "rows of the batch", { 6, 4, 8 }, 3, 192, 1 },
    { "columns are the neighbours", { 4, 6 }, 8, 1, 8 },
    { "few columns are, and points behind them", { 4, 6, 5 }, 2, 1, 2 },
    { "nothing is", { 12, 4 }, 2, 1000, 5 },
    { "frames overlap", { 4, 9 }, 4, 18, 1 },
};

//! Dimensions and columns, before stages are chosen.
pass shaped(const shape& s)
{
    pass p;
    p.dimensions.assign(s.lengths.size(), {});
    auto stride = s.stride;
    for (auto d = s.lengths.size(); d-- > 0;) {
        auto& along = p.dimensions[d];
        along.length = along.caller_length = s.lengths[d];
        along.input_stride = along.output_stride = stride;
        stride *= s.lengths[d];
    }
    p.columns.size = s.columns;
    p.columns.input_weight = p.columns.output_weight = s.column_weight;
    return p;
}

//! Every order of dimensions, each in one stage or in two, of every radix.
std::vector<std::vector<stage>> every_order(const std::vector<std::int64_t>& lengths)
{
    std::vector<std::vector<stage>> all = { {} };
    for (std::size_t d = 0; d < lengths.size(); ++d) {
        std::vector<std::vector<stage>> more;
        for (const auto& before : all) {
            for (int radix = 2; radix <= lengths[d]; ++radix) {
                if (lengths[d] % radix)
                    continue;
                auto stages = before;
                const int rest = static_cast<int>(lengths[d]) / radix;
                for (const int r : { radix, rest }) {
                    if (r > 1)
                        stages.push_back(
                            { r, 1, twiddle_source::full, static_cast<int>(d) });
                }
                more.push_back(stages);
            }
        }
        all = std::move(more);
    }
    std::vector<std::vector<stage>> ordered;
    const auto by_dimension = [](const stage& a, const stage& b) {
        return a.dimension < b.dimension;
    };
    for (auto& stages : all) {
        do
            ordered.push_back(stages);
        while (std::next_permutation(stages.begin(), stages.end(), by_dimension));
    }
    return ordered;
}

} // namespace

class qa_run_losses : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_run_losses);
    CPPUNIT_TEST(no_stages_lose_less_than_is_known);
    CPPUNIT_TEST(what_is_known_is_tight_without_fills);
    CPPUNIT_TEST_SUITE_END();

    template <typename Check>
    static void each_pass(Check check)
    {
        for (const auto& s : SHAPES) {
            auto p = shaped(s);
            stage_divisions divided(64, 8, false);
            const run_losses losses(p, s.lengths, divided);
            for (const auto& stages : every_order(s.lengths)) {
                p.stages = stages;
                check(s, p, losses);
            }
        }
    }

public:
    void no_stages_lose_less_than_is_known()
    {
        int counted = 0;
        each_pass([&](const shape& s, pass& p, const run_losses& losses) {
            for (const int target : { 1, 8, 16, 24 }) {
                for (auto& one : p.stages)
                    one.per_item = 1;
                choose_per_item(p, target);
                const double lost = losses.of(p);
                const auto &first = p.stages.front(), &last = p.stages.back();
                CPPUNIT_ASSERT_MESSAGE(s.why, losses.least(first) <= lost);
                CPPUNIT_ASSERT_MESSAGE(s.why, losses.least(first, last) <= lost);
                CPPUNIT_ASSERT_MESSAGE(s.why,
                                       losses.least(first) <= losses.least(first, last));
                ++counted;
            }
        });
        CPPUNIT_ASSERT(counted > 1000);
    }

    void what_is_known_is_tight_without_fills()
    {
        each_pass([](const shape& s, const pass& p, const run_losses& losses) {
            if (s.why == std::string("frames overlap"))
                return; // where neighbours are is for all stages to say
            CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
                s.why,
                losses.of(p),
                losses.least(p.stages.front(), p.stages.back()),
                1e-12);
        });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_run_losses);
