/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/block_messages.h"
#include "blocks/messages/message_out.h"
#include <stdexcept>

namespace gr {
namespace gpufft {

namespace {

const pmt::pmt_t& status_port()
{
    static const auto& name = *new auto(pmt::intern("status"));
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
    if (!status.buffers.empty())
        set("buffers", pmt::intern(status.buffers));
    return d;
}

} // namespace

block_messages::block_messages(gr::basic_block* block,
                               gr::logger_ptr logger,
                               std::function<block_status()> status)
    : d_block(block),
      d_logger(logger),
      d_commands(block, logger),
      d_status(std::move(status))
{
    d_block->message_port_register_out(status_port());
    on("status", [this](const pmt::pmt_t&) { publish("status"); });
}

void block_messages::on(const std::string& name, handler takes)
{
    d_commands.on(name, std::move(takes));
}

void block_messages::publish(const std::string& event,
                             const std::string& reason,
                             const pmt::pmt_t& more)
{
    auto message = pmt::dict_add(
        dictionary_of(d_status()), pmt::intern("event"), pmt::intern(event));
    if (!reason.empty())
        message = pmt::dict_add(message, pmt::intern("reason"), pmt::intern(reason));
    if (pmt::is_dict(more))
        message = pmt::dict_update(message, more);
    send_message(*d_block, status_port(), message, *d_logger);
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
