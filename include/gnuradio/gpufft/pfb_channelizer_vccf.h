/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_PFB_CHANNELIZER_VCCF_H
#define INCLUDED_GR_GPUFFT_PFB_CHANNELIZER_VCCF_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Polyphase channelizer on a GPU or CPU device, vectors of the wanted channels
 * \ingroup gpufft
 *
 * Input:  complex
 * Output: vectors of complex, of which number n is of channel channel_map()[n]
 *
 * Output o of channel c is
 *
 *     sum over l of taps[l] x[t - l] exp(-2 pi i (t - l + i + 1) c / N),  t = (o + 1) i -
 * 1
 *
 * for N channels and an oversampling rate of N / i, with zeros before the first sample:
 * what is around the channel's frequency, at i-ths of the sample rate. A row of taps and
 * samples is folded to N points as it is loaded, and transformed, in one kernel.
 *
 * A tag of sample n goes to vector n / i, rounded down. A device that fails is followed
 * by another: see device_block.
 */
class GPUFFT_API pfb_channelizer_vccf : virtual public device_block
{
public:
    typedef std::shared_ptr<pfb_channelizer_vccf> sptr;

    /*!
     * \param numchans    N, 1 .. 2^16
     * \param taps        of the prototype filter, finite, at the rate of the samples;
     *                    firdes.low_pass(1, N, 0.5, 0.1) lets neighbours overlap
     * \param oversample_rate  outputs for each that a channel's width asks for: N / i, i
     *                    from 1 to N
     * \param channel_map  the channel of each of a vector's values, at most 2^16; empty:
     *                    all, from 0 on
     * \param nthreads    most threads that compute on a CPU device; 0: one for each core,
     *                    less one of more than two for the other blocks
     * \param device      "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(unsigned int numchans,
                     const std::vector<float>& taps,
                     float oversample_rate = 1,
                     const std::vector<int>& channel_map = {},
                     int nthreads = 0,
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps, as many as there may be, from the next call of work() on
     *
     * Safe while running: no sample is lost, and the new taps find the samples before,
     * at least 4096 and twice as many as there were taps; of more, older samples count as
     * 0. \throws plan_error  they are out of the range above; once the flowgraph has
     * started the log says so, and nothing changes
     */
    virtual void set_taps(const std::vector<float>& taps) = 0;
    //! [channel][k]: tap k numchans + channel, with zeros behind the last.
    virtual std::vector<std::vector<float>> taps() const = 0;
    //! Prints taps(), a line for each of the branches.
    virtual void print_taps() = 0;

    /*!
     * \brief The channel of each output, from the next call of work() on
     *
     * Channel c is that around c / numchans of the sample rate, so that those above half
     * are the negative frequencies. One may be wanted more than once.
     * \param map  as many channels as before; empty: all, from 0 on
     * \throws plan_error  another number, or no channel from 0 to numchans - 1; once the
     * flowgraph has started the log says so, and nothing changes
     */
    virtual void set_channel_map(const std::vector<int>& map) = 0;
    virtual std::vector<int> channel_map() const = 0;

    //! Takes effect with the next call of work(), which makes the kernels anew; see
    //! make().
    virtual void set_nthreads(int n) = 0;
    virtual int nthreads() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_PFB_CHANNELIZER_VCCF_H */
