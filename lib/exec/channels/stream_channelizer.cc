/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/registry.h"
#include "exec/channels/ordered_rows.h"
#include "exec/channels/stream_channelizer.h"
#include "exec/memory/aligned_rows.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

namespace {

// Bytes of samples and outputs that a submission to a CPU device has at most: what a
// second-level cache keeps from the host's part to the kernel.
constexpr std::size_t MOST_PIECE_BYTES = std::size_t(1) << 20;
// Samples that a row of its own length shares with the one before are copied for each
// piece, so pieces are so many times longer.
constexpr std::int64_t LONGEST_TO_SHARED = 8;
// Pieces of a call: enough that the device has one while the host works on others.
constexpr std::size_t USUAL_PIECES = 4;
// Pieces of a call to a GPU: copies each way and kernels are at work on different ones,
// but at the call's ends.
constexpr std::size_t GPU_PIECES = 16;
// Samples that are kept for more taps to come, beside those that the rows reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_ROWS = 2;

//! A GPU turns outputs as it stores them: its kernels are not what takes the time. On a
//! CPU device the host turns them as it deals them, while caches have them.
channelizer_shape shape_for(const channelizer_request& request, const std::string& device)
{
    validate(request);
    channelizer_shape s(request);
    s.device_turns = s.has_turns() && s.period() * s.channels <= MOST_TURNS &&
                     !open_device(device)->info().limits.is_cpu;
    return s;
}

} // namespace

stream_channelizer::stream_channelizer(const channelizer_request& request,
                                       const std::string& device,
                                       effort how,
                                       startup begins)
    : d_shape(shape_for(request, device)),
      d_rows(transform_of(d_shape), device, stream_executor::DEFAULT_DEPTH, how, begins),
      d_reorder(std::make_unique<reorder_for_map>(d_rows.on())),
      d_pieces(d_rows.depth())
{
    d_rows.set_window(window_of(request.taps, d_shape));
    if (d_shape.device_turns)
        d_rows.set_buffer("turns", turns_of(d_shape).data());
}

bool stream_channelizer::change_to(const channelizer_request& request)
{
    if (channelizer_shape(request).taps_per_branch != d_shape.taps_per_branch)
        return false;
    d_rows.set_window(window_of(request.taps, d_shape));
    return true;
}

std::size_t stream_channelizer::past_to_keep() const
{
    return std::max(KEPT_ROWS * static_cast<std::size_t>(d_shape.row_samples()),
                    FEWEST_KEPT);
}

bool stream_channelizer::is_cpu() const { return d_rows.on()->info().limits.is_cpu; }

std::size_t stream_channelizer::most_rows() const
{
    if (!is_cpu())
        return d_rows.max_rows();
    const auto row_bytes =
        static_cast<std::size_t>(d_shape.hop + d_shape.channels) * sizeof(channel_sample);
    const auto shared = LONGEST_TO_SHARED * d_shape.row_samples() / d_shape.hop;
    const auto rows =
        std::max(MOST_PIECE_BYTES / row_bytes, static_cast<std::size_t>(shared));
    return std::max<std::size_t>(1, std::min(d_rows.max_rows(), rows));
}

std::size_t stream_channelizer::outputs_of_a_call() const
{
    const auto period = static_cast<std::size_t>(d_shape.period());
    const auto pieces = is_cpu() ? USUAL_PIECES : GPU_PIECES;
    return (pieces * most_rows() + period - 1) / period * period;
}

//! Samples from the first to behind the last of \p rows rows.
std::size_t stream_channelizer::reach_of(std::size_t rows) const
{
    return (rows - 1) * static_cast<std::size_t>(d_shape.hop) +
           static_cast<std::size_t>(d_shape.row_samples());
}

//! Rows that reach over \p samples samples, as whole periods.
std::size_t stream_channelizer::whole_periods(std::int64_t samples) const
{
    const auto of_a_period = d_shape.period() * d_shape.hop;
    return static_cast<std::size_t>((samples + of_a_period - 1) / of_a_period *
                                    d_shape.period());
}

/*!
 * Chooses the rows of \p p, the next piece, from \p first on and \p most at most. A GPU
 * has a copy of the samples anyway, which is made from where one stream has them; rows
 * that reach into the past, or beyond the call, are few then.
 */
