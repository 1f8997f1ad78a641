/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FRAMES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FRAMES_H

#include "math/host_dft.h"
#include "plan/ir/power.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! \brief Powers of the frames of a stream, computed by the host in double precision
class host_frames
{
public:
    //! A frame takes at most some 100 ms.
    static bool can(std::int64_t length);

    //! \param request  of which `how` is no matter
    explicit host_frames(const power_request& request);

    const power_request& request() const { return d_request; }

    //! A window as powers() takes it, each of \p taps twice: for both parts of a sample.
    static std::vector<double> window_of(const std::vector<double>& taps);

    //! \param window  window_of() the taps
    //! \return |X|^2 of frame \p frame of \p samples, bin by bin
    std::vector<double> powers(const void* samples,
                               std::size_t frame,
                               const std::vector<double>& window) const;

private:
    power_request d_request;
    host_dft d_dft;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HOST_FRAMES_H */
