/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H

#include "recordings/samples/sample_source.h"
#include "survey/feed/sample_feed.h"
#include "survey/products/frame_statistics.h"
#include "survey/run/chunk_memory.h"
#include "survey/run/frame_pieces.h"
#include "survey/run/spectra_engine.h"
#include "survey/store/recording_group.h"
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gpufft {

/*!
 * \brief Chunks of one recording, one after the other, through a device
 *
 * Pieces of several chunks are in flight at a time, and those behind them are read ahead.
 * CPU devices take samples where they lie, GPUs from page-locked memory that threads read
 * them into.
 */
class chunk_runner
{
public:
    //! What becomes of a chunk whose values are there.
    using receiver =
        std::function<void(std::int64_t chunk, std::shared_ptr<chunk_memory> values)>;

    //! \param stops     set by whoever wants run() to return early
    //! \param progress  samples that have been done, which this adds to
    chunk_runner(spectra_engine& engine,
                 std::shared_ptr<recording_group> group,
                 sample_source& source,
                 double samp_rate_hz,
                 const std::atomic<bool>& stops,
                 std::atomic<std::int64_t>& progress);
    ~chunk_runner(); //!< waits for what is in flight

    //! Queues a chunk; those before it may come out meanwhile.
    //! \throws recording_error, device_error, and what \p done throws
    void run(std::int64_t chunk, const receiver& done);
    //! Waits until all of them have come out.
    void finish(const receiver& done);

private:
    struct flight {
        std::int64_t chunk = 0;
        bool is_last = false; //!< of its chunk
        std::int64_t samples = 0;
        std::shared_ptr<chunk_memory> values;
        frame_piece piece;
        const float* frames = nullptr; // where the host makes rows of them
    };

    std::unique_ptr<sample_feed> make_feed();
    bool has_next(frame_pieces& pieces);
    std::size_t frames_to_take(const frame_pieces& pieces) const;
    bool may_submit();
    void submit_next(const receiver& done);
    void collect(const receiver& done);
    void add_frames(const flight& f);

    spectra_engine& d_engine;
    const std::shared_ptr<recording_group> d_group;
    sample_source& d_source;
    const double d_samp_rate_hz;
    const bool d_is_pipe; // whose rows had no end at first
    const std::atomic<bool>& d_stops;
    std::atomic<std::int64_t>& d_progress;
    std::deque<flight> d_begun;   // whose samples are on their way, oldest first
    std::deque<flight> d_flights; // that the device has, oldest first
    // Where devices give the powers of single frames: what makes rows of them.
    std::optional<frame_statistics> d_statistics;
    std::size_t d_next_frames = 0;
    std::unique_ptr<sample_feed> d_feed; // last: its threads end before all else goes
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H */
