/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_out.h"
#include "blocks/messages/message_values.h"
#include "blocks/receivers/channel_messages.h"
#include "blocks/receivers/channels_impl.h"
#include "plan/request/refuse.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/io_signature.h>
#include <fmt/format.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <cmath>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::receiver_sample;

const pmt::pmt_t& pdu_port()
{
    static const auto& name = *new auto(pmt::intern("pdus"));
    return name;
}

bool is_key(const gr::tag_t& tag, const char* name)
{
    return pmt::eqv(tag.key, pmt::intern(name));
}

std::vector<std::complex<double>> in_double(const std::vector<gr_complex>& taps)
{
    return { taps.begin(), taps.end() };
}

gr::io_signature::sptr streams_of(int count)
{
    return gr::io_signature::make(0, count, sizeof(gr_complex));
}

} // namespace

channels::sptr channels::make(double samp_rate,
                              double center_freq,
                              int max_channels,
                              int num_streams,
                              const std::vector<double>& rates,
                              double block_time,
                              int overlap,
                              const std::string& device)
{
    const auto shape = ::gpufft::choose_shape({ samp_rate, rates, block_time, overlap });
    if (!std::isfinite(center_freq))
        ::gpufft::refuse("center_freq must be a finite number, got {}", center_freq);
    if (max_channels < 1 || max_channels > MOST_RECEIVERS)
        ::gpufft::refuse(
            "max_channels must be 1 .. {}, got {}", MOST_RECEIVERS, max_channels);
    if (num_streams < 0 || num_streams > max_channels)
        ::gpufft::refuse("num_streams must be 0 .. {}, the channels, got {}",
                         max_channels,
                         num_streams);
    return gnuradio::make_block_sptr<channels_impl>(
        shape, rates, center_freq, max_channels, num_streams, device);
}

channels_impl::channels_impl(const ::gpufft::receiver_shape& shape,
                             const std::vector<double>& rates,
                             double center_freq,
                             int max_channels,
                             int num_streams,
                             const std::string& device)
    : gr::block("channels",
                gr::io_signature::make(1, 1, sizeof(gr_complex)),
                streams_of(num_streams)),
      d_shape(shape),
      d_stream(shape, device, d_logger),
      d_table(shape,
              center_freq,
              max_channels,
              num_streams,
              [this](const auto& channel) { d_stream.prepare(channel.points()); }),
      d_messages(this, d_logger, [this] { return status(); }),
      d_refusals(d_logger),
      d_waiting(static_cast<std::size_t>(num_streams)),
      d_time(shape.samp_rate)
{
    set_tag_propagation_policy(TPP_DONT); // general_work() places them
    message_port_register_out(pdu_port());
    // Now, so that no channel that comes by message holds up the stream for a compiler.
    for (const auto rate : rates)
        d_stream.prepare(shape.points_of(shape.steps_of(rate)));
    d_stream.on_event(
        [this](const auto& event, const auto& reason) { tell_all(event, reason); });
    const auto edits = [this](const char* command, const char* event, auto edit) {
        d_messages.on(command, [this, event, edit](const auto& value) {
            for (const auto& name : edit(d_table, value))
                tell(event, name);
        });
    };
    edits("add", "added", add_by_message);
    edits("move", "moved", move_by_message);
    edits("drop", "dropped", drop_by_message);
    d_messages.on("center_freq", [this](const auto& value) {
        d_table.set_center_freq(number_of(value));
    });
    d_messages.on("status", [this](const auto&) { tell_all("status"); });
}

void channels_impl::tell(const std::string& event, const std::string& name)
{
    d_messages.publish(
        event,
        "",
        pmt::dict_add(pmt::make_dict(), pmt::intern("channel"), pmt::intern(name)));
}

void channels_impl::tell_later(const std::string& event, const std::string& name)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_edits.emplace_back(event, name);
}

void channels_impl::tell_of_edits()
{
    std::vector<std::pair<std::string, std::string>> edits;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        edits.swap(d_edits);
    }
    for (const auto& each : edits)
        tell(each.first, each.second);
}

void channels_impl::tell_all(const std::string& event, const std::string& reason)
{
    d_messages.publish(event, reason, status_of(d_table, d_shape));
}

void channels_impl::add_channel(const std::string& name,
                                double freq,
                                double rate,
                                double low,
                                double high,
                                double beta,
                                int stream)
{
    d_table.add({ { name, { freq, rate, low, high, beta, {} }, stream } });
    tell_later("added", name);
}

void channels_impl::add_channel_taps(const std::string& name,
                                     double freq,
                                     double rate,
                                     const std::vector<gr_complex>& taps,
                                     int stream)
{
    if (taps.empty())
        ::gpufft::refuse("channel \"{}\" needs a tap at least; add_channel() designs "
                         "a filter by its edges",
                         name);
    d_table.add(
        { { name, { freq, rate, 0, 0, DEFAULT_BETA, in_double(taps) }, stream } });
    tell_later("added", name);
}

