/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft devices: what there is, and what was not found.
#include "apps/options/options.h"
#include "device/interface/registry.h"
#include "tune/probe/probe.h"
#include <fmt/format.h>
#include <gpufft/devices.h>
#include <gpufft/error.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <array>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft devices [options]

List the devices that transforms can run on, best first, and what was looked for and
not found. A star marks the one that "auto" means: $GPUFFT_DEVICE where set, else the
first. NAME, or a part of PRODUCT or PLATFORM that no other device shares, is what
--device takes.

      --probe              measure each device as well: memory, launches, copies from
                           and to the host, and registers. Takes about a second each,
                           and is kept as wisdom; later calls print what is kept
      --json               one JSON object instead of a table
  -h, --help               print this and exit
      --version            print the version and exit

LOCAL is the memory of a workgroup, GLOBAL that of the device. A line that begins with
"advice:" says what to install so that a GPU is used, or used faster.

Exit status: 0 done, 1 bad arguments, 2 there is no device.
)";

const char* name_of(device_type type)
{
    switch (type) {
    case device_type::gpu:
        return "gpu";
    case device_type::cpu:
        return "cpu";
    case device_type::other:
        break;
    }
    return "other";
}

//! 49152 as "48 KiB".
std::string size_text(std::int64_t bytes)
{
    const char* units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
        value /= 1024;
    return fmt::format("{:.4g} {}", value, units[unit]);
}

using row = std::array<std::string, 10>;

// What can be long stands last.
row row_of(const device_info& info, bool is_auto)
{
    return { is_auto ? "*" : "",
             info.name,
             name_of(info.type),
             std::to_string(info.limits.compute_units),
             size_text(info.limits.local_memory_bytes),
             size_text(info.limits.global_memory_bytes),
             info.limits.has_float64 ? "yes" : "no",
             info.product,
             info.platform,
             info.driver };
}

void print_table(const std::vector<row>& rows)
{
    std::array<std::size_t, std::tuple_size<row>::value> widths = {};
    for (const auto& r : rows)
        for (std::size_t i = 0; i < r.size(); ++i)
            widths[i] = std::max(widths[i], r[i].size());
    for (const auto& r : rows) {
        std::string line;
        for (std::size_t i = 0; i < r.size(); ++i)
            line += fmt::format("{:<{}}", r[i], widths[i] + (i ? 2 : 1));
        fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    }
}

void print_text(const device_list& list, const std::string& chosen)
{
    if (!list.devices.empty()) {
        std::vector<row> rows = { { "",
                                    "NAME",
                                    "TYPE",
                                    "UNITS",
                                    "LOCAL",
                                    "GLOBAL",
                                    "FLOAT64",
                                    "PRODUCT",
                                    "PLATFORM",
                                    "DRIVER" } };
        for (const auto& info : list.devices)
            rows.push_back(row_of(info, info.name == chosen));
        print_table(rows);
    }
    for (const auto& each : list.absent)
        fmt::print("not found: {}: {}\n", each.name, each.reason);
    for (const auto& line : list.advice)
        fmt::print("advice: {}\n", line);
}

//! A device that cannot be probed is named on stderr, and has no numbers.
std::map<std::string, double> probed(const device_info& info)
{
    try {
        return known_probe(open_device(info.name), wisdom_store::of_user()).numbers;
    } catch (const std::exception& e) {
        fmt::print(stderr, "gpufft devices: {}: {}\n", info.name, e.what());
        return {};
    }
}

void print_probes(const device_list& list)
{
    for (const auto& info : list.devices) {
        fmt::print("\n{} ({})\n", info.name, info.product);
        const auto numbers = probed(info);
        for (const auto& [name, value] : numbers)
            fmt::print("  {:<24}{:.4g}\n", name, value);
        if (numbers.empty())
            continue;
        for (const auto& name : left_out(numbers, info.limits))
            fmt::print("  {:<24}left out, the rest took too long; try again\n", name);
    }
}

nlohmann::json
json_of(const device_list& list, const std::string& chosen, bool with_probes)
{
    auto devices = nlohmann::json::array();
    for (const auto& info : list.devices) {
        devices.push_back({ { "name", info.name },
                            { "product", info.product },
                            { "platform", info.platform },
                            { "driver", info.driver },
                            { "type", name_of(info.type) },
                            { "compute_units", info.limits.compute_units },
                            { "local_memory_bytes", info.limits.local_memory_bytes },
                            { "global_memory_bytes", info.limits.global_memory_bytes },
                            { "max_work_items", info.limits.max_work_items },
                            { "float64", info.limits.has_float64 },
                            { "is_auto", info.name == chosen } });
        if (with_probes)
            devices.back()["probe"] = probed(info);
    }
    auto absent = nlohmann::json::array();
    for (const auto& each : list.absent)
        absent.push_back({ { "name", each.name }, { "reason", each.reason } });
    return { { "devices", devices }, { "absent", absent }, { "advice", list.advice } };
}

//! What "auto" means; "" where $GPUFFT_DEVICE fits none, which must not hide the list.
std::string name_of_auto()
{
    try {
        return choose_device("auto").name;
    } catch (const device_error& e) {
        fmt::print(stderr, "gpufft devices: {}\n", e.what());
        return "";
    }
}

//! PoCL is there, and something keeps it from having a device.
bool has_idle_driver(const device_list& list)
{
    return std::any_of(list.absent.begin(), list.absent.end(), [](const auto& each) {
        return each.reason.rfind("PoCL", 0) == 0;
    });
}

} // namespace

int cmd_devices(const arguments& args)
{
    const options given(args, { { "probe", false }, { "json", false } });
    if (given.answer(HELP))
        return DONE;
    if (!given.rest().empty())
        throw usage_error(
            fmt::format("only options are taken, got \"{}\"", given.rest()[0]));

    const auto list = list_devices();
    const auto chosen = list.devices.empty() ? "" : name_of_auto();
    if (given.has("json")) {
        // Drivers' texts need not be UTF-8.
        using json = nlohmann::json;
        fmt::print("{}\n",
                   json_of(list, chosen, given.has("probe"))
                       .dump(-1, ' ', false, json::error_handler_t::replace));
    } else {
        print_text(list, chosen);
        if (given.has("probe"))
            print_probes(list);
    }
    if (list.devices.empty()) {
        throw device_error(has_idle_driver(list)
                               ? "there is no device, for the reasons above"
                               : "there is no device; install an OpenCL driver: "
                                 "pocl-opencl-icd for the CPU, or the one of your GPU's "
                                 "maker");
    }
    return DONE;
}

} // namespace gpufft::app
