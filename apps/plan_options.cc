/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/plan_options.h"
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
    { "local-memory", true }, { "max-work-items", true }, { "registers", true },
    { "subgroup", true },
};

const char* LIMIT_OPTIONS[] = {
    "cpu", "local-memory", "max-work-items", "registers", "subgroup"
};

constexpr std::int64_t MAX_INT = std::numeric_limits<int>::max();
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
    for (const char* name : LIMIT_OPTIONS)
        if (given.has(name))
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
    if (const auto items = given.number("max-work-items", 1, MAX_INT))
        limits->max_work_items = static_cast<int>(*items);
    if (const auto registers = given.number("registers", 1, MAX_INT))
        limits->registers = static_cast<int>(*registers);
    if (const auto items = given.number("subgroup", 1, MAX_INT))
        limits->subgroup = static_cast<int>(*items);
}

} // namespace

std::vector<option> plan_options_and(const std::vector<option>& more)
{
    auto all = PLAN_OPTIONS;
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
    const auto subgroup = limits.subgroup == (limits.is_cpu ? 1 : 32)
                              ? ""
                              : fmt::format(" --subgroup {}", limits.subgroup);
    return fmt::format("{}:{} --local-memory {} --max-work-items {} --registers {}{}",
                       device.empty() ? "no device" : device,
                       limits.is_cpu ? " --cpu" : "",
                       limits.local_memory_bytes,
                       limits.max_work_items,
                       limits.registers,
                       subgroup);
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
