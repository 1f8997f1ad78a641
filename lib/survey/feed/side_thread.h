/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_FEED_SIDE_THREAD_H
#define INCLUDED_GPUFFT_LIB_SURVEY_FEED_SIDE_THREAD_H

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace gpufft {

/*!
 * \brief A thread that does things one after the other, beside who computes
 *
 * So many wait at most, and hold their memory; who brings more waits himself.
 */
class side_thread
{
public:
    explicit side_thread(std::size_t most_waiting);
    ~side_thread(); //!< what waits is not done
    side_thread(const side_thread&) = delete;
    side_thread& operator=(const side_thread&) = delete;

    //! \throws what an earlier one threw, once; what was behind that is not done
    void add(std::function<void()> work);
    //! Returns when all is done. \throws as add()
    void finish();

private:
    void run();
    void throw_failure();

    const std::size_t d_most;
    std::mutex d_mutex; // guards what follows
    std::condition_variable d_changed;
    std::deque<std::function<void()>> d_waiting;
    bool d_is_working = false, d_is_ending = false;
    std::exception_ptr d_failure;
    std::thread d_thread; // last: begins when all else is there
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_FEED_SIDE_THREAD_H */
