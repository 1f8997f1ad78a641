/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_MAKE_MAKE_FRAMES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_MAKE_MAKE_FRAMES_H

#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include <gpufft/startup.h>
#include <memory>
#include <string>

//! Executors of frames that begin as they are told.
namespace gpufft {

//! \throws plan_error, build_error, device_error  what spectrum_executor() throws
std::shared_ptr<frame_executor> make_frames(const spectrum_request& request,
                                            const window_taps& window,
                                            average how,
                                            const std::string& device,
                                            effort by,
                                            startup begins);

//! \throws plan_error, build_error, device_error  what persistence_executor() throws
std::shared_ptr<frame_executor> make_frames(const persistence_request& request,
                                            const window_taps& window,
                                            const std::string& device,
                                            effort by,
                                            startup begins);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_MAKE_MAKE_FRAMES_H */
