/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chain_member.h"
#include "blocks/chains/ring_link.h"
#include "blocks/items/item_bytes.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/gpufft/null_sink.h>
#include <gnuradio/io_signature.h>

namespace gr {
namespace gpufft {

namespace {

class null_sink_impl : public null_sink, public chain_member
{
public:
    explicit null_sink_impl(std::size_t item_size)
        : gr::sync_block("null_sink",
                         gr::io_signature::make(1, 1, static_cast<int>(item_size)),
                         gr::io_signature::make(0, 0, 0))
    {
    }

    std::shared_ptr<::gpufft::device> chain_device() const override { return nullptr; }
    bool reads_nothing() const override { return true; }
    bool bring_to_host() override { return true; }

    bool start() override
    {
        auto& reader = *detail()->input(0);
        const auto writer = reader.buffer()->link();
        const auto* member = dynamic_cast<const chain_member*>(writer.get());
        if (member)
            d_link =
                ring_link::for_reader(reader, member->chain_device(), *d_debug_logger);
        return true;
    }

    bool stop() override
    {
        if (d_link)
            d_link->leaves(*detail()->input(0));
        d_link.reset();
        return true;
    }

    int work(int noutput_items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        return noutput_items;
    }

    // The block before waits for what is consumed.
    int general_work(int noutput_items,
                     gr_vector_int&,
                     gr_vector_const_void_star&,
                     gr_vector_void_star&) override
    {
        consume_each(noutput_items);
        if (d_link)
            d_link->tell_writer();
        return noutput_items;
    }

private:
    std::shared_ptr<ring_link> d_link; //!< to the block before, where that is on a device
};

} // namespace

null_sink::sptr null_sink::make(std::size_t item_size)
{
    check_item_size(item_size);
    return gnuradio::make_block_sptr<null_sink_impl>(item_size);
}

} // namespace gpufft
} // namespace gr
