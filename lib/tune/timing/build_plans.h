/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_BUILD_PLANS_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_BUILD_PLANS_H

#include "exec/executor/executor.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! A plan bound to a device, or why it could not be.
struct built_plan {
    std::shared_ptr<executor> result; //!< none where it failed
    std::string failure;              //!< what the device or its compiler said
    bool fails_for_good = false;      //!< and would say again
};

/*!
 * \brief The kernels of many plans, built on as many threads as the host has cores,
 * or as are to be had
 *
 * A plan that does not fit the device, does not build or computes wrong values is said
 * so in its place of the result; the others go on.
 *
 * \param verified  run each once on known data as well (self_test.h)
 * \param stop      asked before each plan; from when it says true, none is begun any
 *                  more. Called from several threads.
 */
std::vector<built_plan> build_plans(
    const std::vector<plan>& plans,
    const std::shared_ptr<device>& on,
    bool verified,
    const std::function<bool()>& stop = [] { return false; });

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_BUILD_PLANS_H */
