/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/display/display_impl.h"
#include "blocks/messages/message_values.h"
#include "plan/request/refuse.h"
#include <fmt/format.h>
#include <QApplication>
#include <algorithm>
#include <cmath>
#include <stdexcept>

// The setters of display_impl, its commands, and what it saves.

namespace gr {
namespace gpufft {

namespace core = ::gpufft::display;

template <class function>
void display_impl::set_live(const function& set)
{
    try {
        set();
    } catch (const std::exception& e) {
        if (!d_refusals.log(e.what()))
            throw;
    }
}

void display_impl::change(std::function<void(widget&)> change)
{
    set_live([&] {
        d_window.post(std::move(change), [logger = d_logger](const std::string& why) {
            logger->warn("{}; nothing has changed", why);
        });
    });
}

bool display_impl::start()
{
    d_refusals.begin();
    // Blocks that follow may be others than before.
    d_window.post([](widget& w) { w.tell_view(); }, [](const std::string&) {});
    return true;
}

void display_impl::exec_()
{
    if (auto* const shown = d_window.widget())
        shown->show();
    QApplication::exec();
}

void display_impl::set_samp_rate(double samp_rate)
{
    set_live([&] {
        check_samp_rate(samp_rate);
        const std::lock_guard<std::mutex> guard(d_mutex);
        change_samp_rate(samp_rate);
        d_counted.samp_rate = samp_rate;
        d_whole.reset();
        d_is_changed = true;
    });
}

void display_impl::change_samp_rate(double samp_rate)
{
    if (d_hop == 0)
        d_spectra_rate *= samp_rate / d_samp_rate;
    d_samp_rate = samp_rate;
}

double display_impl::spectra_rate() const
{
    return d_hop == 0 ? d_spectra_rate : std::min(d_spectra_rate, d_samp_rate / d_hop);
}

void display_impl::set_freq(double freq)
{
    set_live([&] {
        check_freq(freq);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_freq = d_counted.freq = freq;
        d_whole.reset();
        d_is_changed = true;
    });
}

void display_impl::set_spectra_rate(double spectra_rate, int hop)
{
    set_live([&] {
        check_spectra_rate(spectra_rate);
        if (hop < 0)
            ::gpufft::refuse("hop is {} samples; it is 0, for not known, or more", hop);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_spectra_rate = spectra_rate;
        d_hop = hop;
        d_is_changed = true;
    });
}

void display_impl::set_panes(const std::string& panes)
{
    change([=](widget& w) { w.set_panes(panes); });
}
void display_impl::set_unit(const std::string& unit)
{
    change([=](widget& w) { w.set_unit(unit); });
}
void display_impl::set_full_scale_dbm(double dbm)
{
    change([=](widget& w) { w.set_full_scale_dbm(dbm); });
}
void display_impl::set_enbw(double bins)
{
    change([=](widget& w) { w.set_enbw(bins); });
    if (!(bins > 0) || !std::isfinite(bins))
        return; // the widget has refused it
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_enbw_bins = bins;
    d_is_changed = true;
}
void display_impl::set_range_db(double lowest_db, double highest_db)
{
    change([=](widget& w) { w.set_level_range(lowest_db, highest_db); });
}
void display_impl::set_colour_range_db(double coldest_db, double hottest_db)
{
    change([=](widget& w) { w.set_colour_range(coldest_db, hottest_db); });
}
void display_impl::set_colours(const std::string& name)
{
    change([=](widget& w) { w.set_colours(name); });
}
void display_impl::set_dark(bool is_dark)
{
    change([=](widget& w) { w.set_dark(is_dark); });
}
void display_impl::set_seconds(double seconds)
{
    change([=](widget& w) { w.set_seconds(seconds); });
}
void display_impl::set_trace(const std::string& trace, bool is_shown)
{
    change([=](widget& w) { w.set_trace(core::parse_trace(trace), is_shown); });
}
void display_impl::set_view(double low, double high)
{
    change([=](widget& w) { w.set_view(low, high); });
}
void display_impl::set_paused(bool is_paused)
{
    change([=](widget& w) { w.set_paused(is_paused); });
}
void display_impl::add_marker(double freq, bool is_delta)
{
    change([=](widget& w) { w.add_marker(freq, is_delta); });
}
void display_impl::clear_markers()
{
    change([=](widget& w) { w.clear_markers(); });
}
void display_impl::set_peak_table(bool is_shown)
{
    change([=](widget& w) { w.show_peak_table(is_shown); });
}
void display_impl::autoscale()
{
    change([=](widget& w) { w.autoscale(); });
}
void display_impl::reset() { d_store->reset(); }

void display_impl::set_decay_seconds(double seconds)
{
    set_live([&] {
        if (!(seconds >= 0))
            ::gpufft::refuse("decay_seconds is {}; it is 0, for none, or more", seconds);
        d_store->set_decay_seconds(seconds);
    });
}

void display_impl::set_average_spectra(double spectra)
{
    set_live([&] {
        if (!(spectra >= 1))
            ::gpufft::refuse("average_spectra is {}; it is 1 or more", spectra);
        d_store->set_average_spectra(spectra);
    });
}

void display_impl::save_png(const std::string& path, int width, int height)
{
    auto* const shown = d_window.widget();
    if (!shown)
        throw std::runtime_error("display: its widget was deleted with its window");
    std::string wrong;
    if (width <= 0 || height <= 0)
        wrong = shown->save_png(path);
    else if (!shown->picture({ width, height }).save(QString::fromStdString(path), "PNG"))
        wrong =
            path + " cannot be written as a PNG: its folder must be there and writable";
    if (!wrong.empty())
        throw std::runtime_error("display: " + wrong);
}

void display_impl::save_csv(const std::string& path, const std::string& trace)
{
    const auto kind = core::parse_trace(trace);
    const auto* const shown = d_window.widget();
    const auto wrong =
        shown ? shown->save_csv(path, kind) : "its widget was deleted with its window";
    if (!wrong.empty())
        throw std::runtime_error("display: " + wrong);
}

void display_impl::save_annotation(const std::string& path)
{
    const auto* const shown = d_window.widget();
    const auto wrong =
        shown ? shown->save_annotation(path) : "its widget was deleted with its window";
    if (!wrong.empty())
        throw std::runtime_error("display: " + wrong);
}

void display_impl::select(double low, double high)
{
    change([=](widget& w) { w.select({ low, high }); });
}

//! d_mutex is held, or nobody else knows the block yet.
recorded_band display_impl::band() const
{
    return { d_samp_rate, d_freq, spectra_rate(), d_hop, d_enbw_bins };
}

void display_impl::record(const std::string& survey)
{
    if (survey.empty()) {
        d_recording.end();
        return;
    }
    recorded_band of;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        of = band();
    }
    try {
        d_recording.begin(survey, of);
    } catch (const std::exception& e) {
        throw std::runtime_error(std::string("display: nothing is recorded: ") +
                                 e.what());
    }
}

//! What a user of the window, or a message, asks for; nobody is there to catch anything.
void display_impl::record_for_window(const std::string& survey)
{
    try {
        record(survey);
    } catch (const std::exception& e) {
        d_logger->error("{}", e.what());
        d_recording.refused(e.what());
    }
}

//! By any thread.
void display_impl::show_recording()
{
    const auto state = d_recording.state();
    core::recording_words words;
    words.is_on = !state.folder.empty();
    words.problem = state.problem;
    words.text = fmt::format(
        "{}, {} rows{}",
        state.folder.substr(state.folder.find_last_of('/') + 1),
        state.rows,
        state.missing > 0 ? fmt::format(", {} missing", state.missing) : std::string());
    d_window.post([words](widget& w) { w.show_recording(words); },
                  [](const std::string&) {});
}

double display_impl::samp_rate() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_samp_rate;
}

