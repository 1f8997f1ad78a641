/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_SLOT_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_SLOT_H

#include "exec/executor/executor.h"
#include "exec/executor/given_memory.h"
#include "exec/host/host_arrays.h"
#include "exec/memory/locked_memory.h"
#include "exec/memory/row_copy.h"
#include "exec/rows/ring_place.h"
#include "exec/rows/row_places.h"
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief One submission's queue and memory: upload, kernels, download
 *
 * Memory of the host is used in place where the device can (CPU devices), copied without
 * staging where it is page-locked, else copied through page-locked staging. Buffers grow
 * to the largest submission and stay.
 */
class slot
{
public:
    //! \p locked  outlives this
    slot(std::shared_ptr<device> on, const locked_memory& locked);

    //! Queues everything and returns. The arrays stay untouched until finish().
    //! \param workspace  what to use between the passes; nullptr: the slot's own memory
    //! \param given      what expressions name; nullptr: nothing
    void start(std::shared_ptr<executor> how,
               std::shared_ptr<buffer> window,
               const row_places& places,
               std::size_t rows,
               std::shared_ptr<buffer> workspace = nullptr,
               std::shared_ptr<const given_memory> given = nullptr);

    //! finish() would not wait.
    bool is_done() const { return d_end && d_end->is_done(); }

    //! stream_executor::wait_until_read()
    void wait_until_read();

    //! Waits; the output is then where start() was told. \return the rows
    //! \throws device_error  the work failed
    std::size_t finish();

    //! Waits without looking at the result. Never throws.
    void abandon() noexcept;

private:
    //! An array of the caller's: its copy on the device, with staging between the two,
    //! or the array itself as a buffer.
    struct plane {
        std::shared_ptr<buffer> copy; // grown on demand, as is the staging
        std::shared_ptr<host_buffer> staging;
        std::shared_ptr<buffer> wrapped; // of the submission in flight

        buffer* on_device() const { return wrapped ? wrapped.get() : copy.get(); }
    };

    void forget() noexcept; //!< the submission in flight
    void wrap(const transform& t, const host_arrays& host, std::size_t rows);
    void upload(const transform& t, const host_arrays& host, std::size_t rows);
    void read_mirror(const row_places& places);
    void make_rows(const row_places& places);
    void upload_before(const host_bytes& before);
    void upload_behind(const host_bytes& before, const void* rows, std::size_t bytes);
    bool transforms_in_finish() const;
    void enqueue_finish(const mirror_place& out, const executor_memory& memory);
    bool have_addresses(const std::vector<mirror_place>& parts) const;
    std::vector<ring_place> gather_parts(const std::vector<mirror_place>& parts,
                                         bool leaves_mirrors);
    void upload_part(const mirror_place& part, std::size_t at);
    buffer& upload_rings(plane& to, const std::vector<ring_place>& places);
    void finish_to_rings(const std::vector<mirror_place>& parts);
    void copy_to_mirrors(const row_places& places, const executor_memory& memory);
    void download_finished(void* to);
    void copy_zeros(std::size_t at, std::size_t bytes);
    executor_memory
    memory_of(const transform& t, const mirror_place& out, std::size_t rows);
    //! \p memory with what lies in mirrors, where kernels reach that.
    void use_mirrors(executor_memory& memory, const row_places& places);
    void mark_mirrors(const row_places& places);
    void download_mirror(const row_places& places);
    void download(const transform& t, const host_arrays& host, std::size_t rows);
    bool reads_in_place(const row_places& places) const;
    bool writes_in_place(const mirror_place& out) const;
    std::size_t output_bytes() const; //!< of the submission, for others
    //! The planes that the output is in: in place, those of the input.
    std::array<plane, 2>& out_planes(const transform& t);

    std::shared_ptr<device> d_device;
    const locked_memory& d_locked;
    std::array<plane, 2> d_in, d_out;
    plane d_gathered;                        //!< what d_begin makes d_in of
    std::array<plane, 2> d_rings;            //!< places of rings: read, and written
    plane d_finished;                        //!< what d_finish makes of d_out
    std::shared_ptr<buffer> d_finished_part; //!< of a mirror, instead of the copy of that
    std::shared_ptr<buffer> d_workspace;     // grown on demand
    std::shared_ptr<buffer> d_zeros;         // of parts of rows; grown on demand
    std::size_t d_zeros_there = 0;           // bytes that are sure to be 0
    // The submission in flight.
    std::shared_ptr<executor> d_how;
    std::shared_ptr<buffer> d_window;
    std::shared_ptr<buffer> d_given_workspace;
    std::shared_ptr<const given_memory> d_given; //!< of expressions
    std::shared_ptr<const row_begin> d_begin;
    std::shared_ptr<const row_finish> d_finish;
    bool d_downloads_rows = false; //!< not what d_finish makes of them
    std::uint32_t d_first_row = 0;
    std::shared_ptr<event> d_end;
    std::shared_ptr<event> d_input_read; //!< just where that was asked for
    std::vector<mirror_place> d_read;    //!< whose writers must have succeeded
    std::array<void*, 2> d_targets = {}; //!< where staged output goes
    std::size_t d_rows = 0;
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_SLOT_H */
