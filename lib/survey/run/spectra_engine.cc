/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/large_pages.h"
#include "device/interface/device.h"
#include "exec/frames/make/make_frames.h"
#include "survey/run/spectra_engine.h"
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace gpufft {

namespace {

//! The average that has \p planes, beside others.
average average_for(const accumulations& planes)
{
    if (planes.has(accumulation::sum))
        return average::mean;
    return planes.has(accumulation::highest) ? average::highest : average::lowest;
}

//! Taps that make the powers of samples of any kind and of frames of any length about 1,
//! since their squares are to be single precision. A power of two rounds nothing.
double tap_scale(std::int64_t length, sample_kind samples)
{
    const double amplitude =
        sample_scale(samples) / std::sqrt(static_cast<double>(length));
    return std::exp2(std::round(std::log2(amplitude)));
}

window_taps survey_taps(const std::vector<float>& taps, double scale)
{
    auto scaled = scaled_taps(taps);
    for (auto& each : scaled.values)
        each *= scale;
    return scaled;
}

} // namespace

spectra_engine::spectra_engine(const survey_settings& s,
                               sample_kind samples,
                               const std::string& device)
    : spectra_engine(s, s.taps(), samples, device)
{
}

spectra_engine::spectra_engine(const survey_settings& s,
                               std::vector<float> taps,
                               sample_kind samples,
                               const std::string& device)
    : d_settings(s),
      d_taps(std::move(taps)),
      d_tap_scale(tap_scale(s.frame_samples(), samples)),
      d_samples(samples),
      d_how(average_for(s.device_planes()))
{
    spectrum_request request = { s.length, s.actual_hop(), samples };
    if (s.device_planes().count() > 1)
        request.beside = s.device_planes();
    request.taps_per_branch = s.taps_per_branch;
    const power_request frame{ s.length, s.actual_hop(), samples, accumulation::sum };
    d_bins = frame.values();
    // The host in place of kernels would round otherwise, and a survey must not depend on
    // what was compiled by then.
    d_executor = make_frames(request,
                             survey_taps(d_taps, d_tap_scale),
                             d_how,
                             device,
                             default_effort(),
                             startup::compiled);
}

//! A submission takes the host 50 to 80 us, whatever it holds: a GPU gets pieces of 8
//! MiB, half of the most. Percentiles keep the powers of all frames of a piece.
std::size_t spectra_engine::max_frames() const
{
    const auto most = d_executor->max_frames();
    if (is_cpu() || !d_settings.percentiles.empty())
        return most;
    return std::max(most, d_executor->max_linked_frames() / 2);
}

std::size_t spectra_engine::depth() const { return d_executor->depth(); }
std::size_t spectra_engine::in_flight() const { return d_executor->in_flight(); }
bool spectra_engine::is_cpu() const { return on()->info().limits.is_cpu; }

void* spectra_engine::piece_memory(std::size_t number, std::size_t bytes)
{
    return memory_of(d_pieces, number, bytes).bytes.data();
}

void* spectra_engine::frame_memory(std::size_t number, std::size_t bytes)
{
    auto& m = memory_of(d_frames, number, bytes);
    lock(m);
    return m.bytes.data();
}

spectra_engine::memory& spectra_engine::memory_of(std::vector<memory>& of,
                                                  std::size_t number,
                                                  std::size_t bytes) const
{
    if (number >= of.size())
        of.resize(number + 1);
    auto& m = of[number];
    if (!m.bytes.data() || m.bytes.bytes() < bytes) {
        if (m.is_locked)
            d_executor->locked().let_go(m.bytes.data());
        m = { aligned_bytes(bytes) };
        ask_for_large_pages(m.bytes.data(), bytes);
    }
    return m;
}

void spectra_engine::lock(memory& m) const
{
    if (!std::exchange(m.is_locked, true))
        d_executor->locked().add(m.bytes.data(), m.bytes.bytes());
}

//! Locks the memory of \p samples, which somebody has filled by now: the system makes
//! pages for several threads that read side by side, but for one that locks them page by
//! page.
void spectra_engine::lock_piece(const void* samples)
{
    for (auto& each : d_pieces)
        if (each.bytes.data() == samples)
            lock(each);
}

std::string spectra_engine::device_name() const { return d_executor->device_name(); }

std::string spectra_engine::plan_line() const { return d_executor->plan_line(); }

//! What makes the unit of the powers that the executor's window gives.
double spectra_engine::factor_at(double samp_rate_hz) const
{
    return power_factor(d_taps, d_samples, samp_rate_hz, d_settings.unit) *
           std::pow(10, d_settings.calibration_db / 10) / (d_tap_scale * d_tap_scale);
}

double spectra_engine::missing_factor(double samp_rate_hz) const
{
    // Squares of powers per Hz are below 1e-38 at -190 dBFS/Hz, and percentiles count
    // powers from far below 1 to far above.
    const bool are_about_1 =
        d_settings.planes().has(accumulation::square) || !d_settings.percentiles.empty();
    return are_about_1 ? factor_at(samp_rate_hz) : 1;
}

spectrum_output spectra_engine::output_at(double samp_rate_hz) const
{
    spectrum_output o;
    o.factor = factor_at(samp_rate_hz) / missing_factor(samp_rate_hz);
    o.edge_factor = edge_factor(d_samples, d_settings.unit);
    o.decibels = is_in_decibels(d_settings.unit) && !d_settings.takes_linear_powers();
    o.centered = !is_real(d_samples);
    return o;
}

void spectra_engine::submit(const frame_piece& piece,
                            const void* samples,
                            double samp_rate_hz,
                            float* to)
{
    lock_piece(samples);
    spectrum_batch batch;
    batch.samples = samples;
    batch.frames = piece.frames;
    batch.is_fresh = piece.is_fresh;
    batch.follows = !piece.is_fresh; // pieces of a chunk lie one after the other
    batch.ends = piece.ends;
    batch.counts = piece.counts;
    batch.output = output_at(samp_rate_hz);
    batch.how = d_how;
    batch.out = to;
    d_executor->submit(batch);
}

void spectra_engine::wait_oldest() { d_executor->wait_oldest(); }

void spectra_engine::abandon() noexcept
{
    while (d_executor->in_flight()) {
        try {
            d_executor->wait_oldest();
        } catch (const std::exception&) {
            // The one that failed first is what is reported.
        }
    }
}

} // namespace gpufft
