/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H

#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/rate_meter.h"
#include "exec/filters/stream_filter.h"
#include <gnuradio/gr_complex.h>
#include <gnuradio/logger.h>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

using reference_list = std::vector<std::vector<gr_complex>>;

//! \throws plan_error  none, too many or empty ones, or samples that are not finite or
//! all
//! 0
void check_references(const reference_list& references);

/*!
 * \brief The samples of a block through a filter for each reference, on one device after
 * the other
 *
 * A call's samples stay in the scheduler's ring until all correlations are there, so that
 * another device can begin with them. The samples before are kept here.
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
    int queue_depth() const { return 0; } //!< work() waits for all that it sends
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }

    //! Samples that are worth a call.
    std::size_t samples_of_a_call() const;

    //! Before buffers are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();
    void start(); //!< with the references that have been set by now
    void stop() { d_running.clear(); }

    //! \return whether there are other references now: those of references_in_use()
    bool take_changes();
    //! References that work() correlates with; for the thread that calls it.
    const reference_list& references_in_use() const { return d_in_use; }

    //! Correlations of \p count samples with each reference, to \p out.
    //! \return false  no device is left, which is logged; it never throws
    bool
    work(const gr_complex* in, std::size_t count, const std::vector<gr_complex*>& out);

    //! The last \p count samples before the next call, with \p more samples behind them.
    std::vector<gr_complex>
    with_past(std::size_t count, const gr_complex* in, std::size_t more) const;

private:
    using filter_ptr = std::shared_ptr<::gpufft::stream_filter>;

    filter_ptr first() const;
    void make_filters(const std::string& device, const reference_list& references);
    void
    run(const gr_complex* in, std::size_t count, const std::vector<gr_complex*>& out);
    bool try_again(const std::string& reason);
    bool go_on(const std::string& reason, const reference_list& references);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made();
    void note_running();

    gr::logger_ptr d_logger;
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    reference_list d_references;
    bool d_has_changed = false;
    std::vector<filter_ptr> d_filters;

    // Only the scheduler's thread touches these while a flowgraph runs.
    reference_list d_in_use; //!< that d_filters are made of
    bool d_is_over = false;  //!< no device takes the references that were set
    ::gpufft::filter_past d_past{ sizeof(gr_complex) };
    std::list<running_block> d_running;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_CORRELATOR_STREAM_H */
