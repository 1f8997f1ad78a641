/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_CORES_H
#define INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_CORES_H

#include <sys/types.h>
#include <vector>

namespace gpufft {

//! Cores that a thread may use, 0: the one that asks; empty where the system does not
//! say.
std::vector<int> cores_of_thread(pid_t thread);

//! Cores that the main thread of this process may use.
std::vector<int> cores_of_process();

//! The core that the calling thread is on; -1 where the system does not say.
int this_core();

//! The system's number of the calling thread.
pid_t this_thread();

//! Has a thread run on these cores only. \return false  the system does not, or there are
//! none
bool keep_on_cores(pid_t thread, const std::vector<int>& cores);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_THREADS_THREAD_CORES_H */
