/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_FFT_H
#define INCLUDED_GPUFFT_FFT_H

#include <gpufft/devices.h>
#include <gpufft/error.h>
#include <gpufft/transform.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A transform bound to a device, for data in host memory
 *
 * Holds the compiled kernels and the memory that they need; make one and use it many
 * times. run() may be called from several threads, which take turns.
 */
class fft
{
public:
    //! \throws plan_error    \p what is out of range
    //! \throws device_error  no such device, or it ran out of memory
    //! \throws build_error   the device compiler refused a kernel
    explicit fft(const transform& what, const std::string& device = "auto");
    ~fft();
    fft(fft&&) noexcept;
    fft& operator=(fft&&) noexcept;

    /*!
     * \brief Transforms \p rows rows and waits for the result
     *
     * \param in   rows * length points, complex (interleaved floats) or real floats as
     *             the transform says
     * \param out  rows * length complex points; \p in itself is allowed
     * Copies go through the device in pieces, several in flight, so rows may hold more
     * than its memory.
     */
    void run(const void* in, void* out, std::size_t rows);

    //! \throws plan_error  not length taps, or the transform is not windowed
    void set_window(const std::vector<float>& taps);

    std::string device_name() const; //!< "opencl:0 (NVIDIA H200)"
    std::string plan_line() const;   //!< the plan in one line

private:
    struct state;
    std::unique_ptr<state> d_state;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_FFT_H */
