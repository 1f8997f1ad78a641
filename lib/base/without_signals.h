/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_WITHOUT_SIGNALS_H
#define INCLUDED_GPUFFT_LIB_BASE_WITHOUT_SIGNALS_H

#include <initializer_list>
#include <pthread.h>
#include <csignal>

namespace gpufft {

/*!
 * \brief The calling thread gets no signals while this lives, but for its own faults
 *
 * Threads that it starts meanwhile never do, since they begin with its mask: signals are
 * for the threads that the program knows of. Faults of memory and arithmetic are the
 * thread's own: where they are blocked the system ends the process and asks no handler.
 */
class without_signals
{
public:
    without_signals()
    {
        sigset_t all;
        sigfillset(&all);
        for (const int fault : { SIGBUS, SIGSEGV, SIGFPE, SIGILL })
            sigdelset(&all, fault);
        pthread_sigmask(SIG_SETMASK, &all, &d_before);
    }
    ~without_signals() { pthread_sigmask(SIG_SETMASK, &d_before, nullptr); }
    without_signals(const without_signals&) = delete;
    without_signals& operator=(const without_signals&) = delete;

private:
    sigset_t d_before;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_WITHOUT_SIGNALS_H */