double display_impl::freq() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_freq;
}

std::uint64_t display_impl::pictures() const
{
    const auto* const shown = d_window.widget();
    return shown ? shown->pictures() : 0;
}

std::vector<float> display_impl::levels(const std::string& trace) const
{
    auto levels = d_store->levels(core::parse_trace(trace));
    if (const auto* const shown = d_window.widget())
        for (auto& level : levels)
            level += static_cast<float>(shown->state().offset_db());
    return levels;
}

pmt::pmt_t display_impl::status() const
{
    const auto status = d_store->status();
    auto message = pmt::make_dict();
    const auto add = [&](const char* name, const pmt::pmt_t& value) {
        message = pmt::dict_add(message, pmt::intern(name), value);
    };
    add("spectra", pmt::from_uint64(status.spectra));
    add("pictures", pmt::from_uint64(pictures()));
    add("bins", pmt::from_uint64(status.axis.bins));
    add("freq", pmt::from_double(freq()));
    add("samp_rate", pmt::from_double(samp_rate()));
    add("history_seconds", pmt::from_double(status.newest_s - status.oldest_s));
    add("history_bytes", pmt::from_uint64(status.history_bytes));
    add("row_seconds", pmt::from_double(status.row_seconds));
    add("busy_seconds", pmt::from_double(busy_seconds()));
    return message;
}

