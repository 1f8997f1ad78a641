/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_POOL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_POOL_H

#include "base/stack_thread.h"
#include <condition_variable>
#include <sys/types.h>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace gpufft {

/*!
 * \brief Threads that help a caller with parts of its work
 *
 * The caller takes part. Helpers look for more for some tens of microseconds, giving
 * their core away to whoever wants it, before they sleep: being woken takes longer than
 * many a launch. Safe from several threads; there is one job at a time, and who finds
 * the pool busy does all of its own.
 */
class thread_pool
{
public:
    //! \param helpers  threads beside the caller's, started when first wanted
    explicit thread_pool(int helpers);
    ~thread_pool(); //!< no run() may be under way
    thread_pool(const thread_pool&) = delete;
    thread_pool& operator=(const thread_pool&) = delete;

    //! A run() would find helpers that need not be woken.
    bool is_awake() const { return d_awake.load(std::memory_order_relaxed) > 0; }

    /*!
     * \brief Calls part(i) once for each i in 0 .. count - 1, and returns when all ended
     *
     * In the calling thread and up to \p helpers others at once. Each begins with the
     * parts it began with in calls of the same numbers before, so that what they work on
     * may still be in its core's cache, and goes on with what others have left.
     * \param wakes  has helpers woken that sleep; else just those that are awake help,
     *               unless this call soon follows another
     * \throws what a part threw, the first to do so; parts not yet begun are then left
     * out
     */
    void
    run(int count, int helpers, bool wakes, const std::function<void(int part)>& part);

private:
    //! Neighbouring parts, which one thread begins with.
    struct alignas(64) share {
        std::atomic<int> next{ 0 };
        int end = 0;
    };

    struct job {
        const std::function<void(int)>* part = nullptr;
        std::vector<share> shares;  //!< the caller's first
        int count = 0;              //!< of the shares
        std::atomic<int> left{ 0 }; //!< helpers that joined and are through
        std::mutex failing;
        std::exception_ptr failure;
    };

    bool follows_another();
    void wake();
    void start_helpers(int wanted);
    void keep_apart();
    void deal_parts(int count, int threads);
    void help(int number);
    bool look_for_work();
    bool try_join();
    void sleep();
    void do_parts(int first_share);
    void close_and_wait(int helpers);

    const int d_most;
    std::atomic<bool> d_is_busy{ false }; //!< with the job of some caller
    job d_job;
    std::atomic<int> d_places{ 0 }; //!< helpers that may still join the job
    std::atomic<int> d_awake{ 0 };  //!< helpers that look for work
    std::atomic<int> d_asleep{ 0 };
    std::atomic<bool> d_is_over{ false };
    std::atomic<std::int64_t> d_last_call{ 0 }; //!< steady clock, since its epoch
    std::mutex d_sleeping;
    std::condition_variable d_wake;
    std::atomic<bool> d_caller_sleeps{ false };
    std::mutex d_waiting;
    std::condition_variable d_ended;
    std::deque<stack_thread> d_threads;
    pid_t d_process = 0;              //!< that these are in
    const std::vector<int> d_cores;   //!< of the process; empty: the system does not say
    std::atomic<pid_t> d_number{ 0 }; //!< the system's, of the helper, if one
    int d_left_free = -1;             //!< the core that the helper keeps off
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_POOL_H */
