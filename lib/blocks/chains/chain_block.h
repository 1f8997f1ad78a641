/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_BLOCK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_BLOCK_H

#include "blocks/chains/chain_ends.h"
#include "blocks/chains/chain_member.h"
#include <gnuradio/block.h>
#include <gnuradio/block_detail.h>
#include <gnuradio/tags.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gr {
namespace gpufft {

//! What the scheduler shows of a stream, in rows (chain_ends).
struct chain_view {
    const char* in = nullptr;
    std::size_t rows = 0; //!< there
    char* out = nullptr;
    std::size_t space = 0; //!< for rows
};

//! What was done with it.
struct chain_progress {
    bool has_failed = false; //!< no device is left, which is logged
    std::size_t consumed = 0;
    std::size_t produced = 0;
    //! Rows of the input between the first one shown and the first one produced.
    std::size_t ahead = 0;
};

//! Rows of \p ends are produced and consumed. \return what chain_block::account() takes
inline chain_progress
progress_of(chain_ends& ends, std::size_t produced, std::size_t consumed)
{
    chain_progress result;
    result.ahead = static_cast<std::size_t>(ends.produced - ends.consumed);
    result.produced = produced;
    result.consumed = consumed;
    ends.has_produced(produced);
    ends.consumed += consumed;
    return result;
}

/*!
 * \brief A block that may produce long before it consumes
 *
 * Of each input it takes as many items for a row.
 *
 * The scheduler carries tags when items are consumed. By then, readers may have read what
 * a block that is ahead has produced of them: such a block carries its tags itself.
 */
template <class interface>
class chain_block : public interface, public chain_member
{
protected:
    //! From start() to stop(), \p is_ahead says whether the block is.
    void begin_tags(bool is_ahead, const chain_ends::row_items& row = {})
    {
        d_is_ahead = is_ahead;
        d_row = row;
        d_wanted = this->tag_propagation_policy();
        if (d_is_ahead)
            this->set_tag_propagation_policy(gr::block::TPP_DONT);
    }
    void end_tags()
    {
        if (d_is_ahead)
            this->set_tag_propagation_policy(d_wanted);
        d_is_ahead = false;
    }

    //! Tells the scheduler. \return what general_work() returns
    int account(const chain_progress& done, const chain_ends& ends)
    {
        if (done.has_failed)
            return gr::block::WORK_DONE;
        if (d_is_ahead && done.produced)
            carry_tags(done);
        if (done.consumed)
            this->consume_each(static_cast<int>(done.consumed * d_row.in));
        if (done.consumed || done.produced) // null sinks release what is produced
            ends.tell_writer();
        return static_cast<int>(done.produced * d_row.out);
    }

private:
    //! Carries the tags of the rows that are produced now.
    void carry_tags(const chain_progress& done)
    {
        const auto inputs = static_cast<unsigned>(this->detail()->ninputs());
        const bool carries = d_wanted == gr::block::TPP_ALL_TO_ALL ||
                             (d_wanted == gr::block::TPP_ONE_TO_ONE && inputs == 1 &&
                              this->detail()->noutputs() == 1);
        for (unsigned input = 0; carries && input < inputs; ++input)
            carry_tags(done, input);
    }
    void carry_tags(const chain_progress& done, unsigned input)
    {
        const auto outputs = static_cast<unsigned>(this->detail()->noutputs());
        const auto first = this->nitems_read(input) + done.ahead * d_row.in;
        std::vector<gr::tag_t> tags;
        this->get_tags_in_range(tags, input, first, first + done.produced * d_row.in);
        for (auto& tag : tags) { // to the nearest output, as the scheduler rounds
            const auto behind =
                ((tag.offset - first) * d_row.out + d_row.in / 2) / d_row.in;
            for (unsigned out = 0; out < outputs; ++out) {
                tag.offset = this->nitems_written(out) + behind;
                this->add_item_tag(out, tag);
            }
        }
    }

    bool d_is_ahead = false;
    chain_ends::row_items d_row;
    gr::block::tag_propagation_policy_t d_wanted = gr::block::TPP_ALL_TO_ALL;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHAINS_CHAIN_BLOCK_H */
