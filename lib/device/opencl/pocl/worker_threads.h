/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_WORKER_THREADS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_WORKER_THREADS_H

#include <sys/types.h>
#include <vector>

namespace gpufft::opencl {

//! The threads of this process, in the order they were started. Empty where the system
//! does not say.
std::vector<pid_t> threads_now();

//! The threads of \p now that are not in \p before.
std::vector<pid_t> started_since(const std::vector<pid_t>& before,
                                 const std::vector<pid_t>& now);

//! Has thread i run on the i-th core that this process may use, and nowhere else. Does
//! nothing where there are not as many of one as of the other.
//! \return whether it did
bool keep_on_cores(const std::vector<pid_t>& threads);

//! Lets threads run on any core that this process may use.
void let_move(const std::vector<pid_t>& threads);

} // namespace gpufft::opencl

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_OPENCL_POCL_WORKER_THREADS_H */
