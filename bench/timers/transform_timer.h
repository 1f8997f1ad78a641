/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_TRANSFORM_TIMER_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_TRANSFORM_TIMER_H

#include "bench/peers/cufft.h"
#include "bench/peers/fftw.h"
#include <nlohmann/json.hpp>
#include <memory>
#include <string>

namespace gpufft::app {

//! How `gpufft bench SHAPE` times.
struct transform_rules {
    std::uint32_t batch = 0; //!< rows of a call; 0: as many as come to some MiB
    int rounds = 20;         //!< of which the median counts
};

/*!
 * \brief Times transforms on a device: data that stay there, and data of the host
 *
 * In turn with cuFFT's and clFFT's on the device and FFTW's on the host, where these are
 * installed and have such a transform: forward c2c, r2c and dct2 of packed rows in
 * float32. Kernels of ours have passed the self test; outputs are not compared again
 * here.
 */
class transform_timer
{
public:
    transform_timer(std::shared_ptr<device> on,
                    std::string device_name,
                    const transform_rules& rules);

    const std::string& why_no_fftw() const { return d_why_no_fftw; }
    const std::string& why_no_cufft() const { return d_why_no_cufft; }
    const std::string& why_no_clfft() const { return d_why_no_clfft; }
    //! "fftw-3.3.10-sse2-avx", "12.0.1"; "": it is absent
    std::string fftw_version() const;
    std::string cufft_version() const;
    const std::string& clfft_version() const { return d_clfft_version; } //!< "2.12.2"
    int threads() const { return d_threads; }                            //!< of FFTW

    /*!
     * \brief An element of the results
     *
     * `us`, `gflops`, `gb_per_s`, `of_copy` of data on the device; `host_us` and
     * `host_gflops` from host memory to host memory; `cufft_us` and `clfft_us` beside the
     * first, `fftw_us` beside the second, null where there is none; `clfft_failure` why
     * clFFT's, which should be there, is not; `failure` where ours has no time.
     */
    nlohmann::ordered_json measure(const transform& request);

private:
    void time(const transform& request, nlohmann::ordered_json& result);

    std::shared_ptr<device> d_device;
    std::string d_device_name;
    transform_rules d_rules;
    int d_threads;
    std::string d_why_no_fftw, d_why_no_cufft, d_why_no_clfft; // before what writes
    std::shared_ptr<fftw_library> d_fftw;
    std::shared_ptr<buffer> d_any;
    std::shared_ptr<cufft_library> d_cufft;
    std::string d_clfft_version;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_TRANSFORM_TIMER_H */
