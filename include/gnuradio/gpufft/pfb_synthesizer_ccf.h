/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_PFB_SYNTHESIZER_CCF_H
#define INCLUDED_GR_GPUFFT_PFB_SYNTHESIZER_CCF_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Polyphase synthesizer on a GPU or CPU device; drop-in for
 * filter.pfb_synthesizer_ccf
 * \ingroup gpufft
 *
 * Input:  complex, up to as many streams as there are channels, of which number n is for
 * channel channel_map()[n]
 * Output: complex, numchans samples for each item in
 *
 * With M = numchans and N channels, M of them or with twox 2 M, sample t is
 *
 *     sum over r and c of taps[t - r M] s[r][c] exp(2 pi i (t + N - M) c / N)
 *
 * where s[r][c] is item r for channel c, and 0 where none comes in: each channel is
 * interpolated by M, filtered by the taps, and moved to c / N of the output's sample
 * rate. With twox channels lie half as far apart as their samples' rate. The device
 * transforms items, the host filters what comes of them.
 *
 * A tag of item n goes to sample n M, from all inputs. A device that fails is followed by
 * another: see device_block.
 */
class GPUFFT_API pfb_synthesizer_ccf : virtual public device_block
{
public:
    typedef std::shared_ptr<pfb_synthesizer_ccf> sptr;

    /*!
     * \param numchans    M, 1 .. 2^16, even with twox
     * \param taps        of the prototype filter, finite, at the rate of the output
     * \param twox        there are 2 M channels, whose samples come at twice the rate of
     *                    the distance between channels
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
                     bool twox = false,
                     int nthreads = 0,
                     const std::string& device = "auto");

    /*!
     * \brief Takes other taps, as many as there may be, from the next call of work() on
     *
     * Safe while running: no sample is lost, and each is made with the old taps or with
     * the new ones. These find the items before, of at least 4096 samples and twice as
     * many as there were taps; of more, older items count as 0.
     * \throws plan_error  they are out of the range above; once the flowgraph has started
     * the log says so, and nothing changes
     */
    virtual void set_taps(const std::vector<float>& taps) = 0;
    //! [i][k]: tap k M + i, with zeros behind the last. With twox 2 M branches: the first
    //! M have 0 for tap 0 and every other one after it, the last M for the rest.
    virtual std::vector<std::vector<float>> taps() const = 0;
    //! Prints taps(), a line for each of the branches.
    virtual void print_taps() = 0;

    /*!
     * \brief The channel of each input, from the next call of work() on
     *
     * Channel c is that around c / N of the sample rate, so that those above half are the
     * negative frequencies. Of several inputs for one channel the last one counts.
     * \param map  as many channels as streams come in, or more, whose rest is left aside;
     *             empty: all, from 0 on
     * \throws plan_error  fewer, or no channel of that number; once the flowgraph has
     * started the log says so, and nothing changes
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

#endif /* INCLUDED_GR_GPUFFT_PFB_SYNTHESIZER_CCF_H */
