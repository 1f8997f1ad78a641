/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/begin_beside.h"
#include "base/env.h"
#include "base/hash.h"
#include "base/saturated.h"
#include "codegen/generate/generate.h"
#include "exec/executor/device_key.h"
#include "exec/executor/executor.h"
#include "exec/executor/first_that_builds.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/ir/element_bytes.h"
#include "plan/ir/row_limit.h"
#include "plan/planner/model_plan.h"
#include "plan/request/validate.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "plan/wisdom/wisdom_store.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <fstream>
#include <future>
#include <limits>

namespace gpufft {

namespace {

// Launches after which a list goes to the queue, which may keep it as a whole.
constexpr std::size_t MOST_AT_ONCE = 384;

//! Kernels and build logs are dumped by the device; the plan belongs beside them.
void dump_plan(const plan& p)
{
    if (const auto folder = env::dump_dir(); !folder.empty())
        std::ofstream(folder + "/plan.txt", std::ios::app) << to_string(p) << '\n';
}

//! Bytes of an element of the input: of whole numbers, which the first pass makes floats
//! of, fewer than the transform says. (Who accumulates powers knows its samples itself.)
std::size_t loaded_bytes(const plan& p)
{
    const auto& first = p.passes.front();
    if (first.load.samples == sample_format::number || p.passes.back().store.power)
        return input_element_bytes(p.request);
    return static_cast<std::size_t>(2 * input_number_bytes(first)); // a pair
}

//! make(0) ... make(count - 1) at the same time, on threads of their own where those
//! are to be had.
template <typename Make>
auto all_begun(std::size_t count, const Make& make)
{
    std::vector<std::future<decltype(make(count))>> begun;
    for (std::size_t i = 0; i < count; ++i)
        begun.push_back(begin_beside([=] { return make(i); }));
    return begun;
}

//! The plan of its own that a small batch may have.
struct chosen_for_small_batch {
    std::optional<small_batch_plan> few;
    std::string says;
};

std::string line_of_choice(const chosen_plan& c) { return plan_text(c.result); }

std::string line_of_small_batch_choice(const chosen_for_small_batch& c)
{
    return c.few ? plan_text(c.few->result) : std::string();
}

//! By an effort, or without one as the model says.
chosen_plan choice_by(std::optional<effort> by,
                      const transform& request,
                      const device_limits& limits,
                      const device_key& on,
                      const wisdom_index& book)
{
    return by ? choose_plan(request, limits, on, *by, book)
              : chosen_plan{ model_plan(request, limits),
                             plan_origin::model,
                             "the model" };
}

//! The plan for small batches, by an effort; without one they have none of their own.
chosen_for_small_batch small_batch_choice_by(std::optional<effort> by,
                                             const plan& many,
                                             const device_key& on,
                                             const wisdom_index& book)
{
    if (!by)
        return { std::nullopt, "that for many rows" };
    const bool is_planners = *by == effort::estimate;
    return { choose_plan_for_small_batch(many, on, *by, book),
             fmt::format("{} for small batches of {}",
                         is_planners ? "the planner's choice" : "wisdom",
                         to_string(many.request)) };
}

//! Launches \p list, which comes again with the same arguments unless \p is_new: graphs
//! made of lists that do not are dropped before they have paid.
void launch(launch_queue& q, const std::vector<kernel_launch>& list, bool is_new)
{
    const bool has_chains = std::any_of(
        list.begin(), list.end(), [](const auto& each) { return each.chain > 0; });
    if (!is_new || has_chains) {
        q.launch_all(list);
        return;
    }
    for (const auto& each : list)
        q.launch(*each.launched, each.groups, each.arguments);
}

} // namespace

executor::executor(const transform& request,
                   std::shared_ptr<device> on,
                   effort how,
                   const plan_check& check)
    : d_device(std::move(on))
{
    const auto& info = d_device->info();
    const auto book = wisdom_store::of_user().book();
    const auto on_this = device_key_of(info);
    const auto choose = [&](std::optional<effort> by) {
        return choice_by(by, request, info.limits, on_this, *book);
    };
    const auto take = [&](const chosen_plan& chosen, std::optional<effort> by) {
        d_built.clear();
        d_id.clear();
        d_plan = chosen.result;
        d_origin = chosen.says;
        d_from = chosen.from;
        build_all_rows(by.value_or(effort::estimate), on_this, *book, check);
    };
    leave_aside(first_that_builds(how, info, choose, line_of_choice, take), info);
}

executor::executor(const plan& p, std::shared_ptr<device> on)
    : d_plan(p), d_origin("the caller"), d_device(std::move(on))
{
    build();
}

executor executor::planned(const plan& p, std::shared_ptr<device> on)
{
    executor result;
    result.d_plan = p;
    result.d_device = std::move(on);
    result.note_sizes();
    return result;
}

executor
executor::planned(const transform& request, std::shared_ptr<device> on, effort how)
{
    const auto book = wisdom_store::of_user().book();
    const auto& info = on->info();
    const auto on_this = device_key_of(info);
    const auto choose = [&](std::optional<effort> by) {
        return choice_by(by, request, info.limits, on_this, *book);
    };
    executor result;
    const auto take = [&](const chosen_plan& chosen, std::optional<effort> by) {
        result = planned(chosen.result, on);
        result.d_origin = chosen.says;
        result.d_from = chosen.from;
        result.plan_small_batch(by.value_or(effort::estimate), on_this, *book);
    };
    first_that_builds(how, info, choose, line_of_choice, take);
    return result;
}

//! As build_small_batch() chooses, without kernels.
void executor::plan_small_batch(effort how,
                                const device_key& on,
                                const wisdom_index& book)
{
    const auto choose = [&](std::optional<effort> by) {
        return small_batch_choice_by(by, d_plan, on, book);
    };
    const auto chosen =
        first_choice(how, d_device->info(), choose, line_of_small_batch_choice).few;
    if (!chosen)
        return;
    d_small_batch_executor =
        std::make_shared<executor>(planned(chosen->result, d_device));
    d_small_batch_rows = chosen->rows;
}

void executor::build_all_rows(effort how,
                              const device_key& on,
                              const wisdom_index& book,
                              const plan_check& check)
{
    d_small_batch_executor.reset();
    auto few = begin_beside([&] { return build_small_batch(how, on, book, check); });
    build();
    if (check)
        check(*this, std::numeric_limits<std::uint32_t>::max());
    const auto built = few.get();
    leave_aside(built.aside, d_device->info());
    d_small_batch_executor = built.runs;
    d_small_batch_rows = built.rows;
    if (d_small_batch_executor)
        d_id = stable_hash({ d_id, d_small_batch_executor->id() });
}

//! On a thread beside build(): it changes nothing here.
executor::built_small_batch executor::build_small_batch(effort how,
                                                        const device_key& on,
                                                        const wisdom_index& book,
                                                        const plan_check& check) const
{
    const auto choose = [&](std::optional<effort> by) {
        return small_batch_choice_by(by, d_plan, on, book);
    };
    built_small_batch built;
    const auto take = [&](const chosen_for_small_batch& chosen, std::optional<effort>) {
        built = {};
        if (!chosen.few)
            return;
        const auto runs = std::make_shared<executor>(chosen.few->result, d_device);
        if (check)
            check(*runs, chosen.few->rows);
        built.runs = runs;
        built.rows = chosen.few->rows;
    };
    built.aside = first_that_builds(
        how, d_device->info(), choose, line_of_small_batch_choice, take);
    return built;
}

void executor::note_sizes()
{
    d_row_bytes = { static_cast<std::size_t>(packed(d_plan.request).input_distance) *
                        loaded_bytes(d_plan),
                    output_row_bytes(d_plan.request),
                    static_cast<std::size_t>(saturated_product(
                        d_plan.workspace_points(), point_bytes(d_plan.request.number))) };
    d_slices = row_slices(d_plan, d_device->info().limits, d_device->takes_slices());
    check_device(d_plan.request,
                 d_device->info().limits,
                 static_cast<std::uint64_t>(workspace_bytes(1)));
}

void executor::build()
{
    note_sizes();
    dump_plan(d_plan);
    const auto sources = generate_kernels(d_plan, d_device->kernel_dialect());
    // Kernels and tables are built side by side: a device's compiler takes a core for
    // each kernel, and tables of long convolutions take as long as the compiler.
    auto tables = all_begun(sources.size(), [&](std::size_t i) {
        return upload_tables(*d_device, d_plan.passes[i]);
    });
    auto others = all_begun(sources.size() - 1, [&](std::size_t i) {
        return d_device->build(sources[i + 1]);
    });
    for (std::size_t i = 0; i < sources.size(); ++i) {
        auto compiled = i ? others[i - 1].get() : d_device->build(sources[i]);
        d_built.push_back({ std::move(compiled), tables[i].get() });
        d_id = stable_hash({ d_id, sources[i].text });
    }
}

std::vector<kernel_resources> executor::resources() const
{
    std::vector<kernel_resources> all;
    for (const auto& s : d_built)
        all.push_back(s.compiled->resources());
    return all;
}

std::size_t executor::input_bytes(std::size_t rows) const
{
    const auto count = static_cast<std::int64_t>(rows);
    return input_extent(d_plan.request, count) * loaded_bytes(d_plan);
}

std::size_t executor::output_bytes(std::size_t rows) const
{
    const auto count = static_cast<std::int64_t>(rows);
    return output_extent(d_plan.request, count) * output_element_bytes(d_plan.request);
}

std::size_t executor::workspace_bytes(std::size_t rows) const
{
    const auto own = static_cast<std::size_t>(
        saturated_product(static_cast<std::int64_t>(d_slices.in_workspace(rows)),
                          static_cast<std::int64_t>(d_row_bytes.workspace)));
    // A caller that has room for many rows may also run a small batch.
    return d_small_batch_executor
               ? std::max(own,
                          d_small_batch_executor->workspace_bytes(
                              std::min<std::size_t>(rows, d_small_batch_rows)))
               : own;
}

const plan& executor::made_plan(std::uint32_t rows) const
{
    return d_small_batch_executor && rows <= d_small_batch_rows
               ? d_small_batch_executor->d_plan
               : d_plan;
}

executor executor::for_many_rows() const
{
    executor result = *this;
    result.d_small_batch_executor.reset();
    return result;
}

std::size_t executor::max_rows() const
{
    std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    for (const auto& p : d_plan.passes)
        most = std::min(most, most_rows(p));
    return static_cast<std::size_t>(most);
}

void executor::enqueue(launch_queue& q,
                       const executor_memory& memory,
                       std::uint32_t rows) const
{
    enqueue(q, memory, rows, scale_of(d_plan.request));
}

std::optional<kernel_launch> executor::shared_launch(const executor_memory& memory,
                                                     std::uint32_t rows) const
{
    if (d_small_batch_executor && rows <= d_small_batch_rows)
        return d_small_batch_executor->shared_launch(memory, rows);
    if (d_built.size() != 1 || !d_plan.passes[0].is_vector() ||
        d_slices.go_by_threads(rows) || d_slices.at_once(rows) < rows)
        return {};
    std::vector<kernel_launch> launches;
    pass_launches(
        d_plan, d_built, d_row_bytes, memory, d_device->info().limits.compute_units)
        .add(launches, { 0, rows }, scale_of(d_plan.request));
    return launches[0];
}

void executor::enqueue(launch_queue& q,
                       const executor_memory& memory,
                       std::uint32_t rows,
                       double scale) const
{
    if (d_small_batch_executor && rows <= d_small_batch_rows) {
        d_small_batch_executor->enqueue(q, memory, rows, scale);
        return;
    }
    const pass_launches make(
        d_plan, d_built, d_row_bytes, memory, d_device->info().limits.compute_units);
    std::vector<kernel_launch> launches;
    if (d_slices.go_by_threads(rows)) {
        make.add(launches, { 0, rows }, scale);
        q.launch_rows(launches, rows, d_slices.of_a_thread());
        return;
    }
    const auto each = d_slices.at_once(rows);
    std::size_t slice = 0;
    for (std::uint64_t first = 0; first < rows; first += each) {
        const auto here = std::min<std::uint64_t>(each, rows - first);
        const int chain = d_slices.chain_of(slice++);
        make.add(launches,
                 { static_cast<std::uint32_t>(first),
                   static_cast<std::uint32_t>(here),
                   chain,
                   d_slices.workspace_row(chain) },
                 scale);
        if (launches.size() >= MOST_AT_ONCE) {
            launch(q, launches, memory.is_in_ring);
            launches.clear();
        }
    }
    if (!launches.empty())
        launch(q, launches, memory.is_in_ring);
}

} // namespace gpufft
