/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "recordings/files/recording_error.h"
#include "survey/run/chunk_runner.h"
#include "survey/run/memory_rows.h"
#include "survey/run/stoppable_opening.h"
#include "survey/run/survey_worker.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <future>

namespace gpufft {

namespace {

//! The only recording of \p request, with one segment: the part that is asked for.
recording part_of(const memory_rows_request& request, const std::atomic<bool>& stops)
{
    auto found = open_recordings(
        request.path, stoppable(request.settings.reading, request.while_opening, stops));
    if (!request.recording.empty())
        found.erase(std::remove_if(
                        found.begin(),
                        found.end(),
                        [&](const auto& each) { return each.path != request.recording; }),
                    found.end());
    if (found.size() != 1 || found[0].samples == sample_source::UNKNOWN)
        refuse_recording("{}: holds {} recordings, or is a pipe; one file is needed",
                         request.path,
                         found.size());
    auto r = std::move(found[0]);
    if (request.start < 0 || request.samples < 1 ||
        request.start > r.samples - request.samples)
        refuse_recording("{}: has {} samples; {} from sample {} on were asked for",
                         request.path,
                         r.samples,
                         request.samples,
                         request.start);
    segment s;
    s.start = request.start;
    s.count = request.samples;
    r.segments = { s };
    return r;
}

//! What the thread that computes and the one that waits share.
struct rows_work {
    const memory_rows_request& request;
    const std::atomic<bool>& stops;
    const rows_receiver& take;
    survey_signals signals;
    memory_rows_outcome outcome;

    void run(const recording& r);
};

void rows_work::run(const recording& r)
{
    const auto& choice = r.chosen.at(0);
    const auto group = std::make_shared<recording_group>("", r, choice, request.settings);
    const auto source = r.open(choice);
    spectra_engine engine(request.settings, request.taps, source->kind(), request.device);
    outcome.device = engine.device_name();
    outcome.plan_line = engine.plan_line();
    signals.begin();
    chunk_runner runner(engine, group, *source, r.samp_rate_hz, stops, signals.samples);
    const auto done = [&](std::int64_t chunk,
                          const std::shared_ptr<chunk_memory>& values) {
        take(chunk * group->chunk_rows(),
             group->rows_in(chunk),
             group->bins(),
             values->row(0));
    };
    for (std::int64_t chunk = 0; chunk < group->chunks() && !stops; ++chunk)
        runner.run(chunk, done);
    runner.finish(done);
    outcome.seconds = signals.seconds();
}

} // namespace

memory_rows_outcome run_memory_rows(const memory_rows_request& request,
                                    const std::atomic<bool>& stops,
                                    const rows_receiver& take,
                                    const std::function<void(std::int64_t)>& progress)
{
    validate(request.settings);
    recording r;
    try {
        r = part_of(request, stops);
    } catch (const opening_stopped&) {
        return {};
    }
    rows_work work{ request, stops, take, {}, {} };
    std::future<void> end;
    {
        // Signals are for the thread that waits.
        const without_signals from_here;
        end = std::async(std::launch::async, [&] { work.run(r); });
    }
    while (end.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
        progress(work.signals.samples);
    end.get();
    progress(work.signals.samples);
    return work.outcome;
}

} // namespace gpufft
