/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_CHANNELS_H
#define INCLUDED_GR_GPUFFT_CHANNELS_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/types.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! A channel of a channels block. Frequencies and rates are in Hz.
struct GPUFFT_API channel_info {
    std::string name;
    double freq = 0; //!< of the radio, which its outputs have at 0 Hz
    double rate = 0; //!< of its outputs
    double low = 0;  //!< edges of what it passes, off freq
    double high = 0;
    double beta = 0; //!< of the filter's Kaiser window; 0 and no edges: taps were given
    int stream = -1; //!< that it goes to; -1: PDUs
};

/*!
 * \brief Many receivers out of one stream, on a GPU or CPU device
 * \ingroup gpufft
 *
 * Input:  complex
 * Output: num_streams streams of complex, of the channels that are assigned to them, each
 * at its channel's rate; one without a channel gives nothing. Channels without a stream
 * are PDUs at port "pdus", one for each call, of one or some blocks of samples.
 *
 * A block of samples is transformed once, whatever the number of channels; a channel
 * takes the bins around its frequency, times its filter's spectrum, and transforms them
 * back (overlap-save, as ka9q-radio does). Channel y of input x is
 *
 *     y(t) = sum over n of h(t - T / 2 - n) x[n] exp(-2 pi i phase(n)),
 *
 * with phase(n) = freq n / samp_rate off the band's middle, the windowed sinc h between
 * its edges (docs/channels.md has the formula), T seconds long, and t as many times a
 * second as its rate says. Where it is moved, the phase goes on. Channels come, move and
 * go with the next block of samples.
 *
 * Message port "command" takes
 *
 *     add     a dictionary: channel (name), freq, rate, and perhaps low, high, beta,
 *             taps, stream; or a list of such
 *     move    a dictionary: channel, freq, and perhaps low, high, beta, taps, stream
 *     drop    a channel's name, or a list of names; true: all
 *     status  anything
 *
 * alone or in a dictionary. What is refused is logged, and changes nothing. Message port
 * "status" has, besides what device_block says, with "added", "moved" and "dropped" the
 * channel, and with "started" and "status" a list of channels, center_freq, samp_rate,
 * rate_step.
 *
 * The metadata of a PDU are channel, frequency, rate (Hz), number (outputs before it),
 * sample (input samples from the first to the time of the PDU's first output, a real
 * number), time (the same in seconds, after the tag rx_time where there was one, which
 * then is rx_time, too). On a stream, tags say channel, rx_freq, rx_rate and rx_time with
 * its first output and where it was moved; other tags go to the output of their time, the
 * filter's delay taken off. rx_rate and rx_freq of the input end here.
 *
 * The last samples of a stream that fill no block make no output. A device that fails is
 * followed by another: see device_block.
 */
class GPUFFT_API channels : virtual public device_block
{
public:
    typedef std::shared_ptr<channels> sptr;
    static constexpr double DEFAULT_BETA = 11; // a stopband at -110 dB

    /*!
     * \param samp_rate     of the input, in Hz
     * \param center_freq   the frequency in Hz that the middle of the band has
     * \param max_channels  at a time, 1 .. 2^16
     * \param num_streams   outputs, 0 .. max_channels
     * \param rates         that channels have, in Hz; others fit if they are multiples of
     *                      rate_step()
     * \param block_time    seconds of new samples that a transform takes, about
     * \param overlap       one sample of so many of a transform was in the one before: 2
     *                      .. 64. Filters are block_time / (overlap - 1) long
     * \param device        "auto", or a line of `gpufft devices`, e.g. "opencl:0"
     *
     * \throws plan_error    an argument is out of the range above; no block fits the
     * rates \throws device_error  no such device, or it ran out of memory \throws
     * build_error   the device's compiler refused a kernel
     */
    static sptr make(double samp_rate,
                     double center_freq = 0,
                     int max_channels = 1000,
                     int num_streams = 0,
                     const std::vector<double>& rates = {},
                     double block_time = 0.02,
                     int overlap = 5,
                     const std::string& device = "auto");

    /*!
     * \brief Adds a channel, from the next block of samples on; from any thread
     *
     * \param name    not empty, and of no other channel
     * \param freq    of the radio, in Hz: within half of samp_rate of center_freq
     * \param rate    of its outputs, in Hz: a multiple of rate_step()
     * \param low     edges of what it passes, in Hz off freq, where it passes half of an
     *                amplitude; both 0: as wide as the rate allows
     * \param high    above low
     * \param beta    of the Kaiser window, 0 .. 40: the higher, the lower is the stopband
     *                and the wider the way there
     * \param stream  output that it goes to, which no other channel does; -1: PDUs
     * \throws plan_error  an argument is out of the range above, or there are
     * max_channels; nothing has changed
     */
    virtual void add_channel(const std::string& name,
                             double freq,
                             double rate,
                             double low = 0,
                             double high = 0,
                             double beta = DEFAULT_BETA,
                             int stream = -1) = 0;
    //! Adds a channel with a filter of the caller's: taps at samp_rate around 0 Hz, at
    //! most most_taps(), that pass little beyond half of \p rate.
    virtual void add_channel_taps(const std::string& name,
                                  double freq,
                                  double rate,
                                  const std::vector<gr_complex>& taps,
                                  int stream = -1) = 0;
    //! Moves channel \p name, from the next block of samples on; its phase goes on.
    //! \throws plan_error  no such channel, or its edges leave the band
    virtual void move_channel(const std::string& name, double freq) = 0;
    //! Gives it other edges, as add_channel() has them. \throws plan_error
    virtual void shape_channel(const std::string& name,
                               double low,
                               double high,
                               double beta = DEFAULT_BETA) = 0;
    //! Gives it other taps, as add_channel_taps() has them. \throws plan_error
    virtual void shape_channel_taps(const std::string& name,
                                    const std::vector<gr_complex>& taps) = 0;
    //! Has it go to output \p stream, or with -1 to PDUs. \throws plan_error
    virtual void assign_channel(const std::string& name, int stream) = 0;
    //! \throws plan_error  no such channel
    virtual void drop_channel(const std::string& name) = 0;
    virtual void drop_all() = 0;

    virtual std::vector<std::string> channel_names() const = 0;
    //! \throws plan_error  no such channel
    virtual channel_info channel(const std::string& name) const = 0;

    /*!
     * \brief Channel "i" for stream i at freqs[i], and no channel for other streams
     *
     * For flowgraphs whose variables are the frequencies: channels that are there are
     * moved. Rate, edges and beta are those of all; what is refused once the flowgraph
     * has started is logged, and changes nothing. \param freqs  at most num_streams
     * \throws plan_error  as add_channel() has it
     */
    virtual void set_streams(const std::vector<double>& freqs,
                             double rate,
                             double low = 0,
                             double high = 0,
                             double beta = DEFAULT_BETA) = 0;

    /*!
     * \brief The radio has been tuned: the middle of the band is \p center_freq now
     *
     * Channels keep their frequencies, so they move within the band.
     * \throws plan_error  some would leave the band; once the flowgraph has started the
     * log says so, and nothing changes
     */
    virtual void set_center_freq(double center_freq) = 0;
    virtual double center_freq() const = 0;

    virtual double samp_rate() const = 0;
    virtual double rate_step() const = 0;   //!< Hz that rates are multiples of
    virtual double filter_time() const = 0; //!< seconds that filters are long
    virtual int block_samples() const = 0;  //!< new ones in a transform
    virtual int block_length() const = 0;   //!< points of a transform
    virtual int most_taps() const = 0;      //!< of add_channel_taps()
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_CHANNELS_H */