void stream_channelizer::choose(piece& p,
                                const channelizer_call& c,
                                std::size_t first,
                                std::size_t most) const
{
    p.first = static_cast<std::int64_t>(first);
    p.rows = std::min(most, c.outputs - first);
    p.from = nullptr;
    p.mirrored = {};
    if (!c.on_device.in_streams.empty()) {
        choose_joined(p, c, most);
        return;
    }
    if (c.on_device.in.of) {
        choose_mirrored(p, c);
        return;
    }
    if (is_cpu() || c.in.size() != 1)
        return;
    const auto hop = d_shape.hop;
    const auto begin = d_shape.begin(p.first);
    if (begin < 0) {
        p.rows = std::min(p.rows, whole_periods(-begin));
        return;
    }
    const auto there = static_cast<std::int64_t>(c.outputs) * hop;
    const auto room = there - begin - d_shape.row_samples();
    if (room < 0)
        return;
    p.rows = std::min(p.rows, static_cast<std::size_t>(room / hop) + 1);
    p.from = c.in[0] + begin;
}

//! Rows that reach back behind what the mirror has, or beyond it, have a copy on the
//! device: no others are with them.
void stream_channelizer::choose_mirrored(piece& p, const channelizer_call& c) const
{
    p.mirrored.in = c.on_device.in;
    const auto begin = d_shape.begin(p.first);
    const auto missing = -static_cast<std::int64_t>(c.on_device.before) - begin;
    if (missing > 0)
        p.rows = std::min(p.rows, whole_periods(missing));
    const auto there = static_cast<std::int64_t>(c.outputs) * d_shape.hop;
    if (begin + static_cast<std::int64_t>(reach_of(p.rows)) > there && p.rows > 1 &&
        missing <= 0)
        --p.rows;
}

//! Puts the samples of \p p's rows behind one another: of the past, of the call, and
//! zeros where the window is 0.
void stream_channelizer::assemble(piece& p,
                                  const channelizer_call& c,
                                  const past_samples& past) const
{
    const auto begin = d_shape.begin(p.first);
    const auto samples = static_cast<std::int64_t>(reach_of(p.rows));
    p.in.fit(static_cast<std::size_t>(samples) * sizeof(channel_sample));
    auto* to = p.in.data<channel_sample>();
    const auto end = begin + samples;
    const auto there = static_cast<std::int64_t>(c.outputs) * d_shape.hop;
    auto at = begin;
    if (at < 0) {
        const auto before = std::min<std::int64_t>(end, 0);
        past.copy_samples(
            static_cast<std::size_t>(-at), static_cast<std::size_t>(before - at), to);
        to += before - at;
        at = before;
    }
    if (const auto until = std::min(end, there); at < until) {
        join_streams(c.in, at, until, to);
        to += until - at;
        at = until;
    }
    std::fill(to, to + (end - at), channel_sample());
    p.from = p.in.data<channel_sample>();
}

//! Finds the samples of \p p's rows in the mirror, those before that in \p past, and
//! zeros where the window is 0: what lies there may be NaN.
void stream_channelizer::mirror(piece& p,
                                const channelizer_call& c,
                                const past_samples& past) const
{
    constexpr auto BYTES = static_cast<std::int64_t>(sizeof(channel_sample));
    const auto begin = d_shape.begin(p.first);
    const auto end = begin + static_cast<std::int64_t>(reach_of(p.rows));
    const auto first = std::max(begin, -static_cast<std::int64_t>(c.on_device.before));
    const auto last = std::min(end, static_cast<std::int64_t>(c.outputs) * d_shape.hop);
    auto& in = p.mirrored.in;
    const auto of_call = in.bytes.begin;
    in.bytes = { of_call + static_cast<std::uint64_t>(first * BYTES),
                 of_call + static_cast<std::uint64_t>(last * BYTES) };
    if (in.on_host)
        in.on_host = c.in[0] + first;
    p.mirrored.zeros_after = static_cast<std::size_t>((end - last) * BYTES);
    if (first == begin)
        return;
    const auto before = static_cast<std::size_t>(first - begin);
    p.in.fit(before * sizeof(channel_sample));
    past.copy_samples(static_cast<std::size_t>(-begin), before, p.in.data());
    p.mirrored.before = { p.in.data(), before * sizeof(channel_sample) };
}

void stream_channelizer::find_samples(piece& p,
                                      const channelizer_call& c,
                                      const past_samples& past) const
{
    if (!c.on_device.in_streams.empty())
        join(p, c);
    else if (p.mirrored.in.of)
        mirror(p, c, past);
    else if (!p.from)
        assemble(p, c, past);
}

