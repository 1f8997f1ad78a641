/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_OWN_OUTPUTS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_OWN_OUTPUTS_H

#include "exec/memory/locked_memory.h"
#include "exec/memory/page_memory.h"
#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <memory>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Memory for outputs of a block that go to none of its ports
 *
 * An output stays where it is from the call that first offers its place until it was
 * returned, as in a ring of the scheduler's: a device may write it between calls.
 */
class own_outputs
{
public:
    //! Room for \p capacity outputs of each of \p streams; what there was is lost.
    void start(std::size_t streams, std::size_t capacity)
    {
        d_capacity = capacity;
        d_next = 0;
        d_memory.clear();
        for (std::size_t i = 0; i < streams; ++i)
            d_memory.push_back(::gpufft::page_memory(capacity * sizeof(gr_complex)));
    }
    void clear() { d_memory.clear(); }
    bool has_room_for(std::size_t streams) const { return d_memory.size() >= streams; }

    //! Where the next output of \p stream goes; room() outputs fit.
    gr_complex* at(std::size_t stream) const
    {
        return reinterpret_cast<gr_complex*>(d_memory[stream].get()) + d_next;
    }
    std::size_t room() const { return d_capacity - d_next; }
    void have_returned(std::size_t outputs) { d_next += outputs; }
    //! None is in flight: the next ones may go to the begin.
    void rewind() { d_next = 0; }

    //! Page-locks it where the device has use for that.
    void lock(::gpufft::locked_memory& locked) const
    {
        for (const auto& each : d_memory)
            locked.add(each.get(), d_capacity * sizeof(gr_complex));
    }

private:
    std::vector<std::shared_ptr<unsigned char>> d_memory; //!< of each stream
    std::size_t d_capacity = 0;
    std::size_t d_next = 0; //!< outputs before the next one
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_OWN_OUTPUTS_H */
