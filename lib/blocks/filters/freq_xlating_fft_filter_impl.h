/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FREQ_XLATING_FFT_FILTER_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FREQ_XLATING_FFT_FILTER_IMPL_H

#include "blocks/filters/fft_filter_impl.h"
#include <atomic>
#include <string>

namespace gr {
namespace gpufft {

//! \brief The filter of complex samples, behind a mixer
class freq_xlating_fft_filter_impl
    : public fft_filter_impl<freq_xlating_fft_filter_ccc, gr_complex>
{
public:
    freq_xlating_fft_filter_impl(const ::gpufft::filter_request& request,
                                 double center_freq,
                                 double sampling_freq,
                                 int nthreads,
                                 const std::string& device);

    void set_center_freq(double center_freq) override;
    double center_freq() const override { return d_center_freq; }
    double sampling_freq() const override { return d_sampling_freq; }

private:
    void tune(double center_freq);
    //! A message of port "freq".
    void take_message(const pmt::pmt_t& message);

    std::atomic<double> d_center_freq;
    const double d_sampling_freq;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_FILTERS_FREQ_XLATING_FFT_FILTER_IMPL_H */
