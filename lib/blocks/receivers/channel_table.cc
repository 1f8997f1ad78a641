/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/receivers/channel_table.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gr {
namespace gpufft {

using ::gpufft::channel_settings;
using ::gpufft::refuse;
using ::gpufft::tuned_channel;

channel_table::channel_table(const ::gpufft::receiver_shape& shape,
                             double center_freq,
                             int max_channels,
                             int num_streams,
                             std::function<void(const tuned_channel&)> prepares)
    : d_shape(shape),
      d_max_channels(max_channels),
      d_num_streams(num_streams),
      d_prepares(std::move(prepares)),
      d_now(std::make_shared<channels>()),
      d_center_freq(center_freq)
{
}

double channel_table::center_freq() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_center_freq;
}

std::shared_ptr<const channel_table::channels> channel_table::now() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_now;
}

wanted_channel channel_table::named(const std::string& name) const
{
    auto all = *now();
    return find(all, name);
}

template <class action>
void channel_table::edit(const action& change)
{
    const std::lock_guard<std::mutex> one_at_a_time(d_editing);
    draft d{ *now(), center_freq() };
    change(d);
    std::set<std::shared_ptr<const tuned_channel>> before;
    for (const auto& each : *now())
        before.insert(each.tuned);
    for (const auto& each : d.all)
        if (!before.count(each.tuned))
            d_prepares(*each.tuned);
    auto next = std::make_shared<const channels>(std::move(d.all));
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_now.swap(next);
    d_center_freq = d.center_freq;
}

wanted_channel& channel_table::find(channels& all, const std::string& name) const
{
    for (auto& each : all)
        if (each.name == name)
            return each;
    if (all.empty())
        refuse("there is no channel \"{}\", nor any other; add one first", name);
    refuse("there is no channel \"{}\" among {}, such as \"{}\"",
           name,
           all.size(),
           all.front().name);
}

void channel_table::check_stream(const channels& all,
                                 const std::string& name,
                                 int stream) const
{
    if (stream < -1 || stream >= d_num_streams)
        refuse("stream {} is none of this block's {}; -1 is for PDUs",
               stream,
               d_num_streams);
    for (const auto& each : all)
        if (stream != -1 && each.stream == stream && each.name != name)
            refuse("stream {} has channel \"{}\"; drop it or assign it elsewhere first",
                   stream,
                   each.name);
}

//! Makes \p w what \p c says, whose frequency is the radio's.
void channel_table::tune(wanted_channel& w, channel_settings c, double center_freq) const
{
    const double freq = c.frequency;
    w.has_widest_edges = c.low == 0 && c.high == 0 && c.taps.empty();
    c.frequency -= center_freq;
    try {
        w.tuned = std::make_shared<const tuned_channel>(c, d_shape);
    } catch (const ::gpufft::plan_error& e) {
        refuse("channel \"{}\" at {} Hz, {} Hz off the band's middle: {}",
               w.name,
               freq,
               c.frequency,
               e.what());
    }
    w.freq = freq;
}

void channel_table::add_to(draft& d,
                           const std::string& name,
                           const channel_settings& c,
                           int stream)
{
    if (name.empty())
        refuse("a channel needs a name");
    for (const auto& each : d.all)
        if (each.name == name)
            refuse("there is a channel \"{}\" already; move it, or drop it first", name);
    if (static_cast<int>(d.all.size()) >= d_max_channels)
        refuse("channel \"{}\" would be one more than the {} that this block was made "
               "for; drop another, or make it with a higher max_channels",
               name,
               d_max_channels);
    check_stream(d.all, name, stream);
    wanted_channel w;
    w.name = name;
    w.stream = stream;
    tune(w, c, d.center_freq);
    w.id = ++d_last_id;
    d.all.push_back(std::move(w));
}

void channel_table::add(const std::vector<addition>& all)
{
    edit([&](draft& d) {
        for (const auto& each : all)
            add_to(d, each.name, each.settings, each.stream);
    });
}

void channel_table::move_in(draft& d, const change& c) const
{
    auto& w = find(d.all, c.name);
    const auto stream = c.stream.value_or(w.stream);
    check_stream(d.all, c.name, stream);
    w.stream = stream;
    if (!c.freq && !c.low && !c.high && !c.beta && !c.taps)
        return;
    auto settings = w.tuned->settings();
    settings.frequency = c.freq.value_or(w.freq);
    if (c.low || c.high || c.beta)
        settings.taps.clear();
    if (w.has_widest_edges && !c.low && !c.high)
        settings.low = settings.high = 0; // as wide as the other filter allows
    settings.low = c.low.value_or(settings.low);
    settings.high = c.high.value_or(settings.high);
    settings.beta = c.beta.value_or(settings.beta);
    if (c.taps) {
        settings.taps = *c.taps;
        settings.low = settings.high = 0;
    }
    tune(w, std::move(settings), d.center_freq);
}

void channel_table::move(const std::vector<change>& all)
{
    edit([&](draft& d) {
        for (const auto& each : all)
            move_in(d, each);
    });
}

void channel_table::drop(const std::vector<std::string>& names)
{
    edit([&](draft& d) {
        for (const auto& name : names) {
            const auto& w = find(d.all, name);
            d.all.erase(d.all.begin() + (&w - d.all.data()));
        }
    });
}

void channel_table::drop_all()
{
    edit([](draft& d) { d.all.clear(); });
}

void channel_table::set_streams(const std::vector<double>& freqs, channel_settings all)
{
    if (static_cast<int>(freqs.size()) > d_num_streams)
        refuse(
            "{} frequencies for the {} streams of this block; make it with more streams",
            freqs.size(),
            d_num_streams);
    edit([&](draft& d) {
        channels kept;
        for (auto& each : d.all)
            if (each.stream == -1)
                kept.push_back(each);
        kept.swap(d.all); // kept: those that had streams, and others
        for (std::size_t i = 0; i < freqs.size(); ++i) {
            const auto name = std::to_string(i);
            auto settings = all;
            settings.frequency = freqs[i];
            const auto before = std::find_if(kept.begin(), kept.end(), [&](auto& each) {
                return each.name == name && each.stream == static_cast<int>(i);
            });
            add_to(d, name, settings, static_cast<int>(i));
            auto& channel = d.all.back();
            if (before != kept.end() &&
                before->tuned->points() == channel.tuned->points())
                channel.id = before->id; // the same channel, elsewhere
        }
    });
}

void channel_table::set_center_freq(double center_freq)
{
    if (!std::isfinite(center_freq))
        refuse("center_freq must be a finite number, got {}", center_freq);
    edit([&](draft& d) {
        d.center_freq = center_freq;
        for (auto& each : d.all) {
            auto settings = each.tuned->settings();
            settings.frequency = each.freq;
            if (each.has_widest_edges)
                settings.low = settings.high = 0;
            tune(each, std::move(settings), center_freq);
        }
    });
}

channel_info info_of(const wanted_channel& w)
{
    const auto& c = w.tuned->settings();
    channel_info info;
    info.name = w.name;
    info.freq = w.freq;
    info.rate = c.rate;
    info.low = c.low;
    info.high = c.high;
    info.beta = c.taps.empty() ? c.beta : 0;
    info.stream = w.stream;
    return info;
}

} // namespace gpufft
} // namespace gr
