/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/filters/stream_filter.h"
#include "exec/host/sample_floats.h"
#include "exec/memory/aligned_rows.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpufft {

namespace {

// Bytes of samples that a submission to a CPU device holds at most: what a last-level
// cache keeps from the copy to the kernel.
constexpr std::size_t MOST_PIECE_BYTES = std::size_t(2) << 20;
// Rows that keep all threads of a CPU device busy, and samples that are worth a launch.
constexpr std::size_t USUAL_ROWS = 32;
constexpr std::size_t USUAL_SAMPLES = std::size_t(1) << 16;
// Pieces of a call to a GPU: copies each way and kernels are at work on different ones,
// but at the call's ends.
constexpr std::size_t PIECES_OF_A_CALL = 16;
// Rows of a piece to a GPU, where they are long: see measurements.md, "Rows of a piece of
// filters".
constexpr std::size_t FEWEST_ROWS = 2;
// Samples that are kept for longer taps to come, beside those that the taps reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_FOR_EACH_TAP = 2;

filter_shape shape_for(const filter_request& request, const std::string& device)
{
    validate(request);
    return choose_shape(request, open_device(device)->info().limits.is_cpu);
}

//! The transform of rows; of those that are mixed, one that turns outputs where kernels
//! store them one by one anyway. Vectors of CPU devices leave that to the host, whose
//! caches have the outputs.
transform row_transform(const filter_shape& s, const std::string& device)
{
    const bool is_cpu = open_device(device)->info().limits.is_cpu;
    return s.is_mixed && !is_cpu ? turning_transform_of(s) : transform_of(s);
}

std::size_t whole_lines(std::size_t bytes)
{
    return (bytes + aligned_rows::BYTES - 1) / aligned_rows::BYTES * aligned_rows::BYTES;
}

} // namespace

stream_filter::stream_filter(const filter_request& request,
                             const std::string& device,
                             effort how,
                             startup begins)
    : d_shape(shape_for(request, device)),
      d_taps(request.taps.size()),
      d_rows(row_transform(d_shape, device),
             device,
             stream_executor::DEFAULT_DEPTH,
             how,
             begins),
      d_pieces(d_rows.depth())
{
    if (has_whole_numbers())
        d_kernels_take_samples = d_rows.take_samples(d_shape.samples);
    take_taps(request);
}

void stream_filter::take_taps(const filter_request& request)
{
    d_rows.set_spectrum(spectrum_of(request, d_shape));
    if (!d_shape.is_mixed)
        return;
    d_turns = output_turns(-request.center * static_cast<double>(d_shape.decimation));
    if (!turns_on_device())
        return;
    std::vector<std::complex<float>> outputs, rows;
    for (std::int64_t k = 0; k < d_shape.outputs(); ++k)
        outputs.emplace_back(turned_by(static_cast<double>(k) * d_turns.each()));
    const auto of_a_row = static_cast<double>(d_shape.outputs()) * d_turns.each();
    for (std::int64_t r = 0; r < MOST_TURNED_ROWS; ++r)
        rows.emplace_back(turned_by(static_cast<double>(r) * of_a_row));
    d_rows.set_buffer("outputs", outputs.data());
    d_rows.set_buffer("rows", rows.data());
}

bool stream_filter::change_to(const filter_request& request)
{
    const auto wanted = choose_shape(request, d_rows.on()->info().limits.is_cpu);
    const auto count = static_cast<std::int64_t>(request.taps.size());
    if (count > d_shape.most_taps() || wanted.length < d_shape.length)
        return false;
    take_taps(request);
    return true;
}

std::size_t stream_filter::past_to_keep() const
{
    return std::max(KEPT_FOR_EACH_TAP * d_taps, FEWEST_KEPT);
}

std::size_t stream_filter::sample_bytes() const
{
    return sizeof(float) * (d_shape.is_real ? 1 : 2);
}

std::size_t stream_filter::input_bytes() const
{
    return d_shape.is_real ? sizeof(float) : gpufft::sample_bytes(d_shape.samples);
}

bool stream_filter::is_cpu() const { return d_rows.on()->info().limits.is_cpu; }

//! Rows of samples in a submission: whole pairs where they are real.
std::size_t stream_filter::most_rows() const
{
    const auto hop_bytes = static_cast<std::size_t>(d_shape.hop) * sample_bytes();
    const std::size_t together = d_shape.is_real ? 2 : 1;
    auto rows = d_rows.max_rows() * together;
    if (is_cpu())
        rows = std::min(rows, MOST_PIECE_BYTES / hop_bytes);
    if (turns_on_device())
        return std::clamp<std::size_t>(rows, 1, MOST_TURNED_ROWS);
    return std::max(rows / together * together, together);
}

