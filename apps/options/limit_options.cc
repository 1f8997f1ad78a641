/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/options/limit_options.h"
#include "codegen/generate/generate.h"
#include "device/interface/device_choice.h"
#include <fmt/format.h>
#include <gpufft/devices.h>
#include <limits>

namespace gpufft::app {

const std::vector<option> LIMIT_OPTIONS = {
    { "device,d", true },     { "cpu", false },
    { "local-memory", true }, { "max-work-items", true },
    { "registers", true },    { "subgroup", true },
    { "vector-width", true }, { "compute-units", true },
    { "l1-bytes", true },     { "l2-bytes", true },
    { "issue-bits", true },   { "workgroup-registers", true },
    { "architecture", true }, { "max-cluster", true },
};

const char LIMIT_HELP[] =
    R"(      --cpu                plan for a CPU device
      --local-memory BYTES
                           local memory of a workgroup (default 32768)
      --max-work-items N   work-items in a workgroup (default 256)
      --registers N        registers of a work-item (default 64)
      --subgroup N         work-items that run in lock step (default 32; CPU: 1)
      --vector-width N     floats in a vector of a CPU device (default 1)
      --workgroup-registers N
                           that all work-items of a workgroup share (default 0: each has
                           its own)
      --architecture NAME  take the plans that are known for it, e.g. sm_90
      --max-cluster N      workgroups that reach into each other's local memory
                           (default 0: none)
      --l1-bytes BYTES     first-level data cache of a core of a CPU device (default: as
                           is known of the architecture)
      --l2-bytes BYTES     second-level cache of a core (default: as for --l1-bytes), or
                           of a whole GPU (default 0: not known)
      --issue-bits N       bits of a vector that one instruction computes at once, 128 to
                           512 (default: as for --l1-bytes)
      --compute-units N    of a CPU device (default 1)
)";

namespace {

//! Limits that are counts from 1 up.
struct counted_limit {
    const char* name;
    int device_limits::*field;
};

const counted_limit COUNTED_LIMITS[] = {
    { "max-work-items", &device_limits::max_work_items },
    { "registers", &device_limits::registers },
    { "subgroup", &device_limits::subgroup },
    { "vector-width", &device_limits::vector_width },
    { "compute-units", &device_limits::compute_units },
    { "workgroup-registers", &device_limits::workgroup_registers },
    { "max-cluster", &device_limits::max_cluster },
};

// Beyond any device, and small enough to be multiplied in the plans.
constexpr std::int64_t MAX_COUNT = 1 << 20;
constexpr std::int64_t MAX_BYTES = std::int64_t(1) << 40;
// What plans take, check_vectors(): the first level of caches is no larger.
constexpr std::int64_t LEAST_L1_BYTES = 4 * 1024;
constexpr std::int64_t MOST_L1_BYTES = 1 << 20;
constexpr std::int64_t LEAST_L2_BYTES = 64 * 1024;
constexpr std::int64_t MOST_L2_BYTES = 1 << 30;

bool names_a_limit(const options& given)
{
    for (const auto* name :
         { "cpu", "local-memory", "architecture", "l1-bytes", "l2-bytes", "issue-bits" })
        if (given.has(name))
            return true;
    for (const auto& limit : COUNTED_LIMITS)
        if (given.has(limit.name))
            return true;
    return false;
}

void change_limits(const options& given, device_limits* limits)
{
    if (given.has("cpu")) {
        limits->is_cpu = true;
        limits->local_memory_banks = 0;
        limits->subgroup = 1;
    }
    if (const auto bytes = given.number("local-memory", 0, MAX_BYTES))
        limits->local_memory_bytes = *bytes;
    if (const auto bytes = given.number("l1-bytes", LEAST_L1_BYTES, MOST_L1_BYTES))
        limits->l1_bytes = *bytes;
    if (const auto bytes = given.number("l2-bytes", LEAST_L2_BYTES, MOST_L2_BYTES))
        limits->l2_bytes = *bytes;
    if (const auto bits = given.number("issue-bits", 128, 512))
        limits->issue_bits = *bits;
    limits->architecture = given.text("architecture", limits->architecture);
    for (const auto& limit : COUNTED_LIMITS)
        if (const auto count = given.number(limit.name, 1, MAX_COUNT))
            limits->*limit.field = static_cast<int>(*count);
}

} // namespace

std::string named_limits::to_string() const
{
    return fmt::format(
        "{}: {}", device.empty() ? "no device" : device, limit_options(limits));
}

named_limits choose_limits(const options& given, unsaid otherwise)
{
    const bool wants_device =
        given.has("device") || (otherwise == unsaid::device && !names_a_limit(given) &&
                                !list_devices().devices.empty());
    named_limits chosen;
    if (wants_device) {
        const auto info = choose_device(given.text("device", "auto"));
        chosen.limits = info.limits;
        chosen.device = label_of(info);
        if (!names_a_limit(given))
            chosen.whole = info;
    } else {
        // Text is all that is asked for: it needs no memory and no arithmetic.
        chosen.limits.has_float64 = true;
        chosen.limits.global_memory_bytes = std::numeric_limits<std::int64_t>::max();
        chosen.limits.max_allocation_bytes = std::numeric_limits<std::int64_t>::max();
    }
    change_limits(given, &chosen.limits);
    return chosen;
}

} // namespace gpufft::app
