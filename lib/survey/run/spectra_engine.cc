/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device.h"
#include "exec/frames/make/make_frames.h"
#include "survey/run/spectra_engine.h"
#include <algorithm>
#include <cmath>
#include <exception>

namespace gpufft {

spectra_engine::spectra_engine(const survey_settings& s,
                               sample_kind samples,
                               const std::string& device)
    : d_settings(s), d_taps(s.taps()), d_samples(samples)
{
    const spectrum_request request = { s.length, s.actual_hop(), samples };
    d_bins = static_cast<std::size_t>(
        power_request{ s.length, s.actual_hop(), samples }.bins());
    // The host in place of kernels would round otherwise, and a survey must not depend on
    // what was compiled by then.
    for (const auto each : s.statistics)
        d_executors.push_back(make_frames(request,
                                          scaled_taps(d_taps),
                                          average_of(each),
                                          device,
                                          default_effort(),
                                          startup::compiled));
}

std::size_t spectra_engine::max_frames() const
{
    std::size_t most = d_executors[0]->max_frames();
    for (const auto& each : d_executors)
        most = std::min(most, each->max_frames());
    return most;
}

std::size_t spectra_engine::depth() const
{
    std::size_t least = d_executors[0]->depth();
    for (const auto& each : d_executors)
        least = std::min(least, each->depth());
    return least;
}

std::size_t spectra_engine::in_flight() const { return d_executors.back()->in_flight(); }

bool spectra_engine::is_cpu() const { return d_executors[0]->on()->info().limits.is_cpu; }

void spectra_engine::take_locked(const void* memory,
                                 std::size_t bytes,
                                 const std::shared_ptr<host_registration>& held)
{
    for (const auto& each : d_executors)
        each->locked().take(memory, bytes, held);
}

void spectra_engine::let_go_of_locked(const void* memory)
{
    for (const auto& each : d_executors)
        each->locked().let_go(memory);
}

void spectra_engine::lock(void* memory, std::size_t bytes)
{
    for (const auto& each : d_executors)
        each->locked().add(memory, bytes);
}

std::string spectra_engine::device_name() const { return d_executors[0]->device_name(); }

spectrum_output spectra_engine::output_at(double samp_rate_hz) const
{
    spectrum_output o;
    o.factor = power_factor(d_taps, d_samples, samp_rate_hz, d_settings.unit) *
               std::pow(10, d_settings.calibration_db / 10);
    o.edge_factor = edge_factor(d_samples, d_settings.unit);
    o.decibels = is_in_decibels(d_settings.unit);
    o.centered = !is_real(d_samples);
    return o;
}

void spectra_engine::submit(const frame_piece& piece,
                            const void* samples,
                            double samp_rate_hz,
                            const chunk_memory& to,
                            std::int64_t first_row)
{
    spectrum_batch batch;
    batch.samples = samples;
    batch.frames = piece.frames;
    batch.is_fresh = piece.is_fresh;
    batch.ends = piece.ends;
    batch.counts = piece.counts;
    batch.output = output_at(samp_rate_hz);
    const auto row = static_cast<std::size_t>(piece.first_row - first_row);
    for (std::size_t i = 0; i < d_executors.size(); ++i) {
        batch.how = average_of(d_settings.statistics[i]);
        batch.out = to.of(i) + row * d_bins;
        d_executors[i]->submit(batch);
    }
}

void spectra_engine::wait_oldest()
{
    for (const auto& each : d_executors)
        each->wait_oldest();
}

void spectra_engine::abandon() noexcept
{
    for (const auto& each : d_executors) {
        while (each->in_flight()) {
            try {
                each->wait_oldest();
            } catch (const std::exception&) {
                // The one that failed first is what is reported.
            }
        }
    }
}

} // namespace gpufft
