/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/self_test/passed_tests.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/device_branch_sums.h"
#include <fmt/format.h>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Several workgroups, the last of which is not full, and work-items whose rows end early.
constexpr std::int64_t BRANCHES = 38;
constexpr std::size_t ROWS = 26;
constexpr std::size_t BRANCH_TAPS[] = { 1, 7 };
constexpr std::uint32_t FIRST_ROWS[] = { 0, 3 };
constexpr double BOUND = 1e-4; // wrong code misses by far more than rounding

class known_rows
{
public:
    known_rows(const std::shared_ptr<device>& on, bool is_doubled, std::size_t per_branch)
        : d_on(on),
          d_shape({ { 1 }, BRANCHES, is_doubled }),
          d_taps(per_branch * static_cast<std::size_t>(BRANCHES)),
          d_rows((per_branch - 1 + ROWS) * static_cast<std::size_t>(d_shape.points))
    {
        std::mt19937 random(static_cast<unsigned>(per_branch));
        std::uniform_real_distribution<float> any(-1, 1);
        for (auto& tap : d_taps)
            tap = static_cast<double>(any(random));
        for (auto& value : d_rows) {
            const float real = any(random);
            value = { real, any(random) };
        }
    }

    void check(const device_branch_sums& sums, std::uint32_t first_row) const
    {
        const auto got = run(sums, first_row);
        for (std::size_t t = 0; t < got.size(); ++t) {
            const auto expected = sum(t, first_row);
            if (!(std::abs(complex(got[t]) - expected) <= BOUND))
                throw wrong_values(
                    fmt::format("the kernel that adds up the rows of synthesizers "
                                "computes wrong values on {}: a sample should be "
                                "{:.6g}{:+.6g}i, got {:.6g}{:+.6g}i",
                                d_on->info().name,
                                expected.real(),
                                expected.imag(),
                                got[t].real(),
                                got[t].imag()),
                    "the device compiler miscompiled it. Choose another device, or "
                    "report it");
        }
    }

    device_branch_sums sums() const { return { d_shape, d_taps, d_on }; }

private:
    complex sum(std::size_t t, std::uint32_t first_row) const
    {
        const auto branches = static_cast<std::size_t>(d_shape.channels);
        const auto row = t / branches, branch = t % branches;
        const auto per_branch = d_taps.size() / branches;
        const auto points = static_cast<std::size_t>(d_shape.points);
        const auto first_point = static_cast<std::size_t>(
            d_shape.first_point(static_cast<std::int64_t>(first_row + row)));
        const auto point = (branch + first_point) % points;
        complex result = 0;
        for (std::size_t k = 0; k < per_branch; ++k)
            result += d_taps[k * branches + branch] *
                      complex(d_rows[(row + per_branch - 1 - k) * points + point]);
        return result;
    }

    std::vector<channel_sample> run(const device_branch_sums& sums,
                                    std::uint32_t first_row) const
    {
        const auto rows = d_rows.size() / static_cast<std::size_t>(d_shape.points);
        const auto from =
            upload_now(*d_on, d_rows.data(), d_rows.size() * sizeof(d_rows[0]));
        const auto bytes = sums.output_bytes(rows);
        constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
        std::vector<channel_sample> out(bytes / sizeof(channel_sample), { nan, nan });
        const auto to = upload_now(*d_on, out.data(), bytes);
        const auto q = d_on->make_queue();
        sums.enqueue(*q, *from, *to, rows, first_row);
        q->download(out.data(), *to, 0, bytes);
        q->wait_all();
        return out;
    }

    std::shared_ptr<device> d_on;
    synthesizer_shape d_shape;
    std::vector<double> d_taps;
    std::vector<channel_sample> d_rows;
};

} // namespace

void test_branch_sums(const std::shared_ptr<device>& on, bool is_doubled)
{
    std::string id;
    for (const auto per_branch : BRANCH_TAPS) {
        const known_rows known(on, is_doubled, per_branch);
        const auto sums = known.sums();
        id = stable_hash({ sums.built().source().text });
        if (has_passed(id, on->info()))
            return;
        for (const auto first_row : FIRST_ROWS)
            known.check(sums, first_row);
    }
    note_passed(id, on->info());
}

} // namespace gpufft
