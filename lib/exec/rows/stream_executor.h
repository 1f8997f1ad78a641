/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_EXECUTOR_H

#include "device/interface/device.h"
#include "exec/host/host_arrays.h"
#include "exec/memory/locked_memory.h"
#include "exec/rows/row_places.h"
#include "plan/ir/power.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

class executor;

/*!
 * \brief Batches in flight, in order: what a streaming block needs
 *
 * A submission's upload, kernels and download run on a queue of its own slot, beside
 * those of the other slots. Submissions finish in the order they were made. One thread
 * at a time; set_window() and plan_switch() may come from any.
 */
class stream_executor
{
public:
    static constexpr int DEFAULT_DEPTH = 0; //!< as many as keep the device busy

    /*!
     * Plans, builds the kernels and runs each once, so that the first submission finds
     * everything compiled.
     *
     * PoCL takes seconds to compile what it has not in its cache. With
     * startup::host_fallback the host computes meanwhile, as host_transform.h says, and
     * submissions switch to the kernels when these are built and tested. submit() throws
     * what goes wrong with the kernels after the first moments.
     *
     * \param depth  submissions that may be in flight
     * \param how    as executor() has it
     * \throws plan_error, build_error, device_error
     */
    stream_executor(const transform& request,
                    const std::string& device,
                    int depth = DEFAULT_DEPTH,
                    effort how = default_effort(),
                    startup begins = startup::compiled);
    ~stream_executor(); //!< waits for what is in flight, and for a compiler

    //! Most rows one submission may hold; chosen so that copies run at full rate.
    std::size_t max_rows() const;
    //! Most rows of one that a neighbour on the device gives or takes: each hand-over
    //! from a block to the next takes some 100 us, however many rows it is of.
    std::size_t max_linked_rows() const;
    std::size_t depth() const;
    std::size_t in_flight() const; //!< submissions not waited for
    bool can_submit() const { return in_flight() < depth(); }
    //! wait_oldest() would not wait.
    bool oldest_is_done() const;

    /*!
     * Sends \p rows rows, 1 .. max_rows(). The arrays stay valid and untouched until
     * wait_oldest() has returned for this submission. Rows that the host computes are
     * done when this returns.
     * \param first_row  number of the first one, which expressions know
     * \throws build_error, device_error
     */
    void submit(const host_arrays& arrays, std::size_t rows, std::size_t first_row = 0);
    //! Sends rows of which mirrors of the device have some, or are to; not where the host
    //! computes, as CPU devices do at first. max_linked_rows() of them fit.
    //! \throws build_error, device_error
    void submit(const row_places& places, std::size_t rows);
    void submit(const void* in, void* out, std::size_t rows);

    //! Waits for the oldest submission; its output is then in place.
    //! \return its rows, 0 if nothing is in flight
    std::size_t wait_oldest();

    //! Waits for all in flight, without looking at the results: after a failure, of which
    //! the first one is told, or where nobody wants them.
    void abandon() noexcept;

    //! Waits until the device does not look at the input of the \p nth of those in flight
    //! any more, 0 the oldest, which was submitted to tell that: the host's is free then.
    //! \throws device_error
    void wait_until_read(std::size_t nth);

    /*!
     * Gives the device back what submissions have had there, queues too, and only then
     * takes queues anew; memory the next ones take. Nothing is in flight.
     * \throws device_error  none are to be had; a submission asks for its own once more
     */
    void renew_slots();

    //! The device computes what is submitted next, by its kernels.
    bool has_kernels() const;

    //! The kernels of what is submitted next; nullptr: the host computes.
    std::shared_ptr<const executor> kernels() const;

    //! Takes effect at the next submit(). Empty: no window.
    //! \throws plan_error  neither empty nor a tap for each element of a row; empty
    //! where there are several taps a branch
    void set_window(const window_taps& taps);

    //! What expressions name, from the next submit() on: fft::set_buffer() and
    //! set_number().
    //! \throws plan_error  the transform has no such buffer, or number
    void set_buffer(const std::string& name, const void* values);
    void set_number(const std::string& name, double value);
    //! Takes effect at the next submit(): the spectrum of a convolution, which is 1 at
    //! first.
    //! \throws plan_error  not length values, or the transform is no convolution
    void set_spectrum(const std::vector<std::complex<double>>& spectrum);

    /*!
     * Has kernels beside the others' that read whole numbers, as they come from a radio,
     * for rows that say so: fewer bytes go to the device, and their full scale becomes 1.
     * Rows of floats go on as before. For convolutions on GPUs; once, before rows are
     * submitted.
     * \return false  kernels of this transform do not, or come out otherwise than those
     *                of floats
     * \throws device_error
     */
    bool take_samples(sample_kind samples);

    /*!
     * Computes by the plan that wisdom has by now, where that is another one, from the
     * next submit() on; what is in flight ends as it began. The new kernels are built and
     * tested aside, meanwhile submissions go on. Waits for the first kernels, where the
     * host computes. Not beside give_workspace().
     * \return false  nothing has changed: wisdom knows no other plan, or there is no room
     *                for its workspace
     * \throws build_error, device_error  and nothing has changed
     */
    bool plan_switch();

    //! Memory of the caller that rows lie in, to copy without staging. Changes while
    //! nothing is in flight.
    locked_memory& locked();

    //! Memory of the device between the passes of \p rows rows, in as many submissions
    //! as that takes. Those of several begin at multiples of PART_ALIGNMENT.
    std::size_t workspace_bytes(std::size_t rows) const;

    /*!
     * Gives memory of the caller as the workspace between the passes, instead of memory
     * of our own: device::borrow_memory(). It stays the caller's, and must stay there
     * until nullptr or other memory was given. Nothing is in flight.
     * \throws plan_error  the device cannot work in it
     */
    void give_workspace(void* memory, std::size_t bytes);

    //! The transform of a row, as it was asked for.
    const transform& request() const;
    const std::shared_ptr<device>& on() const;
    std::string device_name() const; //!< "opencl:0 (NVIDIA H200)"
    std::string plan_line() const;
    std::string plan_origin() const; //!< executor::plan_origin()

private:
    struct state;
    std::unique_ptr<state> d_state;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_STREAM_EXECUTOR_H */
