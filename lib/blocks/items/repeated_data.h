/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_REPEATED_DATA_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_REPEATED_DATA_H

#include "device/interface/device.h"
#include "exec/memory/ring_mirror.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Bytes that are repeated without end, on the host and on a device
 *
 * One thread at a time.
 */
class repeated_data
{
public:
    explicit repeated_data(std::vector<char> bytes) : d_bytes(std::move(bytes)) {}

    std::size_t size() const { return d_bytes.size(); }
    //! Bytes \p first .. \p first + \p count of the stream of repetitions.
    void copy(char* to, std::uint64_t first, std::size_t count) const;

    //! Before send() into a ring of \p ring_bytes, whose contents are not known.
    //! \throws device_error
    void start(const std::shared_ptr<::gpufft::device>& on, std::size_t ring_bytes);
    void stop();
    /*!
     * Has \p to filled with the stream from \p first on. What is there already, since
     * the ring has room for a whole number of repetitions, is not copied again.
     * \throws device_error
     */
    void send(const ::gpufft::mirror_place& to, std::uint64_t first);

private:
    void queue_copies(const ::gpufft::mirror_place& to, std::uint64_t first);

    const std::vector<char> d_bytes;
    std::shared_ptr<::gpufft::buffer> d_copies; //!< some repetitions
    std::uint64_t d_sent = 0;                   //!< bytes since start()
    std::shared_ptr<::gpufft::event> d_last;
    std::shared_ptr<::gpufft::queue> d_queue; //!< last: it waits for what uses d_copies
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_REPEATED_DATA_H */
