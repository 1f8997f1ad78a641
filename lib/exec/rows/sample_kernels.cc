/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/upload.h"
#include "exec/rows/sample_kernels.h"
#include "exec/self_test/passed_tests.h"
#include "plan/check/check_plan.h"
#include "plan/request/taps.h"
#include <gpufft/error.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace gpufft {

namespace {

// Both kernels do the same with the same numbers, but for what a compiler contracts.
constexpr double BOUND = 1e-5;
constexpr int LOWEST = -128, HIGHEST = 127; // of whole numbers in the test
constexpr int ZERO_OF_UINT8 = 128;          // nearest to it: half a step is left

using bytes = std::vector<unsigned char>;

//! \p values as they are stored.
bytes stored(const std::vector<int>& values, sample_format format)
{
    bytes all(values.size() * (format == sample_format::int16 ? 2 : 1));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (format == sample_format::int16) {
            const auto value = static_cast<std::int16_t>(values[i]);
            std::memcpy(all.data() + 2 * i, &value, sizeof(value));
        } else {
            const int value =
                format == sample_format::uint8 ? values[i] + ZERO_OF_UINT8 : values[i];
            all[i] = static_cast<unsigned char>(value);
        }
    }
    return all;
}

//! \p values as kernels make floats of them.
bytes as_floats(const std::vector<int>& values, sample_format format)
{
    const float above = format == sample_format::uint8 ? 0.5F : 0;
    std::vector<float> floats;
    for (const auto each : values)
        floats.push_back(static_cast<float>(each) + above);
    bytes all(floats.size() * sizeof(float));
    std::memcpy(all.data(), floats.data(), all.size());
    return all;
}

//! What \p e makes of \p rows rows that begin in \p in.
std::vector<float>
outputs(const executor& e, const bytes& in, std::uint32_t rows, buffer& window)
{
    auto& on = *e.on();
    const auto from = upload_now(on, in.data(), in.size());
    std::vector<float> out(e.output_bytes(rows) / sizeof(float), std::nanf(""));
    const auto to = upload_now(on, out.data(), e.output_bytes(rows));
    std::shared_ptr<buffer> workspace;
    if (const auto needed = e.workspace_bytes(rows))
        workspace = on.make_buffer(needed);
    const auto queue = on.make_queue();
    executor_memory memory;
    memory.in[0] = from.get();
    memory.out[0] = to.get();
    memory.workspace = workspace.get();
    memory.window = &window;
    e.enqueue(*queue, memory, rows);
    queue->download(out.data(), *to, 0, e.output_bytes(rows));
    queue->wait_all();
    return out;
}

bool are_near(const std::vector<float>& a, const std::vector<float>& b)
{
    double difference = 0, power = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
        power += std::pow(static_cast<double>(b[i]), 2);
    }
    return power > 0 && difference <= BOUND * BOUND * power; // a NaN is not
}

bool do_the_same(const executor& e, const executor& floats, sample_format format)
{
    const auto& request = e.made_plan().request;
    const auto& first = e.made_plan().passes.front();
    const auto together = first.columns_are_rows() ? first.columns.size : 1;
    const auto rows = static_cast<std::uint32_t>(
        std::min<std::size_t>(2 * static_cast<std::size_t>(together) + 1, e.max_rows()));
    std::mt19937 random(1);
    std::uniform_int_distribution<int> any(LOWEST, HIGHEST);
    std::vector<int> values(2 * floats.input_bytes(rows) / input_element_bytes(request));
    std::generate(values.begin(), values.end(), [&] { return any(random); });
    std::uniform_real_distribution<double> tap(-1, 1);
    std::vector<double> taps(taps_of(request));
    std::generate(taps.begin(), taps.end(), [&] { return tap(random); });
    const auto window = upload_taps(*e.on(), taps, request.number);
    return are_near(outputs(e, stored(values, format), rows, *window),
                    outputs(floats, as_floats(values, format), rows, *window));
}

} // namespace

std::shared_ptr<executor> executor_of_samples(const executor& floats,
                                              sample_format format)
try {
    if (format == sample_format::number)
        return nullptr;
    auto p = floats.made_plan();
    p.passes.front().load.samples = format;
    check_plan(p);
    auto result = std::make_shared<executor>(p, floats.on());
    const auto& on = floats.on()->info();
    if (has_passed(result->id(), on))
        return result;
    if (!do_the_same(*result, floats.for_many_rows(), format))
        return nullptr;
    note_passed(result->id(), on);
    return result;
} catch (const plan_error&) {
    return nullptr;
} catch (const build_error&) {
    return nullptr;
}

} // namespace gpufft
