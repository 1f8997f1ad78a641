/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_OUT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_OUT_H

#include <gnuradio/basic_block.h>
#include <gnuradio/logger.h>

namespace gr {
namespace gpufft {

/*!
 * \brief Sends \p message to whoever is connected to \p port of \p from
 *
 * A block keeps its listeners from one flowgraph to the next. Those that have gone with
 * an earlier one are forgotten here: GNU Radio would throw, and leave out those that were
 * connected after them. Never throws; what fails all the same is a line for \p debug.
 */
void send_message(gr::basic_block& from,
                  const pmt::pmt_t& port,
                  const pmt::pmt_t& message,
                  gr::logger& debug) noexcept;

/*!
 * \brief Forgets listeners of \p port that have gone with an earlier flowgraph
 *
 * GNU Radio tells all listeners of a block's end, and ends its thread with an exception
 * where one is not there any more; so before the flowgraph starts.
 */
void forget_gone_listeners(gr::basic_block& from, const pmt::pmt_t& port);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_MESSAGE_OUT_H */
