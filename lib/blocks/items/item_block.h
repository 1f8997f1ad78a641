/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BLOCK_H

#include "blocks/items/item_stream.h"
#include "blocks/items/ring_room.h"
#include "blocks/scheduler/ring_memory.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/io_signature.h>
#include <algorithm>
#include <memory>
#include <vector>

namespace gr {
namespace gpufft {

//! What an item_block is made of.
struct item_request {
    const char* name;
    ::gpufft::item_operation request;
    chain_ends::row_items row;
};

/*!
 * \brief What the scheduler calls, for a block that does an item_operation
 *
 * \p interface is the block's public class.
 */
template <class interface>
class item_block : public chain_block<interface>
{
public:
    explicit item_block(const item_request& request)
        : gr::block(request.name, input_of(request), output_of(request)),
          d_row_bytes(std::max(*std::max_element(request.request.in_bytes.begin(),
                                                 request.request.in_bytes.end()),
                               request.request.out_bytes)),
          d_stream(request.request, request.row, this->d_logger, this->d_debug_logger)
    {
        this->set_relative_rate(request.row.out, request.row.in);
    }

    std::shared_ptr<::gpufft::device> chain_device() const override
    {
        return d_stream.device_of(*this->detail());
    }
    bool bring_to_host() override { return d_stream.bring_to_host(); }
    void readers_got_on() override { d_stream.ends().tell_writer(); }
    void save_output() override { d_stream.ends().save_output(); }

    // The multiple of that moment sizes the ring, as in transform_block.
    bool check_topology(int, int) override
    {
        const auto out = static_cast<long>(d_stream.row().out);
        const auto most = this->max_output_buffer(0);
        const auto half = most > 0 ? static_cast<long>(rows_of_buffer(most / out)) : 0;
        const auto rows = rows_in_flight(d_row_bytes, 2 * half);
        this->set_output_multiple(sizing_multiple(rows) * static_cast<int>(out));
        return true;
    }

    bool start() override
    {
        this->set_output_multiple(static_cast<int>(d_stream.row().out));
        d_stream.start(*this->detail());
        this->begin_tags(d_stream.ends().is_resident(), d_stream.row());
        return true;
    }

    bool stop() override
    {
        d_stream.stop();
        this->end_tags();
        return true;
    }

    void forecast(int, gr_vector_int& ninput_items_required) override
    {
        std::fill(ninput_items_required.begin(),
                  ninput_items_required.end(),
                  static_cast<int>(d_stream.row().in));
    }

    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override
    {
        item_view shown;
        for (const auto* each : input_items)
            shown.in.push_back(static_cast<const char*>(each));
        shown.rows = *std::min_element(ninput_items.begin(), ninput_items.end()) /
                     d_stream.row().in;
        shown.out = static_cast<char*>(output_items[0]);
        shown.space = noutput_items / d_stream.row().out;
        const auto done = d_stream.work(shown);
        has_computed(done.produced);
        return this->account(done, d_stream.ends());
    }

protected:
    // gr::block is a virtual base, so a derived class makes it, with these.
    static gr::io_signature::sptr input_of(const item_request& request)
    {
        std::vector<int> bytes;
        for (const auto each : request.request.in_bytes)
            bytes.push_back(static_cast<int>(each / request.row.in));
        const auto ports = static_cast<int>(bytes.size());
        return gr::io_signature::makev(ports, ports, bytes);
    }
    static gr::io_signature::sptr output_of(const item_request& request)
    {
        return gr::io_signature::make(
            1, 1, static_cast<int>(request.request.out_bytes / request.row.out));
    }

    virtual void has_computed(std::size_t /*rows*/) {}
    item_stream& stream() { return d_stream; }
    const item_stream& stream() const { return d_stream; }

private:
    const std::size_t
        d_row_bytes; //!< of the larger side: its ring has that much for each row
    item_stream d_stream;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_BLOCK_H */
