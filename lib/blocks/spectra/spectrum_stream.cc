/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/spectra/spectrum_stream.h"
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

spectrum_stream::progress spectrum_stream::work(const view& v)
{
    if (!d_at.is_known) {
        d_at.is_known = true;
        d_at.next.sample = v.first + d_at.lead;
        d_at.behind_last = d_at.consumed = v.first;
    }
    d_tags.add(v.tags);
    d_tuning.look_at(v.tags);
    progress done;
    try {
        submit_what_arrived(v);
        collect(v, done);
    } catch (const std::exception& e) {
        d_carried = carried_average();
        abandon_all();
        done.has_failed = !go_to_host() || (!try_again(e.what()) && !go_on(e.what()));
    }
    d_queue_depth = static_cast<int>(d_sent.flights.size());
    return done;
}

std::size_t spectrum_stream::samples_needed(std::uint64_t first) const
{
    // Whatever is there: to collect, to skip, or to look at what it was tuned to.
    if (!d_sent.flights.empty() || d_tuning.next() ||
        (d_at.is_known ? d_at.next.sample > first : d_at.lead > 0))
        return 1;
    const std::uint64_t begin = d_at.is_known ? d_at.next.sample : first;
    return begin + d_settings.frame_samples() - first +
           (frames_worth_sending() - 1) * d_settings.hop;
}

//! A histogram goes through memory with every submission, and comes out when it is full:
//! until then, frames wait to be sent together for as long as they may.
std::size_t spectrum_stream::frames_worth_sending() const
{
    return d_settings.histogram
               ? std::min(d_rings.chunk_frames, d_at.next.schedule.frames_to_end())
               : 1;
}

void spectrum_stream::submit_what_arrived(const view& v)
{
    look_at_writer();
    while (d_executor->can_submit()) {
        if (change_is_due()) {
            if (!d_sent.flights.empty())
                return;
            settle();
        }
        const std::size_t frames = frames_to_send(v);
        // A small launch costs as much time as a large one: while the device is busy,
        // frames wait to be sent together.
        if (frames == 0 || (frames < d_rings.chunk_frames && !d_sent.flights.empty()))
            return;
        submit(v, d_rings.in.is_in_place() ? aligned(frames, v) : frames);
    }
}

//! As many of \p frames as begin where a CPU device reads in place, or end there.
std::size_t spectrum_stream::aligned(std::size_t frames, const view& v) const
{
    return hops().piece_of(frames, samples_at(d_at.next.sample, v), nullptr);
}

//! What a frame takes from the ring; outputs are no matter, there is one for many.
::gpufft::aligned_rows spectrum_stream::hops() const
{
    return { d_settings.hop * sample_bytes(d_settings.samples),
             ::gpufft::aligned_rows::BYTES };
}

const char* spectrum_stream::samples_at(std::uint64_t sample, const view& v) const
{
    return v.in + (sample - v.first) * sample_bytes(d_settings.samples);
}

//! The place of \p samples samples from \p sample on in the ring's mirror, if it has one.
::gpufft::mirror_place
spectrum_stream::mirrored(std::uint64_t sample, std::size_t samples, const view& v) const
{
    const auto items =
        sample_bytes(d_settings.samples) / d_rings.in.ring()->get_sizeof_item();
    return d_rings.in.place_of(v.first_item + (sample - v.first) * items,
                               samples * items,
                               samples_at(sample, v));
}

void spectrum_stream::has_consumed() { d_rings.in.tell_writer(); }

//! Whole ones that are there, up to a change of tuning, whose averages have room.
std::size_t spectrum_stream::frames_to_send(const view& v) const
{
    std::uint64_t end = v.first + v.samples;
    if (d_tuning.next())
        end = std::min(end, d_tuning.next()->sample);
    const std::uint64_t length = d_settings.frame_samples();
    if (d_at.next.sample + length > end)
        return 0;
    const std::uint64_t there = (end - d_at.next.sample - length) / d_settings.hop + 1;
    auto frames =
        static_cast<std::size_t>(std::min<std::uint64_t>(there, d_rings.chunk_frames));
    if (d_settings.histogram) // none has frames behind its end
        frames = std::min(frames, d_at.next.schedule.frames_to_end());
    if (frames < frames_worth_sending() && !d_tuning.next())
        return 0;

    const std::size_t space = v.space - std::min(v.space, d_sent.averages);
    auto schedule = d_at.next.schedule;
    const auto ends = schedule.advance(frames);
    return ends.size() > space ? ends[space] - 1 : frames;
}

