/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/hash.h"
#include "base/in_parts.h"
#include "base/large_pages.h"
#include "codegen/generate.h"
#include "device/measured_on.h"
#include "exec/executor.h"
#include "exec/take_chosen.h"
#include "plan/convolution.h"
#include "plan/plan_choice.h"
#include "plan/plan_text.h"
#include "plan/strategy.h"
#include "plan/thread_rows.h"
#include "plan/twiddle_layout.h"
#include "plan/validate.h"
#include "plan/wisdom_store.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <complex>
#include <fstream>
#include <future>
#include <limits>

namespace gpufft {

namespace {

// Of a list, which a device may keep as a whole.
constexpr std::size_t MOST_AT_ONCE = 384;

// Of a table that is rounded.
constexpr std::size_t POINTS_WORTH_A_THREAD = 1 << 17;

// From so many on, threads that end one apart leave little idle.
constexpr std::size_t SLICES_OF_A_THREAD = 4;

std::size_t units_of(const device& on)
{
    return static_cast<std::size_t>(on.info().limits.compute_units);
}

//! Kernels and build logs are dumped by the device; the plan belongs beside them.
void dump_plan(const plan& p)
{
    if (const auto folder = env::dump_dir(); !folder.empty())
        std::ofstream(folder + "/plan.txt", std::ios::app) << to_string(p) << '\n';
}

//! \p table in the precision that kernels compute with.
std::shared_ptr<buffer> upload_rounded(device& on,
                                       const std::vector<std::complex<double>>& table,
                                       precision number)
{
    if (number == precision::float64)
        return upload_now(on, table.data(), table.size() * sizeof(table[0]));
    // Not a vector, which would be zeroed first, by this thread alone.
    const auto bytes = 2 * table.size() * sizeof(float);
    const std::unique_ptr<float[]> rounded(new float[2 * table.size()]);
    ask_for_large_pages(rounded.get(), bytes);
    in_parts(
        table.size(), POINTS_WORTH_A_THREAD, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                rounded[2 * i] = static_cast<float>(table[i].real());
                rounded[2 * i + 1] = static_cast<float>(table[i].imag());
            }
        });
    return upload_now(on, rounded.get(), bytes);
}

//! What the kernel of a pass reads besides its points.
struct pass_tables {
    std::shared_ptr<buffer> twiddles;
    std::shared_ptr<buffer> indices; //!< where the pass has them
};

pass_tables upload_tables(device& on, const pass& p)
{
    pass_tables made;
    made.twiddles = upload_rounded(on, twiddle_table(p), p.number);
    if (p.has_indices()) {
        const auto places = rader_indices(p);
        made.indices = upload_now(on, places.data(), places.size() * sizeof(places[0]));
    }
    return made;
}

//! make(0) ... make(count - 1) at the same time, on threads of their own.
template <typename Make>
auto all_begun(std::size_t count, const Make& make)
{
    std::vector<std::future<decltype(make(count))>> begun;
    for (std::size_t i = 0; i < count; ++i)
        begun.push_back(std::async(std::launch::async, [=] { return make(i); }));
    return begun;
}

//! What calls of few rows may have of their own.
struct chosen_for_few {
    std::optional<few_rows_plan> few;
    std::string says;
};

} // namespace

const dialect& dialect_of(const device_info& info)
{
    return info.name.rfind("cuda", 0) == 0 ? cuda_dialect() : opencl_dialect();
}

std::shared_ptr<buffer> upload_now(device& on, const void* data, std::size_t bytes)
{
    auto made = on.make_buffer(bytes);
    auto q = on.make_queue();
    q->upload(*made, 0, data, bytes);
    q->wait_all();
    return made;
}

std::shared_ptr<buffer>
upload_taps(device& on, const std::vector<double>& taps, precision number)
{
    if (number == precision::float64)
        return upload_now(on, taps.data(), taps.size() * sizeof(taps[0]));
    const std::vector<float> rounded(taps.begin(), taps.end());
    return upload_now(on, rounded.data(), rounded.size() * sizeof(rounded[0]));
}

executor::executor(const transform& what, std::shared_ptr<device> on, effort how)
    : d_device(std::move(on))
{
    const auto book = wisdom_store::of_user().book();
    const auto on_this = measured_on_of(d_device->info());
    const auto& limits = d_device->info().limits;
    const auto choose = [&](std::optional<effort> by) {
        return by ? choose_plan(what, limits, on_this, *by, *book)
                  : chosen_plan{ model_plan(what, limits),
                                 plan_origin::model,
                                 "the model" };
    };
    const auto line_of = [](const chosen_plan& c) { return plan_text(c.made); };
    const auto take = [&](const chosen_plan& chosen, std::optional<effort> by) {
        d_steps.clear();
        d_id.clear();
        d_plan = chosen.made;
        d_origin = chosen.says;
        build_all_rows(by.value_or(effort::estimate), on_this, *book);
    };
    take_chosen(how, choose, line_of, take);
}

executor::executor(const plan& p, std::shared_ptr<device> on)
    : d_plan(p), d_origin("the caller"), d_device(std::move(on))
{
    build();
}

