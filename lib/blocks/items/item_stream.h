/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H

#include "blocks/chains/chain_block.h"
#include "blocks/items/argument_history.h"
#include "exec/items/host_items.h"
#include "exec/items/item_executor.h"
#include "exec/memory/locked_memory.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! What the scheduler shows of streams that are read together, in rows (chain_ends).
struct item_view {
    std::vector<const char*> in;
    std::size_t rows = 0; //!< there of each input
    char* out = nullptr;
    std::size_t space = 0; //!< for rows
};

/*!
 * \brief The items of a block that does little with them
 *
 * Where some of them are on a device already, that device does it; else the host, which
 * takes no longer than to copy them to a device and back. After a failure it is the host,
 * too.
 */
class item_stream
{
public:
    //! "started" or "fallback", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    item_stream(const ::gpufft::item_operation& request,
                const chain_ends::row_items& row,
                const gr::logger_ptr& logger,
                const gr::logger_ptr& debug_logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread, or from
    //! that of a reader.
    void on_event(listener hears) { d_hears = std::move(hears); }

    //! The arguments of an expression, for rows that are sent from now on. Any thread.
    void set_arguments(::gpufft::item_arguments_pointer arguments);

    //! The device of the first block before this one that has one, where its items may
    //! stay.
    std::shared_ptr<::gpufft::device> device_of(gr::block_detail& detail) const;

    void start(gr::block_detail& detail);
    void stop();
    //! Never throws.
    chain_progress work(const item_view& v);
    const chain_ends& ends() const { return d_ends; }
    const chain_ends::row_items& row() const { return d_row; }
    const ::gpufft::item_operation& request() const { return d_request; }
    bool bring_to_host();

    // From any thread.
    std::string device_name() const; //!< "host": it computes there
    int queue_depth() const { return d_queue_depth; }

private:
    bool is_on_device() const { return d_executor && d_ends.reads_some_mirror(); }
    void take_arguments();
    void submit(const item_view& v);
    ::gpufft::item_rows
    places_of(const item_view& v, std::size_t ahead_in, std::size_t rows) const;
    chain_progress advance(std::unique_lock<std::mutex>& guard, std::uint64_t seen);
    chain_progress by_host(const item_view& v, std::unique_lock<std::mutex>& guard);
    chain_progress report(std::size_t produced, std::size_t consumed);
    bool recover(const std::string& reason);
    bool bring_produced(const std::string& reason);
    void compute_again();
    void leave_device(const std::string& reason);
    void tell(const std::string& event, const std::string& reason = "") const;
    void set_device_name(const std::string& name);

    const ::gpufft::item_operation d_request;
    const chain_ends::row_items d_row;
    gr::logger_ptr d_logger;
    gr::logger_ptr d_debug_logger;
    listener d_hears;
    std::atomic<int> d_queue_depth{ 0 };
    mutable std::mutex d_shown_mutex; // guards what any thread sees and sets
    std::string d_device_name = "host";
    ::gpufft::item_arguments_pointer d_next_given; //!< null: as before

    std::mutex d_work_mutex; // guards what follows: readers' threads call bring_to_host()
    chain_ends d_ends;
    argument_history d_given;
    ::gpufft::host_items d_host;
    std::unique_ptr<::gpufft::item_executor> d_executor; //!< nullptr: the host computes
    std::unique_ptr<::gpufft::locked_memory> d_locked;
    std::vector<bool> d_had_mirror; //!< each input, at start()
    bool d_keeps_in_flight = true;  //!< may leave rows in flight when work() returns
    std::size_t d_chunk_rows = 1;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_ITEM_STREAM_H */
