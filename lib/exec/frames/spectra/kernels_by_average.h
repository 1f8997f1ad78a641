/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_KERNELS_BY_AVERAGE_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_KERNELS_BY_AVERAGE_H

#include "exec/frames/spectra/spectrum_kernels.h"
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace gpufft {

/*!
 * \brief The tested kernels of each kind of average on a device, and the window
 *
 * Kernels are built when they are first asked for. Safe from several threads: submissions
 * go on while others are built.
 */
class kernels_by_average
{
public:
    //! \param by  how plans are chosen
    kernels_by_average(const spectrum_request& request,
                       std::shared_ptr<device> on,
                       effort by);

    const spectrum_request& request() const { return d_request; }
    const std::shared_ptr<device>& on() const { return d_on; }

    //! The kernels for \p how, which stay where they are; nullptr: not built.
    const spectrum_kernels* find(average how) const;
    //! Builds those for \p how where there are none.
    //! \throws plan_error, build_error, device_error
    void prepare(average how);

    //! \throws plan_error  not one tap a sample of a frame
    void set_window(const std::vector<double>& taps);
    std::shared_ptr<buffer> window() const;

private:
    //! A front that another average has as well: means differ from exponential averages
    //! in how runs are combined alone.
    std::shared_ptr<frame_front> front_for(average how) const;

    const spectrum_request d_request;
    const std::shared_ptr<device> d_on;
    const effort d_by;
    std::mutex d_build_mutex;   // one build at a time
    mutable std::mutex d_mutex; // guards what follows
    std::map<average, spectrum_kernels> d_kernels;
    std::shared_ptr<buffer> d_window;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_KERNELS_BY_AVERAGE_H */
