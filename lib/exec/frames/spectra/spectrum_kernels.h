/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_KERNELS_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_KERNELS_H

#include "exec/frames/frame_front.h"
#include "exec/frames/spectra/single_frames.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include <functional>
#include <memory>
#include <string>

namespace gpufft {

//! What one kind of average takes on a device: compiled kernels, no data.
struct spectrum_kernels {
    std::shared_ptr<frame_front> front; //!< samples to runs
    std::shared_ptr<kernel> combine;    //!< runs to averages
    std::shared_ptr<kernel> finish;     //!< averages to what is shown, a number a bin
    std::shared_ptr<kernel> reduce;     //!< averages to fewer numbers than bins
    //! What serves where each frame is an average; none: the others do.
    std::shared_ptr<const single_frames> singles;

    device& on() const { return *front->on(); }
    const power_request& request() const { return front->made_plan().request; }
    //! Names the kernels' text: equal ids compute the same in the same way.
    std::string id() const;
};

//! Throws where kernels are not to be used.
using spectrum_check = std::function<void(const spectrum_kernels& kernels)>;

/*!
 * Builds what \p how needs.
 * \param front  for accumulation_of(how), if there is one already
 * \param by     how another one is planned
 * \param check  what throws with another one is left aside, as frame_front says
 * \throws plan_error, build_error, device_error
 */
spectrum_kernels build_spectrum_kernels(
    const spectrum_request& request,
    average how,
    const std::shared_ptr<device>& on,
    std::shared_ptr<frame_front> front = nullptr,
    effort by = default_effort(),
    const spectrum_check& check = [](const spectrum_kernels&) {});

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_KERNELS_H */
