/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/computation.h"
#include "plan/ir/given_arguments.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_banks.h"
#include "reference/fake/fake_helpers.h"
#include "reference/fake/fake_histogram.h"
#include "reference/fake/fake_launch.h"
#include "reference/interpreter/pass_interpreter.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

//! A window, the caller's spectrum, or a synthesizer's filter.
bool has_taps(const pass& p)
{
    return p.load.windowed || p.callers_spectrum || p.store.branches;
}

std::size_t arguments_of(const pass& p)
{
    const auto arrays = [](const io_operation& end) {
        return end.stored == element::planar ? 2 : 1;
    };
    return arrays(p.load) + arrays(p.store) + has_taps(p) + p.has_indices() +
           p.store.scaled + given_arguments(p).size() + counts_rows(p) +
           (p.store.power ? 3 : 0) + 2; // twiddles and rows
}

double next_scale(argument_reader& reader, const pass& p)
{
    if (p.number == precision::float64)
        return reader.next<double>();
    return reader.next<float>();
}

run_memory next_runs(argument_reader& reader)
{
    run_memory runs;
    runs.begins = reader.next_memory();
    runs.longest = reader.next<std::uint32_t>();
    runs.keep = reader.next<float>();
    return runs;
}

} // namespace

std::function<void()> prepare_launch(const kernel_source& what,
                                     std::uint64_t groups,
                                     const std::vector<kernel_argument>& arguments)
{
    if (is_histogram(what))
        return prepare_histogram(what, groups, arguments);
    if (is_of_banks(what))
        return prepare_bank(what, groups, arguments);
    if (what.computes->helper != helper_kernel::none)
        return prepare_helper(what, groups, arguments);
    const pass& p = what.computes->computed_pass;
    argument_reader reader(what, arguments, arguments_of(p));
    pass_memory memory;
    memory.in = reader.next_end(p.load);
    memory.out = reader.next_end(p.store);
    reader.next<buffer*>(); // twiddles, which are computed here
    if (has_taps(p))
        memory.window = reader.next_memory();
    if (p.has_indices())
        reader.next<buffer*>(); // index tables, which are computed here
    if (p.store.scaled)
        memory.scale = next_scale(reader, p);
    for (const auto& each : given_arguments(p)) {
        given_view given{ each, {}, 0 };
        if (each.argument.is == argument_kind::number)
            given.number = next_scale(reader, p);
        else
            given.memory = reader.next_memory();
        memory.given.push_back(given);
    }
    if (counts_rows(p))
        memory.first_row = reader.next<std::uint32_t>();
    if (p.store.power)
        memory.runs = next_runs(reader);
    const auto pass_rows = reader.next<std::uint32_t>();
    const auto rows = pass_rows / static_cast<std::uint64_t>(p.row_factor);
    if (rows * p.row_factor != pass_rows)
        reader.refuse(
            fmt::format("{} rows, which are no multiple of {}", pass_rows, p.row_factor));

    if (memory.in[0].data == memory.out[0].data && !p.in_place)
        reader.refuse("input and output are one buffer, which the pass does not allow");
    if (groups != p.groups(rows))
        reader.refuse(fmt::format(
            "{} workgroups for {} rows, needs {}", groups, rows, p.groups(rows)));
    return [p, memory, rows] { interpret_pass(p, memory, rows); };
}

} // namespace gpufft