std::size_t stream_filter::outputs_of_a_call() const
{
    const auto outputs = static_cast<std::size_t>(d_shape.outputs());
    if (!is_cpu())
        return PIECES_OF_A_CALL * most_rows() * outputs;
    const auto rows =
        std::max(USUAL_ROWS, USUAL_SAMPLES / static_cast<std::size_t>(d_shape.hop));
    return std::min(rows, most_rows()) * outputs;
}

std::size_t stream_filter::piece_samples() const
{
    return is_cpu() ? 0 : FEWEST_ROWS * static_cast<std::size_t>(d_shape.hop);
}

//! Chooses what \p p, the next piece of \p c, has: whole rows where they lie, as many as
//! may be, or else rows that are copied behind the samples before them.
void stream_filter::choose(piece& p, const call& c) const
{
    const auto row_outputs = static_cast<std::size_t>(d_shape.outputs());
    const auto first = static_cast<std::size_t>(d_shape.first);
    const std::size_t together = d_shape.is_real ? 2 : 1;
    const auto left = c.outputs - c.sent;
    const auto samples = c.sent * static_cast<std::size_t>(d_shape.decimation);
    const auto whole = std::min(left / row_outputs, c.piece_rows) / together * together;
    p.to = c.to ? c.to + (c.sent - c.skipped) * sample_bytes() : nullptr;
    p.turns = c.turns + static_cast<double>(c.sent) * d_turns.each();
    p.from = nullptr;
    p.mirrored = {};
    p.is_whole_numbers = false;
    if (c.sent < c.lead) {
        p.rows = 1;
        p.outputs = c.lead - c.sent;
        return;
    }
    if (has_whole_numbers() && !d_kernels_take_samples) { // which are copied anyway
        p.outputs = std::min(left, std::max<std::size_t>(whole, 1) * row_outputs);
        p.rows = (p.outputs + row_outputs - 1) / row_outputs;
        return;
    }
    if (may_be_mirrored(c) && (whole || c.on_device.is_only_there)) {
        p.rows = std::max<std::size_t>(whole, 1);
        p.outputs = whole ? whole * row_outputs : left;
        p.mirrored.in = c.on_device.in;
        return;
    }
    std::size_t rows = c.piece_rows;
    if (samples < first)
        rows = std::min(rows,
                        (first - samples + d_shape.hop - 1) /
                            static_cast<std::size_t>(d_shape.hop));
    else
        choose_where_they_lie(p, c, whole);
    rows = p.from ? whole
                  : std::min((rows + together - 1) / together * together, c.piece_rows);
    p.outputs = std::min(left, rows * row_outputs);
    p.rows = (p.outputs + row_outputs - 1) / row_outputs;
}

//! Has \p p, the next piece of \p c with \p whole whole rows that reach into no past,
//! take them from where they lie, where the device can.
void stream_filter::choose_where_they_lie(piece& p,
                                          const call& c,
                                          std::size_t whole) const
{
    const auto first = static_cast<std::size_t>(d_shape.first);
    const auto samples = c.sent * static_cast<std::size_t>(d_shape.decimation);
    const auto* at = c.from + (samples - first) * input_bytes();
    if (!whole || !may_lie(at))
        return;
    p.from = at;
    p.is_whole_numbers = has_whole_numbers();
}

//! CPU devices work on rows that begin there; others have copies of their own.
bool stream_filter::may_lie(const unsigned char* at) const
{
    return !is_cpu() || reinterpret_cast<std::uintptr_t>(at) % aligned_rows::BYTES == 0;
}

//! Rows in pairs have two planes, which a mirror has not.
bool stream_filter::may_be_mirrored(const call& c) const
{
    return c.on_device.in.of && !d_shape.is_real && !has_whole_numbers() &&
           d_rows.has_kernels();
}

//! Finds the samples of \p p in the mirror, and those before them there or on the host.
void stream_filter::mirror(piece& p, const call& c, const filter_past& past) const
{
    const auto bytes = sample_bytes();
    const auto decimation = static_cast<std::size_t>(d_shape.decimation);
    const auto first = static_cast<std::size_t>(d_shape.first);
    const auto samples = c.sent * decimation, own = p.outputs * decimation;
    const auto before = std::min(samples + c.on_device.before, first);
    auto& place = p.mirrored.in;
    const auto begin = place.bytes.begin + samples * bytes - before * bytes;
    place.bytes = { begin, begin + (before + own) * bytes };
    if (place.on_host)
        place.on_host = c.from + (samples - before) * bytes;
    // What would wrap around must not be NaN.
    p.mirrored.zeros_after =
        (p.rows * static_cast<std::size_t>(d_shape.hop) - own) * bytes;
    if (before == first)
        return;
    p.in.fit((first - before) * bytes);
    past.samples.copy_last(first - before, p.in.data());
    p.mirrored.before = { p.in.data(), (first - before) * bytes };
}

