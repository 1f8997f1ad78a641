/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H

#include "exec/channels/channelizer_shape.h"
#include "exec/channels/transposed_samples.h"
#include <cstddef>
#include <cstdint>
#include <vector>

/*!
 * The host's part of a channelizer: samples of several streams into one, and outputs of
 * rows to the streams or vectors that want them.
 */
namespace gpufft {

/*!
 * Writes samples \p begin .. \p end - 1 of the stream that \p streams make in turn,
 * sample s being item s / count of stream s % count, to \p to. 0 <= begin <= end
 */
void join_streams(const std::vector<const channel_sample*>& streams,
                  std::int64_t begin,
                  std::int64_t end,
                  channel_sample* to);

//! \brief Which channels are wanted, and what their outputs are multiplied by
class channel_order
{
public:
    //! \param map  the channel of each output
    channel_order(const channelizer_shape& s, std::vector<int> map);

    const std::vector<int>& map() const { return d_map; }
    //! Whose outputs they are.
    const channelizer_shape& shape() const { return d_shape; }
    //! Rows go out as they are.
    bool is_plain() const { return d_has_all && !d_shape.has_host_turns(); }

    //! Rows of outputs \p first .. first + rows - 1 from \p from, N values each, to
    //! streams[i][first + r] for output i of the map.
    void deal(const channel_sample* from,
              std::int64_t first,
              std::size_t rows,
              const std::vector<channel_sample*>& streams) const;
    //! ... to to[r * map().size() + i].
    void gather(const channel_sample* from,
                std::int64_t first,
                std::size_t rows,
                channel_sample* to) const;

private:
    //! What the outputs of row \p o are multiplied by.
    void fill_turns(std::int64_t o, channel_sample* to) const;
    //! The wanted values of \p rows rows, one after the other.
    void pick(const channel_sample* from, std::size_t rows, channel_sample* to) const;

    channelizer_shape d_shape;
    std::vector<int> d_map;
    bool d_has_all;                      //!< in order
    std::vector<channel_sample> d_roots; //!< exp(-2 pi i k / N)
    std::int64_t d_turned_rows = 0;      //!< of d_turns, a multiple of the period
    std::vector<channel_sample> d_turns; //!< fill_turns() of these; none: too many
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H */
