/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H

#include "device/interface/device.h"
#include "exec/items/item_operation.h"
#include "exec/memory/ring_mirror.h"
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace gpufft {

//! Rows of one input of an item_operation.
struct item_input {
    mirror_place there;            //!< none: the device has not got them
    const void* on_host = nullptr; //!< then they are uploaded from here
};

//! The rows that an item_executor computes.
struct item_rows {
    std::vector<item_input> in;
    mirror_place out;             //!< none: the device keeps nothing
    void* on_host = nullptr;      //!< where the host wants the output; nullptr: nowhere
    std::size_t count = 0;        //!< fewer than any ring holds
    std::uint64_t first = 0;      //!< number of the first one
    item_arguments_pointer given; //!< of an expression with arguments
};

/*!
 * \brief An item_operation on the device, with rows that are in rings' mirrors
 *
 * Submissions run one after the other. One thread at a time. The destructor waits for
 * what is in flight, also where no event can be had that says so.
 */
class item_executor
{
public:
    static constexpr std::size_t DEPTH = 8;

    //! \p request has_kernel(). \throws build_error, device_error
    item_executor(const item_operation& request, std::shared_ptr<device> on);

    //! Most rows of a submission: kernels count elements in 32 bits.
    std::size_t max_rows() const;
    std::size_t in_flight() const { return d_in_flight.size(); }
    bool can_submit() const { return in_flight() < DEPTH; }
    bool oldest_is_done() const;

    //! Sends them. Memory of the host is used until the submission was waited for.
    //! \throws device_error  nothing may be submitted after that
    void submit(const item_rows& rows);

    //! Waits for the oldest submission. \return its rows, 0 if nothing is in flight
    //! \throws device_error  it failed, or what it read had not come there; nothing may
    //! be submitted after that
    std::size_t wait_oldest();

private:
    //! The arguments of an expression on the device.
    struct given_memory {
        item_arguments_pointer values;
        std::vector<std::vector<char>> bytes; //!< of the buffers, until they are there
        std::vector<std::shared_ptr<buffer>> buffers; //!< null for numbers
    };
    struct flight {
        std::size_t rows = 0;
        std::vector<mirror_place> in;
        std::shared_ptr<event> end;
        std::shared_ptr<const given_memory> given;
    };
    //! Elements from `at` on, of a ring or of memory that has all.
    struct elements {
        buffer* memory = nullptr;
        std::uint64_t at = 0;
        std::uint64_t size = 0;
    };

    bool keeps() const { return !d_request.expression; }
    std::size_t in_element(std::size_t input) const; //!< bytes
    std::size_t out_element() const;
    elements input(std::size_t number, const item_rows& rows);
    elements output(const item_rows& rows);
    void grow_unused(std::shared_ptr<buffer>& memory, std::size_t bytes);
    void take(const item_arguments_pointer& given);
    void
    launch(const std::vector<elements>& in, const elements& out, const item_rows& rows);

    const item_operation d_request;
    const std::shared_ptr<device> d_device;
    std::shared_ptr<kernel> d_kernel;
    std::vector<std::shared_ptr<buffer>> d_inputs; //!< of those that are uploaded
    std::shared_ptr<buffer>
        d_output; //!< on its way to the host, where no mirror keeps it
    std::shared_ptr<const given_memory> d_given; //!< of the last submission
    std::deque<flight> d_in_flight;              //!< oldest first
    std::shared_ptr<queue> d_queue; //!< last: it waits for what uses the memory above
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_EXECUTOR_H */
