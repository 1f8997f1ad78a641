/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/plan_options.h"
#include "codegen/generate.h"
#include "device/device_choice.h"
#include <fmt/format.h>
#include <gpufft/devices.h>
#include <limits>

namespace gpufft::app {

namespace {

const std::vector<option> PLAN_OPTIONS = {
    { "inverse", false },     { "real-input", false },    { "windowed", false },
    { "in-place", false },    { "input-rotation", true }, { "output-rotation", true },
    { "norm", true },         { "device,d", true },       { "cpu", false },
    { "local-memory", true },
};

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
};

// Beyond any device, and small enough to be multiplied in the plans.
constexpr std::int64_t MAX_COUNT = 1 << 20;
constexpr std::int64_t MAX_BYTES = std::int64_t(1) << 40;

normalization parse_norm(const std::string& name)
{
    if (name == "none")
        return normalization::none;
    if (name == "by_length")
        return normalization::by_length;
    if (name == "orthonormal")
        return normalization::orthonormal;
    throw usage_error(
        fmt::format("--norm must be none, by_length or orthonormal, got {}", name));
}

bool names_a_limit(const options& given)
{
    if (given.has("cpu") || given.has("local-memory"))
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
    for (const auto& limit : COUNTED_LIMITS)
        if (const auto count = given.number(limit.name, 1, MAX_COUNT))
            limits->*limit.field = static_cast<int>(*count);
}

} // namespace

std::vector<option> plan_options_and(const std::vector<option>& more)
{
    auto all = PLAN_OPTIONS;
    for (const auto& limit : COUNTED_LIMITS)
        all.push_back({ limit.name, true });
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

sized_batch parse_sized_batch(const std::string& text)
{
    const auto at = text.find('x');
    const auto length_text = text.substr(0, at);
    if (!is_whole_number(length_text)) {
        throw usage_error(fmt::format("\"{}\" is no LENGTH[xBATCH] of whole numbers such "
                                      "as 4096 or 4096x64",
                                      text));
    }
    const auto length = whole_number(length_text);
    if (!length) {
        throw usage_error(fmt::format(
            "length {} is not within 1 .. {} (2^26)", length_text, MAX_LENGTH));
    }
    if (at == std::string::npos)
        return { *length, {} };
    // Kernels take the number of rows in 32 bits.
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto batch = whole_number(text.substr(at + 1));
    if (!batch || *batch < 1 || *batch > most) {
        throw usage_error(
            fmt::format("the batch in \"{}\" must be a whole number, 1 .. {}; 4096x64 is "
                        "64 transforms of 4096 points",
                        text,
                        most));
    }
    return { *length, static_cast<std::uint32_t>(*batch) };
}

transform parse_transform(const options& given, std::int64_t length)
{
    transform t;
    t.length = length;
    t.dir = given.has("inverse") ? direction::inverse : direction::forward;
    t.norm = parse_norm(given.text("norm", "none"));
    t.input = given.has("real-input") ? input_format::real32 : input_format::complex64;
    t.in_place = given.has("in-place");
    t.windowed = given.has("windowed");
    t.input_rotation = given.number("input-rotation").value_or(0);
    t.output_rotation = given.number("output-rotation").value_or(0);
    return t;
}

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
    }
    change_limits(given, &chosen.limits);
    return chosen;
}

} // namespace gpufft::app
