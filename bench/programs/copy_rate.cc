/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/copy_rate.h"
#include "bench/programs/spent.h"
#include <cstring>
#include <memory>
#include <vector>

namespace gpufft::testing {

namespace {

constexpr std::size_t CHUNK_BYTES = std::size_t(4) << 20;
constexpr int IN_FLIGHT = 4;
constexpr int SPELLS = 5; // that a measurement is cut into, to see its spread

//! A chunk each way, with memory and queues of its own.
struct lane {
    std::shared_ptr<host_buffer> host_in, host_out;
    std::shared_ptr<buffer> in, out;
    std::shared_ptr<event> up_end, down_end;
    std::shared_ptr<queue> up, down; // may be one; last, so that they wait first

    lane(device& on, bool one_queue)
        : host_in(on.make_host_buffer(CHUNK_BYTES)),
          host_out(on.make_host_buffer(CHUNK_BYTES)),
          in(on.make_buffer(CHUNK_BYTES)),
          out(on.make_buffer(CHUNK_BYTES)),
          up(on.make_queue()),
          down(one_queue ? up : on.make_queue())
    {
        std::memset(host_in->data(), 1, CHUNK_BYTES); // pages that exist
        up->upload(*out, 0, host_in->data(), CHUNK_BYTES);
        up->wait_all();
    }

    void send(bool uploads, bool downloads)
    {
        if (uploads) {
            up->upload(*in, 0, host_in->data(), CHUNK_BYTES);
            up_end = up->record();
        }
        if (downloads) {
            down->download(host_out->data(), *out, 0, CHUNK_BYTES);
            down_end = down->record();
        }
    }

    void wait()
    {
        if (up_end)
            up_end->wait();
        if (down_end)
            down_end->wait();
    }
};

rate measure(device& on, bool uploads, bool downloads, bool one_queue, double seconds)
{
    std::vector<lane> lanes;
    for (int i = 0; i < IN_FLIGHT; ++i)
        lanes.emplace_back(on, one_queue);
    for (auto& l : lanes)
        l.send(uploads, downloads);

    std::vector<double> spells;
    for (int spell = 0; spell <= SPELLS; ++spell) {
        const spent begin;
        std::size_t chunks = 0;
        do {
            for (auto& l : lanes) {
                l.wait();
                l.send(uploads, downloads);
                ++chunks;
            }
        } while (begin.seconds() < seconds / SPELLS);
        if (spell > 0) // the first one warms up
            spells.push_back(static_cast<double>(chunks * CHUNK_BYTES) / begin.seconds());
    }
    for (auto& l : lanes)
        l.wait();
    return rate_of(spells);
}

} // namespace

copy_rates measure_copy_rates(device& on, double seconds)
{
    copy_rates result;
    result.up = measure(on, true, false, true, seconds);
    result.down = measure(on, false, true, true, seconds);
    const auto in_turn = measure(on, true, true, true, seconds);
    const auto beside = measure(on, true, true, false, seconds);
    result.beside = beside.median > in_turn.median;
    result.each_way = result.beside ? beside : in_turn;
    return result;
}

} // namespace gpufft::testing
