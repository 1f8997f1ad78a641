/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/probed_limits.h"
#include "plan/cost/cpu_model.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr std::int64_t REGISTER_BYTES = 4;

std::int64_t number_of(const probe_record& found, const char* name)
{
    const auto at = found.numbers.find(name);
    return at == found.numbers.end() ? 0 : static_cast<std::int64_t>(at->second);
}

void take_processor(device_limits& limits, const probe_record& found)
{
    const auto take = [&](std::int64_t& limit, const char* name) {
        if (!limit)
            limit = number_of(found, name);
    };
    take(limits.l1_bytes, "l1_bytes");
    take(limits.l2_bytes, "l2_bytes");
    take(limits.issue_bits, "issue_bits");
}

void take_gpu(device_limits& limits, const probe_record& found)
{
    if (const auto banks = number_of(found, "local_memory_banks"))
        limits.local_memory_banks = static_cast<int>(banks);
    if (const auto bytes = number_of(found, "fast_register_bytes"))
        limits.registers = static_cast<int>(
            std::min<std::int64_t>(limits.registers, bytes / REGISTER_BYTES));
}

} // namespace

device_limits
probed_limits(const device_limits& limits, const device_key& on, const wisdom_index& book)
{
    const auto* found = book.probe_of(on);
    auto result = limits;
    if (!found)
        return result;
    if (limits.is_cpu && !has_cpu_model(limits.architecture))
        take_processor(result, *found);
    if (!limits.is_cpu && builtin_plan_lines(limits.architecture).empty())
        take_gpu(result, *found);
    return result;
}

} // namespace gpufft
