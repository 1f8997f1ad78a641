/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H

#include "blocks/chains/chain_block.h"
#include "blocks/filters/filter_history.h"
#include "blocks/running/device_stream.h"
#include "blocks/scheduler/gpu_use.h"
#include "exec/filters/stream_filter.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a stream_filter, of mirrors and to them where
 * neighbours are on the same device
 *
 * An output is a row of chain_ends: `decimation` samples. Where a block on the device
 * writes the samples, those that taps reach back to stay in its ring: they are released
 * that much later. Else they are kept here.
 */
class filter_stream : public device_stream<::gpufft::stream_filter>
{
public:
    //! \throws plan_error, device_error, build_error
    filter_stream(const ::gpufft::filter_request& request,
                  const std::string& device,
                  const gr::logger_ptr& logger,
                  const gr::logger_ptr& debug_logger);

    //! Tunes a request that is mixed to another center, in turns a sample, from the next
    //! call of work() on; from any thread. \throws plan_error  it is not finite
    void set_center(double turns)
    {
        change([=](request_type& r) { r.center = turns; });
    }

    //! Outputs that are worth a call. \p max_output_buffer: what the block's user allows,
    //! in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer);

    //! The flowgraph has made the buffers. \p row: items of the rings for an output
    void start(gr::buffer_reader& in, gr::buffer& out, const chain_ends::row_items& row);
    void stop(); //!< they are about to go

    //! Makes outputs of samples; some may be in flight since the last call, and after
    //! this one. It never throws.
    chain_progress work(const chain_view& v);
    const chain_ends& ends() const { return d_ends; }

    //! Whose memory samples may be in, for neighbours; nullptr: they are the host's.
    std::shared_ptr<::gpufft::device> chain_device() const;
    //! Taps reach back so little that a mirror of \p in has what they need, and outputs
    //! may stay on the device.
    bool may_chain(gr::buffer& in) const;
    bool bring_to_host(); //!< as chain_member has it

private:
    using filter = ::gpufft::stream_filter;
    using filter_past = ::gpufft::filter_past;

    void is_replaced() override { lock_rings(); }
    bool may_try_again() override;
    void let_go() override;

    bool is_linked() const { return d_ends.reads_mirror() || d_ends.writes_mirror(); }
    int links() const;
    std::size_t most_reach(gr::buffer& in) const;
    std::size_t reach_of(const filter& by) const;
    std::size_t samples_of(std::uint64_t outputs) const;
    void lock_rings();
    void choose_pieces();
    void look_at_neighbours();

    void begin_run(filter& by, filter_past& past);
    void note_change(filter& by, filter_past& past);
    void leave_links(filter& by, filter_past& past);
    chain_progress advance(filter& by,
                           filter_past& past,
                           const chain_view& v,
                           std::unique_lock<std::mutex>& guard);
    chain_progress advance_for_host(filter& by,
                                    filter_past& past,
                                    const chain_view& v,
                                    std::unique_lock<std::mutex>& guard,
                                    std::uint64_t seen);
    void send(filter& by, const filter_past& past, const chain_view& v);
    std::size_t piece_of(const filter& by, std::size_t outputs) const;
    chain_progress advance_on_device(filter& by,
                                     filter_past& past,
                                     const chain_view& v,
                                     std::unique_lock<std::mutex>& guard,
                                     std::uint64_t seen);
    chain_progress report(std::size_t produced, std::size_t consumed);
    const void* find_samples(::gpufft::filter_places& places,
                             filter_past& past,
                             std::uint64_t first,
                             std::size_t outputs,
                             std::uint64_t zeros_before) const;
    void bring_produced(filter& by, filter_past& past);
    void compute_again(filter& by, const filter_past& past);
    void compute_rows(filter& by,
                      const filter_past& past,
                      const filter_setting& with,
                      std::uint64_t first,
                      std::uint64_t end);
    void give_up();

    gr::logger_ptr d_debug_logger;
    gpu_use d_gpu_use;
    gr::buffer* d_in_ring = nullptr;
    gr::buffer* d_out_ring = nullptr;
    chain_ends::row_items d_row;

    // A reader's thread may have them changed, in bring_to_host().
    std::mutex d_work_mutex; // guards what follows, and what is submitted
    chain_ends d_ends;
    filter_history d_history;
    unsigned d_noted = 0;            //!< takes() that d_history has
    bool d_must_bring = false;       //!< before anything else is computed
    std::string d_failure;           //!< of what was in flight as the request changed
    int d_links = 0;                 //!< that pieces are chosen for
    std::size_t d_piece_outputs = 0; //!< with which rings keep a GPU busy
    std::size_t d_worth_outputs = 0; //!< worth sending while others are in flight
    bool d_keeps_in_flight = false;  //!< rings are where they are from call to call
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H */
