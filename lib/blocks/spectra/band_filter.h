/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_BAND_FILTER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_BAND_FILTER_H

#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <optional>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Mixes a part of a stream's band to 0 Hz and decimates
 *
 *     y[m] = sum over i of h[i] x[m D + i] exp(-2 pi j f (m D + i))
 *
 * with h of P D taps, a sinc of width 1 / D under Kaiser's window, whose taps add up to
 * 1. Outputs begin with the first that has all its samples.
 */
class decimating_filter
{
public:
    //! \param taps_per_output  P, a multiple of 4
    //! \param turns            f: what comes to 0 Hz, in turns a sample
    decimating_filter(std::size_t decimation, std::size_t taps_per_output, double turns);

    //! From the first sample of an output to its middle, which is its time.
    std::size_t delay() const { return taps() / 2; }
    //! The most samples that give no more than so many outputs, which are 1 at least.
    std::size_t most_samples(std::size_t outputs) const;
    //! \return how many outputs there are
    std::size_t filter(const gr_complex* samples, std::size_t count, gr_complex* out);

private:
    std::size_t taps() const { return d_re.size() / 2; }

    std::size_t d_decimation;
    double d_turns_per_output;
    double d_turns = 0;             // of the next output
    std::vector<float> d_re, d_im;  // of the turned taps, each twice
    std::vector<gr_complex> d_kept; // samples that outputs to come need
    std::size_t d_begin = 0;        // where in these the next output begins
};

/*!
 * \brief A part of a band as a narrower stream, for decimations by powers of two
 *
 * The last step, by 4 or less, has 32 taps an output and decides: 100 dB with a
 * transition from 0.4 to 0.6 of the output's rate. One before it brings the rate down to
 * 4 times the output's with 12 taps an output, for what it folds onto those 0.6 is far
 * away.
 */
class band_filter
{
public:
    //! \param turns  what comes to 0 Hz, in turns a sample
    band_filter(std::size_t decimation, double turns);

    std::size_t decimation() const { return d_decimation; }
    //! As those of decimating_filter.
    std::size_t delay() const;
    std::size_t most_samples(std::size_t outputs) const;
    std::size_t filter(const gr_complex* samples, std::size_t count, gr_complex* out);

private:
    std::size_t d_decimation, d_before; // d_before: what the first step decimates by
    std::optional<decimating_filter> d_first;
    decimating_filter d_last;
    std::vector<gr_complex> d_between;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_BAND_FILTER_H */
