/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_ZOOM_C_H
#define INCLUDED_GR_GPUFFT_ZOOM_C_H

#include <gnuradio/block.h>
#include <gnuradio/gpufft/api.h>
#include <memory>

namespace gr {
namespace gpufft {

/*!
 * \brief Narrows a stream to the part of its band that a display has zoomed into, so that
 * spectra behind it have finer bins
 * \ingroup gpufft
 *
 * Input:  complex samples
 * Output: complex samples; the same, or, while a display shows fewer bins than it has
 *         columns of pixels, a part of the band, mixed to 0 Hz and decimated by a power
 *         of two
 *
 * Connect the display's message port "zoom" with this one's, and the stream through a
 * spectrum block to the display. The decimation is the least that gives each column of
 * pixels a bin of its own, as far as what is seen fits into two thirds of the narrower
 * band, and a spectrum of as many bins takes 2 s at most. The filters, sincs under
 * Kaiser's window, pass the inner 0.8 of the output's band within 0.01 dB, and aliases
 * there are below -95 dB. Outputs begin when they are full of samples from after the
 * change, so no spectrum has samples of two bands.
 *
 * Where the band changes, a setter is called, or the receiver is retuned after the band
 * was narrow once, the output has tags rx_freq and rx_rate, which the spectrum blocks and
 * the display follow, whole_band, a pair of the edges in Hz of the input's band, and
 * rx_time, where the input had one, else stream_seconds: seconds of samples since the
 * first one. So setters of this block retune all that follow it.
 * While the band is narrow, the input's tags of these names, freq and samp_rate go no
 * further; others go to the nearest output.
 *
 * Message ports, in: "zoom", a dictionary of "low" and "high" in Hz, "columns" of pixels,
 * and "bins" of a spectrum. "command": "samp_rate" and "freq".
 */
class GPUFFT_API zoom_c : virtual public gr::block
{
public:
    typedef std::shared_ptr<zoom_c> sptr;

    /*!
     * \param samp_rate  of the input, in Hz, > 0; tags rx_rate and samp_rate change it
     * \param freq       of the receiver, in Hz: that of DC; tags rx_freq and freq change
     *                   it
     *
     * \throws plan_error  an argument is out of the range above
     */
    static sptr make(double samp_rate, double freq = 0.0);

    // What the input is. Once the flowgraph has started, the log says what is refused.
    virtual void set_samp_rate(double samp_rate) = 0;
    virtual void set_freq(double freq) = 0;

    virtual double samp_rate() const = 0;
    virtual double freq() const = 0;
    virtual int decimation() const = 0;     //!< at present; 1: the whole band
    virtual double center_freq() const = 0; //!< of the output, in Hz

    //! Drops so many of the input's samples that come next, as while a receiver settles;
    //! no output has samples of before and after them.
    virtual void skip(int samples) = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_ZOOM_C_H */
