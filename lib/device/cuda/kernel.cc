/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/kernel.h"
#include "device/cuda/memory.h"
#include "device/kernels/kernel_files.h"
#include <fmt/format.h>
#include <array>
#include <atomic>
#include <cstring>

namespace gpufft::cuda {

namespace {

// More must be asked for, or a launch is refused.
constexpr std::int64_t LOCAL_MEMORY_FOR_FREE = 48 * 1024;

// Workgroups that every GPU with clusters takes.
constexpr int PORTABLE_CLUSTER = 8;

constexpr std::uint64_t MOST_GROUPS = 0x7fffffff;
constexpr std::size_t MOST_ARGUMENTS = 16;

std::uint64_t next_number()
{
    static std::atomic<std::uint64_t> given{ 0 };
    return ++given;
}

//! Values of arguments, and where each lies: the driver takes its size from the kernel.
class argument_list
{
public:
    explicit argument_list(const std::vector<kernel_argument>& arguments)
    {
        if (arguments.size() > MOST_ARGUMENTS)
            throw device_error(fmt::format("a kernel with {} arguments; at most {} work",
                                           arguments.size(),
                                           MOST_ARGUMENTS));
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            std::visit([&](auto value) { put(i, value); }, arguments[i]);
            d_addresses[i] = &d_values[i];
        }
    }
    argument_list(const argument_list&) = delete;
    argument_list& operator=(const argument_list&) = delete;

    void** addresses() { return d_addresses.data(); }

private:
    void put(std::size_t i, buffer* value)
    {
        put(i, value ? static_cast<cuda_buffer*>(value)->address() : CUdeviceptr(0));
    }
    void put(std::size_t i, const buffer_slice& value)
    {
        put(i, static_cast<cuda_buffer*>(value.of)->address() + value.offset);
    }
    template <typename Number>
    void put(std::size_t i, Number value)
    {
        static_assert(sizeof(value) <= sizeof(std::uint64_t));
        std::memcpy(&d_values[i], &value, sizeof(value));
    }

    std::array<std::uint64_t, MOST_ARGUMENTS> d_values = {};
    std::array<void*, MOST_ARGUMENTS> d_addresses = {};
};

} // namespace

cuda_kernel::cuda_kernel(std::shared_ptr<cuda_device> on,
                         const kernel_source& source,
                         built_program built)
    : d_device(std::move(on)),
      d_source(source),
      d_program(std::move(built.loaded)),
      d_number(next_number())
{
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.module_get_function(&d_handle, d_program->handle(), d_source.name.c_str());
        },
        [&] { return fmt::format(" \"{}\"", d_source.name); });
    take_local_memory();
    take_cluster();
    dump_kernel(d_source, built.log + resources_text());
}

void cuda_kernel::take_local_memory()
{
    if (d_source.launch.local_memory_bytes <= LOCAL_MEMORY_FOR_FREE)
        return;
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.func_set_attribute(d_handle,
                                  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                  static_cast<int>(d_source.launch.local_memory_bytes));
        },
        [&] {
            return fmt::format(" of {} to {} bytes of local memory; {} has {}",
                               d_source.name,
                               d_source.launch.local_memory_bytes,
                               d_device->info().name,
                               d_device->info().limits.local_memory_bytes);
        });
}

kernel_resources cuda_kernel::resources() const
{
    const auto get = [&](CUfunction_attribute which) {
        return checked(d_device->in(), [&](const driver& cu) {
            int value = 0;
            cu.func_get_attribute(&value, which, d_handle);
            return value;
        });
    };
    return { get(CU_FUNC_ATTRIBUTE_NUM_REGS), get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES) };
}

// Not in the text: a compiler that knows the cluster's size moves the wait for it ahead
// of the loads that were to be on their way meanwhile, see measurements.md,
// "Cluster's size not in the text".
void cuda_kernel::take_cluster()
{
    const int cluster = d_source.launch.cluster;
    if (cluster == 1)
        return;
    checked(
        d_device->in(),
        [&](const driver& cu) {
            const auto set = [&](CUfunction_attribute which, int value) {
                cu.func_set_attribute(d_handle, which, value);
            };
            if (cluster > PORTABLE_CLUSTER)
                set(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
            set(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, cluster);
            set(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 1);
            set(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 1);
            if (d_source.launch.has_balanced_clusters)
                set(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
                    CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING);
        },
        [&] {
            return fmt::format(" of {} to clusters of {} workgroups; {} has at most {}",
                               d_source.name,
                               cluster,
                               d_device->info().name,
                               d_device->info().limits.max_cluster);
        });
}

std::string cuda_kernel::resources_text() const
{
    const auto taken = resources();
    return fmt::format("{} for {}: {} work-items, {} registers and {} bytes of spilled "
                       "ones each, {} bytes of local memory\n",
                       d_source.name,
                       d_device->target(),
                       d_source.launch.work_items,
                       taken.registers,
                       taken.spilled_bytes,
                       d_source.launch.local_memory_bytes);
}

void cuda_kernel::enqueue(CUstream on,
                          std::uint64_t groups,
                          const std::vector<kernel_argument>& arguments) const
{
    const auto context = [&] {
        return fmt::format(
            " of {} with {} arguments, {} workgroups of {} and {} bytes of "
            "local memory",
            d_source.name,
            arguments.size(),
            groups,
            d_source.launch.work_items,
            d_source.launch.local_memory_bytes);
    };
    if (groups > MOST_GROUPS)
        throw device_error(fmt::format(
            "cuLaunchKernel{}: at most {} workgroups work", context(), MOST_GROUPS));
    argument_list values(arguments);
    checked(
        d_device->in(),
        [&](const driver& cu) {
            cu.launch_kernel(d_handle,
                             static_cast<unsigned>(groups),
                             1,
                             1,
                             static_cast<unsigned>(d_source.launch.work_items),
                             1,
                             1,
                             static_cast<unsigned>(d_source.launch.local_memory_bytes),
                             on,
                             values.addresses(),
                             nullptr);
        },
        context);
}

} // namespace gpufft::cuda
