/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_ORDERED_ROWS_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_ORDERED_ROWS_H

#include "exec/channels/device_reorder.h"
#include "exec/rows/row_begin.h"
#include "exec/rows/row_finish.h"
#include <cstddef>
#include <cstdint>
#include <memory>

//! What brings channels of a submission's rows into order on the device.
namespace gpufft {

//! \brief Deals rows of a channelizer to vectors of the channels of a map, or to streams
//! of them, one behind the other
class dealt_rows : public row_finish
{
public:
    //! \param channels  values of a row
    dealt_rows(std::shared_ptr<const device_reorder> order,
               std::size_t channels,
               bool are_streams);

    std::size_t output_bytes(std::size_t rows) const override;
    void enqueue(queue& q,
                 buffer& from,
                 buffer& to,
                 std::size_t rows,
                 std::uint32_t first_row) const override;
    bool writes_to_rings() const override;
    void enqueue_to_rings(queue& q,
                          buffer& from,
                          buffer& rings,
                          std::size_t rows) const override;

private:
    const std::shared_ptr<const device_reorder> d_order;
    const std::size_t d_channels;
    const bool d_are_streams;
};

//! \brief Gathers rows for a synthesizer from vectors of values, or from streams of them,
//! one behind the other
class gathered_rows : public row_begin
{
public:
    //! \param order   says which of the values each point of a row is
    //! \param none    has as many points, which are all 0
    //! \param values  of a vector, or streams
    gathered_rows(std::shared_ptr<const device_reorder> order,
                  std::shared_ptr<const device_reorder> none,
                  std::size_t values,
                  bool are_streams);

    void enqueue(queue& q,
                 const given_bytes& from,
                 buffer& to,
                 std::size_t rows) const override;
    bool reads_rings() const override;
    void enqueue_from_rings(queue& q,
                            buffer& rings,
                            std::size_t of_each,
                            buffer& to,
                            std::size_t rows) const override;

private:
    const std::shared_ptr<const device_reorder> d_order, d_none;
    const std::size_t d_values;
    const bool d_are_streams;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_ORDERED_ROWS_H */
