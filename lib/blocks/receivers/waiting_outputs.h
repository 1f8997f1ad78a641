/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_WAITING_OUTPUTS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_WAITING_OUTPUTS_H

#include <gnuradio/gr_complex.h>
#include <gnuradio/tags.h>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace gr {
namespace gpufft {

//! \brief Outputs that are made, until their stream has room for them, and their tags
class waiting_outputs
{
public:
    //! Adds outputs behind those that wait. \p tags have offsets from the first of them.
    void add(const std::vector<gr_complex>& outputs, std::vector<gr::tag_t> tags);
    //! Writes up to \p space outputs to \p to. \return how many; \p tags gets theirs,
    //! with offsets from the first one written
    std::size_t give(gr_complex* to, std::size_t space, std::vector<gr::tag_t>& tags);
    bool empty() const { return d_given == d_outputs.size(); }
    void clear();

private:
    std::vector<gr_complex> d_outputs;
    std::size_t d_given = 0;      //!< of d_outputs
    std::deque<gr::tag_t> d_tags; //!< with offsets in d_outputs
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_WAITING_OUTPUTS_H */
