/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_FFTN_VCC_H
#define INCLUDED_GR_GPUFFT_FFTN_VCC_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief FFT in several dimensions of complex vectors on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  complex[product of the shape], one array per item, its last dimension the
 *         fastest (row-major, as NumPy stores it)
 * Output: the same shape, one spectrum (forward) or array (reverse) per item
 *
 * The FFT of fft_vcc along every dimension, forward with exponent - and reverse with +.
 * With shift, DC is element length / 2 (rounded down) of each dimension: of the output
 * when forward, of the input when reverse. Odd lengths included.
 *
 * One item in gives one item out, in order; tags stay on their items, and a NaN in its
 * item. What has arrived is sent to the device in large pieces, several at a time; a lone
 * item is sent at once. A device that fails is followed by another:
 * see device_block.
 */
class GPUFFT_API fftn_vcc : virtual public device_block
{
public:
    typedef std::shared_ptr<fftn_vcc> sptr;

    /*!
     * \param shape          1 to 4 lengths, slowest dimension first; an item has at most
     *                       2^31 - 1 bytes, so their product is below 2^28
     * \param forward        true: forward; false: reverse
     * \param shift          DC in the middle of every dimension instead of first
     * \param normalization  "none"; "by_length": the reverse is divided by the number of
     *                       points, so that it undoes the forward; or "orthonormal": both
     *                       by its square root
     * \param device         "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(const std::vector<int>& shape,
                     bool forward = true,
                     bool shift = false,
                     const std::string& normalization = "none",
                     const std::string& device = "auto");
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_FFTN_VCC_H */
