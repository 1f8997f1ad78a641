/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/block_messages.h"
#include <fmt/format.h>
#include <exception>
#include <stdexcept>

namespace gr {
namespace gpufft {

namespace {

const pmt::pmt_t& command_port()
{
    static const auto name = pmt::intern("command");
    return name;
}

const pmt::pmt_t& status_port()
{
    static const auto name = pmt::intern("status");
    return name;
}

pmt::pmt_t dictionary_of(const block_status& status)
{
    auto d = pmt::make_dict();
    const auto set = [&](const char* name, const pmt::pmt_t& value) {
        d = pmt::dict_add(d, pmt::intern(name), value);
    };
    set("device", pmt::intern(status.device));
    set("plan", pmt::intern(status.plan));
    set("queue_depth", pmt::from_uint64(status.queue_depth));
    set("gsps", pmt::from_double(status.gsps));
    set("dropped", pmt::from_uint64(status.dropped));
    return d;
}

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

block_messages::block_messages(gr::basic_block* block,
                               gr::logger_ptr logger,
                               std::function<block_status()> status)
    : d_block(block), d_logger(std::move(logger)), d_status(std::move(status))
{
    d_block->message_port_register_in(command_port());
    d_block->message_port_register_out(status_port());
    d_block->set_msg_handler(command_port(),
                             [this](const pmt::pmt_t& message) { receive(message); });
    on("status", [this](const pmt::pmt_t&) { publish("status"); });
}

void block_messages::on(const std::string& name, handler takes)
{
    d_handlers[name] = std::move(takes);
}

void block_messages::publish(const std::string& event, const std::string& reason)
{
    auto message = pmt::dict_add(
        dictionary_of(d_status()), pmt::intern("event"), pmt::intern(event));
    if (!reason.empty())
        message = pmt::dict_add(message, pmt::intern("reason"), pmt::intern(reason));
    d_block->message_port_pub(status_port(), message);
}

void block_messages::receive(const pmt::pmt_t& message)
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
void block_messages::receive_all(const pmt::pmt_t& items)
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
bool block_messages::receive_one(const pmt::pmt_t& item, bool is_last_try)
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

std::vector<float> floats_of(const pmt::pmt_t& value)
{
    std::vector<float> numbers;
    if (pmt::is_f32vector(value)) {
        numbers = pmt::f32vector_elements(value);
    } else if (pmt::is_f64vector(value)) {
        for (const double each : pmt::f64vector_elements(value))
            numbers.push_back(static_cast<float>(each));
    } else if (pmt::is_vector(value)) {
        for (std::size_t i = 0; i < pmt::length(value); ++i)
            numbers.push_back(
                static_cast<float>(pmt::to_double(pmt::vector_ref(value, i))));
    } else if (pmt::is_pair(value) || pmt::is_null(value)) {
        for (auto i = value; pmt::is_pair(i); i = pmt::cdr(i))
            numbers.push_back(static_cast<float>(pmt::to_double(pmt::car(i))));
    } else {
        throw std::invalid_argument("give a vector of numbers, e.g. an f32vector");
    }
    return numbers;
}

} // namespace gpufft
} // namespace gr