//! Outputs of \p p go to a mirror, too, or there alone.
void stream_filter::place_outputs(piece& p, const call& c) const
{
    const auto& out = c.on_device.out;
    if (!out.of)
        return;
    const auto begin = out.bytes.begin + (c.sent - c.skipped) * sample_bytes();
    p.mirrored.out = { out.of, { begin, begin + p.outputs * sample_bytes() } };
    p.mirrored.downloads = c.on_device.downloads;
}

//! Puts the samples of \p p, and those before them, behind one another.
void stream_filter::assemble(piece& p, const call& c, const filter_past& past) const
{
    const auto bytes = sample_bytes();
    const auto decimation = static_cast<std::size_t>(d_shape.decimation);
    const auto first = static_cast<std::size_t>(d_shape.first);
    const std::size_t together = d_shape.is_real ? 2 : 1;
    const auto samples = c.sent * decimation, own = p.outputs * decimation;
    const auto rows = (p.rows + together - 1) / together * together;
    const auto reach = (rows - 1) * static_cast<std::size_t>(d_shape.hop) +
                       static_cast<std::size_t>(d_shape.length);
    p.in.fit(reach * bytes);
    auto* at = p.in.data();
    const auto before = std::min(samples, first);
    past.samples.copy_last(first - before, at);
    at += (first - before) * bytes;
    const auto* from = c.from + (samples - before) * input_bytes();
    if (has_whole_numbers())
        to_floats(d_shape.samples,
                  from,
                  before + own,
                  reinterpret_cast<std::complex<float>*>(at));
    else
        std::memcpy(at, from, (before + own) * bytes);
    at += (before + own) * bytes;
    // What would wrap around must not be NaN.
    std::memset(at, 0, static_cast<std::size_t>(p.in.data() + reach * bytes - at));
    p.from = p.in.data();
}

//! Submits the rows of \p p.
void stream_filter::send(piece& p, bool tells_when_read)
{
    const auto bytes = sample_bytes();
    const auto row_outputs = static_cast<std::size_t>(d_shape.outputs());
    const std::size_t together = d_shape.is_real ? 2 : 1;
    const auto rows = (p.rows + together - 1) / together;
    const bool is_direct = !d_shape.is_real && p.outputs == p.rows * row_outputs;
    const auto plane = whole_lines(rows * row_outputs * bytes);
    if (!is_direct && p.mirrored.downloads)
        p.out.fit(together * plane);
    const auto hop_bytes = static_cast<std::size_t>(d_shape.hop) * bytes;
    auto* out = is_direct ? p.to : p.out.data();
    if (turns_on_device()) {
        const auto by = turned_by(p.turns);
        d_rows.set_number("re", by.real());
        d_rows.set_number("im", by.imag());
    }
    auto places = p.mirrored;
    places.host.in = { p.from, d_shape.is_real ? p.from + hop_bytes : nullptr };
    places.host.out = { out, d_shape.is_real ? out + plane : nullptr };
    places.are_samples = p.is_whole_numbers;
    places.tells_when_read = tells_when_read;
    d_rows.submit(places, rows);
}

//! Takes the outputs of \p p, which are done, to where they are wanted.
void stream_filter::finish(piece& p) const
{
    const auto bytes = sample_bytes();
    const auto row_outputs = static_cast<std::size_t>(d_shape.outputs());
    if (!p.mirrored.downloads)
        return;
    if (!d_shape.is_real) {
        if (p.outputs != p.rows * row_outputs)
            std::memcpy(p.to, p.out.data(), p.outputs * bytes);
        if (d_shape.is_mixed && !turns_on_device())
            d_turns.apply(
                reinterpret_cast<std::complex<float>*>(p.to), p.outputs, p.turns);
        return;
    }
    const auto plane = whole_lines((p.rows + 1) / 2 * row_outputs * bytes);
    for (std::size_t row = 0, done = 0; row < p.rows; ++row, done += row_outputs) {
        const auto* from = p.out.data() + row % 2 * plane + row / 2 * row_outputs * bytes;
        std::memcpy(
            p.to + done * bytes, from, std::min(row_outputs, p.outputs - done) * bytes);
    }
}

} // namespace gpufft
