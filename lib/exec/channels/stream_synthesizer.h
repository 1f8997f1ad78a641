/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_SYNTHESIZER_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_SYNTHESIZER_H

#include "exec/channels/branch_sums.h"
#include "exec/channels/synthesizer_shape.h"
#include "exec/filters/past_samples.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/stream_executor.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! Samples and outputs of a call of a stream_synthesizer.
struct synthesizer_call {
    //! A stream for each of the first channels of the map; or one of vectors that have a
    //! value for each channel of it.
    std::vector<const channel_sample*> in;
    bool has_vectors = false;
    std::size_t rows = 0;          //!< samples of each channel
    channel_sample* out = nullptr; //!< rows * channels
};

//! \brief The transformed rows before a call, which its first outputs are made of, too
class synthesizer_past
{
public:
    explicit synthesizer_past(const synthesizer_shape& s)
        : d_rows(static_cast<std::size_t>(s.points) * sizeof(channel_sample))
    {
    }

    void keep(std::size_t rows) { d_rows.keep(rows); }
    void clear()
    {
        d_rows.clear();
        d_count = 0;
    }
    void copy_last(std::size_t rows, channel_sample* to) const
    {
        d_rows.copy_last(rows, to);
    }
    void append(const channel_sample* rows, std::size_t count)
    {
        d_rows.append(rows, count);
        d_count += static_cast<std::int64_t>(count);
    }
    std::int64_t count() const { return d_count; } //!< number of the next row

private:
    past_samples d_rows;
    std::int64_t d_count = 0;
};

/*!
 * \brief A polyphase synthesizer of a stream; see synthesizer_shape
 *
 * The device transforms rows, and the host sums them up while the device has others:
 * branch_sums. Taps are the host's alone, so other ones want no other kernel. Calls
 * follow one another; the rows before a call's first are the caller's synthesizer_past,
 * so that another one can go on where this has ended. One thread at a time.
 */
class stream_synthesizer
{
public:
    using request_type = synthesizer_request;
    using past_type = synthesizer_past;

    //! Plans and builds as stream_executor() does. \throws plan_error, device_error,
    //! build_error
    stream_synthesizer(const synthesizer_request& request,
                       const std::string& device,
                       effort how,
                       startup begins);

    //! Other taps from the next run() on. \return true
    bool change_to(const synthesizer_request& request);

    /*!
     * Makes the outputs of rows, and waits for them.
     * \param map  the channel of each stream, or of each value of a vector; of several
     *             for one channel the last one counts, and a channel that none is for is
     *             silent
     * \param past  the rows before; those of this call are appended to it in the end
     * \throws device_error, build_error  \p past is as it was, outputs are in part
     * written
     */
    void
    run(const synthesizer_call& c, const std::vector<int>& map, synthesizer_past& past);

    void abandon() noexcept {} //!< run() leaves nothing in flight

    //! Rows that are worth a call.
    std::size_t rows_of_a_call() const;
    //! Rows before a call that longer taps to come find.
    std::size_t past_to_keep() const;

    const synthesizer_shape& shape() const { return d_shape; }
    stream_executor& executor() { return d_rows; }
    const stream_executor& executor() const { return d_rows; }

private:
    //! The rows of a submission, and their memory.
    struct piece {
        page_array in, out;    //!< out: rows before it, then its own
        std::size_t first = 0; //!< row of the call
        std::size_t rows = 0;
    };

    std::size_t points() const { return static_cast<std::size_t>(d_shape.points); }
    std::size_t most_rows() const;
    std::size_t rows_before() const;
    void send(piece& p, const synthesizer_call& c, const std::vector<int>& map);
    void finish(const piece& p, const synthesizer_call& c, synthesizer_past& past) const;

    synthesizer_shape d_shape;
    branch_sums d_sums;
    stream_executor d_rows;
    std::vector<piece> d_pieces;
    std::vector<channel_sample> d_silence; //!< of a channel that none is for
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_STREAM_SYNTHESIZER_H */
