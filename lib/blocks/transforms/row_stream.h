/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_ROW_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_ROW_STREAM_H

#include "blocks/chains/chain_block.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/gpu_use.h"
#include "blocks/scheduler/rate_meter.h"
#include "blocks/transforms/block_request.h"
#include "exec/memory/aligned_rows.h"
#include "exec/rows/stream_executor.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The items of a block, a row each, through a stream_executor
 *
 * Rows in flight stay in the scheduler's buffers, not consumed and not produced, until
 * the device is done with them; the next call finds them at the head of its items. So
 * nothing is lost with a device: the next one begins with the first of them.
 *
 * Where the readers of the output are on the same device (ring_link), rows are produced
 * when they are queued, and consumed when all readers have consumed what became of them:
 * until then they can be computed again, for the host.
 */
class row_stream
{
public:
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    row_stream(const block_request& request,
               const gr::logger_ptr& logger,
               const gr::logger_ptr& debug_logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    //! \return false, and nothing changes, where there are neither 0 taps nor one a point
    bool set_window(const std::vector<float>& window);

    //! Most threads that compute on a CPU device, 0 for the default number, from the next
    //! call of work() on; may be called from any thread.
    void set_threads(int threads);

    // What runs on the device in use, and how; from any thread, as is set_window().
    std::string device_name() const { return executor()->device_name(); }
    std::string plan_line() const { return executor()->plan_line(); }
    int queue_depth() const { return d_queue_depth; }
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }

    //! Most rows that are worth having in flight. \p max_output_buffer: what the block's
    //! user allows, in items; 0 or less: any number.
    std::size_t rows_in_flight(long max_output_buffer) const;

    //! Before they are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();

    //! The flowgraph has made the buffers.
    void start(gr::buffer_reader& in, gr::buffer& out);
    //! They are about to go: waits for what is in flight.
    void stop();

    //! Never throws.
    chain_progress work(const chain_view& v);
    const chain_ends& ends() const { return d_ends; }

    // As chain_member has them.
    std::shared_ptr<::gpufft::device> chain_device() const { return executor()->on(); }
    bool bring_to_host();

private:
    using executor_ptr = std::shared_ptr<::gpufft::stream_executor>;
    static constexpr int UNCHANGED = -1;

    //! What the scheduler made for the block, and how it is cut.
    struct rings {
        gr::buffer* in = nullptr;
        gr::buffer* out = nullptr;
        std::size_t chunk_rows = 1;  //!< the most that are sent at a time
        std::size_t worth_rows = 1;  //!< worth sending while others are in flight
        bool keeps_in_flight = true; //!< may leave rows in flight when work() returns
        int links = 0;               //!< that the rows of a piece are chosen for
    };

    executor_ptr executor() const;
    void make_executor(const std::string& device);
    std::string summary() const; //!< the plan, who knew it, and the device, for the log
    void abandon_all();
    bool try_again(const std::string& reason);
    bool go_on(const std::string& reason);
    void take_threads();
    void tell(const std::string& event, const std::string& reason = "") const;
    bool recover(const std::string& reason);
    void set_chunk();
    void set_chunk_rows(std::size_t rows);
    int links() const;
    void look_at_neighbours();
    std::size_t rows_to_send(const chain_view& v) const;
    void submit_what_arrived(const chain_view& v);
    std::size_t wait_oldest();
    std::size_t collect();
    chain_progress advance(std::unique_lock<std::mutex>& guard, std::uint64_t seen);
    chain_progress report(std::size_t produced, std::size_t consumed);

    // Chains: row_stream_chain.cc
    //! Neither end copies to or from the host.
    bool stays_on_device() const { return d_ends.reads_mirror() && d_ends.is_resident(); }
    //! A neighbour is on the same device.
    bool is_linked() const { return d_ends.reads_mirror() || d_ends.writes_mirror(); }
    ::gpufft::row_places
    places_of(std::uint64_t first, std::size_t rows, const char* in, char* out) const;
    chain_progress advance_on_device(std::unique_lock<std::mutex>& guard,
                                     std::uint64_t seen);
    void leave_links();
    bool go_to_host();
    bool bring_produced();
    void lose_produced(const std::string& reason);
    void compute_again();

    const ::gpufft::transform d_request;
    const std::size_t d_input_row_bytes;
    const std::size_t d_output_row_bytes;
    const ::gpufft::aligned_rows d_alignment;
    gr::logger_ptr d_logger;
    gr::logger_ptr d_debug_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    gpu_use d_gpu_use;
    rate_meter d_meter;
    std::atomic<int> d_queue_depth{ 0 };
    std::atomic<int> d_threads{ UNCHANGED }; //!< asked for, not yet taken

    std::mutex d_change_mutex;   // one change of window or device at a time
    std::vector<float> d_window; // the block's

    mutable std::mutex d_mutex; // guards the pointer for threads other than the
    executor_ptr d_executor;    // scheduler's, which alone changes it once it runs

    // State while a flowgraph runs; only its scheduler thread touches these members.
    std::optional<running_block> d_running;
    rings d_rings;

    // A reader's thread may have them changed, in bring_to_host().
    std::mutex d_work_mutex; // guards d_ends, and the executor's submissions
    chain_ends d_ends;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TRANSFORMS_ROW_STREAM_H */
