/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/registry.h"
#include "soak/soak_devices.h"
#include "support/transforms/limits.h"
#include <fmt/format.h>

namespace gpufft::testing {

namespace {

constexpr int FAKE_GPUS = 6;
constexpr int FAKE_CPUS = 2;

device_info fake(device_type type, int number)
{
    device_info made;
    const bool is_gpu = type == device_type::gpu;
    made.type = type;
    made.product = fmt::format("Fake {} {}", is_gpu ? "GPU" : "CPU", number);
    if (!is_gpu)
        made.limits = LIMITS[1].limits;
    return made;
}

} // namespace

soak_devices soak_devices::make()
{
    soak_devices made;
    for (const auto& info : list_devices().devices)
        made.names.push_back(info.name);
    std::vector<device_info> infos;
    for (int i = 0; i < FAKE_GPUS; ++i)
        infos.push_back(fake(device_type::gpu, i));
    for (int i = 0; i < FAKE_CPUS; ++i)
        infos.push_back(fake(device_type::cpu, i));
    auto backend = std::make_unique<fake_backend>(infos);
    made.fakes = backend->control();
    add_backend(std::move(backend));
    // A GPU's ways more often: they have more that can fail.
    made.names.insert(made.names.end(), { "fake:0", "fake:0", "fake:6" });
    return made;
}

const std::vector<std::string>& calls_that_fail()
{
    static const std::vector<std::string> calls = {
        "make_buffer",
        "part_of",
        "wrap_host_memory",
        "make_host_buffer",
        "register_host_memory",
        "make_queue",
        "build",
        "upload",
        "download",
        "launch",
        "record",
        "wait",
        "wait_for",
        "work",
    };
    return calls;
}

} // namespace gpufft::testing
