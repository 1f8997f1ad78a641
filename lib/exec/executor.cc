/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/hash.h"
#include "codegen/generate.h"
#include "exec/executor.h"
#include "plan/twiddle_layout.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <fstream>

namespace gpufft {

namespace {

constexpr std::size_t COMPLEX_BYTES = 2 * sizeof(float);

const dialect& dialect_of(const device_info& info)
{
    return info.name.rfind("cuda", 0) == 0 ? cuda_dialect() : opencl_dialect();
}

//! Kernels and build logs are dumped by the device; the plan belongs beside them.
void dump_plan(const plan& p)
{
    if (const auto folder = env::dump_dir(); !folder.empty())
        std::ofstream(folder + "/plan.txt", std::ios::app) << to_string(p) << '\n';
}

} // namespace

std::shared_ptr<buffer> upload_now(device& on, const void* data, std::size_t bytes)
{
    auto made = on.make_buffer(bytes);
    auto q = on.make_queue();
    q->upload(*made, 0, data, bytes);
    q->wait_all();
    return made;
}

executor::executor(const transform& what, std::shared_ptr<device> on)
    : executor(choose_plan(what, on->info().limits), on)
{
}

executor::executor(const plan& p, std::shared_ptr<device> on)
    : d_plan(p), d_device(std::move(on))
{
    dump_plan(d_plan);
    for (const auto& source : generate_kernels(d_plan, dialect_of(d_device->info()))) {
        const auto table = twiddle_table(source.made_from);
        d_steps.push_back(
            { d_device->build(source),
              upload_now(*d_device, table.data(), table.size() * COMPLEX_BYTES) });
        d_id = stable_hash({ d_id, source.text });
    }
}

std::size_t executor::input_bytes(std::size_t rows) const
{
    return rows * input_row_bytes(d_plan.what);
}

std::size_t executor::output_bytes(std::size_t rows) const
{
    return rows * output_row_bytes(d_plan.what);
}

std::size_t executor::scratch_bytes(std::size_t rows) const
{
    return rows * d_plan.scratch_points() * COMPLEX_BYTES;
}

void executor::enqueue(queue& q,
                       buffer& in,
                       buffer& out,
                       buffer* scratch,
                       buffer* window,
                       std::uint32_t rows) const
{
    for (std::size_t i = 0; i < d_steps.size(); ++i) {
        const pass& p = d_plan.passes[i];
        std::vector<kernel_argument> arguments = {
            p.from == place::caller ? &in : scratch,
            p.to == place::caller ? &out : scratch,
            d_steps[i].twiddles.get(),
        };
        if (p.load.windowed)
            arguments.emplace_back(window);
        arguments.emplace_back(rows);
        q.launch(*d_steps[i].compiled, p.groups(rows), arguments);
    }
}

} // namespace gpufft
