/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chain_ends.h"
#include "blocks/chains/chain_member.h"
#include "blocks/items/repeated_data.h"
#include "blocks/items/ring_room.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/gpu_use.h"
#include "device/interface/registry.h"
#include "plan/request/refuse.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/gpufft/vector_source.h>
#include <gnuradio/io_signature.h>
#include <gpufft/own_process.h>
#include <boost/thread/thread.hpp>
#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>

namespace gr {
namespace gpufft {

namespace {

template <class sample>
std::vector<char> bytes_of(const std::vector<sample>& data)
{
    std::vector<char> bytes(data.size() * sizeof(sample));
    std::memcpy(bytes.data(), data.data(), bytes.size());
    return bytes;
}

template <class sample>
class vector_source_impl : public vector_source<sample>, public chain_member
{
public:
    vector_source_impl(const std::vector<sample>& data,
                       bool repeat,
                       std::size_t item_bytes,
                       const std::string& device)
        : gr::block("vector_source",
                    gr::io_signature::make(0, 0, 0),
                    gr::io_signature::make(1, 1, static_cast<int>(item_bytes))),
          d_item_bytes(item_bytes),
          d_items(data.size() * sizeof(sample) / item_bytes),
          d_repeats(repeat),
          d_asked(device),
          d_device(::gpufft::open_device(block_defaults::device_for(device))),
          d_data(bytes_of(data))
    {
        d_gpu_use.set(!d_device->info().limits.is_cpu);
    }

    std::shared_ptr<::gpufft::device> chain_device() const override { return d_device; }

    void save_output() override { d_ends.save_output(); }

    bool bring_to_host() override
    {
        const std::lock_guard<std::mutex> guard(d_work_mutex);
        return bring_ring();
    }

    // The multiple of that moment sizes the ring, as in transform_block.
    bool check_topology(int, int) override
    {
        ::gpufft::expect_drivers();
        d_device = ::gpufft::open_device(block_defaults::device_for(d_asked));
        d_gpu_use.set(!d_device->info().limits.is_cpu);
        const auto rows = d_device->info().limits.is_cpu
                              ? 1
                              : rows_in_flight(d_item_bytes, this->max_output_buffer(0));
        this->set_output_multiple(static_cast<int>(rows));
        return true;
    }

    bool start() override
    {
        const std::lock_guard<std::mutex> guard(d_work_mutex); // readers may have begun
        this->set_output_multiple(1);
        d_piece = 0;
        d_ends.start(
            {}, { this->detail()->output(0).get() }, d_device, *this->d_debug_logger, {});
        d_first = d_position;
        if (!d_ends.writes_mirror())
            return true;
        try {
            d_data.start(d_device, this->detail()->output(0)->bufsize() * d_item_bytes);
            this->d_logger->info("buffers: output resident");
            if (d_ends.is_resident()) { // in pieces that are worth a hand-over
                d_piece =
                    std::max<std::size_t>(1, this->detail()->output(0)->bufsize() / 4);
                this->set_output_multiple(static_cast<int>(d_piece));
            }
        } catch (const std::exception& e) {
            go_to_host(e.what());
        }
        return true;
    }

    bool stop() override
    {
        const std::lock_guard<std::mutex> guard(d_work_mutex);
        d_data.stop();
        d_ends.stop();
        return true;
    }

    int general_work(int noutput_items,
                     gr_vector_int&,
                     gr_vector_const_void_star&,
                     gr_vector_void_star& output_items) override
    {
        std::unique_lock<std::mutex> guard(d_work_mutex);
        // A source that returns nothing is not called again for 250 ms.
        for (;;) {
            const auto seen = d_ends.told();
            const auto left = d_repeats ? std::numeric_limits<std::uint64_t>::max()
                                        : d_items - std::min(d_items, d_position);
            const auto wanted = std::min<std::uint64_t>(noutput_items, left);
            if (wanted == 0 && !is_needed())
                return gr::block::WORK_DONE;
            if (const auto items = part_of(wanted))
                return give(items, output_items[0]);
            wait(guard, seen);
        }
    }

private:
    //! Finds how many of \p wanted items there is room for: all, or whole pieces. Readers
    //! consume before they release, so there may be room for fewer than the scheduler
    //! offers; smaller parts would become ever smaller ones in the blocks behind this.
    std::size_t part_of(std::uint64_t wanted) const
    {
        const auto room = d_ends.room();
        if (wanted <= room)
            return static_cast<std::size_t>(wanted);
        return d_piece > 0 ? room / d_piece * d_piece : 0;
    }

