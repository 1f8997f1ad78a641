/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H

#include "exec/channels/channelizer_shape.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

/*!
 * The host's part of a channelizer: samples of several streams into one, and outputs of
 * rows to the streams or vectors that want them.
 */
namespace gpufft {

using channel_sample = std::complex<float>;

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
    //! Rows go out as they are.
    bool is_plain() const { return d_is_plain; }

    //! Rows of outputs \p first .. first + rows - 1 from \p from, N values each, to
    //! \p streams[i][r] for output i, r from 0 on.
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
    //! What the outputs of a row are multiplied by.
    void fill_turns(std::int64_t o, channel_sample* to) const;
    //! fill_turns() of output \p o, in \p memory where they are not known.
    const channel_sample* turns_of(std::int64_t o, channel_sample* memory) const;
    void deal_block(const channel_sample* from,
                    std::int64_t first,
                    std::size_t rows,
                    std::size_t at,
                    const std::vector<channel_sample*>& streams) const;

    channelizer_shape d_shape;
    std::vector<int> d_map;
    bool d_is_plain;
    std::vector<channel_sample> d_roots; //!< exp(-2 pi i k / N)
    std::vector<channel_sample> d_turns; //!< of a period's rows; empty: too many
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNEL_ORDER_H */
