/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORM_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORM_BLOCK_H

#include "blocks/row_stream.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/io_signature.h>
#include <algorithm>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief What the scheduler calls, for a block that computes one transform an item
 *
 * \p interface is the block's public class. Where that promises more than device_name()
 * and plan_line(), a class derived from this one keeps the promise.
 */
template <class interface>
class transform_block : public interface
{
public:
    transform_block(const std::string& name, const block_request& request)
        : gr::block(name, input_of(request), output_of(request)),
          d_rows(request, this->d_logger)
    {
        this->set_relative_rate(1, 1);
    }

    std::string device_name() const override { return d_rows.device_name(); }
    std::string plan_line() const override { return d_rows.plan_line(); }

    // The scheduler sizes both our buffers right after this call, at twice the output
    // multiple, and offers half of the output buffer at a time: so the multiple of that
    // moment is what can be in flight. start() puts it back to 1, and a lone item is then
    // computed as soon as it arrives.
    bool check_topology(int, int) override
    {
        this->set_output_multiple(
            static_cast<int>(d_rows.rows_in_flight(this->max_output_buffer(0))));
        return true;
    }

    bool start() override
    {
        this->set_output_multiple(1);
        d_rows.start(*this->detail()->input(0)->buffer(), *this->detail()->output(0));
        return true;
    }

    bool stop() override
    {
        d_rows.stop();
        return true;
    }

    // One item is enough to be called; general_work() takes what there is.
    void forecast(int, gr_vector_int& ninput_items_required) override
    {
        std::fill(ninput_items_required.begin(), ninput_items_required.end(), 1);
    }

    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override
    {
        const int finished = d_rows.work(
            std::min(noutput_items, ninput_items[0]), input_items[0], output_items[0]);
        if (finished > 0)
            this->consume(0, finished);
        return finished;
    }

protected:
    // gr::block is a virtual base, so a derived class makes it, with these.
    static gr::io_signature::sptr input_of(const block_request& request)
    {
        return gr::io_signature::make(1, 1, input_row_bytes(request.what));
    }
    static gr::io_signature::sptr output_of(const block_request& request)
    {
        return gr::io_signature::make(1, 1, output_row_bytes(request.what));
    }

    row_stream d_rows;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORM_BLOCK_H */
