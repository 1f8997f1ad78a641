/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_KEEP_M_IN_N_H
#define INCLUDED_GR_GPUFFT_KEEP_M_IN_N_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <cstddef>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Some items of each n, on the device where they are
 * \ingroup gpufft
 *
 * Input:  items of item_size bytes
 * Output: of each n of them, m: those from item `offset` of the n on
 *
 * Between blocks of this module that compute on a GPU, items whose bytes are a multiple
 * of 4 stay in its memory; anywhere else the host copies, as blocks.keep_m_in_n does.
 * Tags go to the nearest output item.
 */
class GPUFFT_API keep_m_in_n : virtual public gr::block
{
public:
    typedef std::shared_ptr<keep_m_in_n> sptr;

    /*!
     * \param item_size  bytes of an item: a vector's, where items are vectors
     * \param m          items that are kept of each n, 1 .. n
     * \param n          items that belong together
     * \param offset     items of each n before the first that is kept, 0 .. n - m
     *
     * \throws plan_error  an argument is out of its range, or n items have 2^31 bytes or
     *                     more
     */
    static sptr make(std::size_t item_size, int m, int n, int offset = 0);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_KEEP_M_IN_N_H */
