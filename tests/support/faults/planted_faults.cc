/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/devices/written_kernel.h"
#include "support/faults/fault_line.h"
#include "support/faults/planted_faults.h"
#include "support/faults/run_guarded.h"
#include <fmt/format.h>
#include <sys/wait.h>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace gpufft::testing {

namespace {

constexpr std::uint32_t COUNT = 15; // an odd number: no vector, no page ends with it

//! One element of a kernel reaches outside.
struct planted_kernel {
    const char* name;
    guarded_end end;
    std::size_t alignment;
    const char* statement;
    bool is_fault; //!< else the process is aborted when the buffer goes
};

const planted_kernel KERNELS[] = {
    { "read_behind", guarded_end::upper, 4, "y[i] = x[i + 1];", true },
    { "read_before", guarded_end::lower, 4, "y[i] = x[i - 1];", true },
    { "write_behind", guarded_end::upper, 4, "y[i + 1] = x[i];", true },
    { "write_before", guarded_end::lower, 4, "y[i - 1] = x[i];", true },
    { "write_in_a_vector", guarded_end::upper, 64, "y[i + 1] = i;", false },
};

// Names of the faults that run a plan of ours on too little memory.
const char* const FEW_INPUTS = "input_of_fewer_rows";
const char* const FEW_OUTPUTS = "output_of_fewer_rows";
const char* const LITTLE_WORKSPACE = "scratch_of_fewer_rows";

void run_kernel(device& on, const planted_kernel& planted)
{
    const auto source =
        written_kernel(on.kernel_dialect(),
                       { "planted",
                         { "__global const float* x", "__global float* y", "uint count" },
                         launch_of_items(1) },
                       { "for (int i = 0; i < (int)count; ++i)",
                         std::string("    ") + planted.statement });
    const auto built = on.build(source);
    const guarded_buffers guard(planted.end, planted.alignment);
    const auto x = on.make_buffer(COUNT * sizeof(float));
    const auto y = on.make_buffer(COUNT * sizeof(float));
    const auto q = on.make_queue();
    q->launch(*built, 1, { x.get(), y.get(), COUNT });
    q->wait_all();
}

//! Runs 4 rows, of which the buffer that \p name names has just 3. Two passes make sure
//! that there is a workspace.
void run_plan(const std::shared_ptr<device>& real, const std::string& name)
{
    constexpr std::uint32_t ROWS = 4;
    auto limits = real->info().limits;
    limits.vector_width = 1;
    limits.local_memory_bytes = 1024;
    const auto on = std::make_shared<guarded_device>(real, limits);
    const auto e = guarded_executor(transform(1000), on);
    const auto rows_of = [&](const char* buffer) { return ROWS - (name == buffer); };
    const guarded_buffers guard(guarded_end::upper, 8);
    const auto in = on->make_buffer(e->input_bytes(rows_of(FEW_INPUTS)));
    const auto out = on->make_buffer(e->output_bytes(rows_of(FEW_OUTPUTS)));
    const auto workspace = on->make_buffer(e->workspace_bytes(rows_of(LITTLE_WORKSPACE)));
    const auto q = on->make_queue();
    executor_memory memory;
    memory.in = { in.get() };
    memory.out = { out.get() };
    memory.workspace = workspace.get();
    e->enqueue(*q, memory, ROWS);
    q->wait_all();
}

//! \return what \p command prints; \p status: its wait status
std::string output_of(const std::string& command, int* status)
{
    const auto pipe = ::popen(command.c_str(), "r");
    if (!pipe)
        throw std::runtime_error("cannot start " + command);
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
        text += static_cast<char>(c);
    *status = ::pclose(pipe);
    return text;
}

bool dies(const std::string& program, const std::string& name, bool of_fault)
{
    int status = 0;
    const auto said =
        output_of("exec '" + program + "' planted " + name + " 2>&1", &status);
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const bool is_right =
        of_fault ? (number == SIGSEGV || number == SIGBUS) &&
                       said.find("outside of its arrays: " + name) != std::string::npos
                 : number == SIGABRT && said.find("wrote beside") != std::string::npos;
    fmt::print("{}: {} (signal {}): {}",
               name,
               is_right ? "died as it should" : "WRONG",
               number,
               said);
    return is_right;
}

} // namespace

int plant_fault(const std::shared_ptr<device>& on, const std::string& name)
{
    set_fault_line(name);
    for (const auto& each : KERNELS)
        if (name == each.name) {
            run_kernel(*on, each);
            return 1;
        }
    run_plan(on, name);
    return 1;
}

int all_planted_faults_die(const std::string& program)
{
    bool is_right = true;
    for (const auto& each : KERNELS)
        is_right = dies(program, each.name, each.is_fault) && is_right;
    for (const auto* name : { FEW_INPUTS, FEW_OUTPUTS, LITTLE_WORKSPACE })
        is_right = dies(program, name, true) && is_right;
    return is_right ? 0 : 1;
}

} // namespace gpufft::testing
