/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_COMMAND_PORT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_COMMAND_PORT_H

#include <gnuradio/basic_block.h>
#include <gnuradio/logger.h>
#include <pmt/pmt.h>
#include <functional>
#include <map>
#include <string>

namespace gr {
namespace gpufft {

/*!
 * \brief The message port "command" of a block
 *
 * It takes a dictionary of names and values, a pair of one name and its value, or a name
 * alone, whose value is then null; each goes to the handler of that name. A name that no
 * handler has, or a value that it refuses, also with the others of its dictionary, is
 * logged and changes nothing.
 */
class command_port
{
public:
    using handler = std::function<void(const pmt::pmt_t& value)>;

    //! Registers the port at \p block, which outlives this.
    command_port(gr::basic_block* block, gr::logger_ptr logger);

    //! Before the flowgraph starts. \p takes throws std::exception to refuse a value.
    void on(const std::string& name, handler takes);

private:
    void receive(const pmt::pmt_t& message);
    void receive_all(const pmt::pmt_t& items);
    bool receive_one(const pmt::pmt_t& item, bool is_last_try = true);

    gr::logger_ptr d_logger;
    std::map<std::string, handler> d_handlers;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_COMMAND_PORT_H */