bool stream_channelizer::keeps_on_device(const channel_order& order,
                                         bool has_vectors) const
{
    return may_keep_on_device() &&
           ((has_vectors && order.is_plain()) || d_reorder->find(order.map()) != nullptr);
}

//! What deals rows by \p order on the device; nullptr: the host does.
std::shared_ptr<const row_finish> stream_channelizer::dealing(const channel_order& order,
                                                              bool has_vectors) const
{
    if (!may_keep_on_device() || !d_rows.has_kernels())
        return nullptr;
    const auto by = d_reorder->find(order.map());
    return by ? std::make_shared<dealt_rows>(
                    by, static_cast<std::size_t>(d_shape.channels), !has_vectors)
              : nullptr;
}

//! Where mirrors have places for outputs of \p p, of which \p ahead of the call lie
//! before them.
void stream_channelizer::place_outputs(row_places& places,
                                       const piece& p,
                                       const channelizer_call& c,
                                       const channel_order& order,
                                       std::size_t ahead) const
{
    const auto before = static_cast<std::size_t>(p.first) - ahead;
    const auto part_of = [&](const mirror_place& all, std::size_t values) {
        if (!all.of)
            return mirror_place();
        const auto begin = all.bytes.begin + before * values * sizeof(channel_sample);
        const auto end = begin + p.rows * values * sizeof(channel_sample);
        return mirror_place{ all.of, { begin, end } };
    };
    if (p.is_direct)
        places.out = part_of(c.on_device.out, order.map().size());
    for (const auto& each : c.on_device.out_streams)
        places.out_parts.push_back(part_of(each, 1));
}

//! Submits the rows of \p p. \param ahead  outputs of \p c before the first one that a
//! mirror has a place for
void stream_channelizer::send(piece& p,
                              const channelizer_call& c,
                              const channel_order& order,
                              std::size_t ahead,
                              bool tells_when_read)
{
    auto places = p.mirrored;
    places.downloads = c.on_device.downloads;
    const bool is_plain = c.has_vectors && order.is_plain();
    // Streams of the host's are dealt by the host, which brings them in any case.
    if (!is_plain && (c.has_vectors || !c.on_device.out_streams.empty()))
        places.finish = dealing(order, c.has_vectors);
    p.is_direct = c.has_vectors && (is_plain || places.finish);
    place_outputs(places, p, c, order, ahead);
    channel_sample* to = nullptr;
    if (p.is_direct && places.downloads) {
        to = c.out[0] + p.first * static_cast<std::int64_t>(order.map().size());
    } else if (!p.is_direct && places.downloads) {
        p.out.fit(p.rows * static_cast<std::size_t>(d_shape.channels) *
                  sizeof(channel_sample));
        to = p.out.data<channel_sample>();
    }
    places.host = { { p.from, nullptr }, { to, nullptr } };
    places.first_row = static_cast<std::size_t>(p.first);
    places.tells_when_read = tells_when_read;
    d_rows.submit(places, p.rows);
    d_map_in_use = order.map();
}

//! What is in flight is made anew where it has another map than \p order.
void stream_channelizer::abandon_other(const channel_order& order) noexcept
{
    if (d_rows.in_flight() && order.map() != d_map_in_use)
        abandon();
}

//! Takes the outputs of \p p, which are done, to where they are wanted.
void stream_channelizer::finish(const piece& p,
                                const channelizer_call& c,
                                const channel_order& order) const
{
    if (p.is_direct)
        return;
    const auto* from = p.out.data<channel_sample>();
    if (c.has_vectors)
        order.gather(from,
                     p.first,
                     p.rows,
                     c.out[0] + p.first * static_cast<std::int64_t>(order.map().size()));
    else
        order.deal(from, p.first, p.rows, c.out);
}

//! The samples of \p outputs outputs of \p c become the past.
void stream_channelizer::keep_past(const channelizer_call& c,
                                   std::size_t outputs,
                                   past_samples& past) const
{
    if (c.on_device.is_only_there)
        return;
    const auto samples = static_cast<std::int64_t>(outputs) * d_shape.hop;
    const auto kept = std::min(samples, static_cast<std::int64_t>(past.kept()));
    if (c.in.size() == 1) {
        past.append(c.in[0] + samples - kept, static_cast<std::size_t>(kept));
        return;
    }
    std::vector<channel_sample> last(static_cast<std::size_t>(kept));
    join_streams(c.in, samples - kept, samples, last.data());
    past.append(last.data(), last.size());
}

