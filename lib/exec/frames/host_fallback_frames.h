/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FALLBACK_FRAMES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FALLBACK_FRAMES_H

#include "exec/executor/build_thread.h"
#include "exec/frames/frame_front.h"
#include "exec/frames/frame_host.h"
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace gpufft {

/*!
 * \brief Frames of a CPU device before their kernels are there
 *
 * The kernels are built and tested on a thread; meanwhile the host computes what is
 * submitted. The first submission after that is the kernels', and goes on from the
 * average that the host has. Should they fail, submit() throws that.
 */
class host_fallback_frames : public frame_executor
{
public:
    //! What is known before there are kernels.
    struct outlook {
        std::shared_ptr<const frame_front> front; //!< planned
        std::string plan_line;
        std::size_t max_frames = 1;
        std::size_t max_linked_frames = 1;
        std::size_t depth = 1;
    };
    //! Makes the executor with kernels; on a thread.
    using maker = std::function<std::shared_ptr<frame_executor>(const window_taps&)>;

    /*!
     * Waits for the kernels a moment, in case that they soon are there.
     * \param window  a tap for each sample
     * \throws what \p make throws within that moment
     */
    host_fallback_frames(const outlook& expected,
                         std::unique_ptr<frame_host> host,
                         const window_taps& window,
                         maker make);
    ~host_fallback_frames() override; //!< waits for a compiler, too

    void prepare(average how) override;
    void set_window(const window_taps& taps) override;
    std::size_t max_frames() const override { return d_expected.max_frames; }
    std::size_t max_linked_frames() const override
    {
        return d_expected.max_linked_frames;
    }
    std::size_t depth() const override { return d_expected.depth; }
    std::size_t in_flight() const override;
    locked_memory& locked() override { return d_locked; }
    void submit(const spectrum_batch& batch) override;
    finished wait_oldest() override;
    void renew_slots() override;
    average_state state() const override;
    void set_state(const average_state& s) override;
    std::string device_name() const override;
    std::string plan_line() const override;
    std::string plan_origin() const override;
    transform front() const override;
    std::shared_ptr<device> on() const override { return d_expected.front->on(); }
    bool is_outdated() const override;
    bool has_kernels() const override { return built() != nullptr; }
    void wait_for_kernels() const override { d_building->wait(); }

private:
    struct host_flight {
        finished gives;
        average_state after;
    };

    std::shared_ptr<frame_executor> built() const;
    void build(const maker& make);
    void go_over(std::shared_ptr<frame_executor> to);
    void submit_to_kernels(const spectrum_batch& batch);

    const outlook d_expected;
    locked_memory d_locked; // which CPU devices have no use for
    // What the thread that submits has for itself, up to the mutex.
    const std::unique_ptr<frame_host> d_host;
    std::deque<host_flight> d_host_flights;    // oldest first
    average_state d_host_state;                // after the last that was waited for
    std::optional<average> d_host_how;         // of the host's last
    std::shared_ptr<frame_executor> d_kernels; // none: the host computes

    mutable std::mutex d_mutex; // guards what follows
    window_taps d_window;
    std::size_t d_windows = 1;  // counted as they are set
    std::set<average> d_wanted; // that the kernels are to be prepared for
    std::shared_ptr<frame_executor> d_built;
    std::exception_ptr d_failure;

    std::unique_ptr<build_thread> d_building; // last: goes first
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FALLBACK_FRAMES_H */