void display_impl::take_commands()
{
    const auto pair = [](const pmt::pmt_t& value) {
        if (!pmt::is_pair(value))
            ::gpufft::refuse("two numbers are taken, as a pair");
        return std::pair(number_of(pmt::car(value)), number_of(pmt::cdr(value)));
    };
    const auto number = [&](const char* name, auto setter) {
        d_commands.on(
            name, [=](const pmt::pmt_t& value) { (this->*setter)(number_of(value)); });
    };
    const auto word = [&](const char* name, auto setter) {
        d_commands.on(name,
                      [=](const pmt::pmt_t& value) { (this->*setter)(word_of(value)); });
    };
    const auto numbers = [&](const char* name, auto setter) {
        d_commands.on(name, [=](const pmt::pmt_t& value) {
            const auto [low, high] = pair(value);
            (this->*setter)(low, high);
        });
    };
    number("samp_rate", &display_impl::set_samp_rate);
    number("freq", &display_impl::set_freq);
    d_commands.on("spectra_rate", [this](const pmt::pmt_t& value) {
        int hop = 0;
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            hop = d_hop;
        }
        set_spectra_rate(number_of(value), hop);
    });
    number("full_scale_dbm", &display_impl::set_full_scale_dbm);
    number("enbw", &display_impl::set_enbw);
    number("seconds", &display_impl::set_seconds);
    number("decay_seconds", &display_impl::set_decay_seconds);
    number("average_spectra", &display_impl::set_average_spectra);
    word("panes", &display_impl::set_panes);
    d_commands.on("record", [this](const pmt::pmt_t& value) {
        // By the window's thread: opening and closing files would hold the flowgraph up.
        d_window.post([survey = word_of(value)](widget& w) { w.events.record(survey); },
                      [](const std::string&) {});
    });
    word("unit", &display_impl::set_unit);
    word("colours", &display_impl::set_colours);
    numbers("range_db", &display_impl::set_range_db);
    numbers("colour_range_db", &display_impl::set_colour_range_db);
    numbers("view", &display_impl::set_view);
    numbers("select", &display_impl::select);
    d_commands.on("dark", [this](const pmt::pmt_t& value) { set_dark(truth_of(value)); });
    d_commands.on("peak_table",
                  [this](const pmt::pmt_t& value) { set_peak_table(truth_of(value)); });
    d_commands.on("paused",
                  [this](const pmt::pmt_t& value) { set_paused(truth_of(value)); });
    d_commands.on("marker", [this](const pmt::pmt_t& value) {
        add_marker(number_of(value), false);
    });
    d_commands.on("clear_markers", [this](const pmt::pmt_t&) { clear_markers(); });
    d_commands.on("autoscale", [this](const pmt::pmt_t&) { autoscale(); });
    d_commands.on("reset", [this](const pmt::pmt_t&) { reset(); });
    d_commands.on("status", [this](const pmt::pmt_t&) { send("status", status()); });
}

void display_impl::take_tuning_commands(const std::function<void(double)>& set_freq,
                                        const std::function<void(double)>& set_samp_rate)
{
    d_commands.on("freq", [=](const auto& value) { set_freq(number_of(value)); });
    d_commands.on("samp_rate",
                  [=](const auto& value) { set_samp_rate(number_of(value)); });
}

} // namespace gpufft
} // namespace gr
