/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_RECEIVER_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_RECEIVER_STREAM_H

#include "blocks/chains/mirrored_input.h"
#include "blocks/chains/mirrored_output.h"
#include "blocks/receivers/channel_table.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/rate_meter.h"
#include "exec/receivers/channel_bank.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

//! Outputs of a channel of some blocks.
struct channel_outputs {
    wanted_channel channel;
    std::vector<::gpufft::receiver_sample> samples;
    std::uint64_t before = 0; //!< outputs of the channel before these
    double first_sample = 0; //!< samples of the input before the time of the first output
    bool is_new = false;     //!< it had none before
    bool is_moved = false;   //!< its frequency, or its stream, is another than before
    ::gpufft::mirror_place there; //!< of its stream, which has them as well
};

/*!
 * \brief The samples of a block through a channel_bank, on one device after the other
 *
 * Samples are gathered here until they fill blocks, and stay until the outputs of those
 * are there, so that another device can begin with them. Where the device has them in a
 * mirror of the scheduler's ring, they stay there instead, and so do those before them,
 * which are consumed that much later.
 */
class receiver_stream
{
public:
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    //! \throws plan_error, device_error, build_error
    receiver_stream(const ::gpufft::receiver_shape& shape,
                    const std::string& device,
                    const gr::logger_ptr& logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    std::string device_name() const { return bank()->forward().device_name(); }
    std::string plan_line() const { return bank()->forward().plan_line(); }
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }
    const ::gpufft::receiver_shape& shape() const { return d_shape; }

    //! Has kernels built for channels of so many points that are to come; from any
    //! thread. What fails is left to the samples, which go on with another device.
    void prepare(std::int64_t points);

    //! Before buffers are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();
    void start(gr::buffer_reader& in,
               const std::vector<gr::buffer*>& out,
               gr::logger& debug_logger);
    void stop();

    //! Whose memory samples of \p in may be in, for neighbours; nullptr: they are to be
    //! the host's.
    std::shared_ptr<::gpufft::device> chain_device(gr::buffer& in) const;
    //! Samples that the ring before the block should have room for; 0: any number will
    //! do.
    std::size_t samples_of_ring() const;
    std::string buffers() const; //!< how the device comes by the ring; may be ""

    //! Looks at samples of the input, from the first one not consumed on.
    //! \return how many to consume
    std::size_t take(const ::gpufft::receiver_sample* in, std::size_t count);
    bool has_block() const { return d_filled >= static_cast<std::size_t>(d_shape.hop()); }
    //! Samples before these are lost, which the block before has logged.
    bool is_lost() const { return d_is_lost; }
    //! Samples that are to be consumed as well, since the last call of this.
    std::size_t take_consumed() { return std::exchange(d_to_consume, 0); }
    //! The block has consumed them.
    void has_consumed() { d_in.tell_writer(); }
    //! Samples not consumed that take() must see to get on.
    std::size_t samples_needed() const;
    //! Samples since start() of which outputs are made.
    std::uint64_t done_samples() const { return d_done; }
    //! Samples since start() that were looked at.
    std::uint64_t seen_samples() const { return d_done + d_filled; }

    //! Makes the outputs of the blocks that are there, for the channels that \p wanted
    //! has; they stay until the next call. They go to the streams in this order.
    //! \param room  in each stream, where all outputs before are in its ring
    //! \return nullptr: no device is left, which is logged; it never throws
    const std::vector<channel_outputs>* work(const channel_table::channels& wanted,
                                             const std::vector<std::size_t>& room);

private:
    using bank_ptr = std::shared_ptr<::gpufft::channel_bank>;
    //! What a channel goes on with.
    struct course {
        double turns = 0;
        std::uint64_t outputs = 0;
        double freq = 0;
        int stream = -1;
    };

    std::size_t memory_bytes() const;
    bank_ptr bank() const;
    void make_bank(const std::string& device);
    //! Samples before those that are not done which the mirror has.
    std::size_t kept_before() const;
    bool go_to_host();
    void say_buffers();
    ::gpufft::receiver_input input();
    void run(std::size_t blocks);
    void begin_outputs(const channel_table::channels& wanted, std::size_t blocks);
    void place_outputs(const std::vector<std::size_t>& room);
    void leave_mirrors();
    void end_outputs(std::size_t blocks);
    bool go_on(const std::string& reason);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made();

    const ::gpufft::receiver_shape d_shape;
    const std::size_t d_most_blocks; //!< that are gathered
    gr::logger_ptr d_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    bank_ptr d_bank;
    std::string d_buffers;

    // Only the scheduler's thread touches these while a flowgraph runs.
    std::shared_ptr<unsigned char> d_memory; //!< the block's past, then what was taken
    std::size_t d_filled = 0;                //!< samples that were taken and are not done
    std::uint64_t d_done = 0;
    mirrored_input d_in;
    std::vector<mirrored_output> d_out;
    bool d_reads_mirror = false; //!< the samples, and those before, stay in the ring
    const ::gpufft::receiver_sample* d_shown = nullptr; //!< by take(), of the ring
    bool d_is_lost = false;
    std::size_t d_to_consume = 0;
    std::map<std::uint64_t, course> d_courses; //!< by the channel's id
    std::vector<channel_outputs> d_outputs;
    std::optional<running_block> d_running;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_RECEIVER_STREAM_H */
