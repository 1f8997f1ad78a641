/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_MESSAGES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_MESSAGES_H

#include "blocks/receivers/channel_table.h"
#include "blocks/receivers/receiver_stream.h"
#include "blocks/receivers/time_base.h"
#include <pmt/pmt.h>
#include <string>
#include <vector>

//! Messages of the block channels: commands to edits, channels and outputs to messages.
namespace gr {
namespace gpufft {

//! The command add: one dictionary or a list of them, of which all count or none.
//! \return names, in order
//! \throws std::exception  where the table refuses one, or a value is of no use
std::vector<std::string> add_by_message(channel_table& table, const pmt::pmt_t& value);
//! The command move, the same.
std::vector<std::string> move_by_message(channel_table& table, const pmt::pmt_t& value);
//! The command drop: a name, a list of names, or true for all.
std::vector<std::string> drop_by_message(channel_table& table, const pmt::pmt_t& value);

//! What a status message has of all channels.
pmt::pmt_t status_of(const channel_table& table, const ::gpufft::receiver_shape& shape);

//! The PDU of \p outputs, whose first one has the time \p at.
pmt::pmt_t pdu_of(const channel_outputs& outputs, const time_base::moment& at);

//! Tags that a stream's channel begins with, or goes on with where it has moved: at its
//! first output, whose time is \p at.
std::vector<gr::tag_t> tags_of(const channel_outputs& outputs,
                               const time_base::moment& at);

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_CHANNEL_MESSAGES_H */
