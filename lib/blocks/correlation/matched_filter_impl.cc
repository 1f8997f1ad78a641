/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/matched_filter_impl.h"
#include "blocks/messages/message_out.h"
#include "blocks/messages/message_values.h"
#include "blocks/scheduler/ring_memory.h"
#include "device/interface/thread_limit.h"
#include "plan/request/refuse.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/io_signature.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <gpufft/own_process.h>
#include <algorithm>
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

void check_threshold(double threshold)
{
    if (!(threshold > 0 && threshold <= 1))
        ::gpufft::refuse(
            "threshold must be above 0, up to 1, got {}; levels go from 0 to "
            "1, and that of noise is about 1 / sqrt(length)",
            threshold);
}

void check_distance(int samples)
{
    if (samples < 0)
        ::gpufft::refuse("min_distance must be at least 1 sample, or 0 for the length of "
                         "each reference, got {}",
                         samples);
}

void check_rate(double samp_rate)
{
    if (!(samp_rate >= 0) || std::isinf(samp_rate))
        ::gpufft::refuse("samp_rate must be above 0 Hz, or 0 where it is not known, got "
                         "{}",
                         samp_rate);
}

//! A vector of vectors of complex numbers.
reference_list references_in(const pmt::pmt_t& value)
{
    reference_list references;
    const auto add = [&](const pmt::pmt_t& each) {
        if (!pmt::is_c32vector(each))
            ::gpufft::refuse("references takes a vector of vectors of complex numbers");
        references.push_back(pmt::c32vector_elements(each));
    };
    if (pmt::is_c32vector(value)) {
        add(value);
    } else if (pmt::is_vector(value)) {
        for (std::size_t i = 0; i < pmt::length(value); ++i)
            add(pmt::vector_ref(value, i));
    } else {
        ::gpufft::refuse("references takes a vector of vectors of complex numbers");
    }
    return references;
}

} // namespace

matched_filter::sptr
matched_filter::make(const std::vector<std::vector<gr_complex>>& references,
                     double threshold,
                     int min_distance,
                     double samp_rate,
                     int nthreads,
                     const std::string& device)
{
    check_references(references);
    check_threshold(threshold);
    check_distance(min_distance);
    check_rate(samp_rate);
    if (nthreads < 0)
        ::gpufft::refuse("nthreads must be at least 1, or 0 for the usual ones, got {}",
                         nthreads);
    const auto limited =
        nthreads ? ::gpufft::with_limit(::gpufft::split_limit(device).name, nthreads)
                 : device;
    return gnuradio::make_block_sptr<matched_filter_impl>(
        references, threshold, min_distance, samp_rate, limited);
}

matched_filter_impl::matched_filter_impl(const reference_list& references,
                                         double threshold,
                                         int min_distance,
                                         double samp_rate,
                                         const std::string& device)
    : gr::block("matched_filter",
                gr::io_signature::make(1, 1, sizeof(gr_complex)),
                gr::io_signature::make(
                    0, static_cast<int>(references.size()), sizeof(gr_complex))),
      stream_block<chain_block<matched_filter>, correlator_stream>(references, device),
      d_count(references.size()),
      d_threshold(threshold),
      d_min_distance(min_distance),
      d_samp_rate(samp_rate),
      d_peaks(pmt::intern("peaks"))
{
    message_port_register_out(d_peaks);
    messages().on("references",
                  [this](const auto& v) { set_references(references_in(v)); });
    messages().on("threshold", [this](const auto& v) { set_threshold(number_of(v)); });
    messages().on("min_distance",
                  [this](const auto& v) { set_min_distance(whole_of(v)); });
    messages().on("samp_rate", [this](const auto& v) { set_samp_rate(number_of(v)); });
}

void matched_filter_impl::set_references(const reference_list& references)
{
    refusals().change("set_references", [&] {
        check_references(references);
        if (references.size() != d_count)
            ::gpufft::refuse("there are {} references as long as the block lives, got "
                             "{}; make another block for those",
                             d_count,
                             references.size());
        stream().set_references(references);
    });
}

void matched_filter_impl::set_threshold(double threshold)
{
    refusals().change("set_threshold", [&] {
        check_threshold(threshold);
        d_threshold = threshold;
    });
}

void matched_filter_impl::set_min_distance(int samples)
{
    refusals().change("set_min_distance", [&] {
        check_distance(samples);
        d_min_distance = samples;
    });
}

void matched_filter_impl::set_samp_rate(double samp_rate)
{
    refusals().change("set_samp_rate", [&] {
        check_rate(samp_rate);
        d_samp_rate = samp_rate;
    });
}

void matched_filter_impl::begin_finders(const correlator_stream::found& found)
{
    d_looks_for = found.references;
    d_lengths.clear();
    d_finders.clear();
    for (const auto& reference : *d_looks_for) {
        d_lengths.push_back(reference.size());
        d_finders.emplace_back(reference);
    }
}

// The scheduler sizes the buffers right after this call, at twice the output multiple;
// start() puts that back to 1, and samples are then correlated as they arrive.
bool matched_filter_impl::check_topology(int, int noutputs)
{
    ::gpufft::expect_drivers();
    stream().follow_defaults();
    auto samples = stream().samples_of_a_call(noutputs);
    for (int i = 0; i < noutputs; ++i)
        if (const auto most = max_output_buffer(static_cast<std::size_t>(i)); most > 0)
            samples = std::min(samples, rows_of_buffer(most));
    set_output_multiple(sizing_multiple(std::max<std::size_t>(samples, 1)));
    return true;
}