executor executor::planned(const plan& p, std::shared_ptr<device> on)
{
    executor made;
    made.d_plan = p;
    made.d_device = std::move(on);
    made.note_sizes();
    return made;
}

executor executor::planned(const transform& what, std::shared_ptr<device> on, effort how)
{
    const auto book = wisdom_store::of_user().book();
    const auto on_this = measured_on_of(on->info());
    const auto chosen = choose_plan(what, on->info().limits, on_this, how, *book);
    auto made = planned(chosen.made, on);
    made.d_origin = chosen.says;
    if (const auto few = choose_plan_for_few_rows(chosen.made, on_this, how, *book)) {
        made.d_few = std::make_shared<executor>(planned(few->made, on));
        made.d_few_rows = few->rows;
    }
    return made;
}

void executor::build_all_rows(effort how, const measured_on& on, const wisdom_book& book)
{
    d_few.reset();
    auto few =
        std::async(std::launch::async, [&] { return build_few_rows(how, on, book); });
    build();
    const auto built = few.get();
    d_few = built.runs;
    d_few_rows = built.rows;
    if (d_few)
        d_id = stable_hash({ d_id, d_few->id() });
}

//! On a thread beside build(): it changes nothing here.
executor::for_few
executor::build_few_rows(effort how, const measured_on& on, const wisdom_book& book) const
{
    const auto choose = [&](std::optional<effort> by) {
        chosen_for_few chosen;
        chosen.says = "that for many rows";
        if (!by)
            return chosen;
        chosen.few = choose_plan_for_few_rows(d_plan, on, *by, book);
        chosen.says =
            fmt::format("{} for few rows of {}",
                        *by == effort::estimate ? "the planner's choice" : "wisdom",
                        to_string(d_plan.what));
        return chosen;
    };
    for_few built;
    const auto line_of = [](const chosen_for_few& c) {
        return c.few ? plan_text(c.few->made) : std::string();
    };
    const auto take = [&](const chosen_for_few& chosen, std::optional<effort>) {
        if (chosen.few)
            built = { std::make_shared<executor>(chosen.few->made, d_device),
                      chosen.few->rows };
    };
    take_chosen(how, choose, line_of, take);
    return built;
}

void executor::note_sizes()
{
    d_input_row_bytes = input_row_bytes(d_plan.what);
    d_output_row_bytes = output_row_bytes(d_plan.what);
    d_scratch_row_bytes = static_cast<std::size_t>(d_plan.scratch_points() *
                                                   point_bytes(d_plan.what.number));
    // In place, slices must not write what later ones read.
    const bool stays = !d_plan.what.in_place || d_input_row_bytes == d_output_row_bytes;
    const auto slice = stays ? std::size_t(d_plan.slice_rows) : 0;
    d_slice_rows = d_device->takes_slices() ? slice : 0;
    d_thread_rows = threads_may_take_rows(d_plan, d_device->info().limits) ? slice : 0;
    check_device(d_plan.what,
                 d_device->info().limits,
                 static_cast<std::uint64_t>(scratch_bytes(1)));
}

void executor::build()
{
    note_sizes();
    dump_plan(d_plan);
    const auto sources = generate_kernels(d_plan, dialect_of(d_device->info()));
    // All at once: a device's compiler takes a core for each kernel, and tables of long
    // convolutions as long as the compiler.
    auto tables = all_begun(sources.size(), [&](std::size_t i) {
        return upload_tables(*d_device, sources[i].made_from);
    });
    auto others = all_begun(sources.size() - 1, [&](std::size_t i) {
        return d_device->build(sources[i + 1]);
    });
    for (std::size_t i = 0; i < sources.size(); ++i) {
        step made;
        made.compiled = i ? others[i - 1].get() : d_device->build(sources[i]);
        auto read = tables[i].get();
        made.twiddles = std::move(read.twiddles);
        made.indices = std::move(read.indices);
        d_steps.push_back(std::move(made));
        d_id = stable_hash({ d_id, sources[i].text });
    }
}

std::vector<kernel_resources> executor::resources() const
{
    std::vector<kernel_resources> all;
    for (const auto& s : d_steps)
        all.push_back(s.compiled->resources());
    return all;
}

std::size_t executor::input_bytes(std::size_t rows) const
{
    const auto count = static_cast<std::int64_t>(rows);
    return input_extent(d_plan.what, count) * input_element_bytes(d_plan.what);
}

std::size_t executor::output_bytes(std::size_t rows) const
{
    const auto count = static_cast<std::int64_t>(rows);
    return output_extent(d_plan.what, count) * output_element_bytes(d_plan.what);
}

std::size_t executor::scratch_bytes(std::size_t rows) const
{
    const auto own = rows_in_scratch(rows) * d_scratch_row_bytes;
    // Who has room for many rows may run few of them.
    return d_few ? std::max(own,
                            d_few->scratch_bytes(std::min<std::size_t>(rows, d_few_rows)))
                 : own;
}

