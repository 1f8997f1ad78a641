/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H

#include "device/interface/device.h"
#include "exec/channels/transposed_samples.h"
#include "exec/rows/ring_place.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! Where values of rows lie in memory: value v of row r at at + r * row + v * value.
struct row_layout {
    std::uint64_t row = 1;
    std::uint64_t value = 1;
    std::uint64_t at = 0;

    //! Rows of \p values values one after the other, from value \p at on.
    static row_layout of_vectors(std::size_t values, std::size_t at = 0)
    {
        return { values, 1, at };
    }
    //! \p rows values of a stream one after the other, and so those of the next one.
    static row_layout of_streams(std::size_t rows, std::size_t at = 0)
    {
        return { 1, rows, at };
    }
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

    //! What kernels are made of, all together.
    std::string text() const;
    std::size_t values() const { return d_values; } //!< of the map
    //! Its device knows memory by addresses, so that kernels take rings.
    bool takes_rings() const { return d_to_rings != nullptr; }

    //! Queues it for \p rows rows; this lives until it is done. \throws device_error
    void enqueue(queue& q,
                 buffer& from,
                 const row_layout& in,
                 buffer& to,
                 const row_layout& out,
                 std::size_t rows) const;
    //! To or from a ring for each value, where it takes_rings(): \p rings holds a
    //! ring_place of each. \param at  row of the rings that is the first one
    void enqueue_to_rings(queue& q,
                          buffer& from,
                          const row_layout& in,
                          buffer& rings,
                          std::size_t rows) const;
    void enqueue_from_rings(queue& q,
                            buffer& rings,
                            std::size_t at,
                            buffer& to,
                            const row_layout& out,
                            std::size_t rows) const;

private:
    void upload(const std::vector<int>& map);

    std::shared_ptr<device> d_device;
    std::shared_ptr<kernel> d_kernel;
    std::shared_ptr<kernel> d_to_rings, d_from_rings;
    std::shared_ptr<buffer> d_map;
    std::size_t d_values = 0;
};

/*!
 * \brief A device_reorder for the map of now
 *
 * Its kernel is built and tested when the first map wants it. One thread at a time.
 */
class reorder_for_map
{
public:
    explicit reorder_for_map(std::shared_ptr<device> on);

    //! nullptr: the device has no kernel that is right, which the log says. \throws
    //! device_error
    std::shared_ptr<const device_reorder> find(const std::vector<int>& map);

private:
    const std::shared_ptr<device> d_device;
    std::shared_ptr<const device_reorder> d_found;
    std::vector<int> d_map; //!< that d_found is for
    bool d_has_none = false;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_DEVICE_REORDER_H */
