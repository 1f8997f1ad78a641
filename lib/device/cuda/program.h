/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_PROGRAM_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_PROGRAM_H

#include "device/cuda/device.h"

namespace gpufft::cuda {

//! A compiled text in the driver's hands; the device outlives it.
class program
{
public:
    //! \throws failed_driver_call  the driver refuses \p image
    program(const context& in, kernel_cache::bytes image);
    ~program();
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    CUmodule handle() const { return d_handle; }

private:
    const context& d_context;
    CUmodule d_handle = nullptr;
};

struct built_program {
    std::unique_ptr<program> loaded;
    std::string log; //!< the compiler's; "" where it was in the cache
};

//! Key of a compiled image in the cache. The image depends on nothing else: neither the
//! driver nor the product.
std::string
key_of(const std::string& text, const std::string& target, const std::string& compiler);

/*!
 * \brief The built program of \p source: from \p cache, else compiled, and put there
 * unless the cache is read only
 *
 * \throws build_error   the compiler refused the text
 * \throws device_error  another call failed, or there is no compiler
 */
built_program build_program(const cuda_device& on,
                            const kernel_source& source,
                            const kernel_cache& cache);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_PROGRAM_H */
