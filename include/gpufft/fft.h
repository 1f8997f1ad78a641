/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_FFT_H
#define INCLUDED_GPUFFT_FFT_H

#include <gpufft/devices.h>
#include <gpufft/effort.h>
#include <gpufft/error.h>
#include <gpufft/startup.h>
#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A transform bound to a device, for data in host memory
 *
 *     gpufft::fft spectrum(gpufft::transform(4096));
 *     spectrum.run(in, out, rows); // std::complex<float>, rows * 4096 of each
 *
 * Holds the compiled kernels and the memory that they need; make one and use it many
 * times. run() may be called from several threads, which take turns.
 */
class fft
{
public:
    //! \throws plan_error    \p request is out of range, or more than the device can do
    //! \throws device_error  no such device, or it ran out of memory
    //! \throws build_error   the device compiler refused a kernel, or computed wrongly
    explicit fft(const transform& request, const std::string& device = "auto");
    //! Plans with an effort other than default_effort(). `measure` takes seconds and
    //! `exhaustive` a minute, where nobody did it before on this device.
    fft(const transform& request, const std::string& device, effort how);
    /*!
     * With startup::host_fallback, the constructor does not wait for kernels of a CPU
     * device that take more than a moment to compile: until they are built and tested,
     * run() has the host compute, in double precision, unless a row takes it too long.
     * run() throws what goes wrong with the kernels later on. The destructor waits for
     * the compiler.
     */
    fft(const transform& request, const std::string& device, effort how, startup begins);
    ~fft();
    fft(fft&&) noexcept;
    fft& operator=(fft&&) noexcept;

    /*!
     * \brief Transforms \p rows rows and waits for the result
     *
     * \param in   input_extent(what, rows) elements of input_element_bytes(what): float,
     *             std::complex<float>, double, std::complex<double>, halves, as the
     *             transform says. Stays as it is unless \p out overlaps it
     * \param out  output_extent(what, rows) elements of output_element_bytes(what); only
     *             outputs are written, never what lies between them. May be \p in where
     *             outputs of a row lie where its inputs do: always in place, and for
     *             packed rows of equally many bytes
     *
     * Copies go through the device in pieces, several in flight, so rows may hold more
     * than its memory. If it throws, outputs may be partly written.
     *
     * \throws plan_error    a side is planar; outputs share addresses, or overwrite
     *                       inputs of other rows; bytes do not fit 64 bits
     * \throws device_error  the work failed
     * \throws build_error   the kernels that startup::host_fallback left for later do not
     *                       build, or compute wrongly
     */
    void run(const void* in, void* out, std::size_t rows);

    //! Transforms \p rows rows with arrays of their own for imaginary parts, and waits
    //! for the result. A side that is not planar has nullptr for them.
    void run(const void* in_real,
             const void* in_imaginary,
             void* out_real,
             void* out_imaginary,
             std::size_t rows);

    //! Memory of the device that run() of so many rows takes besides their input and
    //! output: what lies between the passes. 0 where one pass does it all.
    std::size_t workspace_bytes(std::size_t rows) const;

    /*!
     * \brief Has run() use \p memory for what lies between the passes, not its own
     *
     * \param memory  of the device: for CUDA a device pointer of this GPU (cudaMalloc,
     *                CuPy), for an OpenCL CPU device memory of the host at a multiple of
     *                64. It stays the caller's and is kept until this is gone, or was
     *                given other memory; nullptr: memory of its own again
     * \param bytes   workspace_bytes() of the most rows that run() gets from now on
     *
     * \throws plan_error  the device cannot work in it; from run(): it is too small
     */
    void set_workspace(void* memory, std::size_t bytes);

    //! \throws plan_error  not a tap for each element of a row, or the transform
    //! is not windowed
    void set_window(const window_taps& taps);

    /*!
     * \brief Gives expressions the buffer \p name, for run() from now on
     *
     * \param values  as many as the argument's length: float, std::complex<float>, or
     *                double, std::complex<double> where the transform is float64. They
     *                are copied. Zeros at first.
     * \throws plan_error  the transform has no such buffer
     */
    void set_buffer(const std::string& name, const void* values);

    //! Gives expressions the number \p name, for run() from now on; 0 at first.
    //! \throws plan_error  the transform has no such number
    void set_number(const std::string& name, double value);

    /*!
     * Gives a transform that is `convolved` its spectrum, which is 1 at first: the DFT of
     * the taps, with zeros behind them. Takes effect at the next run().
     *
     * \throws plan_error  not length values, or the transform is not convolved
     */
    void set_spectrum(const std::vector<std::complex<double>>& spectrum);

    //! The device computes; false while the host does, by startup::host_fallback.
    bool has_kernels() const;

    const transform& request() const; //!< with every stride and distance filled in
    std::string device_name() const;  //!< "opencl:0 (NVIDIA H200)"
    std::string plan_line() const;    //!< the plan in one line
    //! Who knew it: "the model", "wisdom of this device for c2c forward 4096"
    std::string plan_origin() const;

private:
    struct state;
    std::unique_ptr<state> d_state;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_FFT_H */
