/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_PERSISTENCE_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_PERSISTENCE_H

#include "display/axis/column_map.h"
#include "display/axis/frequency_axis.h"
#include "display/store/spectrum_times.h"
#include <cstddef>
#include <vector>

namespace gpufft::display {

//! Which levels a histogram tells apart.
struct level_steps {
    double lowest_db = -236;
    double step_db = 0.5;
    std::size_t levels = 512;

    double highest_db() const
    {
        return lowest_db + step_db * static_cast<double>(levels);
    }
};

/*!
 * \brief How often each bin had each level, fading with time
 *
 * Spectra of more than MOST_BINS bins count the greatest of several. Counts do not fade:
 * what is added weighs more and more instead, so that only what is added is touched. Of
 * spectra that come together, each bin takes all before the next does: its counts are
 * then in the cache.
 */
class persistence
{
public:
    static constexpr std::size_t MOST_BINS = 4096;

    persistence(const frequency_axis& axis, bool is_power);

    void set_decay_seconds(double seconds) { d_decay_s = seconds; }
    double decay_seconds() const { return d_decay_s; }

    //! \param spectra  for each time as many numbers as the axis that this was made with
    //! has
    //!                 bins
    void add(const float* spectra, const std::vector<spectrum_time>& times);
    void clear();

    //! The bins of the histogram, each of which may stand for several of the spectrum.
    const frequency_axis& axis() const { return d_axis; }
    const level_steps& steps() const { return d_steps; }

    /*!
     * \brief Adds to each column the share of the spectra that its bins had each level in
     *
     * \param to  map.columns() times levels numbers: those of the first column first
     */
    void read(const column_map& map,
              std::size_t first_column,
              std::size_t end_column,
              float* to) const;

private:
    void scale_down();
    //! What one spectrum that begins then weighs.
    float weight_at(double begin_s);
    void add_weighted(const float* spectra); // one for each of d_weights
    //! Fills d_greatest. \return as many spectra of d_axis.bins numbers
    const float* reduce(const float* spectra, std::size_t count);

    frequency_axis d_axis;
    level_steps d_steps;
    std::size_t d_bins_in; // of a spectrum
    std::size_t d_bins_each;
    bool d_is_power;
    double d_decay_s = 0.5;
    double d_weight = 1; // of a spectrum that is added now
    double d_total = 0;  // weights of all spectra
    double d_last_s = 0;
    std::vector<float> d_counts; // of each bin its levels
    std::vector<float> d_greatest, d_weights;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_PERSISTENCE_H */
