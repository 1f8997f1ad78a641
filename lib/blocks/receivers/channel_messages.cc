/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/block_messages.h"
#include "blocks/messages/message_values.h"
#include "blocks/receivers/channel_messages.h"
#include "plan/request/refuse.h"
#include <algorithm>
#include <array>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::refuse;

//! The words of messages, made once.
pmt::pmt_t word(const char* text) { return pmt::intern(text); }

//! Names may come as numbers.
std::string name_in(const pmt::pmt_t& value)
{
    if (pmt::is_integer(value))
        return std::to_string(pmt::to_long(value));
    return word_of(value);
}

//! Calls \p each with every value of a list or vector, or with \p value itself.
template <class Each>
void each_of(const pmt::pmt_t& value, const Each& each)
{
    if (pmt::is_vector(value)) {
        for (std::size_t i = 0; i < pmt::length(value); ++i)
            each(pmt::vector_ref(value, i));
    } else if (!pmt::is_dict(value) && pmt::is_pair(value)) {
        for (auto i = value; pmt::is_pair(i); i = pmt::cdr(i))
            each(pmt::car(i));
    } else {
        each(value);
    }
}

std::vector<std::complex<double>> taps_in(const pmt::pmt_t& value)
{
    std::vector<std::complex<double>> taps;
    if (pmt::is_c32vector(value)) {
        for (const auto& each : pmt::c32vector_elements(value))
            taps.emplace_back(each);
    } else {
        for (const auto each : floats_of(value))
            taps.emplace_back(each);
    }
    if (taps.empty())
        refuse("taps needs a tap at least; a filter by edges has low and high instead");
    return taps;
}

//! A dictionary about a channel, whose words must be known.
class channel_words
{
public:
    channel_words(const pmt::pmt_t& dict, bool has_rate) : d_dict(dict)
    {
        static constexpr std::array<const char*, 8> KNOWN = { "channel", "freq", "low",
                                                              "high",    "beta", "taps",
                                                              "stream",  "rate" };
        if (!pmt::is_dict(dict))
            refuse("it takes a dictionary of channel, freq and so on");
        for (auto i = pmt::dict_items(dict); pmt::is_pair(i); i = pmt::cdr(i)) {
            const auto name = word_of(pmt::car(pmt::car(i)));
            const auto end = KNOWN.end() - (has_rate ? 0 : 1);
            if (std::find(KNOWN.begin(), end, name) == end)
                refuse("\"{}\" is none of channel, freq, {}low, high, beta, taps, stream",
                       name,
                       has_rate ? "rate, " : "");
        }
    }

    bool has(const char* name) const { return pmt::dict_has_key(d_dict, word(name)); }
    pmt::pmt_t value(const char* name) const
    {
        if (!has(name))
            refuse("the dictionary has no {}", name);
        return pmt::dict_ref(d_dict, word(name), pmt::PMT_NIL);
    }
    std::string channel() const { return name_in(value("channel")); }
    std::optional<double> number(const char* name) const
    {
        if (!has(name))
            return std::nullopt;
        return number_of(value(name));
    }
    std::optional<int> stream() const
    {
        if (!has("stream"))
            return std::nullopt;
        return whole_of(value("stream"));
    }

private:
    pmt::pmt_t d_dict;
};

void set(pmt::pmt_t& dict, const char* name, const pmt::pmt_t& value)
{
    dict = pmt::dict_add(dict, word(name), value);
}

template <class list>
std::vector<std::string> names_of(const list& all)
{
    std::vector<std::string> names;
    for (const auto& each : all)
        names.push_back(each.name);
    return names;
}

gr::tag_t tag_of(const char* key, const pmt::pmt_t& value)
{
    static const auto& from = *new auto(pmt::intern("channels"));
    gr::tag_t tag;
    tag.offset = 0;
    tag.key = word(key);
    tag.value = value;
    tag.srcid = from;
    return tag;
}

} // namespace

