/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_NULL_SINK_H
#define INCLUDED_GR_GPUFFT_NULL_SINK_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/sync_block.h>
#include <cstddef>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Takes items without looking at them
 * \ingroup gpufft
 *
 * What a block of this module computes for it stays on the device, where blocks.null_sink
 * has it copied to the host.
 */
class GPUFFT_API null_sink : virtual public gr::sync_block
{
public:
    typedef std::shared_ptr<null_sink> sptr;

    //! \param item_size  bytes of an item
    //! \throws plan_error  none, or 2^31 and more
    static sptr make(std::size_t item_size);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_NULL_SINK_H */
