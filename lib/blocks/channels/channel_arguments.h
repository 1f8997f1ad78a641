/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_ARGUMENTS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_ARGUMENTS_H

#include <gnuradio/io_signature.h>
#include <pmt/pmt.h>
#include <cstddef>
#include <string>
#include <vector>

//! What channelizers and synthesizers share of their arguments.
namespace gr {
namespace gpufft {

//! Ports of 1 to \p streams streams of vectors of \p values.
gr::io_signature::sptr ports_of(std::size_t streams, std::size_t values);

//! \p map, or channels 0 to \p channels - 1 where it is empty.
std::vector<int> all_channels_unless(const std::vector<int>& map, int channels);
//! \throws plan_error  no channel, too many, or one that is not 0 .. \p channels - 1
void check_channels_of(const std::vector<int>& map, int channels);
/*!
 * Checks a \p map that a running block is given.
 * \param values   of a vector, whose number never changes; 0: there are streams
 * \param streams  that are connected, 0 as long as nobody knows
 * \throws plan_error  as check_channels_of(); another number of channels, or fewer than
 *                     streams
 */
void check_map_of(const std::vector<int>& map,
                  int channels,
                  std::size_t values,
                  int streams);
//! The map of a message. \throws plan_error  it has something else than whole numbers
std::vector<int> map_in(const pmt::pmt_t& value);

std::vector<double> widened(const std::vector<float>& taps);
//! [branch][k]: tap k branches + branch, with zeros behind the last.
std::vector<std::vector<float>> branches_of(const std::vector<double>& taps,
                                            int branches);
//! Prints a line for each of \p branches.
void print_branches(const std::vector<std::vector<float>>& branches);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CHANNELS_CHANNEL_ARGUMENTS_H */
