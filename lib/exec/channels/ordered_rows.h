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

//! \brief What brings items of several streams into one, in turn
struct join_orders {
    std::shared_ptr<const device_reorder> all;  //!< of an item
    std::shared_ptr<const device_reorder> last; //!< all but the first so many
    std::shared_ptr<const device_reorder> none; //!< 0 for each of an item
};

/*!
 * \brief Joins streams, one behind the other, for rows that overlap: sample s of them is
 * item s / count of stream s % count
 */
class joined_samples : public row_begin
{
public:
    //! Where the rows begin and end. An item is one of each stream.
    struct layout {
        std::size_t skipped = 0; //!< samples of the first item that lie before the rows
        std::size_t missing = 0; //!< items, from the first on, that are 0
        std::size_t there = 0;   //!< items behind them that the streams have
        std::size_t samples = 0; //!< of the rows; what is behind the items is 0
    };
    //! \p orders.last leaves \p lies.skipped out.
    joined_samples(join_orders orders, const layout& lies);

    void enqueue(queue& q,
                 const given_bytes& from,
                 buffer& to,
                 std::size_t rows) const override;
    std::size_t overshoot() const override;
    bool reads_rings() const override;
    void enqueue_from_rings(queue& q,
                            buffer& rings,
                            std::size_t of_each,
                            buffer& to,
                            std::size_t rows) const override;

private:
    template <class action>
    void join(const action& put) const;

    const join_orders d_orders;
    const layout d_lies;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_ORDERED_ROWS_H */
