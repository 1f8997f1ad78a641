/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H

#include "exec/memory/aligned_rows.h"
#include "recordings/samples/sample_source.h"
#include "survey/products/frame_statistics.h"
#include "survey/run/chunk_memory.h"
#include "survey/run/frame_pieces.h"
#include "survey/run/locked_windows.h"
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
 * Pieces of several chunks are in flight at a time. Samples stay where they lie where the
 * device reads them there, and go through memory of this one's else.
 */
class chunk_runner
{
public:
    //! What becomes of a chunk whose values are there.
    using receiver =
        std::function<void(std::int64_t chunk, std::shared_ptr<chunk_memory> values)>;

    //! \param end_row   no chunk has this row, or one behind it
    //! \param stops     set by whoever wants run() to return early
    //! \param progress  samples that have been done, which this adds to
    chunk_runner(spectra_engine& engine,
                 std::shared_ptr<recording_group> group,
                 sample_source& source,
                 double samp_rate_hz,
                 std::int64_t end_row,
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
        std::int64_t samples = 0, start = 0;
        std::shared_ptr<chunk_memory> values;
        frame_piece piece; // whose frames become rows by the host
        const float* frames = nullptr;
    };

    bool has_next(frame_pieces& pieces);
    std::size_t frames_to_take(const frame_pieces& pieces) const;
    void submit(const frame_piece& piece, flight f);
    const void* samples_of(const frame_piece& piece, std::int64_t count);
    void prepare(std::int64_t start, std::int64_t count);
    void collect(const receiver& done);
    float* frame_memory(std::size_t frames);
    void add_frames(const flight& f);
    std::size_t frames_in_window(const frame_pieces& pieces, std::size_t frames) const;
    void enter_window(const char* at);
    void leave_windows();

    spectra_engine& d_engine;
    const std::shared_ptr<recording_group> d_group;
    sample_source& d_source;
    const double d_samp_rate_hz;
    const bool d_is_pipe; // whose rows had no end at first
    const std::atomic<bool>& d_stops;
    std::atomic<std::int64_t>& d_progress;
    aligned_rows d_hops;
    std::deque<flight> d_flights;        // oldest first
    std::vector<aligned_bytes> d_copies; // of as many pieces as may be in flight
    std::size_t d_next_copy = 0;
    std::unique_ptr<locked_windows> d_windows;       // of a GPU that reads a mapped file
    std::deque<locked_windows::window> d_in_windows; // that pieces in flight may lie in
    // Where devices give the powers of single frames: what makes rows of them, and
    // memory for those of as many pieces as may be in flight.
    std::optional<frame_statistics> d_statistics;
    std::vector<aligned_bytes> d_frames;
    std::size_t d_next_frames = 0;
    std::int64_t d_expected_to = 0;  // samples before this one are expected
    std::int64_t d_forgotten_to = 0; // and before this one forgotten
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_CHUNK_RUNNER_H */