    void send(std::size_t items)
    {
        if (!d_ends.writes_mirror())
            return;
        try {
            d_data.send(d_ends.place_out(d_position - d_first, items),
                        d_position * d_item_bytes);
        } catch (const std::exception& e) {
            go_to_host(e.what());
        }
    }

    int give(std::size_t items, void* to)
    {
        send(items);
        if (!d_ends.is_resident())
            d_data.copy(
                static_cast<char*>(to), d_position * d_item_bytes, items * d_item_bytes);
        d_position += items;
        d_ends.sent += items;
        d_ends.has_produced(items);
        return static_cast<int>(items);
    }

    //! Readers may want some of what the device alone has on the host.
    bool is_needed() const { return d_ends.is_resident() && d_ends.rows_at_stake() > 0; }

    void wait(std::unique_lock<std::mutex>& guard, std::uint64_t seen)
    {
        try {
            d_ends.wait_for_readers(guard, seen);
        } catch (const std::exception& e) {
            go_to_host(e.what());
        }
        boost::this_thread::interruption_point(); // the flowgraph may be stopped
                                                  // meanwhile
    }

    void go_to_host(const char* reason)
    {
        this->d_logger->warn("{}; going on with the host", reason);
        bring_ring();
    }

    //! Whatever of the last lap may be wanted.
    bool bring_ring()
    {
        const auto write = [this] {
            const auto lap = this->detail()->output(0)->bufsize();
            const auto written = d_position - d_first;
            const auto first = written - std::min<std::uint64_t>(written, lap);
            d_data.copy(d_ends.ring_out(first), // rings of links are mapped twice
                        (d_first + first) * d_item_bytes,
                        static_cast<std::size_t>(written - first) * d_item_bytes);
        };
        if (d_ends.is_resident())
            d_ends.output_to_host(write);
        else if (d_ends.writes_mirror())
            d_ends.output_to_host([] {});
        return true;
    }

    const std::size_t d_item_bytes;
    const std::uint64_t d_items;
    const bool d_repeats;
    const std::string d_asked;
    std::shared_ptr<::gpufft::device> d_device;
    gpu_use d_gpu_use;

    std::mutex d_work_mutex; // guards what follows: readers' threads call bring_to_host()
    chain_ends d_ends;
    repeated_data d_data;
    std::size_t d_piece = 0;      //!< items given at a time; 0: any number
    std::uint64_t d_position = 0; //!< items of the stream so far
    std::uint64_t d_first = 0;    //!< that at start()
};

} // namespace

template <class sample>
typename vector_source<sample>::sptr
vector_source<sample>::make(const std::vector<sample>& data,
                            bool repeat,
                            std::size_t vlen,
                            const std::string& device)
{
    constexpr std::size_t most = std::numeric_limits<int>::max() / sizeof(sample);
    if (vlen < 1 || vlen > most)
        ::gpufft::refuse("vlen is {}; 1 to {} samples make an item", vlen, most);
    if (data.empty() || data.size() % vlen)
        ::gpufft::refuse(
            "{} samples; give a multiple of the {} of an item, 1 item at least",
            data.size(),
            vlen);
    return gnuradio::make_block_sptr<vector_source_impl<sample>>(
        data, repeat, vlen * sizeof(sample), device);
}

template class vector_source<gr_complex>;
template class vector_source<float>;

} // namespace gpufft
} // namespace gr
