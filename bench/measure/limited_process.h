/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_MEASURE_LIMITED_PROCESS_H
#define INCLUDED_GPUFFT_BENCH_MEASURE_LIMITED_PROCESS_H

#include <functional>
#include <string>

namespace gpufft::app {

//! How a process is held to some threads.
enum class hold { by_runtime, by_processors };

/*!
 * \brief Runs \p work in a process of its own, whose CPU devices have \p threads threads
 *
 * Runtimes decide once for a process how many they have, so this is called before any
 * device was opened. PoCL is told; Intel's takes as many as the process has processors.
 * \param threads  0: as many as the runtime would take
 * \returns what \p work returned
 * \throws device_error  with the message of what \p work threw, or that it died
 */
std::string
in_limited_process(int threads, hold how, const std::function<std::string()>& work);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_MEASURE_LIMITED_PROCESS_H */
