/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_STORE_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_STORE_H

#include "display/axis/frequency_axis.h"
#include "display/axis/level_unit.h"
#include "display/store/given_histogram.h"
#include "display/store/level_history.h"
#include "display/store/persistence.h"
#include "display/store/trace_set.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace gpufft::display {

//! What a store has, at one moment.
struct store_status {
    frequency_axis axis;
    frequency_band whole;          //!< that there could be spectra of: the axis, or more
    std::uint64_t spectra = 0;     //!< all that ever came in
    std::uint64_t since_reset = 0; //!< of these, what max, min and average are of
    std::uint64_t changes = 0;     //!< of the axis, so far
    double newest_s = 0;           //!< where the last row ends; see spectrum_time
    double oldest_s = 0;           //!< where the first row of the history begins
    double newest_told_s = 0;      //!< what tags told of newest_s
    std::size_t history_rows = 0;
    std::size_t history_bytes = 0;
    double row_seconds = 0;
    std::uint64_t histograms = 0; //!< all that ever came in
};

//! What share of the spectra had each level, for each column.
struct persistence_picture {
    level_steps steps;
    double bin_hz = 1; //!< of the bins whose levels were counted
    std::size_t columns = 0;
    std::vector<float> shares; //!< columns times steps.levels; those of a column together
};

/*!
 * \brief All that a display shows: traces, history and persistence of all spectra
 *
 * One thread adds spectra, any other reads what there is. The one that adds only copies
 * them; whoever reads next computes with them. Where nobody reads, as of a window that is
 * hidden, the thread that adds computes itself once there are PENDING_SPECTRA, or
 * PENDING_NUMBERS numbers: a batch of these takes a fraction of what they would take one
 * by one. So it never waits longer than for what another thread computes of one batch,
 * and each spectrum counts.
 */
class spectrum_store
{
public:
    spectrum_store(const frequency_axis& axis,
                   const input_unit& unit,
                   const history_limits& limits = {},
                   const histogram_shape& histogram = {});

    // The thread that adds.

    //! Another axis begins traces and persistence anew; the history keeps its rows, each
    //! at the frequencies that it was taken at.
    //! \param whole  of which the axis is the part that was zoomed into; none: it is all
    void set_axis(const frequency_axis& axis,
                  const std::optional<frequency_band>& whole = {});
    //! \param spectra  as many times axis.bins numbers as there are times
    void add(const float* spectra, const std::vector<spectrum_time>& times);
    //! \param counts  bins times levels of the shape that this was made with
    void add_histogram(const float* counts);

    // Any thread.

    void reset();
    void clear_history();
    void set_average_spectra(double spectra);
    void set_decay_seconds(double seconds);
    //! Persistence is computed of spectra, which takes longer than all else, only where
    //! it is seen.
    void enable_persistence(bool is_enabled);
    void set_reference(std::vector<float> levels_db);

    const input_unit& unit() const { return d_unit; }
    store_status status() const;
    bool has(trace_kind kind) const;
    std::vector<float> levels(trace_kind kind) const;
    std::vector<level_history::row_ptr> rows(double begin_s, double end_s) const;
    persistence_picture persistence_of(const frequency_view& view) const;

    //! What there is now, in a store of its own; rows of the history are shared by both.
    std::shared_ptr<spectrum_store> snapshot() const;

private:
    static constexpr std::size_t PENDING_SPECTRA = 1024;
    static constexpr std::size_t PENDING_NUMBERS = std::size_t(1) << 21;

    //! Spectra that were copied and not looked at.
    struct batch {
        std::vector<float> numbers;
        std::vector<spectrum_time> times;
    };

    frequency_axis histogram_axis() const;
    bool has_room(std::size_t count) const;
    //! Computes with what is pending; d_mutex is held.
    void fold() const;
    void fold(const float* spectra, const std::vector<spectrum_time>& times) const;

    const input_unit d_unit;
    const histogram_shape d_histogram_shape;

    mutable std::mutex d_pending_mutex; // d_pending alone; taken after d_mutex, or alone
    mutable batch d_pending;

    // What spectra become is computed when it is asked for, so all of this is mutable.
    mutable std::mutex d_mutex;
    mutable batch d_folding;
    frequency_axis d_axis;
    frequency_band d_whole;
    mutable trace_set d_traces;
    mutable level_history d_history;
    mutable std::uint64_t d_spectra = 0;
    std::uint64_t d_histograms = 0;
    std::uint64_t d_changes = 0;
    bool d_has_persistence = true;
    mutable std::unique_ptr<persistence> d_persistence;
    given_histogram d_given;
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_STORE_H */