void spectrum_stream::submit(const view& v, std::size_t frames)
{
    auto after = d_at.next;
    ::gpufft::spectrum_batch batch;
    batch.samples = samples_at(d_at.next.sample, v);
    batch.on_device = mirrored(
        d_at.next.sample, (frames - 1) * d_settings.hop + d_settings.frame_samples(), v);
    // The mirror may have been left just now, in another block's thread.
    if (!batch.on_device.of)
        frames = std::min(frames, d_executor->max_frames());
    batch.frames = frames;
    batch.follows = !d_sent.flights.empty() &&
                    d_sent.flights.back().behind(d_settings.hop) == d_at.next.sample;
    batch.how = d_settings.how;
    batch.keep = d_at.next.schedule.keep();
    batch.restarts = d_at.next.schedule.restarts();
    batch.is_fresh = d_at.next.is_fresh;
    batch.ends = after.schedule.advance(frames, &batch.counts);
    batch.output = d_output;
    batch.out = v.out + d_sent.averages * output_bins(d_settings);
    d_executor->submit(batch);

    d_sent.flights.push_back({ d_at.next, frames, batch.ends });
    d_sent.averages += batch.ends.size();
    after.sample += frames * d_settings.hop;
    d_at.behind_last = end_of_average(d_sent.flights.back(), frames);
    after.is_fresh = false;
    d_at.next = after;
}

//! What is finished: the oldest submission, or all where none may stay.
void spectrum_stream::collect(const view& v, progress& done)
{
    while (!d_sent.flights.empty()) {
        collect_oldest(v, done);
        if (d_rings.keeps_in_flight)
            break;
    }
    // What a frame to come begins with stays; and what comes before a frame that is
    // skipped to goes, but for where the tuning changes in it.
    std::uint64_t reached =
        d_sent.flights.empty() ? d_at.next.sample : d_sent.flights.front().before.sample;
    if (d_tuning.next())
        reached = std::min(reached, d_tuning.next()->sample);
    d_at.consumed = std::clamp(reached, v.first, v.first + v.samples);
    done.samples = d_at.consumed - v.first;
}

void spectrum_stream::collect_oldest(const view& v, progress& done)
{
    d_executor->wait_oldest();
    d_devices.has_worked();
    const flight f = std::move(d_sent.flights.front());
    d_sent.flights.pop_front();
    smooth(v.out + done.averages * output_bins(d_settings), f.ends.size());
    for (const auto end : f.ends) {
        for (auto& tag : d_tags.take_before(end_of_average(f, end))) {
            tag.offset = done.averages;
            done.tags.push_back(tag);
        }
        ++done.averages;
    }
    d_sent.averages -= f.ends.size();
    d_meter.add(f.frames * d_settings.hop);
}

//! \p count outputs as they are shown, where they are smoothed.
void spectrum_stream::smooth(float* outputs, std::size_t count)
{
    if (!d_settings.smoothed)
        return;
    const auto& s = *d_settings.smoothed;
    const auto bins = static_cast<std::size_t>(output_bins(d_settings));
    if (d_output.decibels)
        d_smoothing.take_decibels(outputs, count, bins, s.offset_db);
    else
        d_smoothing.take_powers(outputs, count, bins, s.weight, s.offset_db);
}

//! Where the next average begins, after that of the first \p frames frames of \p f; or
//! where this one's last frame ends, if the next one has not begun by then.
std::uint64_t spectrum_stream::end_of_average(const flight& f, std::uint32_t frames) const
{
    const std::uint64_t last = f.before.sample + (frames - 1) * d_settings.hop;
    return last + std::min(d_settings.frame_samples(), d_settings.hop);
}

} // namespace gpufft
} // namespace gr
