/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAILING_OPENCL_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAILING_OPENCL_H

#include <string>
#include <vector>

//! OpenCL with calls that fail when they are told to: programs with failing_opencl.cc
//! have functions of their own between the backend and the loader of drivers.
namespace gpufft::testing {

//! \return names of the calls that may fail
std::vector<std::string> opencl_calls();

//! The \p nth of \p call from now, 1 being the next, fails; 0: none.
void fail_opencl(const std::string& call, int nth);

//! Calls of that name since fail_opencl() was called.
int opencl_calls_made();

//! Contexts, queues, buffers, programs and kernels that were made and not released.
int opencl_objects();

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_FAILING_OPENCL_H */
