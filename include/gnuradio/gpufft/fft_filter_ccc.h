/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FFT_FILTER_CCC_H
#define INCLUDED_GR_GPUFFT_FFT_FILTER_CCC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/gr_complex.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Decimating FIR filter of complex samples with complex taps, by fast
 * convolution on a GPU or CPU device; drop-in for filter.fft_filter_ccc
 * \ingroup gpufft
 *
 * Input:  complex, samples x
 * Output: complex, y[m] = sum over k of taps[k] x[m decimation - k], with zeros before
 * the first sample
 *
 * Rows of the stream that overlap are transformed, multiplied by the spectrum of the taps
 * and transformed back, which is one kernel where a row fits. How long they are is chosen
 * by cost. Where the outputs are decimated, the spectrum is folded before the way back,
 * so that what is not wanted is not computed.
 *
 * Every sample that has arrived is filtered; the last outputs of a stream come, too, of
 * which filter.fft_filter_ccc leaves up to a block out. A tag of sample n goes to the
 * output nearest to n / decimation, as there. A device that fails is followed by another:
 * see device_block.
 */
class GPUFFT_API fft_filter_ccc : virtual public device_block
{
public:
    typedef std::shared_ptr<fft_filter_ccc> sptr;

    /*!
     * \param decimation  every so many samples an output, at least 1
     * \param taps        1 .. 2^24 finite taps
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
                     int nthreads = 0,
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps, as many as there may be, from the next call of work() on
     *
     * Safe while running: no sample is lost, and each output is computed with the old
     * taps or with the new ones, never with a mixture. The new ones find the samples
     * before, too, at least 4096 and twice as many as there were taps; of longer ones,
     * older samples count as 0. \throws plan_error  they are out of the range above; once
     * the flowgraph has started the log says so, and nothing changes
     */
    virtual void set_taps(const std::vector<gr_complex>& taps) = 0;
    virtual std::vector<gr_complex> taps() const = 0;

    //! Takes effect with the next call of work(), which makes the kernels anew; see
    //! make().
    virtual void set_nthreads(int n) = 0;
    virtual int nthreads() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_FFT_FILTER_CCC_H */
