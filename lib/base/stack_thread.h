/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_STACK_THREAD_H
#define INCLUDED_GPUFFT_LIB_BASE_STACK_THREAD_H

#include <pthread.h>
#include <cstddef>
#include <functional>

namespace gpufft {

/*!
 * \brief A thread with a stack of STACK_BYTES, however much those of the process have
 *
 * The system gives threads what `ulimit -s` says, or with musl 128 KiB. It gets no
 * signals.
 */
class stack_thread
{
public:
    //! What compilers of drivers are used to.
    static constexpr std::size_t STACK_BYTES = 8 * 1024 * 1024;

    //! \throws std::system_error  no thread is to be had
    explicit stack_thread(std::function<void()> does);
    ~stack_thread(); //!< waits
    stack_thread(const stack_thread&) = delete;
    stack_thread& operator=(const stack_thread&) = delete;

private:
    pthread_t d_thread;
};

//! Bytes of the calling thread's stack that are not in use; 0 where it runs on another
//! one than the system gave it. Of the main thread's as the limit was when it first
//! asked.
std::size_t stack_left();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_STACK_THREAD_H */
