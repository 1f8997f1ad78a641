/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_PLANTED_FAULTS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_PLANTED_FAULTS_H

#include "device/interface/device.h"
#include <memory>
#include <string>

//! Kernels that read or write outside of their arrays, to see that guards notice.
namespace gpufft::testing {

//! Runs the kernel of that name, of which this process should die. \return 1: it did not
int plant_fault(const std::shared_ptr<device>& on, const std::string& name);

//! \p program, told "planted NAME", dies as it should of each of them. \return exit
//! status
int all_planted_faults_die(const std::string& program);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_PLANTED_FAULTS_H */
