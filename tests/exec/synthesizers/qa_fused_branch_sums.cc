/* SPDX-License-Identifier: GPL-3.0-or-later */
// The kernel that transforms a synthesizer's rows and adds up their branches, beside
// loops in double precision, on a real device and on the fake one; and its self test,
// which finds kernels that are wrong.
#include "device/interface/registry.h"
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/fused_branch_sums.h"
#include "math/host_fft.h"
#include "plan/text/plan_text.h"
#include "support/devices/changed_device.h"
#include "support/devices/power_launch.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;

struct form {
    const char* why;
    const char* emitter; //!< file below lib/codegen that the row is for
    const char* line;
    std::size_t taps; //!< of all branches
    std::size_t rows; //!< that have outputs
    std::uint32_t first_row;
};

const form FORMS[] = {
    { "a tap a branch, no rows before",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 2: stockham | 2 store=c2c.swap.branches1 columns=row:4 staged-input "
      "staged-output branch-rows=2",
      2,
      9,
      0 },
    { "one stage, a workgroup that is full",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 4: stockham | 4 store=c2c.swap.branches3 columns=row:6 staged-input "
      "staged-output branch-rows=4 padding=1",
      12,
      8,
      3 },
    { "two points a branch, taps that end within a branch",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 8: stockham | 8 store=c2c.swap.branches5x2 columns=row:16 "
      "staged-input staged-output branch-rows=3 padding=1",
      17,
      30,
      1 },
    { "input from memory, more points than work-items",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches12 columns=row:35 "
      "staged-output branch-rows=2 padding=1",
      192,
      49,
      0 },
    { "staged, two points a branch, in turn from an odd row on",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 16: stockham | 4.4 store=c2c.swap.branches12x2 columns=row:35 "
      "staged-input staged-output branch-rows=6",
      90,
      48,
      7 },
    { "a row a work-item, of uneven radices",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 60: stockham | 6.10 store=c2c.swap.branches7 columns=row:11 "
      "staged-output branch-rows=1 padding=5",
      400,
      11,
      2 },
    { "fewer points than work-items",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 64: stockham | 8.8 store=c2c.swap.branches12 columns=row:35 "
      "staged-output branch-rows=12 padding=1 min-blocks=2",
      768,
      40,
      0 },
    { "butterflies beside each other, fastest columns",
      "simt/features/emit_branch_sums.cc",
      "c2c inverse 64: stockham | 4x4.16 store=c2c.swap.branches12x2 columns=row:27 "
      "staged-input staged-output branch-rows=8 columns-fastest padding=1",
      384,
      40,
      1 },
    { "three stages, forward",
      "simt/features/emit_branch_sums.cc",
      "c2c forward 210: stockham | 6.7.5 store=c2c.branches4x2 columns=row:7 "
      "staged-output branch-rows=2",
      420,
      6,
      0 },
};

//! Limits of a GPU that every device here can stand in for.
device_limits small_gpu()
{
    device_limits limits;
    limits.is_cpu = false;
    limits.local_memory_bytes = 32768;
    limits.max_work_items = 1024;
    limits.registers = 64;
    limits.subgroup = 32;
    return limits;
}

plan plan_of(const form& s)
{
    const auto made = parse_plan(s.line);
    CPPUNIT_ASSERT_EQUAL(std::string(s.line), plan_text(made));
    return made;
}

synthesizer_shape shape_of(const plan& p)
{
    const auto& pass = p.passes.front();
    const auto points_a_branch = pass.store.branches->points_a_branch;
    return synthesizer_shape(
        { { 1 }, pass.points() / points_a_branch, points_a_branch > 1 });
}

std::vector<double> random_taps(std::size_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> any(-1, 1);
    std::vector<double> taps(count);
    for (auto& tap : taps)
        tap = static_cast<double>(any(random));
    return taps;
}

const mutation MUTATIONS[] = {
    { "a workgroup begins at the wrong row", "min(24 * group", "min(23 * group" },
    { "outputs of a workgroup go elsewhere",
      "row = 24 * group + first",
      "row = 25 * group + first" },
    { "a work-item takes other rows", "i / 64 * 12", "i / 64 * 11" },
    { "a sum takes another tap", "sum1 = sum1 + tap10", "sum1 = sum1 + tap9" },
    { "a sum takes another row", "tap3 * v9", "tap3 * v8" },
    { "taps of the next branch", "taps + b", "taps + b / 2" },
    { "a row near the end is left out", "row + 4 < count", "row + 5 < count" },
    { "outputs go to another row", "to[128] =", "to[192] =" },
    { "too few rows count", "rows - 11", "rows - 12" },
    { "parts are not exchanged", "= exchanged(sum2)", "= sum2" },
};

} // namespace

