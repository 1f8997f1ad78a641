/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_NOISE_FLOOR_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_NOISE_FLOOR_H

#include "survey/settings/survey_settings.h"
#include <cstdint>
#include <vector>

namespace gpufft {

//! Noise of mean 1: a chi-square distribution with 2 `shape` degrees of freedom, moved
//! and stretched to mean 1 and the standard deviation.
struct noise_law {
    double shape = 1, deviation = 1;

    //! What is exceeded with probability \p rate.
    double exceeded_with(double rate) const;
    double median() const;
};

/*!
 * \brief How averaged powers of white noise are distributed
 *
 * A bin of a complex frame is exponentially distributed, so the mean of M frames that do
 * not overlap is chi-square with 2 M degrees of freedom, over 2 M. Frames that overlap
 * are correlated as the window is with itself some hops later (Welch, IEEE Trans. Audio
 * AU-15, 1967): the law has the first three moments of their mean then (Hall, "Chi
 * squared approximations to the distribution of a sum of independent random variables",
 * Annals of Probability 11, 1983). Bins near 0 Hz and half the rate of real samples have
 * half as many degrees of freedom.
 */
class averaged_noise
{
public:
    averaged_noise(const survey_settings& s, bool is_complex);

    //! The law of a mean of so many frames, where it is not near an edge of real samples.
    noise_law inner(std::int64_t frames) const;
    noise_law edge(std::int64_t frames) const; //!< of one that is near an edge
    //! Bins at each end of a real spectrum that are near an edge; 0 of complex samples.
    std::int64_t edge_bins() const { return d_edge_bins; }

private:
    std::vector<double> d_correlations; // of frames 0, 1, 2 ... hops apart
    std::int64_t d_edge_bins = 0;
};

/*!
 * \brief The noise in each bin, out of the powers of some rows
 *
 * The median over all rows and a sixteenth of the bins (64 at least), divided by the
 * median of noise of mean 1, and straight lines between the middles of these; but 3 dB
 * above that of all bins at the most, so that a wide signal that stays is no noise.
 * Signals that fill less than half of rows times bins move it little.
 * \param rows    powers, [bins] each, one or more; NaN counts for none
 * \param median  noise_law::median() of these rows
 */
std::vector<double> noise_floor(const std::vector<std::vector<double>>& rows,
                                double median);

/*!
 * \brief How noise that is no white one is distributed over the bins, out of the powers
 * of some rows: 1 of the bin that has most
 *
 * The median of each bin over the rows, and of these the running median over a 64th of
 * the bins (33 at least), which follows slopes however steep they are and leaves out what
 * is narrower than half of that. \param rows  powers, [bins] each, one or more; NaN
 * counts for none
 */
std::vector<double> noise_shape(const std::vector<std::vector<double>>& rows);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_NOISE_FLOOR_H */
