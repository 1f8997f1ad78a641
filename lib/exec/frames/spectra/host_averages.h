/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_HOST_AVERAGES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_HOST_AVERAGES_H

#include "exec/frames/frame_host.h"
#include "exec/frames/host_frames.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft {

//! \brief Averaged power spectra by the host, as a spectrum_executor defines them
class host_averages : public frame_host
{
public:
    explicit host_averages(const spectrum_request& request);

    void compute(const spectrum_batch& b, const std::vector<double>& taps) override;
    average_state state() const override;
    void set_state(const average_state& s) override;

private:
    void accumulate(const std::vector<double>& powers, const spectrum_batch& b);
    void show(const spectrum_output& as, double factor, float* out) const;
    double shown_power(std::size_t place, const spectrum_output& as) const;

    host_frames d_frames;
    // The average under way; an exponential one is a mean, others are a sum or extremes.
    std::vector<double> d_powers;    // empty: nothing accumulated
    std::uint64_t d_accumulated = 0; // frames that it is of
    std::optional<average> d_how;    // none: that of whatever comes next
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_HOST_AVERAGES_H */
