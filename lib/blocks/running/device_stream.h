/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_DEVICE_STREAM_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_DEVICE_STREAM_H

#include "blocks/running/processor_executors.h"
#include "blocks/running/running_blocks.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/device_fallback.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/rate_meter.h"
#include "blocks/scheduler/ring_memory.h"
#include <gnuradio/block.h>
#include <gnuradio/buffer.h>
#include <gnuradio/logger.h>
#include <gpufft/error.h>
#include <gpufft/startup.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief What searches for faster plans see of an executor of a block's \p processor
template <class processor>
class processor_user : public plan_user
{
public:
    processor_user(std::shared_ptr<processor> with, ::gpufft::stream_executor& rows)
        : d_with(std::move(with)), d_rows(rows)
    {
    }
    ::gpufft::transform request() const override { return d_rows.request(); }
    std::shared_ptr<::gpufft::device> on() const override { return d_rows.on(); }
    bool has_kernels() const override { return d_rows.has_kernels(); }
    bool plan_switch() override { return d_rows.plan_switch(); }

private:
    const std::shared_ptr<processor> d_with; // which d_rows lives as long as
    ::gpufft::stream_executor& d_rows;
};

/*!
 * \brief The samples of a block through a \p processor, on one device after the other
 *
 * A processor is a stream_filter, or another class that has
 *
 *     request_type, past_type                  what it is asked for, with taps; the
 *                                              items before a call
 *     processor(request, device, effort, startup)
 *     bool change_to(request)                  false: it must be made anew for that
 *     void abandon() noexcept                  waits for what it has in flight between
 *                                              calls, and forgets it
 *     executor()                               the stream_executor that it computes with,
 *                                              or the first of several of which
 *                                              processor_executors.h knows
 *     std::size_t past_to_keep() const         such items, for changes to come
 *
 * Samples stay in the scheduler's rings until their outputs are there, so that another
 * device, or another request, can begin with them; what was before them is kept here.
 */
template <class processor>
class device_stream
{
public:
    using request_type = typename processor::request_type;
    using taps_type = decltype(request_type::taps);
    using past_type = typename processor::past_type;
    //! "started", "fallback" or "failed", and why.
    using listener =
        std::function<void(const std::string& event, const std::string& reason)>;

    //! Before the flowgraph starts. \p hears is called from its scheduler thread.
    void on_event(listener hears) { d_hears = std::move(hears); }

    // What follows takes effect with the next call of work(); from any thread.

    //! \throws plan_error  no processor can have them
    void set_taps(taps_type values)
    {
        change([&](request_type& request) { request.taps = values; });
    }
    taps_type current_taps() const { return request().taps; }
    //! Most threads that compute on a CPU device, 0 for the default number.
    void set_threads(int threads) { d_threads = threads; }

    std::string device_name() const { return now()->executor().device_name(); }
    std::string plan_line() const { return now()->executor().plan_line(); }
    int queue_depth() const { return d_queue_depth; } //!< pieces in flight between calls
    double gsps() const { return 1e-9 * d_meter.samples_per_second(); }

    //! Before buffers are made: takes what block_defaults have by now.
    //! \throws device_error, build_error
    void follow_defaults();

protected:
    //! \p name is "filter", say, for the log. \throws plan_error, device_error,
    //! build_error
    device_stream(const request_type& request,
                  past_type past,
                  const std::string& device,
                  const char* name,
                  const gr::logger_ptr& logger);
    ~device_stream() = default;

    std::shared_ptr<processor> now() const;
    request_type request() const;
    //! Has \p edit change what is asked for. \throws plan_error  no processor can be that
    template <class action>
    void change(const action& edit);

    //! With the flowgraph. What its \p rings hold is copied without staging: those of
    //! samples and outputs that processors copy where they lie.
    void begin(std::vector<gr::buffer*> rings = {});
    void end();

    /*!
     * Has \p run(processor, past) make outputs, of which it returns how many are done, on
     * another device where one fails.
     * \param samples  of an output, for the rate
     * \return how many; WORK_DONE: no device is left, which is logged; it never throws
     */
    template <class action>
    int work_on(std::size_t samples, const action& run);

