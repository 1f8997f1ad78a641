/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_FEED_MAPPED_FEED_H
#define INCLUDED_GPUFFT_LIB_SURVEY_FEED_MAPPED_FEED_H

#include "exec/memory/aligned_rows.h"
#include "recordings/samples/sample_source.h"
#include "survey/feed/aligned_bytes.h"
#include "survey/feed/sample_feed.h"
#include "survey/feed/side_thread.h"
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <vector>

namespace gpufft {

/*!
 * \brief Pieces where they lie in a mapped file, for CPU devices
 *
 * A thread beside has the pages of what comes next brought into this process, which then
 * takes them all at once and not one by one, and reads ahead where they are on disk.
 * Pieces that do not lie one behind the other are copied.
 */
class mapped_feed : public sample_feed
{
public:
    //! \param piece_samples  most of a piece
    //! \param hop_bytes      from a frame to the next
    //! \param depth          pieces that are given and not left
    mapped_feed(sample_source& source,
                std::int64_t piece_samples,
                std::size_t hop_bytes,
                std::size_t depth);
    ~mapped_feed() override;

    std::size_t frames_together(std::int64_t start, std::size_t most) const override;
    void begin(std::int64_t start, std::int64_t count) override;
    const void* next() override;
    void leave() override;

private:
    struct piece {
        std::int64_t start = 0, count = 0;
    };
    //! Samples that are on their way into this process.
    struct window {
        std::int64_t begin = 0, end = 0;
        std::shared_future<void> there;
    };

    void expect(std::int64_t start, std::int64_t end);
    void wait_for(std::int64_t end);

    sample_source& d_source;
    const std::int64_t d_window_samples;
    aligned_rows d_hops;
    std::deque<piece> d_begun, d_given; // oldest first
    std::vector<aligned_bytes> d_copies;
    std::size_t d_next_copy = 0;
    const std::size_t d_piece_bytes;
    std::int64_t d_expected_to = 0;  // samples before this one are expected
    std::int64_t d_forgotten_to = 0; // and before this one forgotten
    std::deque<window> d_coming;
    side_thread d_beside; // last: ends before what it uses goes
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_FEED_MAPPED_FEED_H */
