/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/command_port.h"
#include <exception>
#include <utility>
#include <vector>

namespace gr {
namespace gpufft {

namespace {

// A message may hold a whole window; the log shall not. Not all that a message may hold
// can be written.
std::string short_text(const pmt::pmt_t& value)
{
    constexpr std::size_t most = 60;
    try {
        const auto text = pmt::write_string(value);
        return text.size() <= most ? text : text.substr(0, most) + "...";
    } catch (const std::exception&) {
        return "(no text)";
    }
}

} // namespace

command_port::command_port(gr::basic_block* block, gr::logger_ptr logger)
    : d_logger(std::move(logger))
{
    const auto name = pmt::intern("command");
    block->message_port_register_in(name);
    block->set_msg_handler(name, [this](const pmt::pmt_t& message) { receive(message); });
}

void command_port::on(const std::string& name, handler takes)
{
    d_handlers[name] = std::move(takes);
}

void command_port::receive(const pmt::pmt_t& message)
{
    if (pmt::is_dict(message))
        receive_all(pmt::dict_items(message));
    else if (pmt::is_pair(message))
        receive_one(message);
    else
        receive_one(pmt::cons(message, pmt::PMT_NIL));
}

// A dictionary has no order, and some values are right just beside others in it (no
// frames, where the average is a maximum): what is refused is tried again after them.
void command_port::receive_all(const pmt::pmt_t& items)
{
    std::vector<pmt::pmt_t> left;
    for (auto i = items; pmt::is_pair(i); i = pmt::cdr(i))
        left.push_back(pmt::car(i));
    bool is_last_try = false;
    while (!left.empty()) {
        std::vector<pmt::pmt_t> refused;
        for (const auto& item : left)
            if (!receive_one(item, is_last_try))
                refused.push_back(item);
        if (is_last_try)
            return;
        is_last_try = refused.size() == left.size();
        left = refused;
    }
}

//! \return false  the value was refused, which is logged if this is the last try
bool command_port::receive_one(const pmt::pmt_t& item, bool is_last_try)
{
    const auto name = pmt::car(item);
    const auto value = pmt::cdr(item);
    const auto found = pmt::is_symbol(name) ? d_handlers.find(pmt::symbol_to_string(name))
                                            : d_handlers.end();
    if (found == d_handlers.end()) {
        std::string known;
        for (const auto& each : d_handlers)
            known += (known.empty() ? "" : ", ") + each.first;
        d_logger->warn("command {}: this block takes {}", short_text(name), known);
        return true;
    }
    try {
        found->second(value);
        return true;
    } catch (const std::exception& e) {
        if (is_last_try)
            d_logger->warn("command {} {}: {}; nothing has changed",
                           found->first,
                           short_text(value),
                           e.what());
        return false;
    }
}

} // namespace gpufft
} // namespace gr
