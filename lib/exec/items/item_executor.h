/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H

#include "device/interface/device.h"
#include "exec/items/item_operation.h"
#include "exec/memory/ring_mirror.h"
#include <cstddef>
#include <deque>
#include <memory>

namespace gpufft {

/*!
 * \brief An item_operation on the device, with rows that are in a ring's mirror
 *
 * Submissions run one after the other. One thread at a time.
 */
class item_executor
{
public:
    static constexpr std::size_t DEPTH = 8;

    //! \p request has_kernel(). \throws build_error, device_error
    item_executor(const item_operation& request, std::shared_ptr<device> on);
    ~item_executor(); //!< waits for what is in flight

    //! Most rows of a submission: kernels count words in 32 bits.
    std::size_t max_rows() const;
    std::size_t in_flight() const { return d_in_flight.size(); }
    bool can_submit() const { return in_flight() < DEPTH; }
    bool oldest_is_done() const;

    /*!
     * Sends \p rows rows, fewer than either ring holds.
     * \param out      none: the device keeps nothing
     * \param on_host  where the host wants the output, until the submission was waited
     *                 for; nullptr: nowhere
     * \throws device_error
     */
    void submit(const mirror_place& in,
                const mirror_place& out,
                void* on_host,
                std::size_t rows);

    //! Waits for the oldest submission. \return its rows, 0 if nothing is in flight
    //! \throws device_error  it failed, or what it read had not come there
    std::size_t wait_oldest();
    //! Waits for all, without looking at results. Never throws.
    void abandon() noexcept;

private:
    struct flight {
        std::size_t rows = 0;
        mirror_place in;
        std::shared_ptr<event> end;
    };

    void launch(
        buffer& in, std::size_t in_at, buffer& out, std::size_t out_at, std::size_t rows);

    const item_operation d_request;
    const std::shared_ptr<device> d_device;
    std::shared_ptr<kernel> d_kernel;
    std::shared_ptr<buffer>
        d_output;                   //!< on its way to the host, where no mirror keeps it
    std::deque<flight> d_in_flight; //!< oldest first
    std::shared_ptr<queue> d_queue; //!< last: it waits for what uses the memory above
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H */
