/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/display/display_impl.h"
#include "blocks/messages/message_out.h"
#include "blocks/messages/time_tag.h"
#include "plan/request/refuse.h"
#include <gnuradio/io_signature.h>
#include <algorithm>
#include <cmath>
#include <ctime>

namespace gr {
namespace gpufft {

namespace core = ::gpufft::display;

namespace {

//! What this thread has computed: others that keep the processor busy do not count.
std::uint64_t thread_time_ns()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1000000000u +
           static_cast<std::uint64_t>(time.tv_nsec);
}

gr::io_signature::sptr inputs_of(const display_request& request)
{
    const auto spectrum = static_cast<int>(sizeof(float)) * request.bins;
    if (request.histogram_bins == 0)
        return gr::io_signature::make(1, 1, spectrum);
    const auto histogram = static_cast<int>(sizeof(float)) * request.histogram_bins *
                           request.histogram_levels;
    return gr::io_signature::make2(1, 2, spectrum, histogram);
}

core::display_widget* make_widget(std::shared_ptr<core::spectrum_store> store,
                                  const display_request& request,
                                  QWidget* parent)
{
    core::display_settings settings;
    settings.panes = request.panes;
    settings.title = request.title;
    settings.renderer = request.renderer;
    core::level_conversion conversion;
    conversion.from = core::parse_input_unit(request.input);
    // Levels are shown in the unit that they come in.
    settings.unit = conversion.from.is_per_hz ? "dbfs_per_hz" : "dbfs";
    if (conversion.from.is_per_hz) {
        settings.lowest_db = -200;
        settings.highest_db = -40;
    }
    return new core::display_widget(std::move(store), conversion, settings, parent);
}

pmt::pmt_t symbol(const char* name) { return pmt::intern(name); }

pmt::pmt_t band_message(double low_hz, double high_hz)
{
    auto message = pmt::make_dict();
    message = pmt::dict_add(message, symbol("low"), pmt::from_double(low_hz));
    message = pmt::dict_add(message, symbol("high"), pmt::from_double(high_hz));
    message =
        pmt::dict_add(message, symbol("freq"), pmt::from_double((low_hz + high_hz) / 2));
    return pmt::dict_add(
        message, symbol("bandwidth"), pmt::from_double(high_hz - low_hz));
}

pmt::pmt_t zoom_message(const core::frequency_view& view, std::size_t bins)
{
    auto message = band_message(view.low_hz, view.high_hz);
    message = pmt::dict_add(message, symbol("columns"), pmt::from_uint64(view.columns));
    return pmt::dict_add(message, symbol("bins"), pmt::from_uint64(bins));
}

//! The band that a stream was a part of before it was narrowed, as zoom_c tells.
bool is_whole_band(const gr::tag_t& tag)
{
    return pmt::eqv(tag.key, symbol("whole_band"));
}

} // namespace

display_impl::display_impl(const display_request& request, QWidget* parent)
    : gr::block("display", inputs_of(request), gr::io_signature::make(0, 0, 0)),
      d_request(request),
      d_store(std::make_shared<core::spectrum_store>(
          request.axis(request.freq, request.samp_rate),
          core::parse_input_unit(request.input),
          core::history_limits(),
          request.histogram())),
      d_commands(this, d_logger),
      d_samp_rate(request.samp_rate),
      d_freq(request.freq),
      d_spectra_rate(request.spectra_rate),
      d_counted{ request.samp_rate, request.freq },
      d_times(request.spectra_rate),
      d_band(band()),
      d_recording(
          request.bins,
          request.is_one_sided,
          ::gpufft::parse_spectrum_unit(request.input),
          [this] { show_recording(); },
          [this](const std::string& line) { d_logger->error("{}", line); }),
      d_window(make_widget(d_store, request, parent),
               { [this](double hz) {
                    send("freq", pmt::cons(symbol("freq"), pmt::from_double(hz)));
                },
                 [this](const core::frequency_band& band) {
                     send("band", band_message(band.low_hz, band.high_hz));
                 },
                 [this](const core::frequency_view& view, std::size_t bins) {
                     send("zoom", zoom_message(view, bins));
                 },
                 [this](const std::string& survey) { record_for_window(survey); } })
{
    for (const char* const port : { "freq", "band", "zoom", "status" })
        message_port_register_out(symbol(port));
    take_commands();
}

display_impl::~display_impl() { d_recording.close(); }

void display_impl::send(const char* port, const pmt::pmt_t& message)
{
    send_message(*this, symbol(port), message, *d_debug_logger);
}

void display_impl::forecast(int, gr_vector_int& needed)
{
    // Each input is taken as it comes, whether the other has anything or not.
    std::fill(needed.begin(), needed.end(), 0);
}

int display_impl::general_work(int,
                               gr_vector_int& ninput_items,
                               gr_vector_const_void_star& in,
                               gr_vector_void_star&)
{
    const auto begin_ns = thread_time_ns();
    if (ninput_items[0] > 0)
        take_spectra(static_cast<const float*>(in[0]), ninput_items[0]);
    consume(0, ninput_items[0]);
    if (in.size() > 1 && ninput_items[1] > 0) {
        take_histograms(static_cast<const float*>(in[1]), ninput_items[1]);
        consume(1, ninput_items[1]);
    }
    d_busy_ns += thread_time_ns() - begin_ns;
    return 0;
}

void display_impl::take_spectra(const float* spectra, int count)
{
    const auto first = nitems_read(0);
    const auto bins = static_cast<std::size_t>(d_request.bins);
    std::vector<gr::tag_t> tags;
    get_tags_in_window(tags, 0, 0, static_cast<std::uint64_t>(count));
    // A retune is of the whole band, unless a tag at the same spectrum says otherwise.
    std::stable_sort(tags.begin(), tags.end(), [](const auto& a, const auto& b) {
        return std::pair(a.offset, is_whole_band(a)) <
               std::pair(b.offset, is_whole_band(b));
    });
    std::size_t done = 0;
    for (const auto& tag : tags) {
        const auto place = static_cast<std::size_t>(tag.offset - first);
        add(spectra + done * bins, place - done);
        done = place;
        take_tag(tag);
    }
    add(spectra + done * bins, static_cast<std::size_t>(count) - done);
}

void display_impl::take_histograms(const float* counts, int count)
{
    std::vector<gr::tag_t> tags;
    get_tags_in_window(tags, 1, 0, static_cast<std::uint64_t>(count));
    std::stable_sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    tuning_watch watch;
    watch.look_at(tags);
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        for (const auto* change = watch.next(); change; change = watch.next()) {
            d_counted.freq = change->freq_hz.value_or(d_counted.freq);
            d_counted.samp_rate = change->samp_rate_hz.value_or(d_counted.samp_rate);
            d_counted.is_told = true;
            watch.take();
        }
        if (!histograms_fit())
            return;
    }
    const auto size = static_cast<std::size_t>(d_request.histogram_bins) *
                      static_cast<std::size_t>(d_request.histogram_levels);
    // A histogram has all of those before it in it.
    d_store->add_histogram(counts + size * static_cast<std::size_t>(count - 1));
}

