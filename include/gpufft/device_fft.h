/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_DEVICE_FFT_H
#define INCLUDED_GPUFFT_DEVICE_FFT_H

#include <gpufft/device_fft_settings.h>
#include <gpufft/device_memory.h>
#include <gpufft/devices.h>
#include <gpufft/error.h>
#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! The end of a call on a queue of the library's.
class device_event
{
public:
    //! \throws device_error  the work failed
    void wait();
    bool is_done() const;
    //! The driver's event, as long as this lives: a CUevent, a cl_event, which queues of
    //! the caller's may wait for. nullptr where the call was done as it returned.
    void* native_handle() const;

private:
    friend class device_fft;
    device_event() = default;
    struct state;
    std::shared_ptr<state> d_state;
};

/*!
 * \brief A transform for data that are in the device's memory
 *
 *     gpufft::device_fft_settings settings;
 *     settings.rows = rows;
 *     gpufft::device_fft spectrum(gpufft::transform(4096), "cuda:0", settings);
 *     spectrum.enqueue(stream, { in, out }, rows); // of cudaMalloc, and a cudaStream_t
 *
 * Making one plans, compiles, tests the kernels and takes all memory that calls need; a
 * call only queues kernels. It neither allocates nor waits, so a stream of CUDA may be
 * under capture. Calls may come from several threads. Those that use the workspace of
 * its own must not run side by side: queue them on one queue, or give workspaces.
 *
 * | device | memory | enqueue() |
 * |---|---|---|
 * | CUDA | device pointers of the context | a CUstream of the context |
 * | OpenCL, in the caller's context | cl_mem of the context | a cl_command_queue |
 * | OpenCL, a CPU device | host memory, in place, at multiples of 64 | no |
 */
class device_fft
{
public:
    //! For a device by its name: CUDA in its primary context, CPU devices.
    //! \throws plan_error    \p request is out of range, or more than the device can
    //!                       do, or no caller can have memory of the device without a
    //!                       context
    //! \throws device_error  no such device, or it ran out of memory
    //! \throws build_error   the device compiler refused a kernel, or computed wrongly
    explicit device_fft(const transform& request,
                        const std::string& device = "auto",
                        const device_fft_settings& settings = {});
    //! For the device of a context of the caller's, who keeps it until this is gone.
    device_fft(const transform& request,
               const native_context& in,
               const device_fft_settings& settings = {});
    //! What was queued on queues of the caller's is done, unless a graph that was
    //! captured keeps it: then this outlives the graph.
    ~device_fft();
    device_fft(device_fft&&) noexcept;
    device_fft& operator=(device_fft&&) noexcept;

    /*!
     * \brief Queues the transform of \p rows rows on the caller's queue, and returns
     *
     * What is queued there later comes after it. The arrays stay until it is done.
     * Arrays of CUDA begin at multiples of the size of a complex element (16 bytes for
     * rows of reals), parts of OpenCL buffers where CL_DEVICE_MEM_BASE_ADDR_ALIGN says.
     *
     * \param queue   a CUstream (cudaStream_t; nullptr: the default stream), or a
     *                cl_command_queue, which is not flushed
     * \param arrays  input_extent(what, rows) elements in, output_extent(what, rows) out:
     *                only outputs are written, never what lies between them
     *
     * \throws plan_error    more rows than this was made for; an array is missing, too
     *                       small, of another device or context, misaligned, or outputs
     *                       overlap it; the queue is of another context.
     *                       Nothing is queued
     * \throws device_error  the driver refuses
     */
    void enqueue(void* queue, const device_arrays& arrays, std::size_t rows = 1);

    //! Queues the transform on a queue of the library's own, where calls follow each
    //! other. What wrote the inputs is done. \return its end
    //! \throws plan_error, device_error  as enqueue()
    device_event start(const device_arrays& arrays, std::size_t rows = 1);

    //! Bytes of the device's memory that a call of \p rows rows takes for what lies
    //! between the passes; 0 where one pass does it all.
    std::size_t workspace_bytes(std::size_t rows) const;

    //! Replaces the taps where they lie and waits for that; calls under way may see
    //! either, graphs that were captured take the new ones. They are all 1 at first.
    //! \throws plan_error  not a tap for each element of a row, or the transform
    //! is not windowed
    void set_window(const window_taps& taps);

    //! Gives a transform that is `convolved` its spectrum, the DFT of the taps with zeros
    //! behind them, as set_window() does with taps. It is 1 at first.
    //! \throws plan_error  not length values, or the transform is not convolved
    void set_spectrum(const std::vector<std::complex<double>>& spectrum);

    const transform& request() const; //!< with every stride and distance filled in
    std::size_t rows() const;         //!< most rows of a call
    std::string device_name() const;  //!< "cuda:0 (NVIDIA H200)"
    std::string plan_line() const;    //!< the plan in one line
    //! Who knew it: "the model", "wisdom of this device for c2c forward 4096"
    std::string plan_origin() const;

private:
    struct state;
    std::unique_ptr<state> d_state;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_DEVICE_FFT_H */
