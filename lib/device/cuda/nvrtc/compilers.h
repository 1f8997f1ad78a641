/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILERS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILERS_H

#include "device/cuda/nvrtc/compiler.h"
#include <memory>

namespace gpufft::cuda {

/*!
 * \brief The NVRTCs of the machine, each loaded when those before it do not do
 *
 * A later one has dropped GPUs that an earlier one knows, and does not always come first:
 * which one compiles is a matter of the GPU.
 */
class compilers
{
public:
    struct choice {
        std::shared_ptr<const compiler> with;
        std::string target; //!< "sm_90"
    };

    //! \param files           of nvrtc_files(), best first
    //! \param driver_version  13000 for CUDA 13.0
    compilers(std::vector<std::string> files, int driver_version)
        : d_files(std::move(files)), d_driver_version(driver_version)
    {
    }

    /*!
     * \brief What compiles for a GPU of \p architecture, 90 say
     *
     * The first that knows it, whose code any driver of its major version takes. Else the
     * one that knows the nearest earlier one, for PTX that the driver compiles: none that
     * is newer than the driver, which then refuses its PTX.
     * \return none in it where nothing does; why_none() says why
     */
    choice choose(int architecture);

    std::string why_none(int architecture) const;

    //! Each that could compile for it is newer than the driver, which takes no PTX of
    //! them.
    bool needs_newer_driver(int architecture) const;

    //! None could be loaded so far, and none is left to try.
    bool is_empty() const { return d_loaded.empty() && d_files.empty(); }

private:
    const compiler* at(std::size_t i);

    std::vector<std::string> d_files; //!< not loaded yet
    int d_driver_version;
    std::vector<std::shared_ptr<const compiler>> d_loaded;
    std::string d_reasons; //!< of those that cannot be loaded
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_NVRTC_COMPILERS_H */
