/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "exec/channels/transposed_samples.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/self_test/passed_tests.h"
#include "exec/synthesizers/branch_sums_test.h"
#include "exec/synthesizers/device_branch_sums.h"
#include "math/host_fft.h"
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
constexpr std::size_t ROWS_BEHIND_GROUPS = 5; // in a workgroup that is not full
constexpr std::uint32_t FIRST_ROWS[] = { 0, 3 };
constexpr double BOUND = 1e-4; // wrong code misses by far more than rounding

std::vector<channel_sample> noise(std::size_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> any(-1, 1);
    std::vector<channel_sample> values(count);
    for (auto& value : values) {
        const float real = any(random);
        value = { real, any(random) };
    }
    return values;
}

//! Rows of noise, taps, and the samples that these make of them once the rows are
//! transformed, or without that.
class known_rows
{
public:
    known_rows(const synthesizer_shape& s, std::size_t per_branch, std::size_t rows)
        : d_shape(s), d_taps(per_branch * static_cast<std::size_t>(s.channels))
    {
        std::mt19937 random(static_cast<unsigned>(per_branch));
        std::uniform_real_distribution<float> any(-1, 1);
        for (auto& tap : d_taps)
            tap = static_cast<double>(any(random));
        d_rows =
            noise((per_branch - 1 + rows) * static_cast<std::size_t>(s.points), random);
        d_values.assign(d_rows.begin(), d_rows.end());
    }

    //! The samples are made of the rows' inverse transforms.
    void transform()
    {
        const host_fft_of_length row(static_cast<std::size_t>(d_shape.points));
        for (auto& value : d_values)
            value = std::conj(value);
        for (std::size_t r = 0; r < rows(); ++r)
            row(&d_values[r * static_cast<std::size_t>(d_shape.points)]);
        for (auto& value : d_values)
            value = std::conj(value);
    }

    const std::vector<double>& taps() const { return d_taps; }
    std::size_t rows() const
    {
        return d_rows.size() / static_cast<std::size_t>(d_shape.points);
    }

    //! What work(queue, rows, outputs) writes is right, by \p bound.
    template <typename Work>
    void check(device& on,
               std::size_t bytes,
               std::uint32_t first_row,
               double bound,
               const Work& work) const
    {
        const auto from =
            upload_now(on, d_rows.data(), d_rows.size() * sizeof(d_rows[0]));
        constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
        std::vector<channel_sample> got(bytes / sizeof(channel_sample), { nan, nan });
        const auto to = upload_now(on, got.data(), bytes);
        const auto q = on.make_queue();
        work(*q, *from, *to);
        q->download(got.data(), *to, 0, bytes);
        q->wait_all();
        for (std::size_t t = 0; t < got.size(); ++t) {
            const auto expected = sum(t, first_row);
            if (!(std::abs(complex(got[t]) - expected) <= bound))
                throw wrong_values(
                    fmt::format("the kernel that adds up the rows of synthesizers "
                                "computes wrong values on {}: a sample should be "
                                "{:.6g}{:+.6g}i, got {:.6g}{:+.6g}i",
                                on.info().name,
                                expected.real(),
                                expected.imag(),
                                got[t].real(),
                                got[t].imag()),
                    "the device compiler miscompiled it. Choose another device, or "
                    "report it");
        }
    }

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
                      d_values[(row + per_branch - 1 - k) * points + point];
        return result;
    }

    synthesizer_shape d_shape;
    std::vector<double> d_taps;
    std::vector<channel_sample> d_rows;
    std::vector<complex> d_values; //!< what the samples are sums of
};

} // namespace

void test_branch_sums(const std::shared_ptr<device>& on, bool is_doubled)
{
    const synthesizer_shape shape({ { 1 }, BRANCHES, is_doubled });
    std::string id;
    for (const auto per_branch : BRANCH_TAPS) {
        const known_rows known(shape, per_branch, ROWS);
        const device_branch_sums sums(shape, known.taps(), on);
        id = stable_hash({ sums.built().source().text });
        if (has_passed(id, on->info()))
            return;
        for (const auto first_row : FIRST_ROWS)
            known.check(*on,
                        sums.output_bytes(known.rows()),
                        first_row,
                        BOUND,
                        [&](queue& q, buffer& from, buffer& to) {
                            sums.enqueue(q, from, to, known.rows(), first_row);
                        });
    }
    note_passed(id, on->info());
}

void test_branch_sums(const fused_branch_sums& kernel)
{
    const auto& on = kernel.built().on();
    const auto& id = kernel.built().id();
    if (has_passed(id, on->info()))
        return;
    const auto in_group = kernel.built().made_plan().passes.front().rows_of_group();
    known_rows known(kernel.shape(),
                     kernel.taps_per_branch(),
                     2 * static_cast<std::size_t>(in_group) + ROWS_BEHIND_GROUPS);
    known.transform();
    const auto tested = kernel.with_taps(known.taps());
    // A value is a sum of as many.
    const auto bound = BOUND * std::sqrt(static_cast<double>(kernel.shape().points));
    for (const auto first_row : FIRST_ROWS)
        known.check(*on,
                    tested->output_bytes(known.rows()),
                    first_row,
                    bound,
                    [&](queue& q, buffer& from, buffer& to) {
                        executor_memory rows_in;
                        rows_in.in[0] = &from;
                        tested->enqueue_untransformed(
                            q, rows_in, to, known.rows(), first_row);
                    });
    note_passed(id, on->info());
}

} // namespace gpufft
