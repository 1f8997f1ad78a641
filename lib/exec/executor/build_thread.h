/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_THREAD_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_THREAD_H

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>

namespace gpufft {

/*!
 * \brief Kernels being built on a thread of their own
 *
 * A driver's compiler cannot be told to stop, so the destructor waits for it. Where
 * nobody destroys this, so does the end of the main thread and with it the process':
 * compilers keep what they work with in objects that end with the process. Where another
 * thread than the main one loaded the library, the end of a thread that made one waits.
 */
class build_thread
{
public:
    //! Kernels from a cache are there sooner, see measurements.md,
    //! "Kernels from a cache": who waits so long need not do without those.
    static constexpr std::chrono::milliseconds PATIENCE{ 250 };

    //! \param build  what it throws, wait() throws
    explicit build_thread(std::function<void()> build);
    ~build_thread(); //!< waits
    build_thread(const build_thread&) = delete;
    build_thread& operator=(const build_thread&) = delete;

    bool is_done_within(std::chrono::milliseconds time) const;
    //! Within PATIENCE, but not waited for once a compiler has been given text, which
    //! takes longer than that.
    bool is_done_soon() const;
    void wait() const;

private:
    struct progress;
    std::shared_ptr<progress> d_progress;
    std::shared_future<void> d_end;
    std::thread d_thread;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_BUILD_THREAD_H */
