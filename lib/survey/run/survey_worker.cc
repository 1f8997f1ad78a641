/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "survey/run/survey_worker.h"
#include "survey/voltages/voltage_runner.h"
#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

namespace gpufft {

namespace {

// Chunks that wait to be written hold some MiB each.
constexpr std::size_t CHUNKS_WAITING = 2;
// Between looks at what others have claimed.
constexpr std::chrono::milliseconds CLAIMS_PAUSE{ 100 };

std::int64_t now_ns()
{
    return std::chrono::steady_clock::now().time_since_epoch() /
           std::chrono::nanoseconds(1);
}

} // namespace

void survey_signals::begin()
{
    std::int64_t nobody = 0;
    began_ns.compare_exchange_strong(nobody, now_ns());
}

double survey_signals::seconds() const
{
    return began_ns ? 1e-9 * static_cast<double>(now_ns() - began_ns) : 0;
}

survey_worker::survey_worker(const std::string& device,
                             const survey_store& store,
                             const survey_settings& settings,
                             const std::vector<surveyed_channel>& channels,
                             survey_signals& signals)
    : d_device(device),
      d_store(store),
      d_settings(settings),
      d_channels(channels),
      d_signals(signals),
      d_writer(CHUNKS_WAITING)
{
}

std::string survey_worker::device_name() const
{
    if (!d_engines.empty())
        return d_engines.begin()->second->device_name();
    return d_voltage_engines.empty() ? ""
                                     : d_voltage_engines.begin()->second->device_name();
}

spectra_engine& survey_worker::engine_for(sample_kind k)
{
    auto& engine = d_engines[k];
    if (!engine)
        engine = std::make_unique<spectra_engine>(d_settings, k, d_device);
    return *engine;
}

chunk_runner::receiver
survey_worker::writes(const std::shared_ptr<recording_group>& group, double factor)
{
    return [this, group, factor](std::int64_t chunk,
                                 std::shared_ptr<chunk_memory> values) {
        auto powers = group->powers_in(chunk, values->row(0));
        powers.factor = factor;
        d_writer.add(
            [this, group, chunk, values = std::move(values), powers = std::move(powers)] {
                group->write_chunk(d_store.files(), chunk, powers);
                ++d_signals.chunks;
            });
    };
}

voltage_engine& survey_worker::engine_for(const voltage_plan& p)
{
    auto& engine = d_voltage_engines[engine_key(p)];
    if (!engine)
        engine = make_engine(p, d_device);
    return *engine;
}

void survey_worker::do_task(const survey_task& t)
{
    if (t.voltages)
        do_voltages(t);
    else
        do_rows(t);
}

void survey_worker::do_voltages(const survey_task& t)
{
    const auto& c = d_channels[t.channel];
    const auto group = c.voltages[*t.voltages];
    const auto source = c.of->open(c.channel);
    auto& engine = engine_for(group->plan());
    d_signals.begin();
    voltage_runner runner(engine, *group, *source, d_signals.stops, d_signals.samples);
    for (auto chunk = t.first; chunk < t.first + t.count; ++chunk) {
        if (group->is_done(chunk))
            continue;
        auto samples = runner.run(chunk);
        if (!samples)
            break;
        d_writer.add([this, group, chunk, samples = std::move(samples)] {
            group->write_chunk(d_store.files(), chunk, *samples);
            ++d_signals.chunks;
        });
    }
    d_writer.finish();
}

void survey_worker::do_rows(const survey_task& t)
{
    const auto& c = d_channels[t.channel];
    const auto source = c.of->open(c.channel);
    auto& engine = engine_for(source->kind());
    d_signals.begin();
    const auto end_row =
        std::min((t.first + t.count) * c.group->chunk_rows(), c.group->rows().rows());
    chunk_runner runner(engine,
                        c.group,
                        *source,
                        c.of->samp_rate_hz,
                        end_row,
                        d_signals.stops,
                        d_signals.samples);
    const auto write = writes(c.group, engine.missing_factor(c.of->samp_rate_hz));
    for (auto chunk = t.first; chunk < t.first + t.count && !d_signals.stops; ++chunk)
        if (!c.group->is_done(chunk))
            runner.run(chunk, write);
    runner.finish(write);
    d_writer.finish();
}

void survey_worker::run(survey_tasks& tasks)
{
    while (!d_signals.stops && !tasks.are_all_done()) {
        const auto task = tasks.take();
        if (!task) {
            std::this_thread::sleep_for(CLAIMS_PAUSE);
            continue;
        }
        try {
            do_task(*task);
            tasks.give_back(*task, !d_signals.stops);
        } catch (const recording_error& e) {
            tasks.give_up(*task, { d_channels[task->channel].of->path, e.what() });
        } catch (...) {
            tasks.give_back(*task, false);
            throw;
        }
    }
}

void survey_worker::run_pipe(const surveyed_channel& c)
{
    const auto source = c.of->open(c.channel);
    auto& engine = engine_for(source->kind());
    d_signals.begin();
    chunk_runner runner(engine,
                        c.group,
                        *source,
                        c.of->samp_rate_hz,
                        0,
                        d_signals.stops,
                        d_signals.samples);
    const auto write = writes(c.group, engine.missing_factor(c.of->samp_rate_hz));
    for (std::int64_t chunk = 0; chunk < c.group->chunks(); ++chunk)
        runner.run(chunk, write);
    runner.finish(write);
    d_writer.finish();
}

} // namespace gpufft
