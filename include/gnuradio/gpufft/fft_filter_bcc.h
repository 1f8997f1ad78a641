/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FFT_FILTER_BCC_H
#define INCLUDED_GR_GPUFFT_FFT_FILTER_BCC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/gr_complex.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Decimating FIR filter of complex samples of bytes, by fast convolution on
 * a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  byte, I and Q by turns, full scale 128: samples x
 * Output: complex, y[m] = sum over k of taps[k] x[m decimation - k] / 128, with zeros
 * before the first sample
 *
 * What fft_filter_ccc makes of the samples as floats of full scale 1, without a block and
 * a ring between: the host makes floats of samples as it puts them in rows.
 *
 * A tag of sample n, at its I or its Q, goes to the output nearest to n / decimation. A
 * device that fails is followed by another: see device_block.
 */
class GPUFFT_API fft_filter_bcc : virtual public device_block
{
public:
    typedef std::shared_ptr<fft_filter_bcc> sptr;

    /*!
     * \param decimation  every so many samples an output, at least 1
     * \param taps        1 .. 2^24 finite taps
     * \param nthreads    most threads that compute on a CPU device; 0: one for each core,
     *                    less one of more than two for the other blocks
     * \param device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     * \param sample_type  "int8" or "uint8"; unsigned bytes lie around 127.5, where a
     *                    converter without offset has its zero
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int decimation,
                     const std::vector<gr_complex>& taps,
                     int nthreads = 0,
                     const std::string& device = "auto",
                     const std::string& sample_type = "int8");

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

#endif /* INCLUDED_GR_GPUFFT_FFT_FILTER_BCC_H */
