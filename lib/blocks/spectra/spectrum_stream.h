/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_STREAM_H

#include "blocks/chains/mirrored_input.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/gpu_use.h"
#include "blocks/scheduler/rate_meter.h"
#include "blocks/spectra/carried_tags.h"
#include "blocks/spectra/spectrum_changes.h"
#include "blocks/spectra/spectrum_settings.h"
#include "blocks/spectra/tuning_watch.h"
#include "exec/host/smoothed_decibels.h"
#include "exec/memory/aligned_rows.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block to averaged spectra, through a spectrum_executor
 *
 * Samples whose frames are in flight stay in the scheduler's buffer, not consumed, until
 * their averages are done; so do those that the next frame shares with them. Changes of
 * any kind, and changes of tuning that tags tell of, take place when nothing is in
 * flight. So nothing is lost with a device, nor with a change.
 */
class spectrum_stream
{
public:
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    spectrum_stream(const spectrum_settings& s,
                    const std::string& device,
                    const gr::logger_ptr& logger,
                    const gr::logger_ptr& debug_logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    //! Where settings are changed, from any thread.
    spectrum_changes& changes() { return *d_changes; }
    const spectrum_changes& changes() const { return *d_changes; }

    // From any thread.
    std::string device_name() const { return d_changes->executor()->device_name(); }
    std::string plan_line() const { return d_changes->executor()->plan_line(); }
    int queue_depth() const { return d_queue_depth; }
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }

    //! What the scheduler's buffers should have room for at a time.
    struct room {
        std::size_t samples = 0;
        std::size_t averages = 0;
    };
    //! \p max_output_buffer: what the block's user allows, in items; 0 or less: any
    //! number
    room room_wanted(long max_output_buffer) const;

    //! Before they are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();

    //! The flowgraph has made the buffers. \p is_anew: samples are the first of a stream,
    //! and no average is under way.
    void start(gr::buffer_reader& in, gr::buffer& out, bool is_anew);
    //! They are about to go: waits for what is in flight.
    void stop();

    //! The part of the stream that the scheduler shows. Samples count from its start.
    struct view {
        const char* in = nullptr;
        std::uint64_t first = 0;
        std::uint64_t first_item = 0; //!< of the ring's since start()
        std::size_t samples = 0;
        float* out = nullptr;
        std::size_t space = 0; //!< for averages
        std::vector<gr::tag_t>
            tags; //!< that were not shown before; offsets count samples
    };
    //! What was done with it.
    struct progress {
        bool has_failed = false; //!< no device is left, which is logged
        std::size_t samples = 0; //!< to consume
        std::size_t averages = 0;
        std::vector<gr::tag_t> tags; //!< offsets count averages, from the first of these
    };
    //! Never throws.
    progress work(const view& v);

    //! The block has consumed what work() said.
    void has_consumed();

    //! Whose memory samples may be in, for neighbours.
    std::shared_ptr<::gpufft::device> chain_device() const
    {
        return d_changes->executor()->on();
    }
    //! How the device comes by the rings; from any thread.
    std::string buffers() const;

    //! How many samples from \p first work() needs to see, to get on.
    std::size_t samples_needed(std::uint64_t first) const;

private:
    using executor_ptr = spectrum_changes::executor_ptr;

    //! Where the next frame stands.
    struct position {
        std::uint64_t sample = 0; // its first
        ::gpufft::average_schedule schedule;
        bool is_fresh = true; // nothing is carried over into its average
    };
    struct flight {
        position before;
        std::size_t frames = 0;
        std::vector<std::uint32_t> ends;

        //! Where the frame behind them begins.
        std::uint64_t behind(std::uint64_t hop) const
        {
            return before.sample + frames * hop;
        }
    };

    //! What the scheduler made for the block, and how it is cut.
    struct rings {
        mirrored_input in;
        gr::buffer* out = nullptr;
        std::size_t chunk_frames = 1; // worth sending while others are in flight
        bool keeps_in_flight = true;  // may leave some in flight when work() returns
        bool has_mirror = false;      // which the chunk is chosen for
    };

    //! What was asked for through spectrum_changes, as far as it was obeyed.
    struct orders {
        std::uint64_t version = 0;
        std::uint64_t resets = 0;
        std::uint64_t skips = 0;
    };

    struct progress_in_stream {
        position next;
        bool is_known = false;         // next.sample is of this run of the flowgraph
        std::uint64_t lead = 0;        // while it is not: samples left to skip
        std::uint64_t behind_last = 0; // where the next frame is without a gap
        std::uint64_t consumed = 0;    // samples before this one are
    };

    struct submissions {
        std::deque<flight> flights; // oldest first
        std::size_t averages = 0;   // that these end
    };

    //! A line that other threads ask for.
    struct shown_text {
        mutable std::mutex mutex;
        std::string text;
    };

    void open(const std::string& device);
    std::string summary() const; //!< the plan, who knew it, and the device, for the log
    bool try_again(const std::string& reason);
    bool go_on(const std::string& reason);
    void abandon_all();
    ::gpufft::average_state carried_average();
    void tell(const std::string& event, const std::string& reason = "") const;
    std::string lock_rings();
    bool go_to_host();
    void look_at_writer();
    ::gpufft::mirror_place
    mirrored(std::uint64_t sample, std::size_t samples, const view& v) const;
    void forget_tuning();
    void set_chunk();
    void set_chunk_frames(std::size_t frames);

    bool change_is_due() const;
    bool tuning_is_due() const;
    void settle();
    void apply_changes();
    bool change_executor(const spectrum_settings& to);
    void tune(const tuning_watch::change& to);
    void use(const spectrum_settings& s, bool restarts);

    void submit_what_arrived(const view& v);
    std::size_t frames_to_send(const view& v) const;
    std::size_t frames_worth_sending() const;
    std::size_t aligned(std::size_t frames, const view& v) const;
    ::gpufft::aligned_rows hops() const;
    const char* samples_at(std::uint64_t sample, const view& v) const;
    void submit(const view& v, std::size_t frames);
    void collect(const view& v, progress& done);
    void collect_oldest(const view& v, progress& done);
    void smooth(float* outputs, std::size_t count);
    std::uint64_t end_of_average(const flight& f, std::uint32_t frames) const;

    gr::logger_ptr d_logger;
    gr::logger_ptr d_debug_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    const std::shared_ptr<spectrum_changes> d_changes;
    ::gpufft::smoothed_decibels d_smoothing;
    gpu_use d_gpu_use{ gpu_use::kind::reader };
    rate_meter d_meter;
    std::atomic<int> d_queue_depth{ 0 };

    // From here on: of the running flowgraph's scheduler thread.
    spectrum_settings d_settings; // that frames are made with, where nobody has changed
    orders d_seen;                // them since
    ::gpufft::spectrum_output d_output;
    executor_ptr d_executor;
    std::optional<running_block> d_running;
    rings d_rings;
    shown_text d_buffers; // how the device comes by the rings

    progress_in_stream d_at;
    submissions d_sent;
    //! The average under way, where the executor does not have it.
    std::optional<::gpufft::average_state> d_carried;
    carried_tags d_tags;
    tuning_watch d_tuning;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_STREAM_H */
