/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "survey/run/survey_worker.h"
#include "survey/voltages/tapped_pipe.h"
#include "survey/voltages/voltage_runner.h"
#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

namespace gpufft {

namespace {

// Chunks that wait to be written hold some MiB each.
constexpr std::size_t CHUNKS_WAITING = 2;
// Looks at what is to stop come after so many samples of a pipe without spectra.
constexpr std::int64_t PIPE_SAMPLES = std::int64_t(1) << 16;
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
    return
        [this, group, factor](std::int64_t chunk, std::shared_ptr<chunk_memory> values) {
            auto powers = group->powers_in(chunk, values->row(0));
            powers.factor = factor;
            std::shared_ptr<std::atomic<std::int64_t>> left;
            for (const auto& each : d_begun)
                if (chunk >= each.task.first && chunk < each.task.first + each.task.count)
                    left = each.left;
            d_writer.add([this,
                          group,
                          chunk,
                          left,
                          values = std::move(values),
                          powers = std::move(powers)] {
                group->write_chunk(d_store.files(), chunk, powers);
                ++d_signals.chunks;
                if (left)
                    --*left;
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

//! \param left  chunks of \p t that are not written yet
void survey_worker::do_voltages(const survey_task& t,
                                const std::shared_ptr<std::atomic<std::int64_t>>& left)
{
    const auto& c = d_channels[t.channel];
    const auto group = c.voltages[*t.voltages];
    const auto source = c.of->open(c.channel);
    auto& engine = engine_for(group->plan());
    d_signals.begin();
    voltage_runner runner(engine, *group, *source, d_signals.stops, d_signals.samples);
    for (auto chunk = t.first; chunk < t.first + t.count; ++chunk) {
        if (group->is_done(chunk)) {
            --*left;
            continue;
        }
        auto samples = runner.run(chunk);
        if (!samples)
            break;
        d_writer.add([this, group, chunk, left, samples = std::move(samples)] {
            group->write_chunk(d_store.files(), chunk, *samples);
            ++d_signals.chunks;
            --*left;
        });
    }
    d_writer.finish();
}

//! \param source  the samples of the channel
void survey_worker::open(std::size_t channel, std::unique_ptr<sample_source> source)
{
    const auto& c = d_channels[channel];
    auto next = std::make_unique<opened_channel>();
    next->number = channel;
    next->source = std::move(source);
    auto& engine = engine_for(next->source->kind());
    next->write = writes(c.group, engine.missing_factor(c.of->samp_rate_hz));
    d_signals.begin();
    next->runner = std::make_unique<chunk_runner>(engine,
                                                  c.group,
                                                  *next->source,
                                                  c.of->samp_rate_hz,
                                                  d_signals.stops,
                                                  d_signals.samples);
    d_open = std::move(next);
}

//! \p t is of the recording that is open, of a part that lies ahead.
bool survey_worker::goes_on_with(const survey_task& t) const
{
    return d_open && !t.voltages && d_open->number == t.channel &&
           t.first >= d_open->next_chunk;
}

void survey_worker::begin(const survey_task& t)
{
    begun_task b;
    b.task = t;
    b.left = std::make_shared<std::atomic<std::int64_t>>(t.count);
    d_begun.push_back(b);
    if (t.voltages) {
        do_voltages(t, b.left);
        return;
    }
    if (!goes_on_with(t)) {
        const auto& c = d_channels[t.channel];
        open(t.channel, c.of->open(c.channel));
    }
    d_open->next_chunk = t.first + t.count;
    const auto& group = *d_channels[t.channel].group;
    for (auto chunk = t.first; chunk < t.first + t.count && !d_signals.stops; ++chunk) {
        if (group.is_done(chunk))
            --*b.left;
        else
            d_open->runner->run(chunk, d_open->write);
    }
}

//! Waits until all that was begun is written, or will never be.
void survey_worker::finish_begun()
{
    if (d_open)
        d_open->runner->finish(d_open->write);
    d_open.reset();
    d_writer.finish();
}

void survey_worker::give_back_written(survey_tasks& tasks)
{
    while (!d_begun.empty() && *d_begun.front().left == 0) {
        tasks.give_back(d_begun.front().task, true);
        d_begun.pop_front();
    }
}

//! \param refused  why nothing more is to be had of the recording, if so
void survey_worker::give_back_begun(survey_tasks& tasks, const std::string* refused)
{
    d_open.reset();
    for (const auto& each : d_begun) {
        const bool is_written = *each.left == 0;
        if (refused && !is_written)
            tasks.give_up(each.task,
                          { d_channels[each.task.channel].of->path, *refused });
        else
            tasks.give_back(each.task, is_written);
    }
    d_begun.clear();
}

void survey_worker::run(survey_tasks& tasks)
{
    const auto try_to = [&](const auto& work) {
        try {
            work();
        } catch (const recording_error& e) {
            const std::string reason = e.what();
            give_back_begun(tasks, &reason);
        }
    };
    try {
        while (!d_signals.stops) {
            give_back_written(tasks);
            const auto task = tasks.take();
            if (!task && d_begun.empty() && tasks.are_all_done())
                break;
            if (!task && d_begun.empty())
                std::this_thread::sleep_for(CLAIMS_PAUSE);
            try {
                // What fails here is of another recording than the task.
                if (!task || !goes_on_with(*task))
                    try_to([&] { finish_begun(); });
            } catch (...) {
                if (task)
                    tasks.give_back(*task, false);
                throw;
            }
            give_back_written(tasks);
            if (task)
                try_to([&] { begin(*task); });
        }
        try_to([&] { finish_begun(); });
    } catch (...) {
        give_back_begun(tasks);
        throw;
    }
    give_back_begun(tasks);
}

std::unique_ptr<pipe_voltages>
survey_worker::voltages_of_pipe(const std::shared_ptr<voltage_group>& of,
                                sample_kind kind)
{
    const auto write = [this, of](std::int64_t chunk, auto samples) {
        d_writer.add([this, of, chunk, samples = std::move(samples)] {
            of->write_chunk(d_store.files(), chunk, *samples);
            ++d_signals.chunks;
        });
    };
    return std::make_unique<pipe_voltages>(engine_for(of->plan()), of, kind, write);
}

void survey_worker::run_pipe(const surveyed_channel& c)
{
    auto source = c.of->open(c.channel);
    std::vector<std::unique_ptr<pipe_voltages>> voltages;
    for (const auto& each : c.voltages)
        voltages.push_back(voltages_of_pipe(each, source->kind()));
    if (!voltages.empty())
        source = std::make_unique<tapped_pipe>(
            std::move(source), [&voltages](const void* samples, std::int64_t count) {
                for (const auto& each : voltages)
                    each->add(samples, count);
            });
    if (c.group->has_products()) {
        open(static_cast<std::size_t>(&c - d_channels.data()), std::move(source));
        for (std::int64_t chunk = 0; chunk < c.group->chunks(); ++chunk)
            d_open->runner->run(chunk, d_open->write);
    } else {
        d_signals.begin();
        std::int64_t there = PIPE_SAMPLES;
        while (!d_signals.stops && there == PIPE_SAMPLES) {
            there = source->wait_for(d_signals.samples, PIPE_SAMPLES);
            d_signals.samples += there;
        }
        c.group->end_after(d_signals.samples);
    }
    finish_begun();
    for (const auto& each : voltages)
        each->finish();
    d_writer.finish();
}

} // namespace gpufft