//! Whether histograms are of the band of the axis, within one of their bins. d_mutex is
//! held.
bool display_impl::histograms_fit() const
{
    // Nothing is known of a stream without tags that was not narrowed.
    if (!d_counted.is_told && !d_whole)
        return true;
    const double bin_hz = d_samp_rate / d_request.histogram_bins;
    return std::abs(d_counted.freq - d_freq) < bin_hz &&
           std::abs(d_counted.samp_rate - d_samp_rate) < bin_hz;
}

void display_impl::take_tag(const gr::tag_t& tag)
{
    if (!pmt::is_symbol(tag.key))
        return;
    const auto& name = pmt::symbol_to_string(tag.key);
    if (is_time_tag(tag)) {
        if (const auto time = time_of(tag.value))
            d_times.tell(time->in_seconds());
        return;
    }
    if (name == "stream_seconds") {
        if (pmt::is_real(tag.value))
            d_times.tell_elapsed(pmt::to_double(tag.value));
        return;
    }
    if (name == "whole_band" && pmt::is_pair(tag.value) &&
        pmt::is_real(pmt::car(tag.value)) && pmt::is_real(pmt::cdr(tag.value))) {
        const core::frequency_band whole{ pmt::to_double(pmt::car(tag.value)),
                                          pmt::to_double(pmt::cdr(tag.value)) };
        if (!std::isfinite(whole.low_hz) || !std::isfinite(whole.high_hz) ||
            !(whole.low_hz < whole.high_hz))
            return;
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_whole = whole;
        d_is_changed = true;
        return;
    }
    tuning_watch watch;
    watch.look_at({ tag });
    const auto* const change = watch.next();
    if (!change)
        return;
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (change->freq_hz)
        d_freq = *change->freq_hz;
    if (change->samp_rate_hz)
        change_samp_rate(*change->samp_rate_hz);
    d_whole.reset();
    d_is_changed = true;
}

void display_impl::add(const float* spectra, std::size_t count)
{
    if (count == 0)
        return;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (d_is_changed) {
            d_store->set_axis(d_request.axis(d_freq, d_samp_rate), d_whole);
            d_times.set_rate(spectra_rate());
            d_band = band();
            d_is_changed = false;
        }
    }
    const std::chrono::duration<double> now = std::chrono::steady_clock::now() - d_begin;
    d_next_times.clear();
    for (std::size_t i = 0; i < count; ++i)
        d_next_times.push_back(d_times.next(now.count()));
    d_store->add(spectra, d_next_times);
    d_recording.add(spectra, d_next_times, d_band);
}

display::sptr display::make(int bins,
                            double samp_rate,
                            double freq,
                            const std::string& input,
                            double spectra_rate,
                            const std::string& panes,
                            const std::string& title,
                            bool one_sided,
                            int histogram_bins,
                            int histogram_levels,
                            double histogram_lowest_db,
                            double histogram_highest_db,
                            const std::string& renderer,
                            QWidget* parent)
{
    const display_request request{ bins,
                                   samp_rate,
                                   freq,
                                   input,
                                   spectra_rate,
                                   panes,
                                   title,
                                   one_sided,
                                   histogram_bins,
                                   histogram_levels,
                                   histogram_lowest_db,
                                   histogram_highest_db,
                                   renderer };
    check(request);
    expect_application();
    return gnuradio::make_block_sptr<display_impl>(request, parent);
}

} // namespace gpufft
} // namespace gr
