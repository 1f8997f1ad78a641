/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H

#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/rate_meter.h"
#include "exec/channels/stream_channelizer.h"
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
 * \brief The samples of a block through a stream_channelizer, on one device after the
 * other
 *
 * A call's samples stay in the scheduler's rings until their outputs are there, so that
 * another device can begin with them. The samples before are kept here.
 */
class channelizer_stream
{
public:
    using call = ::gpufft::channelizer_call;
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    //! \param map  the channel of each output
    //! \throws plan_error, device_error, build_error
    channelizer_stream(const ::gpufft::channelizer_request& request,
                       std::vector<int> map,
                       const std::string& device,
                       const gr::logger_ptr& logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    // What follows takes effect with the next call of work(); from any thread.

    //! \throws plan_error  no channelizer can have them
    void set_taps(std::vector<double> values);
    std::vector<double> current_taps() const;
    //! \p map is within range.
    void set_map(std::vector<int> map);
    std::vector<int> current_map() const;
    //! Most threads that compute on a CPU device, 0 for the default number.
    void set_threads(int threads) { d_threads = threads; }

    std::string device_name() const { return channelizer()->executor().device_name(); }
    std::string plan_line() const { return channelizer()->executor().plan_line(); }
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }
    //! Neither channels nor hop ever change.
    ::gpufft::channelizer_shape shape() const { return channelizer()->shape(); }

    //! Outputs that are worth a call, a multiple of the shape's period. \p
    //! max_output_buffer: what the block's user allows, in items; 0 or less: any number.
    std::size_t outputs_of_a_call(long max_output_buffer) const;

    //! Before buffers are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();
    void start();
    void stop() { d_running.reset(); }

    //! Makes the outputs of \p c, of which the first so many channels of the map are
    //! wanted as it has streams. \return how many; WORK_DONE: no device is left, which is
    //! logged; it never throws
    int work(const call& c);

private:
    using channelizer_ptr = std::shared_ptr<::gpufft::stream_channelizer>;
    static constexpr int UNCHANGED = -1;

    channelizer_ptr channelizer() const;
    ::gpufft::channelizer_request request() const;
    void make_channelizer(const std::string& device);
    void take_changes();
    bool take_taps();
    const ::gpufft::channel_order& order_for(const call& c);
    bool go_on(const std::string& reason);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made();

    gr::logger_ptr d_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;
    std::atomic<int> d_threads{ UNCHANGED }; //!< asked for, not yet taken

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    ::gpufft::channelizer_request d_request;
    bool d_has_new_taps = false;
    std::vector<int> d_map;
    channelizer_ptr d_channelizer;

    // Only the scheduler's thread touches these while a flowgraph runs.
    ::gpufft::past_samples d_past{ sizeof(::gpufft::channel_sample) };
    std::optional<::gpufft::channel_order> d_order;
    std::optional<running_block> d_running;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNELIZER_STREAM_H */
