/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FFT_VCC_H
#define INCLUDED_GR_GPUFFT_FFT_VCC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief FFT of complex vectors on a GPU or CPU device; drop-in for fft.fft_vcc
 * \ingroup gpufft
 *
 * Input:  complex[fft_size], one frame per item
 * Output: complex[fft_size], one spectrum (forward) or frame (reverse) per item
 *
 * Forward: X[k] = sum over n of x[n] w[n] exp(-2 pi i n k / fft_size). Reverse: the same
 * with +. Neither scales, so forward then reverse multiplies by fft_size. In both, tap i
 * of the window multiplies element i of the input item.
 *
 * With shift, DC is element fft_size / 2 (rounded down): of the output when forward, of
 * the input when reverse. Odd sizes included.
 *
 * One item in gives one item out, in order; tags stay on their items. Every call sends
 * whatever has arrived to the device in large pieces and several pieces are computed at
 * a time; a lone item is sent at once. A device that fails
 * is followed by another: see device_block.
 */
class GPUFFT_API fft_vcc : virtual public device_block
{
public:
    typedef std::shared_ptr<fft_vcc> sptr;

    /*!
     * \param fft_size  points, 1 .. 2^27; fastest where next_fast_length() says so
     * \param forward   true: forward; false: reverse, unscaled
     * \param window    fft_size taps, or empty for none
     * \param shift     DC in the middle instead of first
     * \param nthreads  most threads that compute on a CPU device; 0: one for each core,
     *                  less one of more than two for the other blocks. GPUs have no
     *                  such limit
     * \param device    "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int fft_size,
                     bool forward,
                     const std::vector<float>& window,
                     bool shift = false,
                     int nthreads = 0,
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps from the next piece sent to the device on
     *
     * Safe while running: each item is computed with the old taps or with the new ones,
     * never with a mixture.
     * \param window  fft_size taps, or empty for none
     * \return false, and nothing changes, where the length is neither
     */
    virtual bool set_window(const std::vector<float>& window) = 0;

    //! Takes effect with the next call of work(), which makes the kernels anew; see
    //! make().
    //! \throws plan_error  n is less than 0; once the flowgraph has started the log says
    //!                     so, and nothing changes
    virtual void set_nthreads(int n) = 0;
    virtual int nthreads() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_FFT_VCC_H */
