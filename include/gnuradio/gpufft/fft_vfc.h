/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FFT_VFC_H
#define INCLUDED_GR_GPUFFT_FFT_VFC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief FFT of real vectors on a GPU or CPU device; drop-in for fft.fft_vfc
 * \ingroup gpufft
 *
 * Input:  float[fft_size], one frame per item
 * Output: complex[fft_size], all bins, both halves of the spectrum
 *
 * The same as fft_vcc on the same samples with imaginary parts of 0, in every respect:
 * sign, scaling (none), window, shift, tags, errors.
 *
 * One difference from fft.fft_vfc of GNU Radio up to 3.10.5: its reverse form with shift
 * misplaces the halves where fft_size is odd. Here, as in fft.fft_vcc and numpy's
 * ifftshift, element fft_size / 2 (rounded down) of the input is DC.
 */
class GPUFFT_API fft_vfc : virtual public device_block
{
public:
    typedef std::shared_ptr<fft_vfc> sptr;

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

#endif /* INCLUDED_GR_GPUFFT_FFT_VFC_H */