class qa_fused_branch_sums : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_fused_branch_sums);
    CPPUNIT_TEST(outputs_are_sums_over_transformed_rows);
    CPPUNIT_TEST(as_many_taps_take_the_same_kernel);
    CPPUNIT_TEST(the_self_test_passes_what_is_right);
    CPPUNIT_TEST(the_self_test_notices_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(small_gpu()) };

    static void check(const form& s,
                      const fused_branch_sums& sums,
                      const std::vector<double>& taps,
                      std::mt19937& random)
    {
        const auto& on = sums.built().on();
        const auto shape = shape_of(plan_of(s));
        const auto points = static_cast<std::size_t>(shape.points);
        const auto before = sums.rows_before();
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<channel_sample> rows((before + s.rows) * points);
        for (auto& value : rows) {
            const float real = any(random);
            value = { real, any(random) };
        }
        const auto from = upload_now(*on, rows.data(), rows.size() * sizeof(rows[0]));
        const auto bytes = sums.output_bytes(before + s.rows);
        std::vector<channel_sample> got(bytes / sizeof(channel_sample));
        const auto branches = static_cast<std::size_t>(shape.channels);
        CPPUNIT_ASSERT_EQUAL(s.rows * branches, got.size());
        const auto to = on->make_buffer(bytes);
        const auto q = on->make_queue();
        executor_memory memory;
        memory.in[0] = from.get();
        sums.enqueue_untransformed(*q, memory, *to, before + s.rows, s.first_row);
        q->download(got.data(), *to, 0, bytes);
        q->wait_all();

        std::vector<complex> values(rows.begin(), rows.end());
        for (std::size_t r = 0; r < before + s.rows; ++r) {
            std::vector<complex> row(&values[r * points], &values[r * points] + points);
            const bool is_inverse =
                sums.built().made_plan().request.dir == direction::inverse;
            for (auto& value : row)
                value = is_inverse ? std::conj(value) : value;
            row = host_fft(std::move(row));
            for (std::size_t n = 0; n < points; ++n)
                values[r * points + n] = is_inverse ? std::conj(row[n]) : row[n];
        }
        for (std::size_t t = 0; t < got.size(); ++t) {
            const auto r = t / branches;
            const auto point = (t % branches + (s.first_row + r + 1) * branches) % points;
            complex want = 0;
            for (std::size_t k = t % branches, back = 0; k < taps.size();
                 k += branches, ++back)
                want += taps[k] * values[(before + r - back) * points + point];
            if (!(std::abs(complex(got[t]) - want) <=
                  2e-6 * std::sqrt(static_cast<double>(points) * (1. + before))))
                CPPUNIT_FAIL(fmt::format("{}: {} taps, {} rows from {} on {}: sample {} "
                                         "differs by {:g}",
                                         plan_text(sums.built().made_plan()),
                                         taps.size(),
                                         s.rows,
                                         s.first_row,
                                         on->info().name,
                                         t,
                                         std::abs(complex(got[t]) - want)));
        }
    }

    void outputs_are_sums_over_transformed_rows()
    {
        std::mt19937 random(run_seed("exec.fused_branch_sums"));
        for (const auto& on : d_devices)
            for (const auto& s : FORMS) {
                const auto taps = random_taps(s.taps, random);
                check(s, { shape_of(plan_of(s)), taps, plan_of(s), on }, taps, random);
            }
    }

    //! As many a branch, of which the last may be 0.
    void as_many_taps_take_the_same_kernel()
    {
        std::mt19937 random(run_seed("exec.fused_branch_sums"));
        const auto& s = FORMS[3];
        const fused_branch_sums sums(
            shape_of(plan_of(s)), random_taps(s.taps, random), plan_of(s), d_devices[0]);
        for (const std::size_t count : { 177U, 192U }) {
            const auto others = random_taps(count, random);
            const auto changed = sums.with_taps(others);
            CPPUNIT_ASSERT(changed);
            CPPUNIT_ASSERT_EQUAL(&sums.built(), &changed->built());
            check(s, *changed, others, random);
        }
        for (const std::size_t count : { 1U, 176U, 193U })
            CPPUNIT_ASSERT(!sums.with_taps(random_taps(count, random)));
    }

    void the_self_test_passes_what_is_right()
    {
        for (const auto& on : d_devices)
            for (const auto& s : FORMS) {
                if (plan_of(s).request.dir == direction::forward)
                    continue; // which synthesizers are not
                test_branch_sums(fused_branch_sums(shape_of(plan_of(s)),
                                                   std::vector<double>(s.taps, 1),
                                                   plan_of(s),
                                                   on));
            }
    }

    void the_self_test_notices_what_is_wrong()
    {
        const auto& s = FORMS[6];
        for (const auto& each : MUTATIONS) {
            const auto on =
                std::make_shared<changed_device>(d_devices[0], each.of_kernels());
            const fused_branch_sums sums(
                shape_of(plan_of(s)), std::vector<double>(s.taps, 1), plan_of(s), on);
            CPPUNIT_ASSERT_MESSAGE(each.why, on->is_changed());
            std::string verdict = "passed";
            try {
                test_branch_sums(sums);
            } catch (const wrong_values& e) {
                verdict = e.found();
            }
            CPPUNIT_ASSERT_MESSAGE(each.why, verdict != "passed");
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_fused_branch_sums);
