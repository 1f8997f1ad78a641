/* SPDX-License-Identifier: GPL-3.0-or-later */
// The kernel that adds up a synthesizer's rows beside loops in double precision, on a
// real device and on the fake one, and its self test, which finds kernels that are wrong.
#include "device/interface/registry.h"
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/device_branch_sums.h"
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

struct sums_case {
    std::int64_t branches;
    bool is_doubled;
    std::size_t taps;
    std::size_t rows; //!< that have outputs
    std::uint32_t first_row;
};

//! One branch and many, one tap and many, of which the text knows nothing.
const sums_case CASES[] = {
    { 1, false, 1, 1, 0 },      { 1, false, 1000, 300, 7 }, { 64, false, 768, 100, 1 },
    { 64, true, 768, 101, 0 },  { 64, true, 768, 102, 1 },  { 3, true, 20, 9, 5 },
    { 1000, false, 999, 3, 2 }, { 500, true, 501, 1, 1 },   { 17, false, 170, 41, 0 },
};

const mutation MUTATIONS[] = {
    { "a sum takes the value of another row",
      "sum1.x += tap * x1.x",
      "sum1.x += tap * x0.x" },
    { "a sum takes the value of another row",
      "sum1.y += tap * x2.y",
      "sum1.y += tap * x1.y" },
    { "values move up by the wrong row", "x3 = x2", "x3 = x1" },
    { "rows do not go on", "v -= points", "v -= 0" },
    { "taps of the next branch", "branches + b];", "branches + b / 2];" },
    { "one tap too few",
      "if (++k == taps_per_branch)",
      "if (++k + 1 >= taps_per_branch)" },
    { "rows in turn take the wrong half", "first + 1) % 2", "first) % 2" },
    { "a row near the end is left out",
      "if (row + 1 < count)\n        y",
      "if (row + 2 < count)\n        y" },
    { "a row near the end is left out",
      "if (row + 8 < count)\n        y",
      "if (row + 10 < count)\n        y" },
    { "an output goes to another row", "= sum1;", "= sum2;" },
    { "imaginary parts have the other sign", "sum0.y += tap", "sum0.y -= tap" },
};

} // namespace

class qa_branch_sums : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_branch_sums);
    CPPUNIT_TEST(outputs_are_sums_over_branches);
    CPPUNIT_TEST(the_self_test_passes_what_is_right);
    CPPUNIT_TEST(the_self_test_notices_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(device_limits()) };

    void check(const sums_case& s, const std::shared_ptr<device>& on)
    {
        std::mt19937 random(run_seed("exec.branch_sums"));
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<double> taps(s.taps);
        for (auto& tap : taps)
            tap = static_cast<double>(any(random));
        const synthesizer_shape shape({ taps, s.branches, s.is_doubled });
        const device_branch_sums sums(shape, taps, on);
        const auto points = static_cast<std::size_t>(shape.points);
        const auto before = sums.rows_before();
        std::vector<channel_sample> rows((before + s.rows) * points);
        for (auto& value : rows) {
            const float real = any(random);
            value = { real, any(random) };
        }
        const auto from = upload_now(*on, rows.data(), rows.size() * sizeof(rows[0]));
        const auto bytes = sums.output_bytes(before + s.rows);
        std::vector<channel_sample> got(bytes / sizeof(channel_sample));
        CPPUNIT_ASSERT_EQUAL(s.rows * static_cast<std::size_t>(s.branches), got.size());
        const auto to = on->make_buffer(bytes);
        const auto q = on->make_queue();
        sums.enqueue(*q, *from, *to, before + s.rows, s.first_row);
        q->download(got.data(), *to, 0, bytes);
        q->wait_all();
        const auto branches = static_cast<std::size_t>(s.branches);
        for (std::size_t t = 0; t < got.size(); ++t) {
            const auto r = t / branches;
            const auto point = (t % branches + (s.first_row + r + 1) * branches) % points;
            complex want = 0;
            for (std::size_t k = t % branches, back = 0; k < taps.size();
                 k += branches, ++back)
                want += taps[k] * complex(rows[(before + r - back) * points + point]);
            if (!(std::abs(complex(got[t]) - want) <= 1e-5 * std::sqrt(1. + before)))
                CPPUNIT_FAIL(fmt::format("{} branches, doubled {}, {} taps, {} rows from "
                                         "{} on {}: sample {} differs by {:g}",
                                         s.branches,
                                         s.is_doubled,
                                         s.taps,
                                         s.rows,
                                         s.first_row,
                                         on->info().name,
                                         t,
                                         std::abs(complex(got[t]) - want)));
        }
    }

    void outputs_are_sums_over_branches()
    {
        for (const auto& on : d_devices)
            for (const auto& s : CASES)
                check(s, on);
    }

    void the_self_test_passes_what_is_right()
    {
        for (const auto& on : d_devices)
            for (const bool is_doubled : { false, true })
                test_branch_sums(on, is_doubled);
    }

    //! Each change is of one of the two kernels at least, whose test then fails.
    void the_self_test_notices_what_is_wrong()
    {
        for (const auto& each : MUTATIONS) {
            int changed = 0;
            for (const bool is_doubled : { false, true }) {
                const auto on =
                    std::make_shared<changed_device>(d_devices[0], each.of_kernels());
                std::string verdict = "passed";
                try {
                    test_branch_sums(on, is_doubled);
                } catch (const wrong_values& e) {
                    verdict = e.found();
                }
                if (!on->is_changed())
                    continue;
                ++changed;
                CPPUNIT_ASSERT_MESSAGE(each.why, verdict != "passed");
            }
            CPPUNIT_ASSERT_MESSAGE(each.why, changed > 0);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_branch_sums);
