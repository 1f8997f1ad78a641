/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_FRAME_PIECES_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_FRAME_PIECES_H

#include "survey/settings/row_plan.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! Frames that lie one after the other, and which of them end rows.
struct frame_piece {
    std::int64_t start = 0; //!< sample of the first frame's first
    std::size_t frames = 0;
    std::vector<std::uint32_t> ends;   //!< frames that have been seen as each row ends
    std::vector<std::uint64_t> counts; //!< frames of each of these rows
    std::int64_t first_row = 0;        //!< that ends here
    bool is_fresh = false;             //!< nothing goes on from frames before
};

/*!
 * \brief The rows of a chunk, cut into pieces for a device
 *
 * How they are cut follows from the rows and from what is asked for alone, so a chunk
 * that is computed again has the same numbers, to the last bit.
 */
class frame_pieces
{
public:
    //! Rows \p first .. \p first + \p count - 1 of \p rows.
    frame_pieces(const row_plan& rows, std::int64_t first, std::int64_t count);

    bool is_at_end() const { return d_row >= d_end; }
    //! Where the next piece begins.
    std::int64_t next_sample() const;
    //! Frames that lie one after the other from there on, of the rows of this chunk.
    std::int64_t frames_in_a_row() const;
    //! \param most  frames, 1 .. frames_in_a_row()
    frame_piece take(std::size_t most);

    //! A pipe has ended: \p rows has fewer rows now, none of which has been taken.
    void end_with(const row_plan& rows);

private:
    std::int64_t frames_left_in_row() const;

    const row_plan* d_rows;
    std::int64_t d_row, d_end;
    std::int64_t d_done = 0; // frames of row d_row
    bool d_is_fresh = true;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_FRAME_PIECES_H */
