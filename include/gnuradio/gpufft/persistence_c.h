/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_PERSISTENCE_C_H
#define INCLUDED_GR_GPUFFT_PERSISTENCE_C_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief How often each bin of the spectra of a stream had each level, fading with time:
 * what a phosphor display shows, as data
 * \ingroup gpufft
 *
 * Input:  complex samples, full scale 1
 * Output: float[levels * length], a histogram: counts of all bins at the lowest level,
 *         then at the next, up to the highest
 *
 * Frames of `length` samples, each `hop` samples after the one before, are multiplied by
 * the window and transformed. Each counts 1 in every bin, at the level of that bin's
 * power: level i is from lowest_db + i step to lowest_db + (i + 1) step, where step is
 * (highest_db - lowest_db) / levels. What is below or above counts to the lowest or
 * highest, and what is not finite nowhere. With w the window's taps and fs = samp_rate,
 * the power is
 *
 *     "dbfs"         10 log10 of |X|^2 / (sum w)^2     a tone of amplitude A: 20 log10 A
 *     "dbfs_per_hz"  10 log10 of |X|^2 / (fs sum w^2)  noise of variance v: 10 log10 v /
 * fs
 *
 * A histogram comes out `rate` times in a second of stream. It has the frames since the
 * last one, which count whole, and what the last one had, which has faded by then:
 *
 *     histogram = exp(-t / decay_seconds) * last + counts of the frames since
 *
 * with t the duration of the frames of `last`. So a steady signal adds up to
 * 1 / (1 - exp(-1 / (rate decay_seconds))) times the frames of one histogram; and with
 * decay_seconds 0, which is no decay, the counts of each bin add up to the number of all
 * finite frames so far. Frames at the end of the stream that are less than a histogram
 * give none.
 *
 * Setters may be called from any thread while the flowgraph runs, and each has a command
 * of the same name without "set_" at the message port "command". A setting takes effect
 * between two frames. Another output, centered, lowest_db or highest_db, samp_rate or
 * freq begins an empty histogram, and so does another value of a tag rx_freq, freq,
 * rx_rate or samp_rate, at that very sample. Values that make() would refuse change
 * nothing: they throw plan_error before the flowgraph starts, and from then on the log
 * says what is wrong with them. Tags go out with the first histogram that ends behind
 * their sample.
 */
class GPUFFT_API persistence_c : virtual public device_block
{
public:
    typedef std::shared_ptr<persistence_c> sptr;

    /*!
     * \param length          samples of a frame, 1 .. 2^27
     * \param hop             samples from a frame to the next, 1 .. 2^30
     * \param window          length * taps_per_branch taps, or none for all 1; see
     *                        periodic_window(), and with several taps a branch
     *                        polyphase_window(), which is taken for none
     * \param samp_rate       in Hz, > 0
     * \param lowest_db       where the lowest level begins
     * \param highest_db      where the highest level ends, above lowest_db
     * \param levels          2 .. 4096; an item, levels * length floats, has less than
     *                        2^31 bytes
     * \param decay_seconds   time constant of the decay; 0: none
     * \param output          "dbfs" or "dbfs_per_hz"
     * \param centered        DC is bin length / 2 instead of 0
     * \param rate            histograms in a second of stream; 0, or more than there are
     *                        frames: one for each frame
     * \param max_latency_ms  bound of what a sample waits for others to be sent with;
     *                        0: none
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
                     double lowest_db = -120.0,
                     double highest_db = 0.0,
                     int levels = 256,
                     double decay_seconds = 0.5,
                     const std::string& output = "dbfs",
                     bool centered = true,
                     double rate = 25.0,
                     double max_latency_ms = 50.0,
                     const std::string& device = "auto",
                     int taps_per_branch = 1);

    //! \param taps  one for each sample of a frame; none: as make() has them
    virtual void set_window(const std::vector<float>& taps) = 0;
    //! Compiles kernels.
    virtual void set_hop(int samples) = 0;
    virtual void set_samp_rate(double samp_rate) = 0;
    //! \param freq  the receiver's, in Hz: the block needs it only to begin an empty
    //!              histogram when it changes
    virtual void set_freq(double freq) = 0;
    virtual void set_lowest_db(double lowest_db) = 0;
    virtual void set_highest_db(double highest_db) = 0;
    //! Both at once, for what would not do one after the other.
    virtual void set_range_db(double lowest_db, double highest_db) = 0;
    virtual void set_decay_seconds(double decay_seconds) = 0;
    virtual void set_output(const std::string& output) = 0;
    virtual void set_centered(bool centered) = 0;
    virtual void set_rate(double rate) = 0;
    virtual void set_max_latency_ms(double milliseconds) = 0;
    //! Begins an empty histogram at the next frame.
    virtual void reset() = 0;

    virtual int length() const = 0;
    virtual int taps_per_branch() const = 0;
    virtual int levels() const = 0;
    virtual std::vector<float> window() const = 0; //!< length() * taps_per_branch() taps
    virtual int hop() const = 0;
    virtual double samp_rate() const = 0;
    virtual double freq() const = 0; //!< NaN while nobody has said
    virtual double lowest_db() const = 0;
    virtual double highest_db() const = 0;
    virtual double decay_seconds() const = 0;
    virtual std::string output() const = 0;
    virtual bool centered() const = 0;
    virtual double rate() const = 0;
    virtual double max_latency_ms() const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_PERSISTENCE_C_H */
