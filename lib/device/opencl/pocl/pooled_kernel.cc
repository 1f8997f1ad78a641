/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "device/kernels/compiler_call.h"
#include "device/opencl/memory.h"
#include "device/opencl/pocl/pooled_kernel.h"
#include "device/opencl/program.h"
#include "device/opencl/status.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <chrono>
#include <cstring>
#include <optional>

namespace gpufft::opencl {

//! What one thread at a time launches with. A cl_kernel holds its arguments.
struct pooled_kernel::launcher {
    cl::Kernel handle;
    cl::CommandQueue queue;
    std::vector<value> values; //!< that were set
};

namespace {

using clock = std::chrono::steady_clock;

struct as_bits {
    using value = pooled_kernel::value;

    template <typename Number>
    static value of(Number number)
    {
        value result;
        std::memcpy(&result.bits, &number, sizeof(number));
        result.bytes = sizeof(number);
        return result;
    }

    value operator()(buffer* memory) const
    {
        const auto lies = static_cast<opencl_buffer*>(memory);
        value result = of(lies ? lies->handle()() : nullptr);
        result.number = lies ? lies->number() : 0;
        result.address = lies ? lies->address() : nullptr;
        return result;
    }
    value operator()(const buffer_slice&) const
    {
        throw device_error("clSetKernelArg: a slice of a buffer, which OpenCL has not");
    }
    template <typename Number>
    value operator()(Number number) const
    {
        return of(number);
    }
};

// Some declare local memory that their launch facts do not count.
bool uses_local_memory(const kernel_source& source)
{
    return source.text.find("__local") != std::string::npos;
}

} // namespace

pooled_kernel::pooled_kernel(std::shared_ptr<opencl_device> on,
                             const kernel_source& source,
                             const built_program& program)
    : d_device(std::move(on)),
      d_source(source),
      d_groups_in_part(source.launch.groups_in_part),
      d_shares_work(source.launch.shares_work),
      d_program(program),
      d_may_be_called(env::pocl() != "queues" && program.kernel != source.name &&
                      !uses_local_memory(source)),
      d_stack(source.launch)
{
    d_free.push_back(new_launcher()); // which refuses what is no kernel
}

pooled_kernel::~pooled_kernel() = default;

std::unique_ptr<pooled_kernel::launcher> pooled_kernel::new_launcher() const
{
    auto result = std::make_unique<launcher>();
    result->handle =
        checked([&] { return cl::Kernel(d_program.handle, d_program.kernel.c_str()); },
                [&] { return fmt::format(" \"{}\"", d_source.name); });
    result->queue = checked(
        [&] { return cl::CommandQueue(d_device->context(), d_device->handle()); });
    return result;
}

std::unique_ptr<pooled_kernel::launcher> pooled_kernel::take()
{
    {
        const std::lock_guard guard(d_mutex);
        if (!d_free.empty()) {
            auto taken = std::move(d_free.back());
            d_free.pop_back();
            return taken;
        }
    }
    return new_launcher();
}

void pooled_kernel::give_back(std::unique_ptr<launcher> done)
{
    const std::lock_guard guard(d_mutex);
    d_free.push_back(std::move(done));
}

void pooled_kernel::compute(const values& given, const part& some)
{
    const auto code = d_known_code.load(std::memory_order_acquire);
    if (code && given.have_addresses)
        call(*code, given, some);
    else
        enqueue(given, some);
}

void pooled_kernel::call(const compiled_function& code,
                         const values& given,
                         const part& some) const
{
    auto first = some.first_group;
    auto groups = some.groups;
    std::vector<const void*> places;
    places.reserve(given.all.size() + 2);
    for (const auto& each : given.all)
        places.push_back(each.number ? static_cast<const void*>(&each.address)
                                     : &each.bits);
    places.push_back(&first);
    places.push_back(&groups);
    code(const_cast<void**>(places.data()),
         static_cast<std::uint64_t>(d_groups_in_part),
         static_cast<std::uint64_t>(d_source.launch.work_items),
         some.workspace_row_from_1);
}

void pooled_kernel::look_for_code()
{
    const std::lock_guard guard(d_mutex);
    if (!d_may_be_called || d_code)
        return;
    d_code = compiled_function::find(d_program.kernel, d_device->info().driver);
    d_may_be_called = d_code != nullptr;
    d_known_code.store(d_code.get(), std::memory_order_release);
}

void pooled_kernel::enqueue(const values& given, const part& some)
{
    const auto& values = given.all;
    std::optional<compiler_call> first; // which PoCL compiles for
    if (!d_stack.has_run())
        first.emplace(compiler_of(*d_device));
    auto with = take();
    with->values.resize(values.size() + 2);
    const auto set = [&](std::size_t i, const value& to) {
        if (with->values[i] == to)
            return;
        with->handle.setArg(static_cast<cl_uint>(i), to.bytes, &to.bits);
        with->values[i] = to;
    };
    checked(
        [&] {
            for (std::size_t i = 0; i < values.size(); ++i)
                set(i, values[i]);
            set(values.size(), as_bits::of(cl_ulong(some.first_group)));
            set(values.size() + 1, as_bits::of(cl_ulong(some.groups)));
            const auto items = static_cast<std::size_t>(d_source.launch.work_items);
            with->queue.enqueueNDRangeKernel(
                with->handle,
                cl::NDRange(0, 1, some.workspace_row_from_1), // never 0
                cl::NDRange(d_groups_in_part * items, 1, 1),
                cl::NDRange(items, 1, 1));
            with->queue.finish();
        },
        [&] {
            return fmt::format(" of {} with {} arguments, {} workgroups of {}",
                               d_source.name,
                               values.size(),
                               some.groups,
                               d_source.launch.work_items);
        });
    d_stack.note_launch();
    give_back(std::move(with));
    look_for_code();
}

pooled_kernel::values
pooled_kernel::values_of(const std::vector<kernel_argument>& arguments)
{
    values result;
    result.all.reserve(arguments.size());
    for (const auto& each : arguments) {
        result.all.push_back(std::visit(as_bits(), each));
        const auto& newest = result.all.back();
        result.have_addresses &= !newest.number || newest.address;
    }
    return result;
}

void pooled_kernel::run(std::uint64_t groups,
                        const std::vector<kernel_argument>& arguments,
                        int threads,
                        thread_pool& pool)
{
    const auto values = values_of(arguments);
    const auto in_part = static_cast<std::uint64_t>(d_groups_in_part);
    const auto most = (groups + in_part - 1) / in_part;
    // The last argument of a pass is how many rows it has.
    const auto rows =
        arguments.empty() ? nullptr : std::get_if<std::uint32_t>(&arguments.back());
    const double units = d_shares_work && rows ? *rows : static_cast<double>(groups);
    auto parts = choose_parts(d_time.seconds(units), most, threads);
    if (!d_shares_work)
        parts.count = static_cast<int>(most);

    std::atomic<std::int64_t> spent_ns{ 0 };
    const auto part = [&](int i) {
        const auto begin = clock::now();
        if (d_shares_work)
            compute(values, { std::uint64_t(i), std::uint64_t(parts.count) });
        else
            compute(values, { std::uint64_t(i) * in_part, groups });
        const auto took = clock::now() - begin;
        spent_ns.fetch_add(
            std::chrono::duration_cast<std::chrono::nanoseconds>(took).count(),
            std::memory_order_relaxed);
    };
    if (parts.helpers > 0)
        pool.run(parts.count, parts.helpers, parts.wakes, part);
    else
        for (int i = 0; i < parts.count; ++i)
            part(i);
    d_time.add(units, 1e-9 * static_cast<double>(spent_ns.load()));
}

void pooled_kernel::run_row(const values& given,
                            std::uint32_t row,
                            std::uint32_t rows,
                            std::uint32_t workspace_row)
{
    if (d_shares_work) {
        compute(given, { row, rows, workspace_row + 1 });
        return;
    }
    const auto groups = d_source.launch.groups_of_row;
    const auto end = (row + std::uint64_t(1)) * groups;
    for (auto first = end - groups; first < end; first += std::uint64_t(d_groups_in_part))
        compute(given, { first, end, workspace_row + 1 });
}

} // namespace gpufft::opencl
