/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_CARRIED_TAGS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_CARRIED_TAGS_H

#include <gnuradio/tags.h>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief Tags on their way from samples to the outputs that these become
 *
 * Each goes out with the first output that ends behind its sample; so one of an average
 * that is never finished goes out with the next.
 */
class carried_tags
{
public:
    //! Tags whose offset is a sample's, at or after that of all before.
    void add(const std::vector<gr::tag_t>& tags);
    //! Takes out the tags at samples before \p end. \return these tags, in order
    std::vector<gr::tag_t> take_before(std::uint64_t end);
    //! Samples from \p end on will be shown again, and their tags with them; counted from
    //! 0, and all that are left are before that.
    void begin_anew(std::uint64_t end);
    void clear() { d_tags.clear(); }

private:
    std::deque<gr::tag_t> d_tags;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_CARRIED_TAGS_H */
