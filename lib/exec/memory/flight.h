/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_FLIGHT_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_FLIGHT_H

#include "device/interface/device.h"
#include <memory>
#include <utility>

//! How a slot comes by the end of its submission.
namespace gpufft {

//! Waits for all that \p q was given, without looking at the result.
inline void drain(queue& q) noexcept
{
    try {
        q.wait_all();
    } catch (...) {
        // What failed is not wanted any more.
    }
}

//! As drain(), for memory that goes right after this. A queue that fails to wait may
//! still be at work: it goes first, which waits in any case.
inline void drain_or_drop(std::shared_ptr<queue>& q) noexcept
{
    if (!q)
        return;
    try {
        q->wait_all();
    } catch (...) {
        q.reset();
    }
}

//! Drains a queue as it goes: before the memory that was there first.
class drained_at_end
{
public:
    explicit drained_at_end(queue& q) : d_queue(q) {}
    ~drained_at_end() { drain(d_queue); }
    drained_at_end(const drained_at_end&) = delete;
    drained_at_end& operator=(const drained_at_end&) = delete;

private:
    queue& d_queue;
};

//! Waits for \p end, which is gone after that. Where the waiting fails, the slot abandons
//! its submission: the memory may still be in use.
template <class Slot>
void wait_or_abandon(std::shared_ptr<event>& end, Slot& slot)
{
    const auto awaited = std::move(end);
    end = nullptr;
    try {
        awaited->wait();
    } catch (...) {
        slot.abandon();
        throw;
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_FLIGHT_H */
