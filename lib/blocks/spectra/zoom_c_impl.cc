/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_values.h"
#include "blocks/spectra/tuning_watch.h"
#include "blocks/spectra/zoom_c_impl.h"
#include "plan/request/refuse.h"
#include <gnuradio/io_signature.h>
#include <algorithm>
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

bool is_tuning(const gr::tag_t& tag)
{
    if (!pmt::is_symbol(tag.key))
        return false;
    const auto& name = pmt::symbol_to_string(tag.key);
    return name == "rx_freq" || name == "freq" || name == "rx_rate" ||
           name == "samp_rate";
}

void check_rate(double samp_rate)
{
    if (!(samp_rate > 0) || !std::isfinite(samp_rate))
        ::gpufft::refuse("samp_rate is {} Hz; it is more than 0", samp_rate);
}

void check_freq(double freq)
{
    if (!std::isfinite(freq))
        ::gpufft::refuse("freq is {} Hz; it is a number", freq);
}

} // namespace

zoom_c::sptr zoom_c::make(double samp_rate, double freq)
{
    check_rate(samp_rate);
    check_freq(freq);
    return gnuradio::make_block_sptr<zoom_c_impl>(samp_rate, freq);
}

zoom_c_impl::zoom_c_impl(double samp_rate, double freq)
    : gr::block("zoom_c",
                gr::io_signature::make(1, 1, sizeof(gr_complex)),
                gr::io_signature::make(1, 1, sizeof(gr_complex))),
      d_commands(this, d_logger),
      d_wanted{ samp_rate, freq, {} },
      d_center_hz(freq),
      d_now(d_wanted),
      d_band{ 1, freq }
{
    set_tag_propagation_policy(TPP_DONT);
    d_commands.on("samp_rate", [this](const auto& v) { set_samp_rate(number_of(v)); });
    d_commands.on("freq", [this](const auto& v) { set_freq(number_of(v)); });
    const auto port = pmt::mp("zoom");
    message_port_register_in(port);
    set_msg_handler(port, [this](const auto& message) { take_view(message); });
}

bool zoom_c_impl::start()
{
    d_refusals.begin();
    // Items count from 0 again. What is narrow begins anew, and says so.
    d_times.clear();
    d_rate_since = {};
    d_tags.clear();
    d_tuned_until = 0;
    d_is_to_announce = d_filter != nullptr; // others may still follow the last run
    d_band.decimation = d_decimation = 1;
    d_filter.reset();
    d_to_drop = 0;
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_is_changed = true;
    return true;
}

void zoom_c_impl::set_samp_rate(double samp_rate)
{
    d_refusals.change("set_samp_rate", [&] {
        check_rate(samp_rate);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_wanted.samp_rate_hz = samp_rate;
        d_is_changed = d_is_set = true;
    });
}

void zoom_c_impl::set_freq(double freq)
{
    d_refusals.change("set_freq", [&] {
        check_freq(freq);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_wanted.freq_hz = freq;
        d_is_changed = d_is_set = true;
    });
}

void zoom_c_impl::skip(int samples)
{
    d_refusals.change("skip", [&] {
        if (samples < 0)
            ::gpufft::refuse("samples to skip must be 0 or more, got {}", samples);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_skips = static_cast<std::uint64_t>(samples);
        d_is_changed = d_is_changed || samples > 0;
    });
}

double zoom_c_impl::samp_rate() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_wanted.samp_rate_hz;
}

double zoom_c_impl::freq() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_wanted.freq_hz;
}

void zoom_c_impl::take_view(const pmt::pmt_t& message)
{
    try {
        if (!pmt::is_dict(message))
            ::gpufft::refuse("no dictionary");
        const auto number = [&](const char* name) {
            return number_of(pmt::dict_ref(message, pmt::intern(name), pmt::PMT_NIL));
        };
        const zoom_view view{
            number("low"), number("high"), number("columns"), number("bins")
        };
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_wanted.view = view;
        d_is_changed = true;
    } catch (const std::exception& e) {
        d_logger->warn("port zoom: {}; it takes a dictionary of the numbers low, high, "
                       "columns and bins, as a display sends",
                       e.what());
    }
}

