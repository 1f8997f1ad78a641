/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "exec/memory/link_rates.h"
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace gpufft {

namespace {

constexpr std::size_t KIB = 1024;
// Below, launches dominate on any GPU; above, latency grows and no rate.
constexpr std::size_t PIECES[] = { 512 * KIB, 1024 * KIB, 2048 * KIB, 4096 * KIB };
constexpr std::size_t LARGEST = 4096 * KIB;
constexpr int QUEUES = 4;
constexpr int ROUNDS = 3; // of each queue

//! A queue, and memory for one piece.
struct lane {
    std::shared_ptr<buffer> in, out;
    std::shared_ptr<host_buffer> target;
    std::shared_ptr<event> end;
    std::shared_ptr<queue> work; // last: goes first, and waits

    explicit lane(device& on)
        : in(on.make_buffer(LARGEST)),
          out(on.make_buffer(LARGEST)),
          target(on.make_host_buffer(LARGEST)),
          work(on.make_queue())
    {
    }
};

class probe
{
public:
    explicit probe(device& on) : d_source(on.make_host_buffer(LARGEST))
    {
        for (int i = 0; i < QUEUES; ++i)
            d_lanes.emplace_back(on);
        send(LARGEST, QUEUES); // first uses take longer
    }

    double bytes_per_second(std::size_t piece)
    {
        constexpr int count = ROUNDS * QUEUES;
        const auto begin = std::chrono::steady_clock::now();
        send(piece, count);
        const std::chrono::duration<double> spent =
            std::chrono::steady_clock::now() - begin;
        return count * static_cast<double>(piece) / spent.count();
    }

private:
    void send(std::size_t piece, int count)
    {
        constexpr std::size_t few = 16;
        for (int i = 0; i < count; ++i) {
            auto& l = d_lanes[static_cast<std::size_t>(i % QUEUES)];
            if (l.end)
                l.end->wait();
            l.work->upload(*l.in, 0, d_source->data(), piece);
            l.work->upload(*l.out, 0, d_source->data(), few);
            l.work->download(l.target->data(), *l.out, 0, piece);
            l.end = l.work->record();
        }
        for (auto& l : d_lanes)
            if (const auto end = std::move(l.end))
                end->wait();
    }

    std::shared_ptr<host_buffer> d_source;
    std::vector<lane> d_lanes;
};

std::vector<link_rate> measure(device& on)
{
    const auto& limits = on.info().limits;
    const auto largest = static_cast<std::int64_t>(LARGEST);
    if (limits.max_allocation_bytes < largest ||
        limits.global_memory_bytes < 16 * QUEUES * largest)
        return {};
    probe link(on);
    std::vector<link_rate> rates;
    for (const auto piece : PIECES) {
        rates.push_back({ piece, link.bytes_per_second(piece) });
        log().debug("{}: pieces of {} KiB: {:.2f} GB/s each way",
                    on.info().name,
                    piece / KIB,
                    1e-9 * rates.back().bytes_per_second);
    }
    return rates;
}

} // namespace

std::vector<link_rate> link_rates_of(device& on)
{
    static std::mutex mutex; // one probe at a time: two would share the link
    static auto& known = *new std::map<std::string, std::vector<link_rate>>;
    const std::lock_guard<std::mutex> guard(mutex);
    const auto& name = on.info().name;
    const auto found = known.find(name);
    if (found != known.end())
        return found->second;
    return known[name] = measure(on);
}

std::size_t useful_piece_bytes(const std::vector<link_rate>& rates, std::size_t otherwise)
{
    double best = 0;
    for (const auto& r : rates)
        best = std::max(best, r.bytes_per_second);
    // A launch costs more than its stand-in, so that a smaller piece falls behind more.
    for (const auto& r : rates)
        if (r.bytes_per_second >= 0.98 * best)
            return r.piece_bytes;
    return otherwise;
}

} // namespace gpufft
