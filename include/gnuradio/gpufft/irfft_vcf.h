/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_IRFFT_VCF_H
#define INCLUDED_GR_GPUFFT_IRFFT_VCF_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief Real vectors from the bins of their FFT, on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  complex[length / 2 + 1], bins 0 .. length / 2 of a spectrum, one per item
 * Output: float[length], the frame that has it
 *
 * x[n] = sum over k = 0 .. length - 1 of X[k] exp(+2 pi i n k / length), where the bins
 * that are not given are conjugates, X[length - k] = conj X[k]. Imaginary parts of bin 0
 * and, of an even length, of bin length / 2 are ignored. numpy.fft.irfft, which divides
 * by length as "by_length" does.
 *
 * The length is that of the frame: length 8 and length 9 both have 5 bins.
 *
 * GNU Radio's buffers are whole items in whole pages, and the bins of a length that 4
 * divides are an odd number: the input's has at least 512 items, 2 KiB a point.
 *
 * One item in gives one item out, in order; tags stay on their items, and a NaN in its
 * item. What has arrived is sent to the device in large pieces, several at a time; a lone
 * item is sent at once. A device that fails is followed by another:
 * see device_block.
 */
class GPUFFT_API irfft_vcf : virtual public device_block
{
public:
    typedef std::shared_ptr<irfft_vcf> sptr;

    /*!
     * \param length         points of a frame, 1 .. 2^27, even or odd
     * \param normalization  "none", so that rfft_vfc and then this multiply by length;
     *                       "by_length": divided by length, so that this undoes rfft_vfc;
     *                       or "orthonormal": divided by its square root
     * \param device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int length,
                     const std::string& normalization = "none",
                     const std::string& device = "auto");
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_IRFFT_VCF_H */