void zoom_c_impl::forecast(int, gr_vector_int& needed) { needed[0] = 1; }

//! Tags of the sample that comes next; once.
void zoom_c_impl::take_tuning(const std::vector<gr::tag_t>& tags)
{
    tuning_watch watch;
    watch.look_at(tags);
    const std::lock_guard<std::mutex> guard(d_mutex);
    for (const auto* change = watch.next(); change; change = watch.next()) {
        d_wanted.freq_hz = change->freq_hz.value_or(d_wanted.freq_hz);
        d_wanted.samp_rate_hz = change->samp_rate_hz.value_or(d_wanted.samp_rate_hz);
        d_is_changed = true;
        watch.take();
    }
}

void zoom_c_impl::take_changes()
{
    wanted next;
    bool is_set = false;
    std::uint64_t skips = 0;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (!d_is_changed)
            return;
        d_is_changed = false;
        next = d_wanted;
        std::swap(is_set, d_is_set);
        std::swap(skips, d_skips);
    }
    d_to_drop = std::max(d_to_drop, skips);
    const auto before = d_band;
    const bool is_retuned =
        next.freq_hz != d_now.freq_hz || next.samp_rate_hz != d_now.samp_rate_hz;
    if (next.samp_rate_hz != d_now.samp_rate_hz)
        d_rate_since = { nitems_read(0), seconds_of(nitems_read(0)) };
    d_now = next;
    d_band = { 1, next.freq_hz };
    if (next.view)
        d_band = choose_zoom(
            *next.view, next.freq_hz, next.samp_rate_hz, is_retuned ? d_band : before);
    d_center_hz = d_band.center_hz;
    const bool is_other =
        d_band.decimation != before.decimation || skips > 0 ||
        (d_band.decimation > 1 && (is_retuned || d_band.center_hz != before.center_hz));
    // A display follows the tags of the whole band by itself, until it was told of one.
    if (is_other || is_set || (is_retuned && d_has_announced))
        d_is_to_announce = true;
    if (!is_other)
        return;
    d_filter.reset();
    if (d_band.decimation > 1) {
        d_filter = std::make_unique<band_filter>(
            static_cast<std::size_t>(d_band.decimation),
            (d_band.center_hz - next.freq_hz) / next.samp_rate_hz);
        d_next_middle = nitems_read(0) + d_to_drop + d_filter->delay();
    }
    d_decimation = d_band.decimation;
}

//! \return how many of so many samples are dropped
std::size_t zoom_c_impl::drop(std::size_t count)
{
    const auto dropped = std::min<std::uint64_t>(count, d_to_drop);
    d_to_drop -= dropped;
    return static_cast<std::size_t>(dropped);
}

