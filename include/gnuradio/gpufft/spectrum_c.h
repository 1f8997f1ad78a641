/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_SPECTRUM_C_H
#define INCLUDED_GR_GPUFFT_SPECTRUM_C_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/spectrum_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Averaged power spectra of complex samples, on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  complex samples, full scale 1
 * Output: float[bins], by default float[length]
 *
 * spectrum_block says what the levels are and what can change while the block runs.
 */
class GPUFFT_API spectrum_c : virtual public spectrum_block
{
public:
    typedef std::shared_ptr<spectrum_c> sptr;

    /*!
     * \param length          samples of a frame, 1 .. 2^27
     * \param hop             samples from a frame to the next, 1 .. 2^30
     * \param window          length * taps_per_branch taps, or none for all 1; see
     *                        periodic_window(), and with several taps a branch
     *                        polyphase_window(), which is taken for none
     * \param samp_rate       in Hz, > 0
     * \param average         "mean", "exponential", "max" or "min"
     * \param frames          in an average; 0 with max and min: all since reset()
     * \param seconds         time constant of exponential averages; 0: none
     * \param output          "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
     * \param centered        DC is bin length / 2 instead of 0
     * \param bins            of the output, for display; 0: all
     * \param rate            outputs a second of stream; 0: one for every `frames`
     * \param max_latency_ms  bound of what a sample waits for others; 0: none
     * \param device          "auto", or a line of `gpufft devices`, e.g. "cuda:0"
     * \param taps_per_branch  frames are so many times longer than `length`, and folded
     *                        to it before the transform: bins with flat tops
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(int length,
                     int hop,
                     const std::vector<float>& window,
                     double samp_rate,
                     const std::string& average = "mean",
                     int frames = 1,
                     double seconds = 0.0,
                     const std::string& output = "dbfs_per_hz",
                     bool centered = true,
                     int bins = 0,
                     double rate = 0.0,
                     double max_latency_ms = 50.0,
                     const std::string& device = "auto",
                     int taps_per_branch = 1);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_SPECTRUM_C_H */