bool matched_filter_impl::start()
{
    refusals().begin();
    set_output_multiple(1);
    std::vector<gr::buffer*> out;
    for (int i = 0; i < detail()->noutputs(); ++i)
        out.push_back(detail()->output(static_cast<unsigned>(i)).get());
    d_looks = has_listeners();
    d_looks_for.reset();
    d_lengths.clear();
    d_finders.clear();
    d_times.clear();
    stream().start(*detail()->input(0), out, d_looks);
    begin_tags(stream().ends().is_resident());
    return true;
}

bool matched_filter_impl::stop()
{
    publish_rest();
    stream().stop();
    end_tags();
    return true;
}

void matched_filter_impl::forecast(int, gr_vector_int& ninput_items_required)
{
    ninput_items_required[0] = waits_for_next_sample() ? 2 : 1;
}

// The last sample that is there waits for the next one, so that there is a call of work()
// when the stream has ended: messages that stop() sends come too late for most listeners.
bool matched_filter_impl::waits_for_next_sample() const
{
    return d_looks && !input_has_ended();
}

bool matched_filter_impl::input_has_ended() const { return detail()->input(0)->done(); }

bool matched_filter_impl::has_listeners() const
{
    // Which the scheduler's interface does not have as const.
    auto& self = const_cast<matched_filter_impl&>(*this);
    return pmt::is_pair(self.message_subscribers(d_peaks));
}

bool matched_filter_impl::may_chain() const
{
    return stream().may_chain({ detail()->input(0).get() });
}

// Peaks are judged by the samples, and references may reach back too far for a mirror.
bool matched_filter_impl::needs_host_copy() const
{
    return has_listeners() || !may_chain();
}

int matched_filter_impl::reads_of_an_item() const
{
    const auto wanted =
        has_listeners() ? d_count : static_cast<std::size_t>(detail()->noutputs());
    return static_cast<int>(std::max<std::size_t>(wanted, 1));
}

int matched_filter_impl::general_work(int noutput_items,
                                      gr_vector_int& ninput_items,
                                      gr_vector_const_void_star& input_items,
                                      gr_vector_void_star& output_items)
{
    const bool has_ended = input_has_ended();
    const int there = ninput_items[0] - (d_looks && !has_ended ? 1 : 0);
    if (noutput_items < 1 || there < 1)
        return 0;
    correlator_stream::view shown;
    shown.in = static_cast<const gr_complex*>(input_items[0]);
    shown.samples = static_cast<std::size_t>(there);
    shown.space = static_cast<std::size_t>(noutput_items);
    for (auto* each : output_items)
        shown.out.push_back(static_cast<gr_complex*>(each));
    const auto done = stream().work(shown);
    if (d_looks && done.consumed)
        look_at(stream().last_found(), shown.in, done.consumed);
    if (d_looks && has_ended &&
        detail()->input(0)->items_available() == static_cast<int>(done.consumed))
        publish_rest();
    return account(done, stream().ends());
}

//! Looks at \p count samples from \p in on, and at what was found of them.
void matched_filter_impl::look_at(const correlator_stream::found& found,
                                  const gr_complex* in,
                                  std::size_t count)
{
    if (found.references != d_looks_for) {
        publish_rest();
        begin_finders(found);
    }
    std::vector<gr::tag_t> tags;
    get_tags_in_range(tags, 0, nitems_read(0), nitems_read(0) + count);
    std::stable_sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    d_times.look_at(tags, d_samp_rate);
    look_for_peaks(found, in, count);
}

std::uint64_t matched_filter_impl::distance_of(std::size_t reference) const
{
    const auto asked = static_cast<std::uint64_t>(d_min_distance.load());
    return asked ? asked : d_lengths[reference];
}

void matched_filter_impl::look_for_peaks(const correlator_stream::found& found,
                                         const gr_complex* in,
                                         std::size_t count)
{
    const auto lead = found.before.size();
    auto samples = found.before;
    samples.insert(samples.end(), in, in + count);
    std::uint64_t reach = lead + 1; // of the longest reference
    const auto powers = powers_of(samples);
    for (std::size_t i = 0; i < d_finders.size(); ++i) {
        const auto peaks = d_finders[i].look_at(nitems_read(0),
                                                samples,
                                                powers,
                                                lead,
                                                found.correlations[i],
                                                d_threshold,
                                                distance_of(i));
        for (const auto& peak : peaks)
            publish(peak, i);
        reach = std::max(reach, d_lengths[i] + distance_of(i));
    }
    // Peaks to come begin behind that.
    d_times.forget_before(nitems_read(0) - std::min(nitems_read(0), reach));
}

void matched_filter_impl::publish_rest()
{
    for (std::size_t i = 0; i < d_finders.size(); ++i)
        if (const auto peak = d_finders[i].take_rest())
            publish(*peak, i);
}

void matched_filter_impl::publish(const correlation_peak& peak, std::size_t reference)
{
    // What began before the stream did counts from its first sample.
    const auto behind = peak.last + 1;
    const auto offset = behind - std::min<std::uint64_t>(behind, d_lengths[reference]);
    auto message = pmt::make_dict();
    const auto add = [&message](const char* key, const pmt::pmt_t& value) {
        message = pmt::dict_add(message, pmt::intern(key), value);
    };
    add("offset", pmt::from_uint64(offset));
    add("reference", pmt::from_long(static_cast<long>(reference)));
    add("value", pmt::from_complex(std::complex<double>(peak.value)));
    add("level", pmt::from_double(peak.level));
    if (const auto time = d_times.of(offset, d_samp_rate))
        add("time",
            pmt::make_tuple(pmt::from_uint64(time->seconds),
                            pmt::from_double(time->fraction)));
    send_message(*this, d_peaks, message, *d_debug_logger);
}

} // namespace gpufft
} // namespace gr
