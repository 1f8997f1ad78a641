/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "exec/synthesizers/stream_synthesizer.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

namespace {

// Bytes of rows in and out that a submission has at most: what a second-level cache keeps
// from the kernel to the host's part.
constexpr std::size_t MOST_ROW_BYTES = std::size_t(1) << 20;
// Rows before a piece are copied for it, so pieces have so many times more.
constexpr std::size_t LONGEST_TO_BEFORE = 8;
// Pieces of a call: enough that the device has one while the host works on others.
constexpr std::size_t PIECES_OF_A_CALL = 4;
// Pieces of a call to a GPU that adds up: copies each way and kernels are at work on
// different ones, but at the call's ends.
constexpr std::size_t PIECES_OF_A_GPU = 16;
// Outputs that rows are kept of for more taps to come, and how often those of now.
constexpr std::size_t FEWEST_OUTPUTS_KEPT = 4096;
constexpr std::size_t KEPT_BRANCHES = 2;
// So many rows are whole cache lines, whatever their length.
constexpr std::size_t ROWS_OF_LINES = 8;

synthesizer_shape shape_of(const synthesizer_request& request)
{
    validate(request);
    return synthesizer_shape(request);
}

//! What adds rows up on the device of \p rows; nullptr: the host is to do it.
std::unique_ptr<device_synthesizer> device_part(const synthesizer_shape& s,
                                                const std::vector<double>& taps,
                                                stream_executor& rows)
{
    const auto& info = rows.on()->info();
    if (info.limits.is_cpu) // whose memory the host adds up in vectors
        return nullptr;
    try {
        return std::make_unique<device_synthesizer>(s, taps, rows);
    } catch (const build_error& e) {
        log().warn("{} transforms the rows of synthesizers, and the host adds them up: "
                   "{}",
                   label_of(info),
                   e.what());
        return nullptr;
    }
}

} // namespace

stream_synthesizer::stream_synthesizer(const synthesizer_request& request,
                                       const std::string& device,
                                       effort how,
                                       startup begins)
    : d_shape(shape_of(request)),
      d_sums(request.taps, request.channels),
      d_rows(transform_of(d_shape), device, stream_executor::DEFAULT_DEPTH, how, begins),
      d_device(device_part(d_shape, request.taps, d_rows)),
      d_pieces(d_rows.depth()),
      d_before(points() * sizeof(channel_sample))
{
}

bool stream_synthesizer::change_to(const synthesizer_request& request)
{
    if (d_device)
        d_device->set_taps(request.taps);
    d_sums = branch_sums(request.taps, request.channels);
    d_before_end = NONE; // may be of rows before those that the device has added up
    return true;
}

std::size_t stream_synthesizer::rows_before() const
{
    const auto rows = d_sums.taps_per_branch() - 1;
    return (rows + ROWS_OF_LINES - 1) / ROWS_OF_LINES * ROWS_OF_LINES;
}

std::size_t stream_synthesizer::past_to_keep() const
{
    const auto of_outputs =
        FEWEST_OUTPUTS_KEPT / static_cast<std::size_t>(d_shape.channels) + 1;
    return std::max(KEPT_BRANCHES * d_sums.taps_per_branch() + ROWS_OF_LINES, of_outputs);
}

std::size_t stream_synthesizer::most_rows() const
{
    const auto row_bytes = 2 * points() * sizeof(channel_sample);
    const auto rows =
        std::max(MOST_ROW_BYTES / row_bytes, LONGEST_TO_BEFORE * rows_before());
    return std::max<std::size_t>(1, std::min(d_rows.max_rows(), rows));
}

std::size_t stream_synthesizer::rows_of_a_call() const
{
    return device_adds() ? PIECES_OF_A_GPU * d_device->most_rows()
                         : PIECES_OF_A_CALL * most_rows();
}

bool stream_synthesizer::device_adds() const
{
    return d_device && d_device->is_worth_it();
}

bool stream_synthesizer::gathers(const std::vector<int>& map, bool has_vectors) const
{
    return device_adds() && d_device->gathers(map, has_vectors);
}

void stream_synthesizer::abandon() noexcept
{
    if (d_device)
        d_device->abandon();
}

std::size_t stream_synthesizer::submit(const synthesizer_call& c,
                                       std::int64_t number,
                                       std::size_t ahead,
                                       std::size_t most,
                                       const std::vector<int>& map,
                                       const synthesizer_past& past)
{
    return d_device->submit(c, number, ahead, most, map, past);
}

