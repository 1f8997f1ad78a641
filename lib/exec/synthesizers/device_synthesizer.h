/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_SYNTHESIZER_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_SYNTHESIZER_H

#include "exec/channels/device_reorder.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/stream_executor.h"
#include "exec/synthesizers/device_branch_sums.h"
#include "exec/synthesizers/fused_branch_sums.h"
#include "exec/synthesizers/synthesizer_rows.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief A synthesizer whose device adds rows up, so that just samples come back
 *
 * Each submission has the rows before its first one, too, and transforms them once more:
 * submissions need nothing of each other, and any of them can be made anew, here or on
 * another device. One kernel does both where it is faster, for as many taps a branch as
 * there are when this is made; other numbers of them take two. One thread at a time.
 */
class device_synthesizer
{
public:
    //! Builds kernels and tests them. \param rows  transforms rows of \p s; outlives
    //! this
    //! \throws build_error, device_error
    device_synthesizer(const synthesizer_shape& s,
                       const std::vector<double>& taps,
                       stream_executor& rows);

    //! Other taps from the next submission on. \throws device_error  nothing has changed
    void set_taps(const std::vector<double>& taps);

    //! The rows before are few beside those that a submission may have.
    bool is_worth_it() const;
    //! Most rows with outputs of a submission.
    std::size_t most_rows() const;

    /*!
     * Makes outputs, and leaves more of them in flight: stream_synthesizer::advance().
     * \param piece_rows  rows that are worth a submission while others are in flight
     * \return rows whose outputs are done, 1 or more of those of \p c
     * \throws device_error, build_error  nothing is in flight then
     */
    std::size_t advance(const synthesizer_call& c,
                        const std::vector<int>& map,
                        synthesizer_past& past,
                        std::size_t piece_rows);
    //! Makes all outputs of \p c, and leaves none in flight.
    void
    run(const synthesizer_call& c, const std::vector<int>& map, synthesizer_past& past);
    //! Queues a piece of outputs that stay on the device: stream_synthesizer::submit().
    std::size_t submit(const synthesizer_call& c,
                       std::int64_t number,
                       std::size_t ahead,
                       std::size_t most,
                       const std::vector<int>& map,
                       const synthesizer_past& past);
    //! Waits for the oldest piece. \return its rows
    std::size_t finish_oldest();
    //! Waits until the device has looked at the host's rows before those of the oldest
    //! piece in flight: somebody may then write there.
    void wait_for_past();
    //! Rows by \p map may be read where the device has vectors, or streams, of them.
    //! \throws device_error
    bool gathers(const std::vector<int>& map, bool has_vectors);
    //! Most rows with outputs of a piece that stays on the device.
    std::size_t linked_rows() const { return d_rows.max_linked_rows() - rows_before(); }

    //! Waits for what advance() has left in flight, and forgets it: the next call begins
    //! with the first row whose output was not returned.
    void abandon() noexcept;

private:
    //! The rows of a submission.
    struct piece {
        page_array in;         //!< those before the call, or all that had to be assembled
        std::size_t first = 0; //!< row of the call, or of the next one
        std::size_t rows = 0;
        bool reads_call = false; //!< the device reads rows where the host's call has them
    };

    std::size_t rows_before() const
    {
        return d_fused ? d_fused->rows_before() : d_sums->rows_before();
    }
    //! What is sent of a call.
    struct part {
        std::size_t first = 0;   //!< row of the call
        std::size_t most = 1;    //!< rows
        std::int64_t number = 0; //!< of the call's first row
        std::size_t ahead =
            0; //!< rows before the first one that a mirror has a place for
        bool tells_when_read = false;
    };
    std::size_t send(const synthesizer_call& c,
                     const synthesizer_rows& rows,
                     const std::vector<int>& map,
                     const synthesizer_past& past,
                     const part& of);
    void find_rows(piece& p,
                   row_places& places,
                   const synthesizer_call& c,
                   const synthesizer_rows& rows,
                   const synthesizer_past& past) const;
    void mirror_rows(piece& p,
                     row_places& places,
                     const synthesizer_call& c,
                     const synthesizer_past& past) const;
    void gather_rows(piece& p,
                     row_places& places,
                     const synthesizer_call& c,
                     const std::vector<int>& map);
    std::size_t row_bytes() const
    {
        return static_cast<std::size_t>(d_shape.points) * sizeof(channel_sample);
    }
    void begin_behind(std::size_t rows);

    synthesizer_shape d_shape;
    stream_executor& d_rows;
    std::shared_ptr<const device_branch_sums> d_sums;
    std::shared_ptr<const fused_branch_sums> d_first_fused; //!< as it was built
    std::shared_ptr<const fused_branch_sums> d_fused; //!< nullptr: rows, then d_sums
    reorder_for_map d_gathers, d_silence;
    std::vector<piece> d_pieces; //!< used in turn
    std::size_t d_next = 0, d_oldest = 0;
    std::size_t d_sent = 0;        //!< rows of the call, or of the next one
    std::size_t d_made = 0;        //!< of these
    std::vector<int> d_map_in_use; //!< of what is in flight
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_SYNTHESIZER_H */