std::size_t executor::rows_in_scratch(std::size_t rows) const
{
    if (d_thread_rows) { // fewer may still go all at once
        const auto of_threads = units_of(*d_device) * d_thread_rows;
        return goes_by_threads(rows) && rows < of_threads
                   ? of_threads
                   : std::min(rows, SLICES_OF_A_THREAD * of_threads);
    }
    const auto each = rows_at_once(rows);
    return each < rows ? std::min(rows, each * static_cast<std::size_t>(d_plan.chains))
                       : rows;
}

bool executor::goes_by_threads(std::size_t rows) const
{
    if (!d_thread_rows)
        return false;
    const auto slices = (rows + d_thread_rows - 1) / d_thread_rows;
    const auto units = units_of(*d_device);
    return slices >= SLICES_OF_A_THREAD * units ||
           (slices >= units && slices % units == 0);
}

std::uint32_t executor::rows_at_once(std::size_t rows) const
{
    return static_cast<std::uint32_t>(d_slice_rows ? std::min(rows, d_slice_rows) : rows);
}

const plan& executor::made_plan(std::uint32_t rows) const
{
    return d_few && rows <= d_few_rows ? d_few->d_plan : d_plan;
}

executor executor::for_many_rows() const
{
    executor made = *this;
    made.d_few.reset();
    return made;
}

std::size_t executor::max_rows() const
{
    std::size_t most = std::numeric_limits<std::uint32_t>::max();
    for (const auto& p : d_plan.passes)
        most = std::min(most, most / p.row_factor);
    return most;
}

void executor::enqueue(queue& q, const executor_memory& memory, std::uint32_t rows) const
{
    enqueue(q, memory, rows, scale_of(d_plan.what));
}

void executor::enqueue(queue& q,
                       const executor_memory& memory,
                       std::uint32_t rows,
                       double scale) const
{
    if (d_few && rows <= d_few_rows) {
        d_few->enqueue(q, memory, rows, scale);
        return;
    }
    std::vector<kernel_launch> launches;
    if (goes_by_threads(rows)) {
        add_launches(&launches, memory, 0, rows, 0, scale);
        q.launch_rows(launches, rows, static_cast<std::uint32_t>(d_thread_rows));
        return;
    }
    const auto each = rows_at_once(rows);
    int slice = 0;
    for (std::uint64_t first = 0; first < rows; first += each) {
        const auto here = std::min<std::uint64_t>(each, rows - first);
        add_launches(&launches,
                     memory,
                     static_cast<std::uint32_t>(first),
                     static_cast<std::uint32_t>(here),
                     slice++ % d_plan.chains,
                     scale);
        if (launches.size() >= MOST_AT_ONCE) {
            q.launch_all(launches);
            launches.clear();
        }
    }
    if (!launches.empty())
        q.launch_all(launches);
}

void executor::add_launches(std::vector<kernel_launch>* list,
                            const executor_memory& memory,
                            std::uint32_t first,
                            std::uint32_t rows,
                            int chain,
                            double scale) const
{
    const auto of = [](buffer* whole, std::size_t row_bytes, std::uint64_t row) {
        const auto offset = row_bytes * row;
        return offset ? kernel_argument(buffer_slice{ whole, offset })
                      : kernel_argument(whole);
    };
    const auto add_place =
        [&](std::vector<kernel_argument>& arguments, place at, element stored) {
            if (at == place::scratch) {
                // A chain's slices come one by one and share their scratch.
                arguments.push_back(of(memory.scratch,
                                       d_scratch_row_bytes,
                                       std::uint64_t(chain) * d_slice_rows));
                return;
            }
            const bool is_input = at == place::input;
            const auto& side = is_input ? memory.in : memory.out;
            const auto row_bytes = is_input ? d_input_row_bytes : d_output_row_bytes;
            arguments.push_back(of(side[0], row_bytes, first));
            if (stored == element::planar)
                arguments.push_back(of(side[1], row_bytes, first));
        };
    for (std::size_t i = 0; i < d_steps.size(); ++i) {
        const pass& p = d_plan.passes[i];
        kernel_launch launch;
        launch.what = d_steps[i].compiled.get();
        launch.groups = p.groups(rows);
        launch.chain = chain;
        auto& arguments = launch.arguments;
        add_place(arguments, p.from, p.load.stored);
        add_place(arguments, p.to, p.store.stored);
        arguments.emplace_back(d_steps[i].twiddles.get());
        if (p.load.windowed)
            arguments.emplace_back(memory.window);
        if (p.has_indices())
            arguments.emplace_back(d_steps[i].indices.get());
        if (p.store.scaled && p.number == precision::float64)
            arguments.emplace_back(scale);
        else if (p.store.scaled)
            arguments.emplace_back(static_cast<float>(scale));
        if (p.store.power) {
            arguments.emplace_back(memory.runs.begins);
            arguments.emplace_back(memory.runs.longest);
            arguments.emplace_back(memory.runs.keep);
        }
        arguments.emplace_back(static_cast<std::uint32_t>(rows * p.row_factor));
        list->push_back(std::move(launch));
    }
}

} // namespace gpufft