std::vector<std::string> add_by_message(channel_table& table, const pmt::pmt_t& value)
{
    std::vector<channel_table::addition> all;
    each_of(value, [&](const auto& each) {
        const channel_words words(each, true);
        ::gpufft::channel_settings c;
        c.frequency = number_of(words.value("freq"));
        c.rate = number_of(words.value("rate"));
        c.low = words.number("low").value_or(0);
        c.high = words.number("high").value_or(0);
        c.beta = words.number("beta").value_or(c.beta);
        if (words.has("taps"))
            c.taps = taps_in(words.value("taps"));
        all.push_back({ words.channel(), std::move(c), words.stream().value_or(-1) });
    });
    table.add(all);
    return names_of(all);
}

std::vector<std::string> move_by_message(channel_table& table, const pmt::pmt_t& value)
{
    std::vector<channel_table::change> all;
    each_of(value, [&](const auto& each) {
        const channel_words words(each, false);
        channel_table::change c;
        c.name = words.channel();
        c.freq = words.number("freq");
        c.low = words.number("low");
        c.high = words.number("high");
        c.beta = words.number("beta");
        if (words.has("taps"))
            c.taps = taps_in(words.value("taps"));
        c.stream = words.stream();
        all.push_back(std::move(c));
    });
    table.move(all);
    return names_of(all);
}

std::vector<std::string> drop_by_message(channel_table& table, const pmt::pmt_t& value)
{
    std::vector<std::string> names;
    if (pmt::is_bool(value) && pmt::to_bool(value)) {
        for (const auto& each : *table.now())
            names.push_back(each.name);
        table.drop_all();
        return names;
    }
    each_of(value, [&](const auto& each) { names.push_back(name_in(each)); });
    table.drop(names);
    return names;
}

pmt::pmt_t status_of(const channel_table& table, const ::gpufft::receiver_shape& shape)
{
    const auto now = table.now();
    auto list = pmt::make_vector(now->size(), pmt::PMT_NIL);
    for (std::size_t i = 0; i < now->size(); ++i) {
        const auto info = info_of((*now)[i]);
        auto d = pmt::make_dict();
        set(d, "channel", pmt::intern(info.name));
        set(d, "freq", pmt::from_double(info.freq));
        set(d, "rate", pmt::from_double(info.rate));
        set(d, "low", pmt::from_double(info.low));
        set(d, "high", pmt::from_double(info.high));
        set(d, "beta", pmt::from_double(info.beta));
        set(d, "stream", pmt::from_long(info.stream));
        pmt::vector_set(list, i, d);
    }
    auto all = pmt::make_dict();
    set(all, "channels", list);
    set(all, "center_freq", pmt::from_double(table.center_freq()));
    set(all, "samp_rate", pmt::from_double(shape.samp_rate));
    set(all, "rate_step", pmt::from_double(shape.rate_step()));
    return all;
}

pmt::pmt_t pdu_of(const channel_outputs& outputs, const time_base::moment& at)
{
    auto d = pmt::make_dict();
    set(d, "channel", pmt::intern(outputs.channel.name));
    set(d, "frequency", pmt::from_double(outputs.channel.freq));
    set(d, "rate", pmt::from_double(outputs.channel.tuned->settings().rate));
    set(d, "number", pmt::from_uint64(outputs.before));
    set(d, "sample", pmt::from_double(outputs.first_sample));
    set(d, "time", pmt::from_double(at.in_seconds()));
    if (at.has_been_told)
        set(d, "rx_time", at.tuple());
    return pmt::cons(d, pmt::init_c32vector(outputs.samples.size(), outputs.samples));
}

std::vector<gr::tag_t> tags_of(const channel_outputs& outputs,
                               const time_base::moment& at)
{
    std::vector<gr::tag_t> tags = {
        tag_of("channel", pmt::intern(outputs.channel.name)),
        tag_of("rx_freq", pmt::from_double(outputs.channel.freq)),
        tag_of("rx_rate", pmt::from_double(outputs.channel.tuned->settings().rate)),
    };
    if (at.has_been_told)
        tags.push_back(tag_of("rx_time", at.tuple()));
    return tags;
}

} // namespace gpufft
} // namespace gr
