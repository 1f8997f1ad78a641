/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLAN_H
#define INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLAN_H

#include "fftw3/planner/underneath.h"
#include "fftw3/request/problem.h"
#include "fftw3/request/request.h"
#include <gpufft/fft.h>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::fftw3 {

//! A problem as the engine has it, or a step of it, and its kernels.
struct device_step {
    request asked;
    std::unique_ptr<fft> kernels;
};
using device_steps = std::vector<device_step>;

/*!
 * \brief What programs hold as an fftw_plan
 *
 * Computed by the device, or by the FFTW underneath. The latter stands in while kernels
 * are compiled, in a process forked from that of the device, for arrays that do not lie
 * as those planned for, and for a device that failed; where there is none, the host does.
 * Safe from several threads at once.
 */
class plan
{
public:
    //! Does nothing, for a problem without points.
    explicit plan(problem posed, int sign = FORWARD);
    plan(problem posed, int sign, device_steps on_device);
    //! \param by_fftw  a plan of \p posed, now this one's
    plan(problem posed, int sign, underneath::plan by_fftw);
    ~plan();
    plan(const plan&) = delete;
    plan& operator=(const plan&) = delete;

    //! \p handle where a plan of this class made it, else nullptr: a program may have
    //! plans that FFTW's functions for clusters made.
    static plan* ours(void* handle);
    static const plan* ours(const void* handle);

    const problem& posed() const { return d_posed; }
    int sign() const { return d_sign; } //!< of interleaved data
    //! FFTW's, where that computes; else nullptr.
    underneath::plan by_fftw() const { return d_on_device.empty() ? d_by_fftw : nullptr; }

    //! Does not throw: where nobody can compute, the log says so.
    void execute(const arrays& at) const noexcept;

    //! As FFTW prints plans: "(gpufft opencl:0 ...)"
    std::string text() const;

private:
    //! The arrays of each step; none where they do not lie as those planned for.
    std::vector<host_arrays> placed(const arrays& at) const;
    bool has_kernels() const;
    bool run_on_device(const arrays& at) const;
    bool run_underneath(const arrays& at) const;
    bool run_on_host(const arrays& at) const;
    underneath::plan stand_in() const;

    const void* const d_mark; // the first word, by which ours() knows
    const problem d_posed;
    const int d_sign;
    device_steps d_on_device; // one after the other; none: the device is not asked
    mutable std::atomic<bool> d_has_failed{ false };
    mutable underneath::plan d_by_fftw = nullptr;
    // Set once d_by_fftw stays as it is, so that a call need take no lock to read that.
    mutable std::atomic<bool> d_has_looked_for_stand_in{ false };
};

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_PLAN_H */
