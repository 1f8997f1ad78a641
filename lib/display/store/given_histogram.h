/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_GIVEN_HISTOGRAM_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_GIVEN_HISTOGRAM_H

#include "display/axis/column_map.h"
#include "display/store/persistence.h"
#include <vector>

namespace gpufft::display {

//! What histograms that come in, as persistence_c makes them, are of.
struct histogram_shape {
    std::size_t bins = 0;
    level_steps steps;
};

//! The last histogram that came in: counts of all bins at the lowest level, then the
//! next.
class given_histogram
{
public:
    given_histogram() = default;
    given_histogram(const frequency_axis& axis, const level_steps& steps)
        : d_axis(axis), d_steps(steps)
    {
    }

    void take(const float* counts) { d_counts.assign(counts, counts + size()); }
    void clear() { d_counts.clear(); }
    bool empty() const { return d_counts.empty(); }

    const frequency_axis& axis() const { return d_axis; }
    const level_steps& steps() const { return d_steps; }
    std::size_t size() const { return d_axis.bins * d_steps.levels; }

    //! As persistence::read() has it.
    void read(const column_map& map,
              std::size_t first_column,
              std::size_t end_column,
              float* to) const;

private:
    frequency_axis d_axis;
    level_steps d_steps;
    std::vector<float> d_counts;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_GIVEN_HISTOGRAM_H */
