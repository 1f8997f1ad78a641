/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FINDER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FINDER_H

#include <cstdint>
#include <vector>

namespace gpufft {

//! Neighbouring bins of neighbouring rows that stand out of noise.
struct spectral_event {
    std::int64_t first_row = 0, last_row = 0;
    std::int64_t low_bin = 0, high_bin = 0; //!< the highest counts as well
    std::int64_t peak_bin = 0, peak_row = 0;
    double peak_power = 0;  //!< of that bin and row
    double peak_ratio = 0;  //!< of it to the noise there
    std::int64_t cells = 0; //!< bins of rows that passed the threshold
};

/*!
 * \brief Joins what passes a threshold to events, row by row
 *
 * Bins belong together where a gap between them is not wider than \p bridged bins, and
 * rows where their bins do. Rows come in order.
 */
class event_finder
{
public:
    explicit event_finder(std::int64_t bridged) : d_bridged(bridged) {}

    //! The next row. \param noise, thresholds  of each bin, in power
    void add(std::int64_t row,
             const std::vector<double>& powers,
             const std::vector<double>& noise,
             const std::vector<double>& thresholds);
    //! What comes next does not go on from what came before: a gap, or the end.
    void interrupt();
    //! Events that have ended, by their first row and lowest bin; interrupt() ends all.
    std::vector<spectral_event> take_events();

private:
    //! Bins of the last row that are part of an event.
    struct run {
        std::int64_t low = 0, high = 0;
        std::size_t event = 0;
    };

    std::vector<run> runs_of(std::int64_t row,
                             const std::vector<double>& powers,
                             const std::vector<double>& noise,
                             const std::vector<double>& thresholds);
    void join(std::vector<run>& runs);
    void merge(std::size_t into, std::size_t from);
    std::size_t found(std::size_t event) const;

    const std::int64_t d_bridged;
    std::vector<run> d_runs;            // of the last row, from low to high
    std::vector<spectral_event> d_live; // that may go on, and those merged into others
    std::vector<std::size_t> d_merged_into; // of each; its own number: into none
    std::vector<spectral_event> d_ended;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_DERIVED_EVENT_FINDER_H */
