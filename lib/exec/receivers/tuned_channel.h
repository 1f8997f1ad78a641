/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_TUNED_CHANNEL_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_TUNED_CHANNEL_H

#include "exec/receivers/receiver_shape.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What a channel is asked for. Frequencies are in Hz.
struct channel_settings {
    static constexpr double DEFAULT_BETA = 11; // a stopband at -110 dB

    double frequency = 0; //!< off the middle of the band
    double rate = 0;      //!< of its outputs
    //! Edges of what it passes, half the amplitude, off its frequency; both 0: as wide as
    //! the rate allows.
    double low = 0, high = 0;
    double beta = DEFAULT_BETA; //!< of the Kaiser window
    //! A filter of the caller's instead, around 0 Hz at the rate of the samples.
    std::vector<std::complex<double>> taps;
};

/*!
 * \brief A channel as blocks compute it; never changes
 *
 * Output o of a block whose transform is X is
 *
 *     y[o] = exp(-2 pi i (turns - lead + o drift)) z[points / overlap + o]
 *     z[j] = sum over k of X[centre + k] weight[k] exp(+2 pi i j k / points)
 *
 * for k from -points / 2 up, with the turns that the channel's oscillator has made when
 * the block begins. The weight is the filter's response at the bin, as if its middle were
 * at time 0, times the delay of shape.delay() samples that all channels have in common,
 * and 1 / length. The output is of the time so many samples before the newest one that
 * went into it; turns count there. So a tone's phase goes on where the oscillator's
 * frequency changes, though its filter's delay turns it otherwise at each.
 */
class tuned_channel
{
public:
    //! \throws plan_error  a number is not finite, or out of range; the rate does not fit
    //! the blocks; the edges do not fit the rate, or lie outside the band
    tuned_channel(const channel_settings& settings, const receiver_shape& shape);

    //! With the edges filled in, and the rate exactly.
    const channel_settings& settings() const { return d_settings; }
    std::int64_t points() const { return d_points; }
    std::int64_t outputs() const { return d_outputs; } //!< of a block
    std::int64_t centre() const { return d_centre; }   //!< bin, perhaps below 0
    //! [k], then from k = -points / 2 on for the second half.
    const std::vector<std::complex<float>>& weights() const { return d_weights; }

    //! Turns of the oscillator from an output to the next, of its frequency off the
    //! centre bin's.
    double drift() const { return d_drift; }
    //! Turns of the oscillator in a block, without whole ones.
    double advance() const { return d_advance; }
    //! Turns that the transform back has made of the centre bin's at the first output,
    //! since the samples that are left out: centre / overlap.
    double lead() const { return d_lead; }
    //! Turns of an oscillator that began at sample 0 of the stream, at \p sample.
    double turns_at(double sample) const;

private:
    void fill_weights(const receiver_shape& s);
    std::vector<std::complex<double>> response(const receiver_shape& s) const;
    std::vector<std::complex<double>> response_of_taps(const receiver_shape& s) const;
    //! k / n of a turn, 0 .. 1.
    static double root_turns(std::int64_t k, std::int64_t n);
    std::int64_t first() const { return -(d_points / 2); } //!< lowest k

    channel_settings d_settings;
    std::int64_t d_points = 1, d_outputs = 1;
    std::int64_t d_centre = 0;
    double d_off = 0; //!< Hz from the centre bin to the frequency
    double d_drift = 0, d_advance = 0, d_lead = 0;
    std::int64_t d_length = 1; //!< of a block
    double d_samp_rate = 1;
    std::vector<std::complex<float>> d_weights;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_TUNED_CHANNEL_H */
