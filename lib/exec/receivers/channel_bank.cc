/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "exec/host/host_vectors.h"
#include "exec/receivers/channel_bank.h"
#include "exec/receivers/oscillator.h"
#include <gpufft/error.h>
#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace gpufft {

namespace {

// Bytes of the rows of a submission: on CPU devices what a second-level cache keeps from
// the host's part to the kernel and back, on GPUs what outweighs a launch.
constexpr std::size_t CPU_PIECE_BYTES = std::size_t(256) << 10;
constexpr std::size_t GPU_PIECE_BYTES = std::size_t(2) << 20;

receiver_sample* samples_of(const std::shared_ptr<unsigned char>& memory)
{
    return reinterpret_cast<receiver_sample*>(memory.get());
}

//! What computes channels on the device of \p forward; nullptr: the host does its part.
std::unique_ptr<channels_on_device> device_part(const receiver_shape& shape,
                                                stream_executor& forward,
                                                inverse_transforms& inverses)
{
    const auto& info = forward.on()->info();
    if (info.limits.is_cpu)
        return nullptr;
    try {
        return std::make_unique<channels_on_device>(shape, forward, inverses);
    } catch (const build_error& e) {
        log().warn("{} transforms the blocks of receivers, and the host gathers the bins "
                   "of channels: {}",
                   label_of(info),
                   e.what());
        return nullptr;
    }
}

} // namespace

channel_bank::channel_bank(const receiver_shape& shape,
                           const std::string& device,
                           effort how,
                           startup begins)
    : d_shape(shape),
      d_forward(transform_of(shape), device, stream_executor::DEFAULT_DEPTH, how, begins),
      d_inverses(device, how, begins),
      d_device(device_part(shape, d_forward, d_inverses))
{
}

void channel_bank::reads_from(std::shared_ptr<unsigned char> memory, std::size_t bytes)
{
    if (d_input)
        d_forward.locked().let_go(d_input.get());
    d_input = std::move(memory);
    d_forward.locked().add(d_input.get(), bytes);
}

void channel_bank::prepare(std::int64_t points) { d_inverses.of(points); }

void channel_bank::renew_slots()
{
    if (d_device)
        d_device->renew();
    d_forward.renew_slots();
    d_inverses.renew_slots();
}

void channel_bank::run(const receiver_input& in,
                       std::size_t blocks,
                       const std::vector<channel_call>& calls)
{
    if (calls.empty() || blocks == 0)
        return;
    d_inverses.next_call();
    if (d_device && d_device->has_room(calls)) {
        d_device->run(in, blocks, calls);
        return;
    }
    transform_blocks(in, blocks);
    std::map<std::int64_t, std::vector<row>> by_length;
    for (const auto& call : calls)
        for (std::size_t block = 0; block < blocks; ++block)
            by_length[call.channel->points()].push_back({ &call, block });
    for (const auto& group : by_length)
        transform_back(*d_inverses.of(group.first), group.second);
}

void channel_bank::transform_blocks(const receiver_input& in, std::size_t blocks)
{
    const auto length = static_cast<std::size_t>(d_shape.length());
    if (d_blocks < blocks) {
        const auto bytes = blocks * length * sizeof(receiver_sample);
        if (d_memory)
            d_forward.locked().let_go(d_memory.get());
        d_memory = page_memory(bytes);
        d_forward.locked().add(d_memory.get(), bytes);
        d_blocks = blocks;
    }
    std::size_t sent = 0;
    try {
        while (sent < blocks || d_forward.in_flight()) {
            if (sent < blocks && d_forward.can_submit()) {
                const auto rows = std::min(d_forward.max_rows(), blocks - sent);
                d_forward.submit(
                    in.rows(d_shape, sent, rows, samples_of(d_memory) + sent * length),
                    rows);
                sent += rows;
            } else {
                d_forward.wait_oldest();
            }
        }
    } catch (...) {
        d_forward.abandon();
        throw;
    }
}

//! Puts the weighted bins of \p r to \p to, in the inverse transform's order: those from
//! the centre up, then those below it.
void channel_bank::gather(const row& r, receiver_sample* to) const
{
    const auto& channel = *r.call->channel;
    const auto length = d_shape.length(), points = channel.points();
    const auto* bins = samples_of(d_memory) + r.block * static_cast<std::size_t>(length);
    const auto* weights = channel.weights().data();
    const auto take = [&](std::int64_t k, std::int64_t end) {
        while (k < end) {
            const auto bin = ((channel.centre() + k) % length + length) % length;
            const auto some = std::min(end - k, length - bin);
            const auto place = (k + points) % points;
            multiply(
                bins + bin, weights + place, static_cast<std::size_t>(some), to + place);
            k += some;
        }
    };
    take(0, points - points / 2);
    take(-(points / 2), 0);
}

//! Brings the outputs of \p r from its row to where they are wanted.
void channel_bank::scatter(const row& r, const receiver_sample* from) const
{
    const auto& channel = *r.call->channel;
    const double turns =
        r.call->turns + static_cast<double>(r.block) * channel.advance() - channel.lead();
    turn_back(from + channel.points() / d_shape.overlap,
              static_cast<std::size_t>(channel.outputs()),
              turns,
              channel.drift(),
              r.call->out + r.block * static_cast<std::size_t>(channel.outputs()));
}

void channel_bank::transform_back(stream_executor& inverse, const std::vector<row>& rows)
{
    const auto points = static_cast<std::size_t>(rows.front().call->channel->points());
    const auto row_bytes = points * sizeof(receiver_sample);
    const auto wanted =
        inverse.on()->info().limits.is_cpu ? CPU_PIECE_BYTES : GPU_PIECE_BYTES;
    const auto most = std::min({ inverse.max_rows(),
                                 std::max<std::size_t>(1, wanted / row_bytes),
                                 rows.size() });
    d_pieces.resize(std::max(d_pieces.size(), inverse.depth()));
    std::size_t sent = 0, next = 0, oldest = 0; // rows, and pieces
    try {
        while (sent < rows.size() || inverse.in_flight()) {
            if (sent < rows.size() && inverse.can_submit()) {
                auto& p = d_pieces[next++ % inverse.depth()];
                p.in.fit(most * row_bytes);
                p.out.fit(most * row_bytes);
                const auto count = std::min(most, rows.size() - sent);
                p.rows.assign(rows.begin() + static_cast<std::ptrdiff_t>(sent),
                              rows.begin() + static_cast<std::ptrdiff_t>(sent + count));
                for (std::size_t i = 0; i < count; ++i)
                    gather(p.rows[i], p.in.data<receiver_sample>() + i * points);
                inverse.submit(p.in.data(), p.out.data(), count);
                sent += count;
            } else {
                inverse.wait_oldest();
                const auto& p = d_pieces[oldest++ % inverse.depth()];
                for (std::size_t i = 0; i < p.rows.size(); ++i)
                    scatter(p.rows[i], p.out.data<receiver_sample>() + i * points);
            }
        }
    } catch (...) {
        inverse.abandon();
        throw;
    }
}

} // namespace gpufft
