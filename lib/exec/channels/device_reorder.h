/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H

#include "device/interface/device.h"
#include "exec/channels/transposed_samples.h"
#include "exec/rows/row_finish.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! Where values of rows lie in memory: value v of row r at r * row + v * value.
struct row_layout {
    std::uint64_t row = 1;
    std::uint64_t value = 1;

    //! Rows of \p values values one after the other.
    static row_layout of_vectors(std::size_t values) { return { values, 1 }; }
    //! \p rows values of a stream one after the other, and so those of the next one.
    static row_layout of_streams(std::size_t rows) { return { 1, rows }; }
};

/*!
 * \brief Brings values of rows on the device into the order of a map: reorder_kernel.h
 *
 * Any thread.
 */
class device_reorder
{
public:
    //! Builds the kernel, without a test, and uploads \p map: the value that each one is,
    //! below 0: it is 0. \throws build_error, device_error
    device_reorder(const std::vector<int>& map, std::shared_ptr<device> on);
    //! Another map for the kernel of \p other. \throws device_error
    device_reorder(const device_reorder& other, const std::vector<int>& map);

    const kernel& built() const { return *d_kernel; }
    std::size_t values() const { return d_values; } //!< of the map

    //! Queues it for \p rows rows; this lives until it is done. \throws device_error
    void enqueue(queue& q,
                 buffer& from,
                 const row_layout& in,
                 buffer& to,
                 const row_layout& out,
                 std::size_t rows) const;

private:
    void upload(const std::vector<int>& map);

    std::shared_ptr<device> d_device;
    std::shared_ptr<kernel> d_kernel;
    std::shared_ptr<buffer> d_map;
    std::size_t d_values = 0;
};

//! \brief Deals rows of a channelizer to vectors of the channels of a map, or to streams
//! of them, one behind the other
class dealt_rows : public row_finish
{
public:
    //! \param channels  values of a row
    dealt_rows(device_reorder order, std::size_t channels, bool are_streams);

    std::size_t output_bytes(std::size_t rows) const override;
    void enqueue(queue& q,
                 buffer& from,
                 buffer& to,
                 std::size_t rows,
                 std::uint32_t first_row) const override;

private:
    const device_reorder d_order;
    const std::size_t d_channels;
    const bool d_are_streams;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H */
