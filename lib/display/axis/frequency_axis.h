/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_FREQUENCY_AXIS_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_FREQUENCY_AXIS_H

#include <cstddef>

namespace gpufft::display {

//! Edges in Hz.
struct frequency_band {
    double low_hz = 0;
    double high_hz = 0;

    double width_hz() const { return high_hz - low_hz; }
    double center_hz() const { return (low_hz + high_hz) / 2; }
};

/*!
 * \brief Which frequency each bin of a spectrum has, in Hz
 *
 * A bin is a cell of bin_hz around its frequency: bin k reaches from
 * first_hz + (k - 1/2) bin_hz to first_hz + (k + 1/2) bin_hz.
 */
struct frequency_axis {
    double first_hz = 0; //!< of bin 0
    double bin_hz = 1;   //!< from a bin to the next, > 0
    std::size_t bins = 1;
    bool is_one_sided = false; //!< of real samples; the last bin is half their rate

    double frequency(double bin) const { return first_hz + bin * bin_hz; }
    //! Where a frequency lies, in bins, of which fractions count.
    double position(double hz) const { return (hz - first_hz) / bin_hz; }
    double low_hz() const { return first_hz - bin_hz / 2; }
    double high_hz() const { return low_hz() + static_cast<double>(bins) * bin_hz; }
    frequency_band band() const { return { low_hz(), high_hz() }; }
    double span_hz() const { return static_cast<double>(bins) * bin_hz; }
    //! The rate of the samples that these are spectra of, in Hz.
    double samp_rate_hz() const;
    //! The bin whose cell a frequency lies in; the nearest one for others.
    std::size_t bin_at(double hz) const;
};

inline bool operator==(const frequency_axis& a, const frequency_axis& b)
{
    return a.first_hz == b.first_hz && a.bin_hz == b.bin_hz && a.bins == b.bins &&
           a.is_one_sided == b.is_one_sided;
}
inline bool operator!=(const frequency_axis& a, const frequency_axis& b)
{
    return !(a == b);
}

//! The axis of spectra of complex samples with DC in bin bins / 2.
frequency_axis centered_axis(double freq_hz, double samp_rate_hz, std::size_t bins);
//! The axis of spectra of real samples: bin 0 is freq_hz, the last one half the rate
//! above. Of an odd length, whose last bin is below half the rate, give the rate times
//! (length - 1) / length.
frequency_axis one_sided_axis(double freq_hz, double samp_rate_hz, std::size_t bins);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_FREQUENCY_AXIS_H */
