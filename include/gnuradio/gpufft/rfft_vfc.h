/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_RFFT_VFC_H
#define INCLUDED_GR_GPUFFT_RFFT_VFC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief FFT of real vectors, the bins that are not mirror images, on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  float[length], one frame per item
 * Output: complex[length / 2 + 1], bins 0 .. length / 2 of its spectrum
 *
 * X[k] = sum over n of x[n] w[n] exp(-2 pi i n k / length). The bins above are the
 * conjugates of these: X[length - k] = conj X[k]. numpy.fft.rfft.
 *
 * GNU Radio's buffers are whole items in whole pages, and the bins of a length that 4
 * divides are an odd number: the output's has at least 512 items, 2 KiB a point.
 *
 * One item in gives one item out, in order; tags stay on their items, and a NaN in its
 * item. What has arrived is sent to the device in large pieces, several at a time; a lone
 * item is sent at once. A device that fails is followed by another:
 * see device_block.
 */
class GPUFFT_API rfft_vfc : virtual public device_block
{
public:
    typedef std::shared_ptr<rfft_vfc> sptr;

    /*!
     * \param length         points of a frame, 1 .. 2^27, even or odd
     * \param window         length taps, or empty for none
     * \param normalization  "none"; "by_length", which divides in irfft_vcf alone; or
     *                       "orthonormal": divided by the square root of length
     * \param device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int length,
                     const std::vector<float>& window = {},
                     const std::string& normalization = "none",
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps from the next piece sent to the device on
     *
     * Safe while running: each item is computed with the old taps or with the new ones,
     * never with a mixture.
     * \param window  length taps, or empty for none
     * \return false, and nothing changes, where their number is neither
     */
    virtual bool set_window(const std::vector<float>& window) = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_RFFT_VFC_H */
