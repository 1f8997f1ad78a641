/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RING_MIRROR_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RING_MIRROR_H

#include "device/interface/device.h"
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace gpufft {

//! Bytes of the stream that goes through a ring, counted from one that lay at its begin:
//! byte b is at b modulo the ring's size, for as long as it is among the last ones.
struct stretch {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
    bool meets(const stretch& other) const
    {
        return begin < other.end && other.begin < end;
    }
};

struct mirror_place;

//! \brief A queue, and the events that it has been told to wait for, once each
class queue_waits
{
public:
    explicit queue_waits(queue& q) : d_queue(q) {}

    void wait_for(const std::shared_ptr<event>& e)
    {
        if (d_told.insert(e).second)
            d_queue.wait_for(*e);
    }
    queue& of() const { return d_queue; }

private:
    queue& d_queue;
    std::set<std::shared_ptr<event>> d_told;
};

/*!
 * \brief Memory of the device, as large as a ring of the host, with the same at the same
 * places
 *
 * Whoever writes and reads it does so on queues of its own, which wait for each other by
 * events, on the device: the host may be far ahead. The ring's own flow control says what
 * is written when, so no byte is written whose last reader has not been queued. Any
 * thread.
 */
class ring_mirror
{
public:
    //! \throws device_error  there is no memory for it
    ring_mirror(std::shared_ptr<device> on, std::size_t bytes);

    buffer& memory() { return *d_memory; }
    std::size_t bytes() const { return d_memory->bytes(); }
    const std::shared_ptr<device>& on() const { return d_device; }

    //! Where bytes of a stretch lie in the memory.
    struct place {
        std::size_t offset = 0;
        std::size_t bytes = 0;
    };
    //! The places of \p s, in order; the second has no bytes where \p s does not go
    //! across the end.
    std::array<place, 2> places_of(const stretch& s) const;
    //! Kernels of GPUs load up to four floats, or two doubles, at a time.
    static constexpr std::size_t WIDEST_LOAD = 16;
    //! Kernels can read and write \p s where it lies: it does not go across the end, it
    //! begins where they can load so many bytes at a time, and the device takes slices of
    //! buffers.
    bool is_in_one(const stretch& s, std::size_t loaded = WIDEST_LOAD) const;
    //! \p s as a buffer; nullptr: it is not in one, or no part of a buffer begins there.
    std::shared_ptr<buffer> part_in_one(const stretch& s) const;

    //! Something that was queued, and what it read that others wrote: not every driver
    //! hands a failure on from queue to queue.
    struct work;
    using work_pointer = std::shared_ptr<const work>;
    //! \p end: behind what was queued. \p made_of: what that read in mirrors; who
    //! expects what it wrote expects those who wrote that as well.
    static work_pointer work_until(std::shared_ptr<event> end,
                                   const std::vector<mirror_place>& made_of = {});

    //! What \p q is given from now on begins when \p s may be written: those who wrote
    //! and read what lay there before have ended.
    void before_writing(queue_waits& q, const stretch& s);
    void before_writing(queue& q, const stretch& s)
    {
        queue_waits waits(q);
        before_writing(waits, s);
    }
    //! \p by: which may write to several mirrors.
    void has_written(const stretch& s, const work_pointer& by);
    void has_written(const stretch& s,
                     std::shared_ptr<event> end,
                     const std::vector<mirror_place>& made_of = {})
    {
        has_written(s, work_until(std::move(end), made_of));
    }
    //! What \p q is given from now on begins when \p s is there.
    void before_reading(queue_waits& q, const stretch& s);
    void before_reading(queue& q, const stretch& s)
    {
        queue_waits waits(q);
        before_reading(waits, s);
    }
    //! \p by: which may read several mirrors.
    void has_read(const stretch& s, const work_pointer& by);
    void has_read(const stretch& s, std::shared_ptr<event> end)
    {
        has_read(s, work_until(std::move(end)));
    }

    //! Queues copies, from \p s to byte \p at of \p to, or from that of \p from.
    void copy_to(queue& q, buffer& to, std::size_t at, const stretch& s);
    void copy_from(queue& q, const buffer& from, const stretch& s, std::size_t at = 0);
    //! Queues the copy of \p s to memory of the host.
    void download(queue& q, void* to, const stretch& s) const;

    /*!
     * \brief Has what the host has at \p from copied here, but for what is here already
     *
     * For a ring that the host writes and several read: who needs a byte first brings it.
     * The queue waits for what others have brought of it.
     */
    void bring(queue_waits& q, const stretch& s, const void* from);
    void bring(queue& q, const stretch& s, const void* from)
    {
        queue_waits waits(q);
        bring(waits, s, from);
    }

    //! Waits for those who wrote \p s, and for those who wrote what they made it of, and
    //! so on. \throws device_error  one of them failed
    void expect_written(const stretch& s);

private:
    using works = std::vector<work_pointer>;
    //! Something that was queued for some bytes, until it is known to have ended well.
    struct mark {
        stretch bytes;
        work_pointer end; //!< nullptr: it has
    };
    using marks = std::deque<mark>;

    static void wait_for_all(queue_waits& q, const marks& of, const stretch& s);
    works writers_of(const stretch& s);
    void forget_old(std::uint64_t newest);
    bool join_first_two();
    void upload(queue& q, const stretch& s, const void* from);

    const std::shared_ptr<device> d_device;
    const std::shared_ptr<buffer> d_memory;
    std::mutex d_mutex; // guards what follows
    marks d_written;    // of the last lap, as they came
    marks d_read;       // that may not have ended
};

struct ring_mirror::work {
    std::shared_ptr<event> end;
    std::vector<work_pointer> made_of;
    //! That it has ended, and that all of this is known to have ended well: each block of
    //! a chain waits for all that its piece was made of, and pieces share most of that.
    mutable std::atomic<bool> is_over{ false }, is_well{ false };

    work(std::shared_ptr<event> ends, std::vector<work_pointer> of)
        : end(std::move(ends)), made_of(std::move(of))
    {
    }
    bool has_ended() const;
    void wait() const; //!< for all. \throws device_error  one has failed
    //! What has failed says so to whoever waits for it.
    bool has_ended_well() const;
};

//! Bytes of a mirror, for who reads or writes them; no mirror: the host has them.
struct mirror_place {
    ring_mirror* of = nullptr;
    stretch bytes;
    //! Where the host has them, of a ring that it writes: for ring_mirror::bring().
    const void* on_host = nullptr;

    //! \p size bytes, from that on which lies \p ahead of the first one; below 0: before
    //! that.
    mirror_place part(std::int64_t ahead, std::size_t size) const
    {
        const auto begin = bytes.begin + static_cast<std::uint64_t>(ahead);
        return { of,
                 { begin, begin + size },
                 on_host ? static_cast<const char*>(on_host) + ahead : nullptr };
    }
    //! What \p waits is given from now on begins when they are there.
    void before_reading(queue_waits& waits) const
    {
        if (on_host)
            of->bring(waits, bytes, on_host);
        else
            of->before_reading(waits, bytes);
    }
    void before_reading(queue& q) const
    {
        queue_waits waits(q);
        before_reading(waits);
    }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RING_MIRROR_H */
