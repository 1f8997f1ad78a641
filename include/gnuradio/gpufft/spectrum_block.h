/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_SPECTRUM_BLOCK_H
#define INCLUDED_GR_GPUFFT_SPECTRUM_BLOCK_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What spectrum_c, spectrum_s, spectrum_b and spectrum_f have in common: averaged
 * power spectra of a stream, whose settings change while it runs
 * \ingroup gpufft
 *
 * Frames of `length` samples, each `hop` samples after the one before, are multiplied by
 * the window and transformed; their powers |X[k]|^2 are averaged, scaled, and come out
 * as float[bins]. S samples give floor((S - length) / hop) + 1 frames; what is left stays
 * in the stream. With full scale 1, w the window's taps and fs = samp_rate, the output is
 *
 *     "power"         |X|^2 / (sum w)^2     a tone of amplitude A reads A^2
 *     "dbfs"          10 log10 of that      and 20 log10 A; no power at all is -inf
 *     "power_per_hz"  |X|^2 / (fs sum w^2)  noise of variance v reads v / fs
 *     "dbfs_per_hz"   10 log10 of that
 *
 * and of real samples, whose spectra are one-sided, 4 and 2 times as much except in bins
 * 0 and length / 2: A cos reads A^2 there, too, and noise v / (fs / 2).
 *
 * With taps_per_branch P above 1, a frame has P length samples, which are multiplied by
 * as many taps and folded to `length` points before the transform (weighted overlap-add:
 * a polyphase filter bank). S samples then give floor((S - P length) / hop) + 1 frames,
 * and w is all P length taps. A hop of `length` samples is common.
 *
 * Every setter may be called from any thread while the flowgraph runs, and each has a
 * command of the same name without "set_" at the message port "command": see
 * docs/spectrum.md. A setting takes effect between two frames, all at once, once the
 * frames that are on the device have come back. An average goes on through a change,
 * with every frame at its own level; another samp_rate, freq or average restarts it.
 * Values that the constructor would refuse change nothing: they throw plan_error before
 * the flowgraph starts, and from then on the log says what is wrong with them.
 *
 * Tags go out with the average that is under way at their sample. Of the tags rx_freq,
 * freq, rx_rate and samp_rate another value restarts the average at that very sample.
 */
class GPUFFT_API spectrum_block : virtual public device_block
{
public:
    typedef std::shared_ptr<spectrum_block> sptr;

    //! \param taps  one for each sample of a frame; none: as make() has them
    virtual void set_window(const std::vector<float>& taps) = 0;
    //! \param samples  from a frame to the next, 1 .. 2^30. Compiles kernels
    virtual void set_hop(int samples) = 0;
    //! In Hz, > 0. Another one restarts the average.
    virtual void set_samp_rate(double samp_rate) = 0;
    //! \param freq  the receiver's, in Hz: the block needs it only to restart the average
    //!              when it changes
    virtual void set_freq(double freq) = 0;

    //! "mean", "exponential", "max" or "min"; another one restarts the average.
    virtual void set_average(const std::string& average) = 0;
    //! In an average; an output for every one of them, unless there is a rate. 0 with max
    //! and min: all since the last reset(), and an output for each.
    virtual void set_frames(int frames) = 0;
    //! Time constant of exponential averages; 0: none.
    virtual void set_seconds(double seconds) = 0;
    //! Outputs a second of stream, each of all frames since the last; at most one a
    //! frame. 0: an output for every `frames` frames.
    virtual void set_rate(double rate) = 0;
    //! Restarts the average at the next frame.
    virtual void reset() = 0;
    //! The next frame begins so many samples later than it would if there were no gap
    //! between frames; once.
    virtual void skip(int samples) = 0;

    //! "power", "power_per_hz", "dbfs" or "dbfs_per_hz"
    virtual void set_output(const std::string& output) = 0;
    //! DC is bin length / 2 instead of 0. Nothing changes where samples are real.
    virtual void set_centered(bool centered) = 0;
    //! The size of an item is fixed when the block is made, so just the same number, or 0
    //! where that is all bins, is taken.
    virtual void set_bins(int bins) = 0;
    //! How fewer bins come of all: "max" or "mean"
    virtual void set_bin_reduction(const std::string& reduction) = 0;
    //! Bound of what a sample waits for others to be sent with; 0: none.
    virtual void set_max_latency_ms(double milliseconds) = 0;

    virtual int length() const = 0;
    virtual int taps_per_branch() const = 0;
    virtual std::vector<float> window() const = 0; //!< length() * taps_per_branch() taps
    virtual int hop() const = 0;
    virtual double samp_rate() const = 0;
    virtual double freq() const = 0; //!< NaN while nobody has said
    virtual std::string average() const = 0;
    virtual int frames() const = 0;
    virtual double seconds() const = 0;
    virtual double rate() const = 0;
    virtual std::string output() const = 0;
    virtual bool centered() const = 0;
    virtual int bins() const = 0; //!< of an output item
    virtual std::string bin_reduction() const = 0;
    virtual double max_latency_ms() const = 0;

    /*!
     * \brief Outputs x of unit "power" smoothed one by one, and in decibels
     *
     * y = weight x + (1 - weight) y, bin by bin, from 0 on comes out as 10 log10 y +
     * offset_db, where y = 0 counts as 2^-127: what logpwrfft of GNU Radio gives. An
     * output of another unit is refused, and so is setting another one from then on.
     * \param weight     of a new output, 0 .. 1; 1 smoothes nothing
     * \param offset_db  finite
     */
    virtual void show_smoothed(double weight, double offset_db) = 0;
};

/*!
 * \brief Taps of the low-pass filter for frames of several taps a branch, whose bins have
 * flat tops
 *
 * Of a tone within half a bin of a bin's middle that bin reads the level, within 0.02 dB
 * from 8 taps a branch on; bins that are a bin or more from the tone read 20, 64, 80 and
 * 93 dB less with 2, 8, 10 and 12 taps a branch, and 100 dB less with more, which make
 * the transition narrower.
 *
 * \param length           points of the transform
 * \param taps_per_branch  1: all are 1
 * \return length * taps_per_branch taps
 * \throws plan_error  one is below 1, or there are more than 2^27 taps
 */
GPUFFT_API std::vector<float> polyphase_window(int length, int taps_per_branch);

/*!
 * \brief Taps of the window that SciPy's get_window() has under that name, periodic
 *
 * \param name  "boxcar", "hann", "hamming", "blackman", "nuttall", "blackmanharris",
 *              "flattop", "bartlett" or "cosine". In Python the block's `window` takes
 *              any that get_window() knows.
 * \throws plan_error  another name, or not a length of 1 or more
 */
GPUFFT_API std::vector<float> periodic_window(const std::string& name, int length);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_SPECTRUM_BLOCK_H */
