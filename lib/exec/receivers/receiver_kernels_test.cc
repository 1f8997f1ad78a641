/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/receivers/receiver_kernels_test.h"
#include "exec/self_test/passed_tests.h"
#include <fmt/format.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace gpufft {

namespace {

using complex = std::complex<double>;

// Channels around the ends of a block, and several workgroups, the last of them not full.
constexpr std::size_t LENGTH = 60, BLOCKS = 4;
constexpr std::uint32_t CENTRES[] = { 0, 57, 30 };
constexpr std::size_t CHANNELS = std::size(CENTRES);
constexpr std::size_t ROW_POINTS[] = { 10, 15 };
constexpr std::size_t SKIPPED = 3;      // points of a row that are no output
constexpr std::uint64_t OUTPUTS_AT = 5; // place of the first output
constexpr double BOUND = 1e-4;          // wrong code misses by far more than rounding

class known_receivers
{
public:
    known_receivers(const receiver_kernels& kernels, device& on, std::size_t points)
        : d_kernels(kernels), d_on(on), d_points(points)
    {
    }

    void check()
    {
        check_gather();
        check_turn();
    }

private:
    std::vector<receiver_sample> noise(std::size_t count)
    {
        std::uniform_real_distribution<float> any(-1, 1);
        std::vector<receiver_sample> values(count);
        for (auto& each : values) {
            const float real = any(d_random);
            each = { real, any(d_random) };
        }
        return values;
    }

    template <class value>
    std::shared_ptr<buffer> upload(const std::vector<value>& values)
    {
        return upload_now(d_on, values.data(), values.size() * sizeof(value));
    }

    //! What \p launched writes, of \p count samples, with its output after \p arguments.
    std::vector<receiver_sample> run(kernel& launched,
                                     std::vector<kernel_argument> arguments,
                                     const std::vector<kernel_argument>& behind,
                                     std::size_t elements,
                                     std::size_t count)
    {
        constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
        std::vector<receiver_sample> out(count, { nan, nan });
        const auto to = upload(out);
        arguments.emplace_back(to.get());
        arguments.insert(arguments.end(), behind.begin(), behind.end());
        arguments.emplace_back(static_cast<std::uint32_t>(elements));
        const auto q = d_on.make_queue();
        q->launch(launched, groups_for(elements), arguments);
        q->download(out.data(), *to, 0, count * sizeof(out[0]));
        q->wait_all();
        return out;
    }

    void expect_near(receiver_sample got, complex expected, const char* subject) const
    {
        if (std::abs(complex(got) - expected) <= BOUND)
            return;
        throw wrong_values(fmt::format("the kernels of receivers compute wrong values on "
                                       "{}: {} should be {:.6g}{:+.6g}i, got "
                                       "{:.6g}{:+.6g}i",
                                       d_on.info().name,
                                       subject,
                                       expected.real(),
                                       expected.imag(),
                                       got.real(),
                                       got.imag()),
                           "the device compiler miscompiled them. Choose another device, "
                           "or report it");
    }

    void check_gather()
    {
        const auto bins = noise(BLOCKS * LENGTH), weights = noise(CHANNELS * d_points);
        const std::vector<std::uint32_t> centres(std::begin(CENTRES), std::end(CENTRES));
        const auto of_bins = upload(bins), of_weights = upload(weights),
                   of_centres = upload(centres);
        const auto elements = CHANNELS * BLOCKS * d_points;
        const auto got = run(*d_kernels.gather,
                             { of_bins.get(), of_weights.get(), of_centres.get() },
                             { static_cast<std::uint32_t>(LENGTH),
                               static_cast<std::uint32_t>(d_points),
                               static_cast<std::uint32_t>(BLOCKS) },
                             elements,
                             elements);
        for (std::size_t i = 0; i < elements; ++i) {
            const auto k = i % d_points, row = i / d_points, channel = row / BLOCKS;
            const auto behind = k < d_points - d_points / 2 ? k : LENGTH + k - d_points;
            const auto bin = (CENTRES[channel] + behind) % LENGTH;
            expect_near(got[i],
                        complex(bins[row % BLOCKS * LENGTH + bin]) *
                            complex(weights[channel * d_points + k]),
                        "a weighted bin");
        }
    }

    void check_turn()
    {
        const auto rows = CHANNELS * BLOCKS, outputs = d_points - SKIPPED;
        const auto values = noise(rows * d_points), begins = noise(rows);
        const std::vector<float> drifts = { 0, 0.037F, -0.02F };
        const auto of_values = upload(values), of_begins = upload(begins),
                   of_drifts = upload(drifts);
        const auto elements = rows * outputs;
        const auto got = run(*d_kernels.turn,
                             { of_values.get(), of_begins.get(), of_drifts.get() },
                             { OUTPUTS_AT,
                               static_cast<std::uint32_t>(d_points),
                               static_cast<std::uint32_t>(outputs),
                               static_cast<std::uint32_t>(BLOCKS) },
                             elements,
                             OUTPUTS_AT + elements);
        for (std::size_t i = 0; i < elements; ++i) {
            const auto o = i % outputs, row = i / outputs;
            const double turns =
                static_cast<double>(o) * static_cast<double>(drifts[row / BLOCKS]);
            expect_near(got[OUTPUTS_AT + i],
                        complex(values[row * d_points + SKIPPED + o]) *
                            complex(begins[row]) * std::polar(1.0, -2 * M_PI * turns),
                        "a turned output");
        }
    }

    const receiver_kernels& d_kernels;
    device& d_on;
    std::size_t d_points;
    std::mt19937 d_random{ 1 };
};

} // namespace

void self_test(const receiver_kernels& kernels, device& on)
{
    const auto id =
        stable_hash({ kernels.gather->source().text, kernels.turn->source().text });
    if (has_passed(id, on.info()))
        return;
    for (const auto points : ROW_POINTS)
        known_receivers(kernels, on, points).check();
    note_passed(id, on.info());
}

} // namespace gpufft
