/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H

#include "blocks/chains/mirrored_input.h"
#include "blocks/correlation/own_outputs.h"
#include "blocks/correlation/references.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/rate_meter.h"
#include "exec/filters/filter_set.h"
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/gr_complex.h>
#include <gnuradio/logger.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief The samples of a block through a filter for each reference, on one device after
 * the other
 *
 * A call's samples stay in the scheduler's ring until all correlations are there, so that
 * another device can begin with them. The samples before are kept here, or in the ring's
 * mirror where a block on the device writes it and nobody needs them on the host.
 */
class correlator_stream
{
public:
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    //! \throws plan_error, device_error, build_error
    correlator_stream(reference_list references,
                      const std::string& device,
                      const gr::logger_ptr& logger);

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    //! As many as before, from the next call of take_changes() on; from any thread.
    void set_references(const reference_list& references);
    reference_list references() const;

    std::string device_name() const { return first()->executor().device_name(); }
    std::string plan_line() const { return first()->executor().plan_line(); }
    int queue_depth() const { return d_queue_depth; } //!< pieces in flight between calls
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }
    std::string buffers() const; //!< how the device comes by the rings, for the log

    //! Samples that are worth a call.
    std::size_t samples_of_a_call() const;

    //! Before buffers are made: takes what block_defaults have by now, and references.
    //! \throws device_error, build_error
    void follow_defaults();
    //! With the references that have been set by now.
    void start(gr::buffer_reader& in,
               const std::vector<gr::buffer*>& out,
               gr::logger& debug_logger);
    void stop();

    //! Whose memory samples may be in, for neighbours.
    std::shared_ptr<::gpufft::device> chain_device() const
    {
        return first()->executor().on();
    }
    //! References reach back so little that the mirror of \p in has what they need.
    bool may_keep_past(gr::buffer& in) const;

    //! \return whether there are other references now: those of references_in_use()
    bool take_changes();
    //! References that work() correlates with; for the thread that calls it.
    const reference_list& references_in_use() const { return d_in_use; }

    //! The part of the stream that the scheduler shows.
    struct view {
        const gr_complex* in = nullptr;
        std::size_t samples = 0;
        std::vector<gr_complex*> out; //!< of the references that are connected
        //! Somebody looks at all correlations, and at the samples that they are of.
        bool is_looked_at = false;
    };
    //! What is done of it.
    struct progress {
        std::size_t samples = 0; //!< 1 or more
        //! Where it is looked at: correlations of each reference, ...
        std::vector<const gr_complex*> correlations;
        //! ... and the samples before, as many as the longest reference has but one.
        std::vector<gr_complex> before;
    };
    //! Correlates with each reference; some may be in flight since the last call, and
    //! after this one.
    //! \return nothing where no device is left, which is logged; it never throws
    std::optional<progress> work(const view& v);
    //! The block has consumed what work() said.
    void has_consumed() { d_in.tell_writer(); }

private:
    using filter_ptr = std::shared_ptr<::gpufft::stream_filter>;

    filter_ptr first() const;
    void make_filters(const std::string& device, const reference_list& references);
    bool try_again(const std::string& reason);
    bool go_on(const std::string& reason, const reference_list& references);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made();
    void note_running();
    void lock_rings();
    void look_at_writer();
    bool go_to_host();
    void take_past_from_ring();
    std::vector<gr_complex*> places_for(const view& v);
    ::gpufft::filter_places find_samples(const view& v);
    progress advance(const view& v);

    gr::logger_ptr d_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;
    std::atomic<int> d_queue_depth{ 0 };
    own_outputs d_unconnected; //!< before filters, which unlock it as they go

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    reference_list d_references;
    bool d_has_changed = false;
    std::vector<filter_ptr> d_filters;
    std::string d_buffers;

    // Only the scheduler's thread touches these while a flowgraph runs.
    reference_list d_in_use;     //!< that d_filters are made of
    ::gpufft::filter_set d_set;  //!< the same as d_filters
    bool d_is_over = false;      //!< no device takes the references that were set
    bool d_is_looked_at = false; //!< as the last call said
    std::uint64_t d_done = 0;    //!< samples since start()
    mirrored_input d_in;
    bool d_reads_mirror = false; //!< as rings were page-locked for
    std::vector<gr::buffer*> d_out;
    std::size_t d_piece_outputs = 1; //!< with which rings keep a GPU busy
    bool d_keeps_in_flight = false;  //!< rings are where they are from call to call
    ::gpufft::filter_past d_past{ sizeof(gr_complex) };
    std::list<running_block> d_running;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H */
