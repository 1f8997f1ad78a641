/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_COMPILER_CALL_H
#define INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_COMPILER_CALL_H

#include "base/stack_thread.h"
#include <cstddef>
#include <functional>
#include <string>

namespace gpufft {

//! Bytes of stack that a thread needs to call a driver's compiler.
constexpr std::size_t COMPILER_STACK = stack_thread::STACK_BYTES / 2;

/*!
 * \brief While it lives, this thread is inside a driver's compiler
 *
 * LLVM calls exit() where it cannot write a file. That would destroy the statics of the
 * process beside threads that use them, and wait for ever for the build that it is
 * called in. So the process ends at once instead, after a line that says why.
 */
class compiler_call
{
public:
    //! \param subject  "PoCL's compiler, which writes to /home/user/.cache/pocl/kcache"
    explicit compiler_call(const std::string& subject);
    ~compiler_call();
    compiler_call(const compiler_call&) = delete;
    compiler_call& operator=(const compiler_call&) = delete;

private:
    std::string d_before; //!< of a call that this one is inside
};

//! \brief While it lives, \p hears is called where this thread begins to compile text
//! that no cache of kernels had: from then on it takes long
class compiling_watch
{
public:
    explicit compiling_watch(std::function<void()> hears);
    ~compiling_watch();
    compiling_watch(const compiling_watch&) = delete;
    compiling_watch& operator=(const compiling_watch&) = delete;

private:
    std::function<void()> d_hears;
};

//! Tells the watch of this thread, if there is one.
void say_compiling();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_COMPILER_CALL_H */
