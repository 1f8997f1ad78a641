/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_out.h"
#include "blocks/messages/message_values.h"
#include "blocks/tuner/tuner_impl.h"
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "plan/request/parse_transform.h"
#include "plan/request/refuse.h"
#include "plan/wisdom/wisdom_store.h"
#include "tune/probe/probe.h"
#include <gnuradio/io_signature.h>
#include <fmt/format.h>
#include <gpufft/own_process.h>
#include <cmath>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

const pmt::pmt_t& results_port()
{
    static const auto& name = *new auto(pmt::intern("results"));
    return name;
}

const pmt::pmt_t& system_port()
{
    static const auto& name = *new auto(pmt::intern("system"));
    return name;
}

pmt::pmt_t done_message() { return pmt::cons(pmt::intern("done"), pmt::from_long(1)); }

std::vector<::gpufft::transform> parse_all(const std::vector<std::string>& texts)
{
    std::vector<::gpufft::transform> all;
    for (const auto& text : texts)
        all.push_back(::gpufft::parse_transform_or_shape(text));
    return all;
}

//! A length may be a number.
std::string shape_of(const pmt::pmt_t& value)
{
    return pmt::is_integer(value) ? std::to_string(pmt::to_long(value)) : word_of(value);
}

//! A transform, or several in a list or a vector; null: none.
std::vector<std::string> words_of(const pmt::pmt_t& value)
{
    std::vector<std::string> words;
    if (pmt::is_vector(value)) {
        for (std::size_t i = 0; i < pmt::length(value); ++i)
            words.push_back(shape_of(pmt::vector_ref(value, i)));
    } else if (pmt::is_pair(value)) {
        for (auto i = value; pmt::is_pair(i); i = pmt::cdr(i))
            words.push_back(shape_of(pmt::car(i)));
    } else if (!pmt::is_null(value)) {
        words.push_back(shape_of(value));
    }
    return words;
}

const char* name_of(tuner_event::kind happened)
{
    switch (happened) {
    case tuner_event::probed:
        return "probed";
    case tuner_event::known:
        return "known";
    case tuner_event::progress:
        return "progress";
    case tuner_event::result:
        return "result";
    case tuner_event::failed:
        return "failed";
    case tuner_event::stopped:
        return "stopped";
    case tuner_event::done:
    case tuner_event::ended:
        break;
    }
    return "done";
}

pmt::pmt_t dictionary_of(const tuner_event& e)
{
    auto d = pmt::make_dict();
    const auto set = [&](const char* name, const pmt::pmt_t& value) {
        d = pmt::dict_add(d, pmt::intern(name), value);
    };
    const auto set_text = [&](const char* name, const std::string& text) {
        if (!text.empty())
            set(name, pmt::intern(text));
    };
    set_text("event", name_of(e.happened));
    set_text("device", e.device);
    set_text("transform", e.transform);
    set_text("plan", e.plan);
    set_text("reason", e.reason);
    for (const auto& [name, number] : e.numbers)
        set(name.c_str(), pmt::from_double(number));
    const bool has_plans =
        e.happened == tuner_event::progress || e.happened == tuner_event::result;
    if (has_plans || e.happened == tuner_event::known) {
        set("before_us", pmt::from_double(1e6 * e.before_s));
        set("after_us", pmt::from_double(1e6 * e.after_s));
    }
    if (has_plans)
        set("plans", pmt::from_uint64(e.plans));
    if (e.happened == tuner_event::progress) {
        set("spent_s", pmt::from_double(e.spent_s));
        set("budget_s", pmt::from_double(e.budget_s));
    }
    if (e.happened == tuner_event::result)
        set("blocks", pmt::from_uint64(e.blocks));
    return d;
}

} // namespace

