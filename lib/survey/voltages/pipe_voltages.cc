/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/voltages/pipe_voltages.h"
#include <algorithm>
#include <utility>

namespace gpufft {

pipe_voltages::pipe_voltages(voltage_engine& engine,
                             std::shared_ptr<voltage_group> group,
                             sample_kind kind,
                             writer write)
    : d_engine(engine),
      d_group(std::move(group)),
      d_write(std::move(write)),
      d_window(kind),
      d_runner(engine, *d_group, d_window, d_never, d_uncounted)
{
}

//! How many the next call has: fewer where a chunk ends; 0: none, or not all samples that
//! filters reach.
std::int64_t pipe_voltages::steps_to_run() const
{
    const auto& layout = d_group->layout();
    if (d_chunk == layout.chunks())
        return 0;
    const auto c = layout.at(d_chunk);
    const auto steps =
        std::min(d_runner.steps_of_call(), c.first_step + c.steps - d_next_step);
    const auto reach =
        (d_next_step + steps) * layout.step_samples() + d_engine.samples_behind();
    return layout.has_end() || reach <= d_window.behind() ? steps : 0;
}

void pipe_voltages::run(std::int64_t steps)
{
    const auto& layout = d_group->layout();
    const auto c = layout.at(d_chunk);
    if (!d_samples)
        d_samples = std::make_shared<voltage_group::chunk_samples>(d_runner.room_for(c));
    d_runner.run_steps(c, d_next_step, steps, *d_samples);
    d_next_step += steps;
    if (d_next_step == c.first_step + c.steps)
        d_write(d_chunk++, std::exchange(d_samples, nullptr));
    d_window.forget_before(std::max<std::int64_t>(
        0, d_next_step * layout.step_samples() - d_engine.samples_before()));
}

void pipe_voltages::add(const void* samples, std::int64_t count)
{
    d_window.add(samples, count);
    while (const auto steps = steps_to_run())
        run(steps);
}

void pipe_voltages::finish()
{
    d_group->end_after(d_window.behind());
    while (d_chunk < d_group->layout().chunks()) {
        if (const auto steps = steps_to_run(); steps > 0)
            run(steps);
        else // the pipe has ended with the last step that was run
            d_write(d_chunk++, std::exchange(d_samples, nullptr));
    }
}

} // namespace gpufft