std::size_t stream_synthesizer::finish_oldest()
{
    return d_device->finish_oldest() * static_cast<std::size_t>(d_shape.channels);
}

void stream_synthesizer::wait_for_past() { d_device->wait_for_past(); }

//! Submits the rows of \p p: where they lie, if they do as they should.
void stream_synthesizer::send(piece& p, const synthesizer_rows& rows)
{
    const auto* from = rows.in_place(p.first);
    if (!from) {
        p.in.fit(p.rows * points() * sizeof(channel_sample));
        rows.put(p.first, p.rows, p.in.data<channel_sample>());
        from = p.in.data<channel_sample>();
    }
    p.out.fit((rows_before() + p.rows) * points() * sizeof(channel_sample));
    d_rows.submit(from, p.out.data<channel_sample>() + rows_before() * points(), p.rows);
}

//! Adds up the rows of \p p, which are done, and those before, and keeps the last ones.
//! \param first_row  number of its first one
void stream_synthesizer::finish(const piece& p,
                                const synthesizer_call& c,
                                std::int64_t first_row)
{
    const auto channels = static_cast<std::size_t>(d_shape.channels);
    d_before.copy_last(rows_before(), p.out.data<channel_sample>());
    const auto* rows = p.out.data<channel_sample>() + rows_before() * points();
    auto* to = c.out + p.first * channels;
    if (channels == points()) {
        d_sums.sum_rows(rows, p.rows, to);
    } else {
        for (std::size_t r = 0; r < p.rows; ++r) {
            const auto number = first_row + static_cast<std::int64_t>(r);
            d_sums.sum(rows + r * points() + d_shape.first_point(number),
                       d_shape.points,
                       to + r * channels);
        }
    }
    d_before.append(rows, p.rows);
}

//! Has d_before hold the rows before the next one, which it may have from the last call.
void stream_synthesizer::transform_past(const synthesizer_past& past)
{
    const auto wanted = rows_before();
    if (d_before_end == past.count() && d_before.kept() >= wanted)
        return;
    d_before.keep(wanted);
    d_before.clear();
    const auto there = std::min(
        wanted, static_cast<std::size_t>(std::max<std::int64_t>(past.count(), 0)));
    std::vector<channel_sample> in(there * points()), out(there * points());
    past.copy_last(there, in.data());
    for (std::size_t done = 0; done < there;) {
        const auto rows = std::min(there - done, d_rows.max_rows());
        d_rows.submit(in.data() + done * points(), out.data() + done * points(), rows);
        d_rows.wait_oldest();
        done += rows;
    }
    d_before.append(out.data(), there);
}

void stream_synthesizer::run_on_host(const synthesizer_call& c,
                                     const std::vector<int>& map,
                                     synthesizer_past& past)
{
    const synthesizer_rows rows(d_shape, c, map);
    std::size_t sent = 0, next = 0, oldest = 0; // rows, and pieces
    const auto most = most_rows();
    try {
        transform_past(past);
        d_before_end = NONE; // until all rows of the call are behind them
        while (sent < c.rows || d_rows.in_flight()) {
            if (sent < c.rows && d_rows.can_submit()) {
                auto& p = d_pieces[next++ % d_pieces.size()];
                p.first = sent;
                p.rows = std::min(most, c.rows - sent);
                send(p, rows);
                sent += p.rows;
            } else {
                d_rows.wait_oldest();
                const auto& p = d_pieces[oldest++ % d_pieces.size()];
                finish(p, c, past.count() + static_cast<std::int64_t>(p.first));
            }
        }
    } catch (...) {
        d_rows.abandon();
        throw;
    }
    rows.append_to(past, c.rows);
    d_before_end = past.count();
}

void stream_synthesizer::run(const synthesizer_call& c,
                             const std::vector<int>& map,
                             synthesizer_past& past)
{
    if (device_adds())
        d_device->run(c, map, past);
    else
        run_on_host(c, map, past);
}

std::size_t stream_synthesizer::advance(const synthesizer_call& c,
                                        const std::vector<int>& map,
                                        synthesizer_past& past,
                                        std::size_t piece_rows)
{
    if (device_adds())
        return d_device->advance(c, map, past, piece_rows);
    run_on_host(c, map, past);
    return c.rows;
}

} // namespace gpufft