void stream_channelizer::abandon() noexcept
{
    d_rows.abandon();
    d_oldest = d_next;
    d_sent = d_made = 0;
}

void stream_channelizer::send_next(const channelizer_call& c,
                                   const channel_order& order,
                                   const past_samples& past,
                                   std::size_t most,
                                   bool leaves_in_flight)
{
    auto& p = d_pieces[d_next % d_pieces.size()];
    choose(p, c, d_sent, most);
    find_samples(p, c, past);
    send(p, c, order, 0, leaves_in_flight);
    ++d_next;
    d_sent += p.rows;
}

std::size_t stream_channelizer::finish_oldest()
{
    d_rows.wait_oldest();
    return d_pieces[d_oldest++ % d_pieces.size()].rows;
}

void stream_channelizer::finish_oldest_of(const channelizer_call& c,
                                          const channel_order& order)
{
    const auto& p = d_pieces[d_oldest % d_pieces.size()];
    d_made += finish_oldest();
    finish(p, c, order);
}

void stream_channelizer::wait_for_past()
{
    const auto reach = d_shape.row_samples() - d_shape.ahead - d_shape.hop;
    std::int64_t begin = 0; // of a piece's own samples
    for (std::size_t nth = 0; nth < d_rows.in_flight() && begin < reach; ++nth) {
        d_rows.wait_until_read(nth);
        begin +=
            static_cast<std::int64_t>(d_pieces[(d_oldest + nth) % d_pieces.size()].rows) *
            d_shape.hop;
    }
}

std::size_t stream_channelizer::linked_rows() const { return d_rows.max_linked_rows(); }

std::size_t stream_channelizer::submit(const channelizer_call& c,
                                       const channel_order& order,
                                       std::size_t ahead,
                                       std::size_t most,
                                       const past_samples& past)
{
    auto& p = d_pieces[d_next % d_pieces.size()];
    try {
        choose(p, c, ahead, std::min(most, linked_rows()));
        find_samples(p, c, past);
        send(p, c, order, ahead, true);
    } catch (...) {
        abandon();
        throw;
    }
    ++d_next;
    return p.rows;
}

//! The next call begins behind \p outputs outputs, which are done.
void stream_channelizer::begin_behind(std::size_t outputs)
{
    d_sent -= outputs;
    d_made -= outputs;
    for (auto i = d_oldest; i < d_next; ++i)
        d_pieces[i % d_pieces.size()].first -= static_cast<std::int64_t>(outputs);
}

void stream_channelizer::run(const channelizer_call& c,
                             const channel_order& order,
                             past_samples& past)
{
    abandon_other(order);
    try {
        while (d_made < c.outputs)
            if (d_sent < c.outputs && d_rows.can_submit())
                send_next(c, order, past, most_rows(), false);
            else
                finish_oldest_of(c, order);
    } catch (...) {
        abandon();
        throw;
    }
    begin_behind(c.outputs);
    keep_past(c, c.outputs, past);
}

std::size_t stream_channelizer::advance(const channelizer_call& c,
                                        const channel_order& order,
                                        past_samples& past,
                                        std::size_t piece_outputs)
{
    const auto period = static_cast<std::size_t>(d_shape.period());
    if (is_cpu()) { // whose threads wait for each other at the end of each piece anyway
        run(c, order, past);
        return c.outputs;
    }
    const auto most = std::clamp<std::size_t>(piece_outputs, 1, most_rows());
    // A short piece takes nearly as long as a whole one, and rows that reach beyond the
    // call are copied: they wait to be sent together while others are in flight.
    const auto whole = most + (d_shape.ahead ? 1 : 0);
    const auto is_worth_it = [&] {
        return !d_rows.in_flight() || c.outputs - d_sent >= whole;
    };
    std::size_t done = 0;
    abandon_other(order);
    try {
        do {
            while (d_sent < c.outputs && d_rows.can_submit() && is_worth_it())
                send_next(c, order, past, most, true);
            do
                finish_oldest_of(c, order);
            while (d_rows.oldest_is_done());
        } while (d_made < period);
        done = d_made / period * period;
        if (!c.on_device.is_only_there)
            wait_for_past();
    } catch (...) {
        abandon();
        throw;
    }
    begin_behind(done);
    keep_past(c, done, past);
    return done;
}

} // namespace gpufft