void channels_impl::move_channel(const std::string& name, double freq)
{
    channel_table::change c;
    c.name = name;
    c.freq = freq;
    d_table.move({ c });
    tell_later("moved", name);
}

void channels_impl::shape_channel(const std::string& name,
                                  double low,
                                  double high,
                                  double beta)
{
    channel_table::change c;
    c.name = name;
    c.low = low;
    c.high = high;
    c.beta = beta;
    d_table.move({ c });
    tell_later("moved", name);
}

void channels_impl::shape_channel_taps(const std::string& name,
                                       const std::vector<gr_complex>& taps)
{
    if (taps.empty())
        ::gpufft::refuse("channel \"{}\" needs a tap at least; shape_channel() designs "
                         "a filter by its edges",
                         name);
    channel_table::change c;
    c.name = name;
    c.taps = in_double(taps);
    d_table.move({ c });
    tell_later("moved", name);
}

void channels_impl::assign_channel(const std::string& name, int stream)
{
    channel_table::change c;
    c.name = name;
    c.stream = stream;
    d_table.move({ c });
    tell_later("moved", name);
}

void channels_impl::drop_channel(const std::string& name)
{
    d_table.drop({ name });
    tell_later("dropped", name);
}

void channels_impl::drop_all()
{
    const auto before = d_table.now();
    d_table.drop_all();
    for (const auto& each : *before)
        tell_later("dropped", each.name);
}

std::vector<std::string> channels_impl::channel_names() const
{
    std::vector<std::string> names;
    for (const auto& each : *d_table.now())
        names.push_back(each.name);
    return names;
}

channel_info channels_impl::channel(const std::string& name) const
{
    return info_of(d_table.named(name));
}

void channels_impl::set_streams(
    const std::vector<double>& freqs, double rate, double low, double high, double beta)
{
    try {
        d_table.set_streams(freqs, { 0, rate, low, high, beta, {} });
    } catch (const ::gpufft::plan_error& e) {
        if (!logs_refusal(fmt::format("set_streams: {}", e.what())))
            throw;
    }
}

void channels_impl::set_center_freq(double center_freq)
{
    try {
        d_table.set_center_freq(center_freq);
    } catch (const ::gpufft::plan_error& e) {
        if (!logs_refusal(fmt::format("set_center_freq: {}", e.what())))
            throw;
    }
}

bool channels_impl::check_topology(int, int noutputs)
{
    d_connected = static_cast<std::size_t>(noutputs);
    for (const auto& each : *d_table.now())
        if (each.stream >= noutputs) {
            d_logger->error("channel \"{}\" goes to stream {}, and {} are connected",
                            each.name,
                            each.stream,
                            noutputs);
            return false;
        }
    ::gpufft::expect_drivers();
    d_stream.follow_defaults();
    // The scheduler sizes the ring before this block right after this call, at twice the
    // samples of an output; start() puts that back.
    if (const auto samples = d_stream.samples_of_ring())
        set_relative_rate(1, samples / 2);
    return true;
}

std::shared_ptr<::gpufft::device> channels_impl::chain_device() const
{
    return d_stream.chain_device(*detail()->input(0)->buffer());
}

bool channels_impl::start()
{
    set_relative_rate(1, 1);
    d_refusals.begin();
    d_first_item = nitems_read(0);
    d_tagged = 0;
    for (auto& each : d_waiting)
        each.clear();
    d_tags.clear();
    d_time.clear();
    d_has_warned = false;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_edits.clear(); // "started" has all channels
    }
    forget_gone_listeners(*this, pdu_port());
    std::vector<gr::buffer*> out;
    for (int i = 0; i < detail()->noutputs(); ++i)
        out.push_back(detail()->output(static_cast<unsigned>(i)).get());
    d_stream.start(*detail()->input(0), out, *d_debug_logger);
    return true;
}

bool channels_impl::stop()
{
    d_stream.stop();
    return true;
}

bool channels_impl::has_waiting() const
{
    return std::any_of(d_waiting.begin(), d_waiting.end(), [](const auto& each) {
        return !each.empty();
    });
}

// Samples are taken as they come; outputs that wait need none.
void channels_impl::forecast(int, gr_vector_int& ninput_items_required)
{
    ninput_items_required[0] =
        has_waiting() ? 0 : static_cast<int>(d_stream.samples_needed());
}

//! Notes the tags of samples that were looked at since the last call.
void channels_impl::take_tags()
{
    const auto end = std::max(d_tagged, d_stream.seen_samples());
    const auto first = std::exchange(d_tagged, end);
    std::vector<gr::tag_t> tags;
    get_tags_in_range(tags, 0, d_first_item + first, d_first_item + end);
    std::stable_sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    for (auto& tag : tags) {
        tag.offset -= d_first_item;
        if (is_key(tag, "rx_time"))
            d_time.add(tag.offset, tag.value);
        if (!d_waiting.empty() && !is_key(tag, "rx_rate") && !is_key(tag, "rx_freq"))
            d_tags.push_back(tag);
    }
}

