/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_HOST_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_HOST_H

#include "exec/frames/frame_executor.h"
#include <vector>

namespace gpufft {

//! \brief What a frame_executor computes, by the host: batches one after the other
class frame_host
{
public:
    virtual ~frame_host() = default;

    //! Its outputs are there when this returns.
    //! \param taps  of the window, one a sample
    virtual void compute(const spectrum_batch& b, const std::vector<double>& taps) = 0;

    //! As a frame_executor has them, after the last batch.
    virtual average_state state() const = 0;
    virtual void set_state(const average_state& s) = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_FRAME_HOST_H */
