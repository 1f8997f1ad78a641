/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_FEED_READ_FEED_H
#define INCLUDED_GPUFFT_LIB_SURVEY_FEED_READ_FEED_H

#include "recordings/samples/sample_source.h"
#include "survey/feed/sample_feed.h"
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gpufft {

/*!
 * \brief Pieces that threads read ahead into memory of this process
 *
 * A core copies from the system's cache at a fraction of what a GPU's link carries, and a
 * disk is fast when it is asked for several things at once: so several threads read parts
 * of pieces, where the source allows that. Each piece has memory of its own, from which
 * the device copies it without anybody's help once that is page-locked.
 */
class read_feed : public sample_feed
{
public:
    //! Memory number \p number, of \p bytes at least, which outlives this; the same for
    //! the same number.
    using memory = std::function<void*(std::size_t number, std::size_t bytes)>;

    //! \param piece_samples  most of a piece
    //! \param depth          pieces that are given and not left
    //! \param threads        0: next() reads itself
    read_feed(sample_source& source,
              memory of,
              std::int64_t piece_samples,
              std::size_t depth,
              std::size_t threads);
    ~read_feed() override;
    read_feed(const read_feed&) = delete;
    read_feed& operator=(const read_feed&) = delete;

    std::size_t ahead() const override { return d_ahead; }
    void begin(std::int64_t start, std::int64_t count) override;
    bool has_next() override;
    const void* next() override;
    void leave() override { ++d_left; }

private:
    struct piece {
        std::int64_t start = 0, count = 0;
        unsigned char* to = nullptr;
        std::size_t parts = 1, taken = 0, read = 0; // how many, and of these by threads
        std::size_t failed = 0;                     // the first part that did, if any
        std::exception_ptr failure;

        bool is_there() const { return read == parts; }
    };

    piece& at(std::size_t number) { return d_pieces[number % d_pieces.size()]; }
    void read(const piece& p, std::size_t part) const;
    void run();

    sample_source& d_source;
    const memory d_memory;
    const std::size_t d_piece_bytes, d_ahead;
    std::size_t d_given = 0, d_left = 0; // how many
    std::mutex d_mutex;                  // guards what follows
    std::condition_variable d_begins, d_arrives;
    std::vector<piece> d_pieces;          // as many as may be begun and not left
    std::size_t d_begun = 0, d_taken = 0; // how many; all parts taken by threads
    bool d_is_ending = false;
    std::vector<std::thread> d_threads; // last: begin when all else is there
};

//! Threads that read for one GPU: most of the cores, as many as still make it faster.
std::size_t reading_threads(const sample_source& source);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_FEED_READ_FEED_H */
