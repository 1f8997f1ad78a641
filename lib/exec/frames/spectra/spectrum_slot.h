/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SLOT_H
#define INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SLOT_H

#include "exec/frames/spectra/run_table.h"
#include "exec/frames/spectra/spectrum_kernels.h"
#include "exec/memory/borrowed_array.h"
#include <memory>
#include <vector>

namespace gpufft {

//! The average under way, from one submission to the next.
struct state_passage {
    buffer* in = nullptr;          //!< float32[bins], what the submission goes on from
    buffer* out = nullptr;         //!< float32[bins], what the submission leaves
    void* out_on_host = nullptr;   //!< where that is copied to
    std::uint64_t frames = 0;      //!< that `in` is of; 0: nothing is carried over
    std::shared_ptr<event> before; //!< when `in` is there; none: it is
    //! What is to be in `in`, where only the host has it.
    std::shared_ptr<const std::vector<float>> from_host;
};

/*!
 * \brief One submission's queue and memory: samples up, kernels, averages down
 *
 * Fronts of several slots run side by side; where averages go on from each other, their
 * combines wait for one another on the device.
 */
class spectrum_slot
{
public:
    //! \p locked  outlives this
    spectrum_slot(std::shared_ptr<device> on, const locked_memory& locked);

    //! Queues everything and returns. The batch's memory stays until finish().
    //! \param run_frames  most of a run
    //! \param before      what the batch follows; nullptr: nothing
    void start(const spectrum_kernels& kernels,
               std::shared_ptr<buffer> window,
               const spectrum_batch& batch,
               const state_passage& state,
               std::size_t run_frames,
               spectrum_slot* before = nullptr);

    //! When the state is in `out`; none: nothing is left there.
    std::shared_ptr<event> combined() const { return d_combined; }
    std::uint64_t frames_left() const { return d_left; } //!< that the state is of

    //! Waits; averages and the state, if any frames are left in it, are then on the host.
    //! \throws device_error  the work failed
    spectrum_executor::finished finish();
    //! Waits without looking at the result. Never throws.
    void abandon() noexcept;

private:
    //! The tables of a submission, all in one buffer.
    struct table_parts {
        std::shared_ptr<buffer> runs, ends, weights, factors;
    };

    void forget() noexcept; //!< the submission in flight
    bool are_singles(const state_passage& state) const;
    void show_singles();
    void average_frames(std::size_t run_frames);
    buffer* start_samples();
    table_parts upload_tables(const run_table& t);
    void
    accumulate(const spectrum_batch& batch, const run_table& t, const table_parts& on);
    buffer* combine(const run_table& t, const table_parts& on, const state_passage& s);
    void finish_outputs(const run_table& t, const table_parts& on, buffer* averages);

    std::shared_ptr<device> d_device;
    borrowed_input d_samples;
    borrowed_output d_out;
    frame_workspace d_workspace;
    std::shared_ptr<buffer> d_partials, d_averages, d_tables; // grown
    std::shared_ptr<host_buffer> d_host_tables;
    std::vector<unsigned char> d_known_tables; //!< that d_tables holds
    // The submission in flight.
    spectrum_kernels d_kernels;
    std::shared_ptr<buffer> d_window;
    spectrum_batch d_batch;
    spectrum_slot* d_before = nullptr;
    state_passage d_state;
    std::shared_ptr<event> d_combined, d_end;
    std::uint64_t d_left = 0;
    //! Last, so that it goes first and waits for what still uses the memory above.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FRAMES_SPECTRA_SPECTRUM_SLOT_H */
