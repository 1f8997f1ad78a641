/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_out.h"
#include <gnuradio/block_registry.h>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

bool is_there(const pmt::pmt_t& block)
{
    try {
        return global_block_registry.block_lookup(block) != nullptr;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace

void forget_gone_listeners(gr::basic_block& from, const pmt::pmt_t& port)
{
    // The list is not changed in place, so going through it goes on.
    for (auto i = from.message_subscribers(port); pmt::is_pair(i); i = pmt::cdr(i)) {
        const auto listener = pmt::car(i);
        if (!is_there(pmt::car(listener)))
            from.message_port_unsub(port, listener);
    }
}

void send_message(gr::basic_block& from,
                  const pmt::pmt_t& port,
                  const pmt::pmt_t& message,
                  gr::logger& debug) noexcept
{
    try {
        forget_gone_listeners(from, port);
        from.message_port_pub(port, message);
    } catch (const std::exception& e) {
        // One went just now.
        debug.debug("{}: {}", pmt::symbol_to_string(port), e.what());
    }
}

} // namespace gpufft
} // namespace gr