int zoom_c_impl::general_work(int noutput_items,
                              gr_vector_int& ninput_items,
                              gr_vector_const_void_star& in,
                              gr_vector_void_star& out)
{
    const auto first = nitems_read(0);
    auto count = static_cast<std::size_t>(ninput_items[0]);
    std::vector<gr::tag_t> tags;
    get_tags_in_window(tags, 0, 0, count);
    std::sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    std::vector<gr::tag_t> tuning;
    for (const auto& tag : tags) {
        if (!is_tuning(tag))
            continue;
        if (tag.offset > first) { // nothing lies on both sides of it
            count = tag.offset - first;
            break;
        }
        if (tag.offset >= d_tuned_until)
            tuning.push_back(tag);
    }
    if (!tuning.empty())
        take_tuning(tuning);
    d_tuned_until = first + 1;
    take_changes();

    const auto space = static_cast<std::size_t>(noutput_items);
    const auto dropped = drop(count);
    count = dropped > 0
                ? dropped
                : std::min(count, d_filter ? d_filter->most_samples(space) : space);
    const auto end = first + count;
    tags.erase(std::remove_if(tags.begin(),
                              tags.end(),
                              [&](const auto& tag) { return tag.offset >= end; }),
               tags.end());
    d_times.look_at(tags, d_now.samp_rate_hz);
    if (d_filter || dropped > 0) // what is announced has them in it
        tags.erase(std::remove_if(tags.begin(), tags.end(), is_tuning), tags.end());
    d_tags.add(tags);
    const auto* const samples = static_cast<const gr_complex*>(in[0]);
    auto* const to = static_cast<gr_complex*>(out[0]);
    int outputs = 0;
    if (dropped == 0)
        outputs = d_filter ? narrow(count, samples, to) : copy(count, samples, to);
    d_times.forget_before(d_filter ? std::min(first, d_next_middle) : first);
    consume(0, static_cast<int>(count));
    return outputs;
}

int zoom_c_impl::copy(std::size_t count, const gr_complex* in, gr_complex* out)
{
    const auto first = nitems_read(0);
    const auto written = nitems_written(0);
    std::copy_n(in, count, out);
    if (d_is_to_announce && count > 0)
        announce(written, first);
    for (auto& tag : d_tags.take_before(first + count)) {
        // Tags that waited for an output of the narrower band are late; a time that is
        // late is wrong, and was announced.
        if (is_time_tag(tag) && tag.offset < first)
            continue;
        tag.offset = written + std::max(tag.offset, first) - first;
        add_item_tag(0, tag);
    }
    return static_cast<int>(count);
}

int zoom_c_impl::narrow(std::size_t count, const gr_complex* in, gr_complex* out)
{
    const auto outputs = d_filter->filter(in, count, out);
    const auto step = d_filter->decimation();
    for (std::size_t i = 0; i < outputs; ++i, d_next_middle += step) {
        const auto at = nitems_written(0) + i;
        const bool is_told = d_is_to_announce; // the time as well
        if (is_told)
            announce(at, d_next_middle);
        for (auto& tag : d_tags.take_before(d_next_middle + step / 2)) {
            tag.offset = at;
            if (is_time_tag(tag)) {
                const auto time = d_times.of(d_next_middle, d_now.samp_rate_hz);
                if (!time || is_told)
                    continue;
                tag.value = time->value();
            }
            add_item_tag(0, tag);
        }
    }
    return static_cast<int>(outputs);
}

void zoom_c_impl::tell(std::uint64_t at, const char* name, const pmt::pmt_t& value)
{
    add_item_tag(0, at, pmt::intern(name), value, alias_pmt());
}

//! Seconds from the first sample to \p sample, at the rates that there were.
double zoom_c_impl::seconds_of(std::uint64_t sample) const
{
    return d_rate_since.seconds +
           static_cast<double>(sample - d_rate_since.sample) / d_now.samp_rate_hz;
}

//! What the spectra from output \p at on are of.
void zoom_c_impl::announce(std::uint64_t at, std::uint64_t sample)
{
    d_is_to_announce = false;
    d_has_announced = true;
    const double rate_hz = d_now.samp_rate_hz;
    tell(at, "rx_freq", pmt::from_double(d_band.center_hz));
    tell(at, "rx_rate", pmt::from_double(rate_hz / d_band.decimation));
    tell(at,
         "whole_band",
         pmt::cons(pmt::from_double(d_now.freq_hz - rate_hz / 2),
                   pmt::from_double(d_now.freq_hz + rate_hz / 2)));
    if (const auto time = d_times.of(sample, rate_hz))
        tell(at, "rx_time", time->value());
    else
        tell(at, "stream_seconds", pmt::from_double(seconds_of(sample)));
}

} // namespace gpufft
} // namespace gr
