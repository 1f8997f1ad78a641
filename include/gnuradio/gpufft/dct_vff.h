/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_DCT_VFF_H
#define INCLUDED_GR_GPUFFT_DCT_VFF_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief Discrete cosine transform of real vectors on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  float[length], one frame per item
 * Output: float[length], its coefficients
 *
 * With N = length, output k is, as in scipy.fft.dct and FFTW:
 *
 *     type 1  x[0] + (-1)^k x[N-1] + 2 sum x[n] cos(pi k n / (N-1)), n = 1 .. N-2
 *     type 2  2 sum x[n] cos(pi k (2n+1) / 2N)
 *     type 3  x[0] + 2 sum x[n] cos(pi (2k+1) n / 2N), n = 1 .. N-1
 *     type 4  2 sum x[n] cos(pi (2k+1) (2n+1) / 4N)
 *
 * The inverse of type 2 is type 3, that of type 3 type 2; types 1 and 4 are their own.
 *
 * One item in gives one item out, in order; tags stay on their items, and a NaN in its
 * item. What has arrived is sent to the device in large pieces, several at a time; a lone
 * item is sent at once. A device that fails is followed by another:
 * see device_block.
 */
class GPUFFT_API dct_vff : virtual public device_block
{
public:
    typedef std::shared_ptr<dct_vff> sptr;

    /*!
     * \param length         points, 1 .. 2^27; of type 1 at least 2
     * \param type           1, 2, 3 or 4
     * \param inverse        the inverse of that type
     * \param normalization  "none"; "by_length": the inverse is divided by 2 length (type
     *                       1: by 2 (length - 1)), so that it undoes the forward; or
     *                       "orthonormal": both are divided by the square root of that
     * \param orthogonalize  end points weighted, so that "orthonormal" is an orthogonal
     *                       matrix: input 0 of type 3 times the square root of 2, output
     *                       0 of type 2 divided by it, and both ends of both of type 1
     * \param device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int length,
                     int type = 2,
                     bool inverse = false,
                     const std::string& normalization = "none",
                     bool orthogonalize = false,
                     const std::string& device = "auto");
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_DCT_VFF_H */