    //! What is asked for is about to change: waits for what is in flight, which is
    //! computed as is asked for then.
    virtual void let_go() { now()->abandon(); }
    //! Counts what processors were asked for in turn, of which taken() is the newest.
    unsigned takes() const { return d_takes; }
    const request_type& taken() const { return d_taken; }
    //! One for \p request on the device in use, beside that in use.
    //! \throws device_error, build_error
    std::shared_ptr<processor> make_beside(const request_type& request) const;

    //! Another processor computes from now on; of the constructor's and of
    //! follow_defaults() nothing is told.
    virtual void is_replaced() {}
    //! A call has failed. \return false: what it needs cannot be had again
    virtual bool may_try_again() { return true; }

    const gr::logger_ptr& logger() const { return d_logger; }

private:
    static constexpr int UNCHANGED = -1;

    device_fallback::maker maker()
    {
        return [this](const std::string& device) { make(device); };
    }
    void make(const std::string& device);
    void lock_rings(processor& of) const;
    void note_running(const std::shared_ptr<processor>& with);
    bool take_request();
    void take_changes();
    void forget_request();
    bool go_on(const std::string& reason);
    void tell(const std::string& event, const std::string& reason = "") const;
    void say_what_was_made() const;

    gr::logger_ptr d_logger;
    const std::string d_name; //!< for the log
    listener d_hears;
    ::gpufft::effort d_effort;
    device_fallback d_devices;
    rate_meter d_meter;
    std::atomic<int> d_queue_depth{ 0 };
    std::atomic<int> d_threads{ UNCHANGED }; //!< asked for, not yet taken

    mutable std::mutex d_mutex; // guards what other threads than the scheduler's see
    request_type d_request;
    bool d_is_changed = false;
    std::shared_ptr<processor> d_processor;

    // Only the scheduler's thread touches these while a flowgraph runs.
    request_type d_taken;       //!< that d_processor computes
    unsigned d_takes = 0;       //!< times that it was set
    bool d_must_remake = false; //!< other threads or another request, not yet made
    past_type d_past;
    std::vector<gr::buffer*> d_rings;   //!< while the flowgraph runs
    std::list<running_block> d_running; //!< one for each executor, likewise
};

template <class processor>
device_stream<processor>::device_stream(const request_type& request,
                                        past_type past,
                                        const std::string& device,
                                        const char* name,
                                        const gr::logger_ptr& logger)
    : d_logger(logger),
      d_name(name),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_request(request),
      d_taken(request),
      d_past(std::move(past))
{
    d_devices.open(device, maker());
    say_what_was_made();
}

template <class processor>
std::shared_ptr<processor> device_stream<processor>::now() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_processor;
}

template <class processor>
typename device_stream<processor>::request_type device_stream<processor>::request() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_request;
}

template <class processor>
template <class action>
void device_stream<processor>::change(const action& edit)
{
    auto changed = request();
    edit(changed);
    validate(changed);
    const std::lock_guard<std::mutex> guard(d_mutex);
    edit(d_request); // of which another thread may have changed another part
    d_is_changed = true;
}

template <class processor>
void device_stream<processor>::say_what_was_made() const
{
    const auto& executor = now()->executor();
    d_logger->info("{}", made_text(executor));
    if (!executor.has_kernels())
        d_logger->info("{}", by_host_text(executor, executor.request()));
}

template <class processor>
void device_stream<processor>::make(const std::string& device)
{
    const auto wanted = request();
    auto result = std::make_shared<processor>(
        wanted, device, d_effort, ::gpufft::default_startup());
    d_taken = wanted;
    ++d_takes;
    d_must_remake = false;
    d_past.keep(result->past_to_keep());
    lock_rings(*result);
    if (!d_running.empty())
        note_running(result);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_processor.swap(result);
}

template <class processor>
std::shared_ptr<processor>
device_stream<processor>::make_beside(const request_type& request) const
{
    std::shared_ptr<processor> result;
    d_devices.remake([&](const std::string& device) {
        result = std::make_shared<processor>(
            request, device, d_effort, ::gpufft::default_startup());
    });
    return result;
}

