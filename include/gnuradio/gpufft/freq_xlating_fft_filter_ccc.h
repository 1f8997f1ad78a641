/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FREQ_XLATING_FFT_FILTER_CCC_H
#define INCLUDED_GR_GPUFFT_FREQ_XLATING_FFT_FILTER_CCC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/gr_complex.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Mixer to 0 Hz and decimating FIR filter of complex samples, by fast convolution
 * on a GPU or CPU device; drop-in for filter.freq_xlating_fft_filter_ccc
 * \ingroup gpufft
 *
 * Input:  complex, samples x
 * Output: complex,
 *
 *     y[m] = sum over k of taps[k] x[t - k] exp(-2 pi i f (t - k)),  t = m decimation
 *
 * with f = center_freq / sampling_freq and zeros before the first sample: what is around
 * center_freq comes to 0 Hz. As in filter.freq_xlating_fft_filter_ccc it is computed as
 * a filter around center_freq, whose outputs are turned; on a GPU in the same kernel.
 *
 * Retuned while it runs, the outputs' turns go on from where they are, so a mixer's phase
 * has no jump. That of a tone through the filter changes with the filter's response.
 *
 * A message to port "freq", a pair of anything and a number or a dictionary with "freq",
 * is a set_center_freq(). A tag of sample n goes to the output nearest to
 * n / decimation.
 * A device that fails is followed by another: see device_block.
 */
class GPUFFT_API freq_xlating_fft_filter_ccc : virtual public device_block
{
public:
    typedef std::shared_ptr<freq_xlating_fft_filter_ccc> sptr;

    /*!
     * \param decimation  every so many samples an output, at least 1
     * \param taps        1 .. 2^24 finite taps, of the filter around 0 Hz
     * \param center_freq  what comes to 0 Hz, finite; in the unit of sampling_freq
     * \param sampling_freq  of the input, above 0
     * \param nthreads    most threads that compute on a CPU device; 0: one for each core,
     *                    less one of more than two for the other blocks
     * \param device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int decimation,
                     const std::vector<gr_complex>& taps,
                     double center_freq,
                     double sampling_freq,
                     int nthreads = 0,
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps, as many as there may be, from the next call of work() on
     *
     * As fft_filter_ccc::set_taps(): no sample is lost, and the new taps find those
     * before. \throws plan_error  they are out of the range above; once the flowgraph has
     * started the log says so, and nothing changes
     */
    virtual void set_taps(const std::vector<gr_complex>& taps) = 0;
    virtual std::vector<gr_complex> taps() const = 0;

    /*!
     * \brief Tunes from the next call of work() on
     *
     * Safe while running: no sample is lost, and the turns of outputs go on from where
     * they are. \throws plan_error  it is not finite; once the flowgraph has started the
     * log says so, and nothing changes
     */
    virtual void set_center_freq(double center_freq) = 0;
    virtual double center_freq() const = 0;
    virtual double sampling_freq() const = 0;

    //! Takes effect with the next call of work(), which makes the kernels anew; see
    //! make().
    virtual void set_nthreads(int n) = 0;
    virtual int nthreads() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_FREQ_XLATING_FFT_FILTER_CCC_H */
