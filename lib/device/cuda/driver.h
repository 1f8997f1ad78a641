/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H

#include "device/cuda/library/driver_api.h"
#include "device/cuda/library/library_call.h"
#include <gpufft/error.h>
#include <cstdint>

namespace gpufft::cuda {

/*!
 * \brief The driver's functions that are used: the table that stands for linking
 */
class driver
{
public:
    //! Loads the first of \p files and starts the driver.
    //! \throws load_error     there is none, or a function of it is missing
    //! \throws device_error   cuInit fails: no GPU, for example
    explicit driver(const std::vector<std::string>& files = { "libcuda.so.1" });

    //! "CUDA_ERROR_OUT_OF_MEMORY (2)"
    std::string status_text(CUresult status) const;

    //! Version of the CUDA that the driver is for, e.g. 13000.
    int version() const;

private:
    // Declared first: the calls are looked up in it.
    loaded_library d_library;

public:
#define GPUFFT_CALL(member, symbol, arguments) \
    const library_call<symbol##_function> member{ d_library, #symbol };
    GPUFFT_DRIVER_FUNCTIONS(GPUFFT_CALL)
#undef GPUFFT_CALL
    // Headers give the name to one with more arguments; the driver has this one as well.
    const library_call<CUresult(CUstream, CUstreamCaptureStatus*, std::uint64_t*)>
        stream_get_capture_info{ d_library, "cuStreamGetCaptureInfo" };
};

using failed_driver_call = failed_call<CUresult>;

//! "cuMemAlloc of 64 bytes: CUDA_ERROR_OUT_OF_MEMORY (2)"; \p context is " of 64 bytes"
std::string describe(const driver& cu,
                     const failed_driver_call& error,
                     const std::string& context = "");

//! Does \p call; a driver call in it that fails becomes a device_error.
//! \p what_of makes the text after the call's name, only when that is needed.
template <typename Call, typename WhatOf>
auto checked(const driver& cu, Call&& call, WhatOf&& what_of)
{
    try {
        return call();
    } catch (const failed_driver_call& error) {
        throw device_error(describe(cu, error, what_of()));
    }
}

template <typename Call>
auto checked(const driver& cu, Call&& call)
{
    return checked(cu, call, [] { return std::string(); });
}

//! What release_quietly() does about \p error.
void log_release(const driver& cu, const failed_driver_call& error);

/*!
 * \brief Does a driver call that frees something, where nothing may be thrown
 *
 * A failure is logged. A driver that has shut down, when the process ends, has freed
 * everything already.
 */
template <typename Call>
void release_quietly(const driver& cu, Call&& call)
{
    try {
        call();
    } catch (const failed_driver_call& error) {
        log_release(cu, error);
    }
}

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_DRIVER_H */
