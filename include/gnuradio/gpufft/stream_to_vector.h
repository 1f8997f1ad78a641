/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_STREAM_TO_VECTOR_H
#define INCLUDED_GR_GPUFFT_STREAM_TO_VECTOR_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <cstddef>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Items of a stream as vectors, on the device where they are
 * \ingroup gpufft
 *
 * Input:  items of item_size bytes
 * Output: vectors of nitems_per_block of them; those behind the last whole one are left
 * out
 *
 * Between blocks of this module that compute on a GPU, items whose bytes are a multiple
 * of 4 stay in its memory; anywhere else the host copies, as blocks.stream_to_vector
 * does. Tags go to the vector whose begin is nearest.
 */
class GPUFFT_API stream_to_vector : virtual public gr::block
{
public:
    typedef std::shared_ptr<stream_to_vector> sptr;

    /*!
     * \param item_size         bytes of an item
     * \param nitems_per_block  items of a vector, 1 or more
     *
     * \throws plan_error  an argument is out of its range, or a vector has 2^31 bytes or
     *                     more
     */
    static sptr make(std::size_t item_size, int nitems_per_block);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_STREAM_TO_VECTOR_H */
