/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_VECTOR_SOURCE_H
#define INCLUDED_GR_GPUFFT_VECTOR_SOURCE_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Samples that are given once, again and again, from the device's memory
 * \ingroup gpufft
 *
 * Output: sample[vlen]
 *
 * Where the blocks that read them compute on the same GPU, they are uploaded when the
 * flowgraph starts, and from then on copied within the device; where as many items as
 * there are fit the ring of the scheduler a whole number of times, just once around it.
 * Other readers find them in the host's memory, as those of blocks.vector_source do.
 */
template <class sample>
class GPUFFT_API vector_source : virtual public gr::block
{
public:
    typedef std::shared_ptr<vector_source<sample>> sptr;

    /*!
     * \param data    samples, a multiple of vlen of them
     * \param repeat  true: again and again; false: once
     * \param vlen    samples of an item
     * \param device  "auto", or a line of `gpufft devices`, e.g. "cuda:0"
     *
     * \throws plan_error    no data, or no multiple of vlen
     * \throws device_error  no such device
     */
    static sptr make(const std::vector<sample>& data,
                     bool repeat = true,
                     std::size_t vlen = 1,
                     const std::string& device = "auto");
};

typedef vector_source<gr_complex> vector_source_c;
typedef vector_source<float> vector_source_f;

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_VECTOR_SOURCE_H */
