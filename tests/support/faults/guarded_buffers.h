/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_BUFFERS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_BUFFERS_H

#include "support/faults/guarded_memory.h"
#include <cstddef>

namespace gpufft::testing {

/*!
 * \brief While one lives, each buffer that the OpenCL backend makes lies between
 * unreadable pages
 *
 * Inputs, outputs, workspace and tables: all but memory of the caller that is wrapped in
 * place. For CPU devices alone, whose kernels run in this process. Programs that use it
 * stand in for clCreateBuffer, so they are linked with their symbols exported
 * (guarded_program() of CMake). Where something was written beside a buffer, short of a
 * page, the process says so and aborts when the driver lets the buffer go.
 */
class guarded_buffers
{
public:
    //! \param alignment  of each buffer; more lets more be read behind its end. Kernels
    //!                   with vectors take 64, others what their elements take.
    explicit guarded_buffers(guarded_end end, std::size_t alignment = 64);
    ~guarded_buffers();
    guarded_buffers(const guarded_buffers&) = delete;
    guarded_buffers& operator=(const guarded_buffers&) = delete;

    //! Buffers made since the process began.
    static std::size_t made();
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_FAULTS_GUARDED_BUFFERS_H */
