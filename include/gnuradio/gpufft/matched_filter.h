/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_MATCHED_FILTER_H
#define INCLUDED_GR_GPUFFT_MATCHED_FILTER_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Finds known signals in a stream by sliding correlation, on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  complex
 * Output: none, or up to one stream of complex for each reference: sample m is
 *
 *     c[m] = sum over k of conj(r[k]) x[m - (L - 1) + k],  k = 0 .. L - 1
 *
 * for a reference r of L samples, with zeros before the first sample of x. So |c| has its
 * peak at the last sample of what is like r.
 *
 * Message port "peaks": a dictionary for each peak, with
 *
 *     "offset"     of the first sample that is like the reference, in the input (uint64)
 *     "reference"  which one, from 0 on
 *     "value"      c, complex: its angle is that of the signal beside the reference
 *     "level"      |c| / sqrt(sum |r|^2 sum |x|^2 over the same samples), 0 .. 1: 1 where
 *                  x is a multiple of r. Noise has about 1 / sqrt(L); a signal of power S
 *                  in noise of power N about sqrt(S / (S + N))
 *     "time"       (whole seconds, fraction) of that first sample, where a tag rx_time
 * has said what time it is, and rx_rate or `samp_rate` the rate
 *
 * A peak is the highest level of at least `threshold` within `min_distance` samples of
 * itself, of one reference. Its message comes when so many samples have followed it, or
 * the stream has ended.
 */
class GPUFFT_API matched_filter : virtual public device_block
{
public:
    typedef std::shared_ptr<matched_filter> sptr;

    /*!
     * \param references    1 .. 64 of them, each of 1 .. 2^24 finite samples, not all 0
     * \param threshold     least level of a peak, above 0, up to 1
     * \param min_distance  samples between peaks of a reference; 0: its length
     * \param samp_rate     in Hz, for times where no tag rx_rate comes; 0: not known
     * \param nthreads      most threads that compute on a CPU device; 0: one for each
     *                      core, less one of more than two for the other blocks
     * \param device        "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above
     * \throws device_error  no such device, or it ran out of memory
     * \throws build_error   the device's compiler refused a kernel
     */
    static sptr make(const std::vector<std::vector<gr_complex>>& references,
                     double threshold = 0.5,
                     int min_distance = 0,
                     double samp_rate = 0.0,
                     int nthreads = 0,
                     const std::string& device = "auto");

    //! As many references as before, from the next call of work() on, which makes their
    //! kernels. They find the samples before, at least 4096 and twice the longest
    //! reference; older ones count as 0. \throws plan_error  as make(); once the
    //! flowgraph has started the log says so, and nothing changes
    virtual void
    set_references(const std::vector<std::vector<gr_complex>>& references) = 0;
    virtual std::vector<std::vector<gr_complex>> references() const = 0;
    //! \throws plan_error  as make(); once the flowgraph has started the log says so
    virtual void set_threshold(double threshold) = 0;
    virtual double threshold() const = 0;
    virtual void set_min_distance(int samples) = 0;
    virtual int min_distance() const = 0;
    //! Times of peaks that come from now on are by this rate.
    virtual void set_samp_rate(double samp_rate) = 0;
    virtual double samp_rate() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_MATCHED_FILTER_H */
