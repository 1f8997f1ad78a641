/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/power_kernels.h"
#include "codegen/helpers/receiver_kernels.h"
#include "exec/executor/executor.h"
#include "exec/executor/upload.h"
#include "exec/memory/grow.h"
#include "exec/memory/page_memory.h"
#include "exec/receivers/channels_on_device.h"
#include "exec/receivers/receiver_kernels_test.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

namespace gpufft {

namespace {

// Bytes that the rows of a group, or the outputs of a submission, should have at most.
// What a GPU has to spare for several submissions.
constexpr std::size_t MOST_BYTES = std::size_t(64) << 20;
// Bytes of a block's outputs that are more than a GPU is asked for.
constexpr std::size_t TOO_MANY_BYTES = std::size_t(256) << 20;

std::uint32_t number(std::size_t n) { return static_cast<std::uint32_t>(n); }

std::size_t bytes_of(std::size_t samples) { return samples * sizeof(receiver_sample); }

receiver_kernels tested_kernels(device& on)
{
    const auto kernels = receiver_kernels::build(on);
    self_test(kernels, on);
    return kernels;
}

} // namespace

receiver_kernels receiver_kernels::build(device& on)
{
    const auto& d = on.kernel_dialect();
    return { on.build(generate_gather_bins(d)), on.build(generate_turn_outputs(d)) };
}

//! Makes the outputs of a submission of blocks: those of each group of channels, channel
//! by channel, its blocks one after the other.
class channels_on_device::finish : public row_finish
{
public:
    //! \param in  the mirror that has the samples, if one has
    finish(channels_on_device& of,
           const std::vector<group_call>& groups,
           piece& p,
           const mirror_place& in)
        : d_of(of), d_groups(groups), d_memory(p)
    {
        if (in.of)
            d_made_of.push_back(in);
        for (const auto& each : groups) {
            auto& begins = d_begins.emplace_back();
            for (const auto* call : each.calls)
                for (std::size_t b = 0; b < p.blocks; ++b)
                    begins.push_back(begin_of(*call, p.first + b));
            d_copies.emplace_back(each.calls, p.first, p.blocks);
        }
    }

    std::size_t output_bytes(std::size_t blocks) const override
    {
        std::size_t samples = 0;
        for (const auto& each : d_groups)
            samples += each.calls.size() * each.channels->outputs();
        return bytes_of(samples * blocks);
    }

    void enqueue(queue& q,
                 buffer& from,
                 buffer& to,
                 std::size_t blocks,
                 std::uint32_t /* first_row */) const override
    {
        std::uint64_t at = 0;
        for (std::size_t i = 0; i < d_groups.size(); ++i) {
            const auto& g = *d_groups[i].channels;
            const auto rows = g.count() * blocks;
            auto& begins = *d_memory.begins[i];
            q.upload(begins, 0, d_begins[i].data(), bytes_of(rows));
            const auto gathered = number(rows * g.points());
            q.launch(*d_of.d_kernels.gather,
                     groups_for(gathered),
                     { &from,
                       g.weights.get(),
                       g.centres.get(),
                       d_memory.gathered.get(),
                       number(static_cast<std::size_t>(d_of.d_shape.length())),
                       number(g.points()),
                       number(blocks),
                       gathered });
            executor_memory memory;
            memory.in[0] = d_memory.gathered.get();
            memory.out[0] = d_memory.transformed.get();
            memory.workspace = d_memory.workspace.get();
            d_groups[i].inverse->enqueue(q, memory, number(rows));
            const auto turned = number(rows * g.outputs());
            q.launch(*d_of.d_kernels.turn,
                     groups_for(turned),
                     { d_memory.transformed.get(),
                       &begins,
                       g.drifts.get(),
                       &to,
                       at,
                       number(g.points()),
                       number(g.outputs()),
                       number(blocks),
                       turned });
            d_copies[i].enqueue(
                q, *d_of.d_forward.on(), to, at, d_of.d_ring_writers, d_memory.rings[i]);
            at += turned;
        }
        mark_mirrors(q);
    }

private:
    void mark_mirrors(queue& q) const
    {
        if (std::all_of(d_copies.begin(), d_copies.end(), [](const auto& each) {
                return each.is_empty();
            }))
            return;
        const auto work = ring_mirror::work_until(q.record(), d_made_of);
        for (const auto& each : d_copies)
            each.mark(work);
    }
    //! The oscillator where the outputs of \p block begin.
    static receiver_sample begin_of(const channel_call& call, std::size_t block)
    {
        const auto& channel = *call.channel;
        const double turns =
            call.turns + static_cast<double>(block) * channel.advance() - channel.lead();
        return receiver_sample(std::polar(1.0, -2 * M_PI * (turns - std::floor(turns))));
    }

