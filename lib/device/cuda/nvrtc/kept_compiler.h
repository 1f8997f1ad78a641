/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_KEPT_COMPILER_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_KEPT_COMPILER_H

#include "device/kernels/kernel_cache.h"
#include <optional>
#include <string>

namespace gpufft::cuda {

/*!
 * \brief What compiled the kernels that a cache has for GPUs of an architecture
 *
 * It stands in the cache itself, so that they are found where no compiler is: their keys
 * name the one that made them.
 */
struct kept_compiler {
    std::string version; //!< "13.0"
    std::string target;  //!< "sm_90"

    bool operator==(const kept_compiler& other) const
    {
        return version == other.version && target == other.target;
    }
};

//! Its kernels can be those of clusters of workgroups, and copy in bulk: from NVRTC 12
//! and sm_90 on.
bool has_clusters(const kept_compiler& one);

//! The one that note_compiler() noted last for \p architecture; none where none is.
std::optional<kept_compiler> compiler_kept_in(const kernel_cache& cache,
                                              int architecture);

//! Writes nothing where that is noted already.
void note_compiler(const kernel_cache& cache, int architecture, const kept_compiler& one);

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_KEPT_COMPILER_H */
