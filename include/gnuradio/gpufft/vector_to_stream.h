/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_VECTOR_TO_STREAM_H
#define INCLUDED_GR_GPUFFT_VECTOR_TO_STREAM_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <cstddef>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Vectors as the items that they are made of, on the device where they are
 * \ingroup gpufft
 *
 * Input:  vectors of nitems_per_block items of item_size bytes
 * Output: the items, in their order
 *
 * Between blocks of this module that compute on a GPU, items whose bytes are a multiple
 * of 4 stay in its memory; anywhere else the host copies, as blocks.vector_to_stream
 * does. Tags go to the first item of their vector.
 */
class GPUFFT_API vector_to_stream : virtual public gr::block
{
public:
    typedef std::shared_ptr<vector_to_stream> sptr;

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

#endif /* INCLUDED_GR_GPUFFT_VECTOR_TO_STREAM_H */