    channels_on_device& d_of;
    std::vector<group_call> d_groups;
    piece& d_memory;
    std::vector<std::vector<receiver_sample>> d_begins; //!< [group][channel][block]
    std::vector<mirrored_outputs> d_copies;             //!< of each group
    std::vector<mirror_place> d_made_of;
};

channels_on_device::channels_on_device(const receiver_shape& shape,
                                       stream_executor& forward,
                                       inverse_transforms& inverses)
    : d_shape(shape),
      d_forward(forward),
      d_inverses(inverses),
      d_kernels(tested_kernels(*forward.on())),
      d_ring_writers(forward.on()),
      d_pieces(forward.depth())
{
}

channels_on_device::~channels_on_device()
{
    for (const auto& each : d_pieces)
        if (each.out)
            d_forward.locked().let_go(each.out.get());
}

void channels_on_device::renew()
{
    d_groups.clear();
    for (auto& each : d_pieces) {
        each.gathered.reset();
        each.transformed.reset();
        each.workspace.reset();
        each.begins.clear();
        each.rings.clear();
    }
    d_ring_writers = ring_writers(d_forward.on());
}

bool channels_on_device::has_room(const std::vector<channel_call>& calls) const
{
    std::size_t samples = 0;
    for (const auto& each : calls)
        samples += static_cast<std::size_t>(each.channel->outputs());
    return bytes_of(samples) <= TOO_MANY_BYTES;
}

//! The calls' channels on the device: as the last call had them in this \p place, or
//! uploaded now.
std::shared_ptr<const channels_on_device::group>
channels_on_device::uploaded(const std::vector<const channel_call*>& calls,
                             std::size_t place)
{
    group result;
    for (const auto* each : calls)
        result.channels.push_back(each->channel);
    if (place < d_groups.size() && d_groups[place]->channels == result.channels)
        return d_groups[place];
    std::vector<receiver_sample> weights;
    std::vector<std::uint32_t> centres;
    std::vector<float> drifts;
    const auto length = d_shape.length();
    for (const auto& each : result.channels) {
        weights.insert(weights.end(), each->weights().begin(), each->weights().end());
        centres.push_back(
            static_cast<std::uint32_t>((each->centre() % length + length) % length));
        drifts.push_back(static_cast<float>(each->drift()));
    }
    auto& on = *d_forward.on();
    result.weights = upload_now(on, weights.data(), bytes_of(weights.size()));
    result.centres = upload_now(on, centres.data(), centres.size() * sizeof(centres[0]));
    result.drifts = upload_now(on, drifts.data(), drifts.size() * sizeof(drifts[0]));
    return std::make_shared<const group>(std::move(result));
}

std::vector<channels_on_device::group_call>
channels_on_device::groups_of(const std::vector<channel_call>& calls)
{
    std::map<std::int64_t, std::vector<const channel_call*>> by_length;
    for (const auto& each : calls)
        by_length[each.channel->points()].push_back(&each);
    std::vector<group_call> all;
    std::vector<std::shared_ptr<const group>> groups;
    for (const auto& [points, of_length] : by_length) {
        const auto inverse = d_inverses.of(points)->kernels();
        const auto room = MOST_BYTES / bytes_of(static_cast<std::size_t>(points));
        const auto most = std::clamp<std::size_t>(
            room, 1, std::max<std::size_t>(1, inverse->max_rows()));
        for (std::size_t first = 0; first < of_length.size(); first += most) {
            const auto end = std::min(of_length.size(), first + most);
            group_call g;
            g.inverse = inverse;
            g.calls.assign(of_length.begin() + static_cast<std::ptrdiff_t>(first),
                           of_length.begin() + static_cast<std::ptrdiff_t>(end));
            g.channels = uploaded(g.calls, groups.size());
            groups.push_back(g.channels);
            all.push_back(std::move(g));
        }
    }
    d_groups = std::move(groups);
    return all;
}

//! Blocks that a submission may have.
std::size_t channels_on_device::most_blocks(const std::vector<group_call>& groups) const
{
    auto most = d_forward.max_rows();
    std::size_t outputs = 0;
    for (const auto& each : groups) {
        const auto& g = *each.channels;
        outputs += g.count() * g.outputs();
        most = std::min({ most,
                          MOST_BYTES / bytes_of(g.count() * g.points()),
                          each.inverse->max_rows() / g.count() });
    }
    return std::max<std::size_t>(1, std::min(most, MOST_BYTES / bytes_of(outputs)));
}

//! Gives \p p memory for p.blocks blocks; nothing is in flight.
void channels_on_device::fit(piece& p, const std::vector<group_call>& groups)
{
    auto& on = *d_forward.on();
    std::size_t outputs = 0;
    p.begins.resize(std::max(p.begins.size(), groups.size()));
    p.rings.resize(p.begins.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& g = *groups[i].channels;
        const auto rows = g.count() * p.blocks;
        outputs += rows * g.outputs();
        grow(on, p.begins[i], bytes_of(rows));
        grow(on, p.gathered, bytes_of(rows * g.points()));
        grow(on, p.transformed, bytes_of(rows * g.points()));
        if (const auto bytes = groups[i].inverse->workspace_bytes(rows))
            grow(on, p.workspace, bytes);
    }
    if (p.out_bytes >= bytes_of(outputs))
        return;
    if (p.out)
        d_forward.locked().let_go(p.out.get());
    p.out_bytes = 0;
    p.out = page_memory(bytes_of(outputs));
    p.out_bytes = bytes_of(outputs);
    d_forward.locked().add(p.out.get(), p.out_bytes);
}

void channels_on_device::send(piece& p,
                              const receiver_input& in,
                              const std::vector<group_call>& groups)
{
    auto places = in.rows(d_shape, p.first, p.blocks, p.out.get());
    places.finish = std::make_shared<finish>(*this, groups, p, places.in);
    d_forward.submit(places, p.blocks);
}

//! Brings the outputs of \p p to where they are wanted.
void channels_on_device::deal(const piece& p, const std::vector<group_call>& groups) const
{
    const auto* from = reinterpret_cast<const receiver_sample*>(p.out.get());
    for (const auto& each : groups) {
        const auto outputs = each.channels->outputs();
        for (const auto* call : each.calls) {
            std::copy(from, from + p.blocks * outputs, call->out + p.first * outputs);
            from += p.blocks * outputs;
        }
    }
}

void channels_on_device::run(const receiver_input& in,
                             std::size_t blocks,
                             const std::vector<channel_call>& calls)
{
    const auto groups = groups_of(calls);
    const auto most = std::min(most_blocks(groups), blocks);
    std::size_t sent = 0, next = 0, oldest = 0; // blocks, and pieces
    try {
        for (std::size_t i = 0; i < d_pieces.size() && i * most < blocks; ++i) {
            d_pieces[i].blocks = most;
            fit(d_pieces[i], groups);
        }
        while (sent < blocks || d_forward.in_flight()) {
            if (sent < blocks && d_forward.can_submit()) {
                auto& p = d_pieces[next++ % d_pieces.size()];
                p.first = sent;
                p.blocks = std::min(most, blocks - sent);
                send(p, in, groups);
                sent += p.blocks;
            } else {
                d_forward.wait_oldest();
                deal(d_pieces[oldest++ % d_pieces.size()], groups);
            }
        }
    } catch (...) {
        d_forward.abandon();
        throw;
    }
}

} // namespace gpufft
