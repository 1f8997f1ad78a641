/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_STREAM_SYNTHESIZER_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_STREAM_SYNTHESIZER_H

#include "exec/filters/past_samples.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/stream_executor.h"
#include "exec/synthesizers/branch_sums.h"
#include "exec/synthesizers/device_synthesizer.h"
#include "exec/synthesizers/synthesizer_rows.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include <gpufft/effort.h>
#include <gpufft/startup.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief A polyphase synthesizer of a stream; see synthesizer_shape
 *
 * A GPU transforms rows and adds them up: device_synthesizer. Beside other devices, and
 * where rows are too long for that, the host adds up what the device has transformed,
 * while that has other rows: branch_sums. Either way other taps want no other kernel.
 * Calls follow one another; the rows before a call's first are the caller's
 * synthesizer_past, so that another one can go on where this has ended. One thread at a
 * time.
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

    /*!
     * Makes outputs as run() does, but a GPU may have more of them in flight when it
     * returns: copies each way and kernels then work on from call to call. The next call
     * begins behind the rows returned; all that was given stays valid until its outputs
     * were returned.
     * \param piece_rows  rows that are worth a piece while others are in flight
     * \return rows whose outputs are done, from the first on, 1 or more
     * \throws device_error, build_error  \p past is as it was, and nothing is in flight
     */
    std::size_t advance(const synthesizer_call& c,
                        const std::vector<int>& map,
                        synthesizer_past& past,
                        std::size_t piece_rows);
    //! Waits for what advance() has left in flight, and forgets it: the next call begins
    //! with the first row whose output was not returned. Before change_to().
    void abandon() noexcept;

    //! Outputs come from the device, which has added rows up.
    bool device_adds() const;
    //! ... and rows by \p map may be read where the device has vectors, or streams, of
    //! them. \throws device_error
    bool gathers(const std::vector<int>& map, bool has_vectors) const;

    /*!
     * Queues a piece of outputs that stay on the device, which adds rows up.
     * finish_oldest() waits for it. What mirrors have is by a map that it gathers().
     * \param c      all rows that may be sent; outputs go to a mirror, from those of the
     *               first row that is sent on
     * \param number  of the first row of \p c
     * \param ahead  rows of \p c that were sent before
     * \param most   rows behind those
     * \param past   the rows before \p c
     * \return its rows
     * \throws device_error, build_error
     */
    std::size_t submit(const synthesizer_call& c,
                       std::int64_t number,
                       std::size_t ahead,
                       std::size_t most,
                       const std::vector<int>& map,
                       const synthesizer_past& past);
    //! Waits for the oldest piece of submit(). \return its outputs
    std::size_t finish_oldest();
    //! Waits until the device has looked at the host's rows before those of the oldest
    //! piece in flight: somebody may then write there.
    void wait_for_past();
    //! Most rows of a piece of submit().
    std::size_t linked_rows() const { return d_device->linked_rows(); }
    //! Rows before one that its outputs are made of, too.
    std::size_t reach() const { return d_sums.taps_per_branch() - 1; }

    //! Rows that are worth a call.
    std::size_t rows_of_a_call() const;
    //! Rows before a call that longer taps to come find.
    std::size_t past_to_keep() const;

    const synthesizer_shape& shape() const { return d_shape; }
    stream_executor& executor() { return d_rows; }
    const stream_executor& executor() const { return d_rows; }

private:
    static constexpr std::int64_t NONE = -1;

    //! The rows of a submission that the host adds up, and their memory.
    struct piece {
        page_array in, out;    //!< out: rows before it, then its own
        std::size_t first = 0; //!< row of the call
        std::size_t rows = 0;
    };

    std::size_t points() const { return static_cast<std::size_t>(d_shape.points); }
    std::size_t most_rows() const;
    std::size_t rows_before() const;
    void send(piece& p, const synthesizer_rows& rows);
    void finish(const piece& p, const synthesizer_call& c, std::int64_t first_row);
    void transform_past(const synthesizer_past& past);
    void run_on_host(const synthesizer_call& c,
                     const std::vector<int>& map,
                     synthesizer_past& past);

    synthesizer_shape d_shape;
    branch_sums d_sums;
    stream_executor d_rows;
    std::unique_ptr<device_synthesizer> d_device; //!< nullptr: the host adds rows up
    std::vector<piece> d_pieces;
    past_samples d_before;            //!< rows before the next one, transformed
    std::int64_t d_before_end = NONE; //!< number of the row that they lie before
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_STREAM_SYNTHESIZER_H */
