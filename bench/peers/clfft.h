/* SPDX-License-Identifier: GPL-3.0-or-later */
// The peer on OpenCL devices, and nothing else here knows of it.
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_CLFFT_H
#define INCLUDED_GPUFFT_BENCH_PEERS_CLFFT_H

#include "apps/options/command.h"
#include <gpufft/devices.h>
#include <gpufft/transform.h>
#include <sys/types.h>
#include <cstdint>
#include <cstdio>
#include <string>

namespace gpufft::app {

/*!
 * \brief clFFT in a process of its own, which it may end
 *
 * On CPU devices it is known to crash, and its compiler to hang. The process is this
 * program again (clfft_child()); it loads clFFT where that is installed, and has the same
 * OpenCL device, or of a GPU behind CUDA the one of the same name.
 */
class clfft_process
{
public:
    //! "2.12.2"; "" and why, where there is none.
    static std::string version(std::string* reason);
    //! clFFT has c2c and r2c of up to three dimensions, whose factors are 13 at most.
    static bool offers(const transform& request);

    //! Plans \p rows packed rows of \p request, forward in float32 and out of place.
    //! \throws device_error  clFFT refuses, has died, or takes too long
    clfft_process(const device_info& on, const transform& request, std::uint32_t rows);
    ~clfft_process();
    clfft_process(const clfft_process&) = delete;
    clfft_process& operator=(const clfft_process&) = delete;

    //! Seconds of one of \p calls calls that follow one another.
    //! \throws device_error  clFFT fails, has died, or takes too long
    double seconds(int calls);

private:
    explicit clfft_process(const arguments& what_for);
    std::string answer(const char* to);
    void end() noexcept;

    pid_t d_child = -1;
    int d_to = -1;
    int d_from = -1;
};

//! What `gpufft bench --clfft-process ...` does: the other side of clfft_process.
int clfft_child(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PEERS_CLFFT_H */