void channels_impl::give_waiting(const gr_vector_void_star& output_items, int space)
{
    std::vector<gr::tag_t> tags;
    for (std::size_t i = 0; i < output_items.size(); ++i) {
        tags.clear();
        const auto port = static_cast<unsigned>(i);
        const auto first = nitems_written(port) + static_cast<std::uint64_t>(d_given[i]);
        const auto given =
            d_waiting[i].give(static_cast<gr_complex*>(output_items[i]) + d_given[i],
                              static_cast<std::size_t>(space - d_given[i]),
                              tags);
        for (auto& tag : tags) {
            tag.offset += first;
            add_item_tag(port, tag);
        }
        d_given[i] += static_cast<int>(given);
    }
}

//! Puts outputs in line for their stream, with the tags of samples up to \p end.
void channels_impl::to_stream(const channel_outputs& outputs, double end)
{
    const auto stream = static_cast<std::size_t>(outputs.channel.stream);
    if (stream >= d_connected) {
        if (!d_has_warned)
            d_logger->warn("channel \"{}\" goes to stream {}, which is not connected: "
                           "its outputs are lost",
                           outputs.channel.name,
                           stream);
        d_has_warned = true;
        return;
    }
    const double first = outputs.first_sample;
    const double rate = outputs.channel.tuned->settings().rate;
    std::vector<gr::tag_t> tags;
    if (outputs.is_new || outputs.is_moved)
        tags = tags_of(outputs, d_time.at(first));
    for (auto tag : d_tags) {
        const auto at = static_cast<double>(tag.offset);
        if (at >= end)
            break;
        const double place = std::max(0.0, (at - first) * rate / d_shape.samp_rate);
        tag.offset = std::min(static_cast<std::uint64_t>(place),
                              static_cast<std::uint64_t>(outputs.samples.size() - 1));
        if (is_key(tag, "rx_time")) // the output is a little before the sample
            tag.value = d_time
                            .at(first + static_cast<double>(tag.offset) *
                                            d_shape.samp_rate / rate)
                            .tuple();
        tags.push_back(tag);
    }
    d_waiting[stream].add(outputs.samples, std::move(tags));
}

//! Makes the outputs of the blocks that are there, and sends those that are PDUs.
//! \param space  in each ring, for what was given in this call and what is to come
//! \return false  no device is left
bool channels_impl::make_outputs(int space)
{
    std::vector<std::size_t> room;
    for (const auto given : d_given)
        room.push_back(static_cast<std::size_t>(space - given));
    const auto* all = d_stream.work(*d_table.now(), room);
    if (!all)
        return false;
    const double end = static_cast<double>(d_stream.done_samples()) - d_shape.delay();
    const bool has_listeners = pmt::is_pair(message_subscribers(pdu_port()));
    for (const auto& outputs : *all) {
        if (outputs.channel.stream >= 0)
            to_stream(outputs, end);
        else if (has_listeners)
            send_message(*this,
                         pdu_port(),
                         pdu_of(outputs, d_time.at(outputs.first_sample)),
                         *d_debug_logger);
    }
    while (!d_tags.empty() && static_cast<double>(d_tags.front().offset) < end)
        d_tags.pop_front();
    d_time.forget_before(end);
    return true;
}

int channels_impl::general_work(int noutput_items,
                                gr_vector_int& ninput_items,
                                gr_vector_const_void_star& input_items,
                                gr_vector_void_star& output_items)
{
    const auto* in = static_cast<const receiver_sample*>(input_items[0]);
    const auto there = static_cast<std::size_t>(ninput_items[0]);
    std::size_t used = 0;
    d_given.assign(output_items.size(), 0);
    tell_of_edits();
    bool has_failed = false;
    for (;;) {
        give_waiting(output_items, noutput_items);
        if (has_waiting())
            break;
        used += d_stream.take(in + used, there - used);
        take_tags();
        if (d_stream.is_lost() || !d_stream.has_block())
            break;
        has_failed = !make_outputs(noutput_items);
        used += d_stream.take_consumed();
        if (has_failed)
            break;
    }
    consume(0, static_cast<int>(used));
    d_stream.has_consumed();
    for (std::size_t i = 0; i < d_given.size(); ++i)
        produce(static_cast<int>(i), d_given[i]);
    return has_failed || d_stream.is_lost() ? WORK_DONE : WORK_CALLED_PRODUCE;
}

block_status channels_impl::status() const
{
    return { device_name(), plan_line(), static_cast<std::size_t>(queue_depth()),
             gsps(),        dropped(),   d_stream.buffers() };
}

} // namespace gpufft
} // namespace gr