tuner::sptr tuner::make(const std::string& device,
                        const std::string& effort,
                        const std::vector<std::string>& transforms,
                        double budget_s,
                        bool enabled)
{
    background_tuning how;
    how.how = ::gpufft::parse_effort(effort);
    how.listed = parse_all(transforms);
    how.budget_s = budget_s;
    if (!(budget_s > 0) || !std::isfinite(budget_s))
        ::gpufft::refuse("budget_s must be seconds above 0 for each transform, got {}",
                         budget_s);
    // Here, and not by a thread of low priority, whose own the driver's would be.
    how.on = ::gpufft::open_device(device);
    return gnuradio::make_block_sptr<tuner_impl>(device, how, enabled);
}

tuner_event tuner_impl::probe()
{
    tuner_event told;
    told.device = device_name();
    try {
        told.numbers =
            ::gpufft::known_probe(d_how.on, ::gpufft::wisdom_store::of_user()).numbers;
        told.happened = tuner_event::probed;
    } catch (const std::exception& e) {
        told.happened = tuner_event::failed;
        told.reason = e.what();
    }
    return told;
}

tuner_impl::tuner_impl(const std::string& device,
                       const background_tuning& how,
                       bool enabled)
    : gr::block(
          "tuner", gr::io_signature::make(0, 0, 0), gr::io_signature::make(0, 0, 0)),
      d_how(how),
      d_defaults(device, how.how),
      d_commands(this, d_logger),
      d_refusals(d_logger),
      d_is_enabled(enabled),
      d_tuner(std::make_shared<background_tuner>(
          how, [this](const tuner_event& event) { hear(event); }))
{
    message_port_register_out(results_port());
    d_commands.on("tune", [this](const auto& value) { tune(words_of(value)); });
    d_commands.on("stop", [this](const auto&) { stop_tuning(); });
    // Now: beside a running flowgraph, and by a thread that waits for the others, half of
    // it would be the time of something else.
    if (enabled && searches())
        d_probe = probe();
    d_tuner->allow(enabled && searches());
    running_blocks::tell(d_tuner);
}

tuner_impl::~tuner_impl() { d_tuner->close(); }

bool tuner_impl::check_topology(int, int)
{
    ::gpufft::expect_drivers();
    return true;
}

bool tuner_impl::start()
{
    d_refusals.begin();
    // hear() may have said that it was the end, which was that of another run.
    while (delete_head_nowait(system_port()))
        ;
    clear_finished();
    if (d_probe)
        hear(*d_probe);
    d_tuner->begin();
    return true;
}

bool tuner_impl::stop()
{
    d_tuner->halt();
    return true;
}

void tuner_impl::set_enabled(bool enabled)
{
    d_is_enabled = enabled;
    d_tuner->allow(enabled && searches());
}

void tuner_impl::tune(const std::vector<std::string>& transforms)
{
    const auto all = parse_all(transforms);
    if (!searches())
        ::gpufft::refuse("with the effort {} nothing is searched; make the tuner with "
                         "measure or exhaustive",
                         effort());
    if (!d_is_enabled)
        ::gpufft::refuse("the tuner is switched off; set_enabled(True) switches it on");
    d_tuner->tune(all);
}

std::string tuner_impl::device_name() const { return label_of(d_how.on->info()); }

void tuner_impl::hear(const tuner_event& event)
{
    if (event.happened == tuner_event::ended) {
        // Nobody sends this block samples, so nobody else tells it of their end, and the
        // flowgraph would wait for it.
        _post(system_port(), done_message());
        return;
    }
    log(event);
    send_message(*this, results_port(), dictionary_of(event), *d_debug_logger);
}

void tuner_impl::log(const tuner_event& event)
{
    if (event.happened == tuner_event::failed)
        d_logger->warn("{}: {}",
                       event.transform.empty() ? "probing" : event.transform,
                       event.reason);
    if (event.happened == tuner_event::result)
        d_logger->info("{} on {}: {:.2f} us, was {:.2f} us; {} plans, {} blocks change",
                       event.transform,
                       event.device,
                       1e6 * event.after_s,
                       1e6 * event.before_s,
                       event.plans,
                       event.blocks);
}

} // namespace gpufft
} // namespace gr
