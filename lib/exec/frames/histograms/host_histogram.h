/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_HOST_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_HOST_HISTOGRAM_H

#include "exec/frames/frame_host.h"
#include "exec/frames/histograms/persistence_executor.h"
#include "exec/frames/host_frames.h"
#include <cstdint>
#include <vector>

namespace gpufft {

//! \brief Histograms of powers by the host, as a persistence_executor defines them
class host_histogram : public frame_host
{
public:
    explicit host_histogram(const persistence_request& request);

    void compute(const spectrum_batch& b, const std::vector<double>& taps) override;
    average_state state() const override { return d_state; }
    void set_state(const average_state& s) override { d_state = s; }

private:
    std::vector<std::uint32_t> counts_of(const spectrum_batch& b,
                                         const std::vector<double>& taps) const;

    host_frames d_frames;
    std::int64_t d_levels;
    average_state d_state;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_HISTOGRAMS_HOST_HISTOGRAM_H */
