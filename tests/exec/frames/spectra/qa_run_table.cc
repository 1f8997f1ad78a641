/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectra/run_table.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <cmath>

using namespace gpufft;

namespace {

using numbers = std::vector<std::uint32_t>;

struct table_case {
    const char* why;
    std::size_t frames;
    numbers averages; // frames seen when each ends
    std::size_t run_frames;
    numbers runs, ends;
    std::uint32_t longest;
};

const table_case CASES[] = {
    { "one frame", 1, { 1 }, 8, { 0, 1 }, { 1, 1 }, 1 },
    { "no average ends", 5, {}, 8, { 0, 5 }, { 1 }, 5 },
    { "one ends with the last", 5, { 5 }, 8, { 0, 5 }, { 1, 1 }, 5 },
    { "a rest", 5, { 3 }, 8, { 0, 3, 5 }, { 1, 2 }, 3 },
    { "each frame one", 3, { 1, 2, 3 }, 8, { 0, 1, 2, 3 }, { 1, 2, 3, 3 }, 1 },
    { "runs of nearly equal length", 10, { 10 }, 4, { 0, 3, 6, 10 }, { 3, 3 }, 4 },
    { "of each average their own", 9, { 4, 9 }, 3, { 0, 2, 4, 6, 9 }, { 2, 4, 4 }, 3 },
    { "runs of one frame", 3, {}, 1, { 0, 1, 2, 3 }, { 3 }, 1 },
};

template <typename T>
void expect_equal(const char* why, const T& expected, const T& got)
{
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: {} for {}", why, got, expected),
                           got == expected);
}

spectrum_batch batch_of(const table_case& c)
{
    spectrum_batch batch;
    batch.frames = c.frames;
    batch.ends = c.averages;
    batch.counts.assign(c.averages.size(), 1);
    return batch;
}

} // namespace

class qa_run_table : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_run_table);
    CPPUNIT_TEST(runs_and_averages_end_where_they_should);
    CPPUNIT_TEST(a_mean_is_divided_by_its_frames);
    CPPUNIT_TEST(weights_come_to_those_of_single_frames);
    CPPUNIT_TEST(with_nothing_kept_the_last_frame_is_a_run);
    CPPUNIT_TEST_SUITE_END();

private:
    void runs_and_averages_end_where_they_should()
    {
        for (const auto& c : CASES) {
            const auto t = cut_runs(batch_of(c), 0, c.run_frames, accumulation::sum);
            expect_equal(c.why, c.runs, t.runs);
            expect_equal(c.why, c.ends, t.ends);
            expect_equal(c.why, c.longest, t.longest);
            expect_equal(c.why, std::size_t(0), t.weights.size());
        }
    }

    void a_mean_is_divided_by_its_frames()
    {
        auto batch = batch_of(CASES[6]);
        batch.counts = { 20, 5 };
        batch.output.factor = 10;
        const std::vector<float> shared = { 0.5F, 2 }, alone = { 10, 10 };
        expect_equal("mean", shared, cut_runs(batch, 16, 3, accumulation::sum).factors);
        accumulations several = accumulation::sum;
        several.add(accumulation::square);
        several.add(accumulation::highest);
        expect_equal("mean, maximum and squares",
                     { 0.5F, 10, 5, 2, 10, 20 },
                     cut_runs(batch, 16, 3, several).factors);
        batch.how = average::highest;
        expect_equal(
            "maximum", alone, cut_runs(batch, 16, 3, accumulation::highest).factors);
    }

    //! Checks batches that begin an average with its frame 0, and batches that go on with
    //! one of 1 or 1000 frames.
    void weights_come_to_those_of_single_frames()
    {
        const std::uint32_t frames = 40;
        for (const double keep : { 1.0, 1 - 1e-9, 0.999, 0.9, 0.3, 1e-6 }) {
            for (const std::uint64_t accumulated : { 0, 1, 1000 }) {
                for (const std::size_t run_frames : { 1, 7, 64 }) {
                    spectrum_batch batch;
                    batch.frames = frames;
                    batch.how = average::exponential;
                    batch.keep = keep;
                    const auto t =
                        cut_runs(batch, accumulated, run_frames, accumulation::sum);
                    // Powers of 1 in all frames make an average of 1, of what was before
                    // and of each run.
                    double before = 1;
                    for (std::uint32_t r = 0; r < t.rows(); ++r) {
                        const auto m = t.runs[r + 1] - t.runs[r];
                        double partial = 0;
                        for (std::uint32_t i = 0; i < m; ++i)
                            partial = keep * partial + 1;
                        const auto what = fmt::format(
                            "keep {} gathered {} run {}", keep, accumulated, r);
                        CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
                            what, 1, t.weights[2 * r + 1] * partial, 1e-6);
                        const double share = t.weights[2 * r];
                        before *= share > 0 ? 1 - share : -share;
                    }
                    // What is left of the frames before, by the definition.
                    double all = 0, old = 0;
                    for (std::uint64_t i = 0; i < accumulated + frames; ++i) {
                        all = keep * all + 1;
                        old = keep * old + (i < accumulated ? 1 : 0);
                    }
                    CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(
                        fmt::format("keep {} gathered {}", keep, accumulated),
                        old / all,
                        before,
                        1e-5 * old / all + 1e-12);
                }
            }
        }
    }

    void with_nothing_kept_the_last_frame_is_a_run()
    {
        spectrum_batch batch;
        batch.frames = 9;
        batch.how = average::exponential;
        batch.keep = 0;
        batch.ends = { 5, 6 };
        const auto t = cut_runs(batch, 3, 64, accumulation::sum);
        expect_equal("runs", numbers{ 0, 4, 5, 6, 8, 9 }, t.runs);
        expect_equal("ends", numbers{ 2, 3, 5 }, t.ends);
        for (std::uint32_t r = 0; r < t.rows(); ++r) {
            CPPUNIT_ASSERT_EQUAL(0.0F, std::abs(t.weights[2 * r]));
            CPPUNIT_ASSERT_EQUAL(1.0F, t.weights[2 * r + 1]);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_run_table);
