/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_MAG_SQUARED_H
#define INCLUDED_GR_GPUFFT_MAG_SQUARED_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <cstddef>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Squares of magnitudes, on the device where the samples are
 * \ingroup gpufft
 *
 * Input:  complex[vlen]
 * Output: float[vlen], the squares of their magnitudes
 *
 * Between blocks of this module that compute on a GPU, items stay in its memory; anywhere
 * else the host computes, as blocks.complex_to_mag_squared does. Tags stay at their
 * items.
 */
class GPUFFT_API mag_squared : virtual public gr::block
{
public:
    typedef std::shared_ptr<mag_squared> sptr;

    //! \param vlen  samples of an item
    //! \throws plan_error  vlen is less than 1, or an item has 2^31 bytes or more
    static sptr make(std::size_t vlen = 1);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_MAG_SQUARED_H */