template <class processor>
void device_stream<processor>::follow_defaults()
{
    if (d_devices.follow_defaults(&d_effort, maker()))
        say_what_was_made();
    take_changes();
}

template <class processor>
void device_stream<processor>::lock_rings(processor& of) const
{
    for (auto* rows : executors_of(of))
        for (auto* ring : d_rings)
            add_ring(rows->locked(), *ring);
}

template <class processor>
void device_stream<processor>::note_running(const std::shared_ptr<processor>& with)
{
    std::list<running_block> next;
    for (auto* rows : executors_of(*with))
        next.emplace_back(std::make_shared<processor_user<processor>>(with, *rows));
    d_running.swap(next); // some block runs at any time
}

template <class processor>
void device_stream<processor>::end()
{
    now()->abandon();
    d_queue_depth = 0;
    d_running.clear();
    d_rings.clear();
    for (auto* rows : executors_of(*now()))
        rows->locked().clear();
}

template <class processor>
void device_stream<processor>::begin(std::vector<gr::buffer*> rings)
{
    d_rings = std::move(rings);
    lock_rings(*now());
    d_past.clear();
    note_running(now());
    tell("started");
}

//! \return false: what is asked for needs another processor
template <class processor>
bool device_stream<processor>::take_request()
{
    try {
        const auto wanted = request();
        if (!now()->change_to(wanted))
            return false;
        d_past.keep(now()->past_to_keep());
        d_taken = wanted;
        ++d_takes;
        return true;
    } catch (const ::gpufft::plan_error&) {
        throw;      // whatever computes next would refuse it, too
    } catch (...) { // the device failed: whatever computes next takes it
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_changed = true;
        throw;
    }
}

//! What was asked for since the last call. Where a device fails over that, it is asked
//! for still.
template <class processor>
void device_stream<processor>::take_changes()
{
    const int asked = d_threads.exchange(UNCHANGED);
    if (asked != UNCHANGED && d_devices.limit_threads(asked))
        d_must_remake = true;
    bool is_changed = false;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        is_changed = std::exchange(d_is_changed, false);
    }
    if (!is_changed && !d_must_remake)
        return;
    let_go();
    try {
        if (is_changed && !d_must_remake)
            d_must_remake = !take_request();
        if (!d_must_remake)
            return;
        d_devices.remake(maker());
        say_what_was_made();
        is_replaced();
    } catch (const ::gpufft::plan_error& e) {
        d_logger->warn("{}; the {} goes on as it was", e.what(), d_name);
        forget_request();
    }
}

//! No processor can be what is asked for: the next one is to be as the one in use.
template <class processor>
void device_stream<processor>::forget_request()
{
    d_must_remake = false;
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!d_is_changed) // else another thread has asked for more, which is tried first
        d_request = d_taken;
}

template <class processor>
template <class action>
int device_stream<processor>::work_on(std::size_t samples, const action& run)
{
    for (;;) {
        try {
            take_changes();
            const std::size_t outputs = run(*now(), d_past);
            d_queue_depth = static_cast<int>(in_flight_of(*now()));
            d_devices.has_worked();
            d_meter.add(outputs * samples);
            return static_cast<int>(outputs);
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            now()->abandon();
            if (!may_try_again())
                return gr::block::WORK_DONE;
            const bool again = d_devices.try_again(reason, [this] {
                for (auto* rows : executors_of(*now()))
                    rows->renew_slots();
            });
            if (!again && !go_on(reason))
                return gr::block::WORK_DONE;
        }
    }
}

// The samples whose outputs were not returned are still there, and those before them in
// d_past.
template <class processor>
bool device_stream<processor>::go_on(const std::string& reason)
{
    const bool has_next = d_devices.go_on(reason, maker());
    if (has_next) {
        say_what_was_made();
        is_replaced();
    }
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

template <class processor>
void device_stream<processor>::tell(const std::string& event,
                                    const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_DEVICE_STREAM_H */
