/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H

#include "blocks/chains/chain_block.h"
#include "exec/items/item_executor.h"
#include "exec/memory/locked_memory.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The items of a block that does little with them
 *
 * Where they are on a device already, the device does it; else the host, which takes no
 * longer than to copy them to a device and back. After a failure it is the host, too.
 */
class item_stream
{
public:
    item_stream(const ::gpufft::item_operation& request,
                const chain_ends::row_items& row,
                const gr::logger_ptr& logger,
                const gr::logger_ptr& debug_logger);

    //! The device of the block that writes to \p in, where its items may stay.
    std::shared_ptr<::gpufft::device> device_of(gr::buffer_reader& in) const;

    void start(gr::buffer_reader& in, gr::buffer& out);
    void stop();
    //! Never throws.
    chain_progress work(const chain_view& v);
    const chain_ends& ends() const { return d_ends; }
    const chain_ends::row_items& row() const { return d_row; }
    bool bring_to_host();

private:
    bool is_on_device() const { return d_executor && d_ends.reads_mirror(); }
    void submit(const chain_view& v);
    chain_progress advance(std::unique_lock<std::mutex>& guard, std::uint64_t seen);
    chain_progress by_host(const chain_view& v, std::unique_lock<std::mutex>& guard);
    chain_progress report(std::size_t produced, std::size_t consumed);
    bool recover(const std::string& reason);
    bool bring_produced();
    void compute_again();

    const ::gpufft::item_operation d_request;
    const chain_ends::row_items d_row;
    gr::logger_ptr d_logger;
    gr::logger_ptr d_debug_logger;

    std::mutex d_work_mutex; // guards what follows: readers' threads call bring_to_host()
    chain_ends d_ends;
    std::unique_ptr<::gpufft::item_executor> d_executor; //!< nullptr: the host computes
    std::unique_ptr<::gpufft::locked_memory> d_locked;
    bool d_keeps_in_flight = true; //!< may leave rows in flight when work() returns
    std::size_t d_chunk_rows = 1;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H */
