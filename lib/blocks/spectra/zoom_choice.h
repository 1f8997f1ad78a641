/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_CHOICE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_CHOICE_H

namespace gr {
namespace gpufft {

//! What a display shows of a band.
struct zoom_view {
    double low_hz = 0;
    double high_hz = 0;
    double columns = 1; //!< of pixels
    double bins = 1;    //!< of a spectrum
};

//! The part of a band that is wanted: samp_rate / decimation wide around center_hz.
struct zoom_band {
    int decimation = 1;
    double center_hz = 0;
};

/*!
 * \brief The part of a band that shows a view with a bin for each column of pixels
 *
 * A view that \p now still does for changes nothing, so that small pans do not restart
 * averages.
 *
 * \param freq_hz  the middle of the whole band, samp_rate_hz wide
 */
zoom_band choose_zoom(const zoom_view& view,
                      double freq_hz,
                      double samp_rate_hz,
                      const zoom_band& now);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_CHOICE_H */
