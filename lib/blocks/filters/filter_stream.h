/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H

#include "blocks/chains/mirrored_input.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/rate_meter.h"
#include "exec/filters/stream_filter.h"
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a stream_filter, on one device after the other
 *
 * A call's samples stay in the scheduler's ring until their outputs are there, so that
 * another device can begin with them. The samples before are kept here.
 */
class filter_stream
{
public:
    using taps = std::vector<std::complex<double>>;
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    //! \throws plan_error, device_error, build_error
    filter_stream(const ::gpufft::filter_request& request,
                  const std::string& device,
                  const gr::logger_ptr& logger,
                  const gr::logger_ptr& debug_logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    //! Other taps from the next call of work() on; from any thread.
    //! \throws plan_error  no filter can have them
    void set_taps(const taps& values);
    taps current_taps() const;

    //! Most threads that compute on a CPU device, 0 for the default number, from the next
    //! call of work() on; may be called from any thread.
    void set_threads(int threads) { d_threads = threads; }

    std::string device_name() const { return filter()->executor().device_name(); }
    std::string plan_line() const { return filter()->executor().plan_line(); }
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }

    //! Outputs that are worth a call. \p max_output_buffer: what the block's user allows,
    //! in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer) const;

    //! Before buffers are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();
    //! The flowgraph has made the buffer.
    void start(gr::buffer_reader& in);
    void stop(); //!< it is about to go

    //! Makes \p outputs outputs of samples from \p first on, of those since start().
    //! \return how many; WORK_DONE: no device is left, which is logged; it never throws
    int work(int outputs, std::uint64_t first, const void* in, void* out);

    //! The block has consumed the samples.
    void has_consumed() const { d_in.tell_writer(); }

    //! Whose memory samples may be in, for neighbours; nullptr: they are the host's.
    std::shared_ptr<::gpufft::device> chain_device() const;
    //! How the device comes by the samples, where it is not by copies of the block's own;
    //! from any thread.
    std::string buffers() const;

private:
    using filter_ptr = std::shared_ptr<::gpufft::stream_filter>;
    static constexpr int UNCHANGED = -1;

    filter_ptr filter() const;
    ::gpufft::filter_request request() const;
    void make_filter(const std::string& device);
    void take_changes();
    bool take_taps();
    bool go_on(const std::string& reason);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made();
    void lock_input();
    bool go_to_host();
    ::gpufft::mirror_place
    mirrored(int outputs, std::uint64_t first, const void* in) const;

    gr::logger_ptr d_logger;
    gr::logger_ptr d_debug_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;
    std::atomic<int> d_threads{ UNCHANGED }; //!< asked for, not yet taken

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    ::gpufft::filter_request d_request;
    bool d_has_new_taps = false;
    filter_ptr d_filter;
    std::string d_buffers;

    // Only the scheduler's thread touches these while a flowgraph runs.
    ::gpufft::past_samples d_past;
    mirrored_input d_in;
    std::optional<running_block> d_running;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FILTER_STREAM_H */
